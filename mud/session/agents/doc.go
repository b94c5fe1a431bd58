// Package agents is what owners and operators type about AI agents: agent, agents, token and copilot.
//
// Its one idea: it knows no session and no transport. A [Session] stands for whoever typed, one [Commands] for all of
// them; what is said is put into actions of the world, and into account rows where a token is made or ends. Whoever
// watches an agent is a [Watch], kept in [Watches].
//
// Commands run on their session's goroutine, and Watches may be called from any. To add a command, add its word to
// the list in package verb and its case to [Commands.Owner] or [Commands.Operator].
package agents
