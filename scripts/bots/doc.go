// Package bots plays a telnet server with many cheap clients and measures what they feel.
//
// [Run] lets any number of bots log in as guests, go to their places, and send commands at a fixed rate (an open loop)
// or each as soon as the last is answered (a closed one). Replies are matched one by one, by a token that no other
// command has or by the words that only this command's answer has, so a percentile is about answers and not about
// bytes. [ServeEcho] is the floor: the same bots against a server that only sends lines back.
//
// [RunAgents] does the same over MCP: each bot is an agent with an account, a character and a token of its own.
//
// A bot is one goroutine with a read buffer of 2 KiB; a run has one more goroutine that paces them. [Stream], the
// telnet that a bot speaks, refuses every option and takes the go-ahead behind a prompt as its end. To add a kind of
// command, write its entry in [Kinds].
package bots
