package main

import (
	"errors"
	"fmt"
	"net"

	"github.com/alecthomas/kong"

	"github.com/mudlark-mud/mudlark/ai/proposer"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// bridgeFlags say where programs that are no client have plain words read.
type bridgeFlags struct {
	Bridge    bridgeAddr `placeholder:"ADDRESS" help:"Read plain words for local programs, tokenless: POST /api/propose."`
	BridgeDay int        `default:"1000" help:"Questions a day that POST /api/propose puts to a model."`
}

// bridgeDefault is where the bridge listens when no address is said.
const bridgeDefault = "127.0.0.1:3002"

// bridgeAddr is where the bridge listens; "" is nowhere. The flag alone is [bridgeDefault].
type bridgeAddr string

// IsBool lets the flag stand alone.
func (*bridgeAddr) IsBool() bool { return true }

// Decode implements kong.MapperValue.
func (a *bridgeAddr) Decode(c *kong.DecodeContext) error {
	*a = bridgeDefault
	if t := c.Scan.Peek(); t.Type == kong.FlagValueToken {
		text, isText := c.Scan.Pop().Value.(string)
		if !isText {
			return errors.New("an address is meant, as in " + bridgeDefault)
		}
		*a = bridgeAddr(text)
	}
	return nil
}

// check refuses an address that others could reach: nobody is asked for a token there.
func (c *bridgeFlags) check() error {
	if c.BridgeDay < 1 {
		return command.Misuse(
			fmt.Errorf("--bridge-day=%d: at least one question is meant; without a model none is asked",
				c.BridgeDay),
		)
	}
	if c.Bridge == "" {
		return nil
	}
	tcp, err := net.ResolveTCPAddr("tcp", string(c.Bridge))
	if err != nil {
		return command.Misuse(
			fmt.Errorf("--bridge=%s: a host and a port are meant, as in %s: %w", c.Bridge, bridgeDefault, err),
		)
	}
	if !tcp.IP.IsLoopback() {
		return command.Misuse(
			fmt.Errorf("--bridge=%s: others could reach it, and nobody is asked for a token there; give it an "+
				"address of this machine alone, as in %s, and let others come to %s at the HTTP door with a token",
				c.Bridge, bridgeDefault, proposer.Path),
		)
	}
	return nil
}
