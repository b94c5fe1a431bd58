// Package agentapi lends the minds of this world to worlds that are not it: a game elsewhere makes agents, tells them
// in words what they observe and what they could do, and is told what they choose.
//
// Its one idea: an agent belongs to whoever made it. There is no way to name another's, nor anybody of this world: what
// is not one's own is missing ([AgentNotFound]), and looks so to the last byte. All that an agent remembers stays
// inside; the three tools and the one resource say what it chose, what it is like and what it has in mind, and no more.
// Whatever goes wrong is a [Fault] with a code of a fixed table, and whatever fails inside a decision (a memory that
// cannot be read, a model, a mind that panics) still ends in one of the offered actions.
//
// What an agent is told are words of people whom this server does not know. They reach a model on this machine freely,
// and one elsewhere only if three have said so: the operator, by a budget for such agents, which is none by default;
// the wizard who gave the token; and whoever made the agent, who names in players_agreed_to the host to which the
// players of that world have agreed. Another host is another question.
//
// Game engines speak with their agents over MCP ([Beside]) or in JSON messages of a WebSocket ([WebSocketServer]). Each
// message is one request, and each request has one answer, in order. What the messages look like is settled by the
// clients that exist:
//
//	{"type":"tool","name":N,"arguments":{...}}  is answered by  {"type":"tool_response","tool":N,"result":{...}}
//	{"type":"resource","uri":U}                 is answered by  {"type":"resource_response","content":"..."}
//
// content is JSON in a text. What went wrong stands in the result, or in the content, as
// {"error":{"code":C,"message":M}}; a message that is no request is answered by {"type":"error","error":{...}}. A
// message with "jsonrpc" is one of MCP, and is answered as at the endpoint for agents; a notification has no answer.
// Both text and binary messages are read (an engine's default may be either), and every answer is text.
//
// Concurrency: a [Service] is safe for use by many goroutines. One at a time deals with an agent; nobody holds the
// service's own mutex while a mind thinks or waits for a disk. What an agent is and what is kept of it change under
// that mutex together, so that whatever is asked at once, the last that was done is what a restart finds. An agent's
// clock is the number of its observations, so the same observations make the same choices everywhere. A
// [WebSocketServer] serves each connection on a goroutine of its own, with another that sees whether its client is
// still there, and still welcome. When [WebSocketServer.Run] returns, all have ended. A connection that ends takes no
// agent with it.
//
// To add a tool, give it a case in Call and an entry in tool.go; to add an error, a code in fault.go; to add a kind of
// message, a case in Answer.
package agentapi
