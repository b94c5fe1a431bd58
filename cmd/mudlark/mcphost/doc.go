// Package mcphost gives agents their place at the daemon: whom a token speaks for, what they were told before, what
// they may read of the record, and the door as owners and operators steer it.
//
// The protocol and the tools are ai/mcp and below; this package implements what those ask of a host with a
// server.Daemon.
package mcphost
