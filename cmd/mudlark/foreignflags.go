package main

import (
	"fmt"
	"net"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
)

// foreignFlags say how game engines find agents for worlds of their own.
type foreignFlags struct {
	MindsListen string `name:"minds-listen" placeholder:"ADDRESS" help:"Where local game engines make agents, tokenless."`
}

// check refuses an address that others could reach: nobody is asked for a token there.
func (c *foreignFlags) check() error {
	if c.MindsListen == "" {
		return nil
	}
	tcp, err := net.ResolveTCPAddr("tcp", c.MindsListen)
	if err != nil {
		return command.Misuse(fmt.Errorf("--minds-listen=%s: a host and a port are meant, as in 127.0.0.1:8080: %w",
			c.MindsListen, err))
	}
	if !tcp.IP.IsLoopback() {
		return command.Misuse(
			fmt.Errorf("--minds-listen=%s: others could reach it, and nobody is asked for a token there; "+
				"give it an address of this machine alone, as in 127.0.0.1:8080, and let others come to %s at the HTTP door "+
				"with a token of the role minds", c.MindsListen, minds.FramesPath),
		)
	}
	return nil
}

// proposeFlags say what is written down of what people say in plain words.
type proposeFlags struct {
	AILog string `name:"ai-log" placeholder:"FILE" help:"Write down what players ask of gm, and what came of it; -: here."`
}
