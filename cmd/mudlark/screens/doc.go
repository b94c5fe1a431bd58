// Package screens joins sessions to what people look at: telnet in all its forms, with GMCP beside the text, the drawn
// screen and the line mode of SSH, and WebSockets of web pages.
//
// A TelnetDoor or an SSHDoor takes a connection that a listener accepted, makes a session of it at the hub and carries
// lines one way and frames the other. A new way to come in is a door of this package; what is listened on, and with
// which flags, is decided in cmd/mudlark.
package screens
