package main

import "errors"

// benchCmd loads a server with telnet bots.
type benchCmd struct {
	Addr    string `arg:"" optional:"" help:"The telnet address of the server to load."`
	Players int    `default:"100" help:"Bots."`
}

// Run drives the bots and prints the report.
func (c *benchCmd) Run(*env) error { return errors.New("bench is being built") }
