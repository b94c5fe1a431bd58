// Package game is the adapter between the world and package mcp: it turns the verb table into tools, the state into
// resources and prompts, and what a body perceives into events with a cursor.
//
// Its one idea: a call is an intent like a typed line, bound by the same table and decided by the same rules, with the
// grant as its door ([world.ViaGrant]); a wizard's character is a player's here. Every result carries all that a
// client needs to choose again: the room, who and what is there, what makes sense to do now, and what happened since
// the last call of that token. What a result looks like is for package result to say.
//
// A principal has a seat: its place at a body, its ring of notices and its cursor. The seat is taken at the first call
// and given up [IdleMax] after the last, and then the body stands link-dead unless somebody else keeps it in the
// world.
//
// call.go is a call from top to bottom: which tool, who asks, idempotency key, owner's yes, intent, result. What stands
// between a call and the world has files of its own:
//
//   - permission.go: the one table of which grants may use what of the catalogue. What is not in it is refused;
//   - driverleases.go: one program at a time drives a creature of the world;
//   - idempotency.go: a call under a key is done once, however often it is asked for;
//   - approval.go: some calls need the owner's yes. The yes is the world's ([world.AnswerHold]); the agent's own client
//     is never asked, because whoever runs the agent would answer (R17), but for a lent token: it was lent to whoever
//     may do as they like with this world, and their bridge asks them and hands the answer in over the control socket;
//   - telling.go: what each client of a token was told, so that the next result need not say it again;
//   - privacy.go: tools by which a mind elsewhere learns what players wish of their words.
//
// Concurrency: everything may be used from many goroutines. Whether a seat is taken changes on the world's writer
// only; [Game.Run] owns the one goroutine that sweeps seats and sends hints. To add a verb, add it to the table. To
// give it a better description for models, add a case to advice in world/verb/advice.go.
package game
