// Package usage counts what is asked of models: every call, real or simulated, with its purpose, model, tokens, time
// and outcome, and every verdict on what a model said.
//
// Its one idea: names are few and known beforehand. An event has one of the names in name.go and the dimensions that
// dim.go lists for it; [Tracker.Track] refuses everything else, so that no figure is misspelt, invented or lost, and no
// text of a player, a model or an agent becomes a name. A model call is one event ([Tracker.TrackAICall]); a verdict on
// its text is one more, with the dimension ai.verdict and no tokens, so that sums of tokens and times stay true.
//
// Telemetry is for operators only. It leaves as sums ([Tracker.Aggregates], [Tracker.Totals]) and, if somebody wants,
// event by event through a [Sink]; nothing of it is served over MCP. Nothing is sampled unless [Config] says so, and
// rejections and flags never are.
//
// Concurrency: a Tracker may be used from many goroutines. It starts none, and reads no clock but the one it is given.
//
// To add an event, add its name to name.go and its dimensions to dim.go, then run `go test ./ai/model/usage -update`.
package usage
