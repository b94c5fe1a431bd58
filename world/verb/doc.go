// Package verb is the one table of what can be typed, clicked or called. An entry says what a verb is called, who
// may use it, what words it takes and what it wants of the world; from it come the typed grammar with name
// resolution, Tab completion, help, the role check, the tools and schemas of MCP, what makes sense to do now, and
// COMMANDS.md.
//
// There are three makers: acts asks the world (journaled), tells answers the asker with a report (never journaled),
// and asks wants something of the host, as quit does. To add a verb over a mechanic that exists, add one entry to
// the file of its topic.
//
// Everything here reads the state and changes nothing; it runs on the loop's writer.
package verb
