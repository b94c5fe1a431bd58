// Package frame is how game engines speak with the agents of package foreign: JSON in the messages of a WebSocket.
//
// Its one idea: each message is one request, and each request has one answer, in order. What the messages look like is
// settled by the clients that exist:
//
//	{"type":"tool","name":N,"arguments":{...}}  is answered by  {"type":"tool_response","tool":N,"result":{...}}
//	{"type":"resource","uri":U}                 is answered by  {"type":"resource_response","content":"..."}
//
// content is JSON in a text. What went wrong stands in the result, or in the content, as
// {"error":{"code":C,"message":M}}; a message that is no request is answered by {"type":"error","error":{...}}. A
// message with "jsonrpc" is one of MCP, and is answered as at the endpoint for agents; a notification has no answer.
// Both text and binary messages are read (an engine's default may be either), and every answer is text.
//
// Concurrency: a [Door] serves each connection on a goroutine of its own, with another that sees whether its client is
// still there, and still welcome. When [Door.Run] returns, all have ended. A connection that ends takes no agent with
// it.
//
// To add a kind of message, give it a case in Answer.
package frame
