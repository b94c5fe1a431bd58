// Package bridge answers POST /api/propose: what somebody's words come to in a fight by turns, for pages and programs
// that must not hold a model's key themselves (seed 003, S3-34 to S3-42).
//
// Its one idea: it only ever proposes. The state is the asker's own, believed for that answer alone; what comes back
// is one of four declared actions, parsed anew on its way out, and nobody's world is any different afterwards. Nothing
// that could make it so can be imported here, and a test sees to that.
//
// One [Bridge] has two doors. [Bridge.Local] asks for no token and is for a listener that only programs of this machine
// reach; [Bridge.Before] stands at the agents' door, wants a bearer, and what is asked there is asked for the character
// whose token it is. Both share the bounds in limits.go, and the cap of a day. Every answer is JSON of one shape, also
// one that refuses; where nobody has read the words, its mode is mock.
//
// Concurrency: a Bridge is for any number of goroutines and starts none. To refuse another thing, give it a [reason]
// and a status in visit.go.
package bridge
