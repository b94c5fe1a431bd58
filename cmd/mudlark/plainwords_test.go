package main

import (
	"testing"

	"github.com/alecthomas/kong"
)

// S3-34: the bridge is off by default, is at 127.0.0.1:3002 when nothing else is said, and on this machine alone.
func TestBridgeFlag(t *testing.T) {
	for _, c := range []struct {
		name, arg, want string
		fine            bool
	}{
		{"none", "", "", true},
		{"alone", "--bridge", "127.0.0.1:3002", true},
		{"with an address", "--bridge=127.0.0.1:4002", "127.0.0.1:4002", true},
		{"the other loopback", "--bridge=[::1]:3002", "[::1]:3002", true},
		{"everywhere", "--bridge=:3002", ":3002", false},
		{"another machine's", "--bridge=192.0.2.1:3002", "192.0.2.1:3002", false},
		{"nowhere", "--bridge=nowhere", "nowhere", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var flags bridgeFlags
			parser, err := kong.New(&flags)
			if err != nil {
				t.Fatal(err)
			}
			var args []string
			if c.arg != "" {
				args = append(args, c.arg)
			}
			if _, err := parser.Parse(args); err != nil {
				t.Fatal(err)
			}
			if got := string(flags.Bridge); got != c.want || flags.BridgeDay != 1000 {
				t.Errorf("bridge = %q, %d questions a day; want %q", got, flags.BridgeDay, c.want)
			}
			if err := flags.check(); (err == nil) != c.fine {
				t.Errorf("check = %v, want it fine: %v", err, c.fine)
			}
		})
	}
}
