package main

import (
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

func cmdSoon(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) >= 2, "soon REGEXP PROGRAM [ARGUMENT...]")
	const pause = 150 * time.Millisecond // what is asked may be bounded to some requests a second
	want := pattern(ts, args[0])
	poll := time.NewTicker(pause)
	defer poll.Stop()
	for deadline := time.Now().Add(2 * patience); time.Now().Before(deadline); <-poll.C {
		if ts.Exec(args[1], args[2:]...) == nil && want.MatchString(ts.ReadFile("stdout")) {
			return
		}
	}
	ts.Fatalf("%q was not printed in time", args[0])
}

// S4-27: PORT, GAME_DB_PATH, LOG_LEVEL and its alias RUST_LOG mean what they mean to the table game's own server.
// S4-28: without PORT the door is 7397 of this machine.
func TestEnvironment(t *testing.T) {
	env := func(pairs map[string]string) func(string) string {
		return func(name string) string { return pairs[name] }
	}
	for _, c := range []struct {
		name, log, rust, want string
	}{
		{"nothing", "", "", "info"},
		{"LOG_LEVEL", "debug", "", "debug"},
		{"the alias", "", "trace", "trace"},
		{"both", "warn", "debug", "warn"},
		{"the alias with parts", "", "hyper=debug, WARN ,mudlark=trace", "warn"},
		{"the alias for others only", "", "hyper=debug", "info"},
	} {
		t.Run("level from "+c.name, func(t *testing.T) {
			if got := command.LogLevel(env(map[string]string{"LOG_LEVEL": c.log, "RUST_LOG": c.rust}), "info"); got != c.want {
				t.Errorf("level = %q, want %q", got, c.want)
			}
		})
	}
	for _, c := range []struct{ name, data, db, want string }{
		{"nothing", "", "", "run"},
		{"MUDLARK_DATA", "/var/lib/mudlark", "/x/game.db", "/var/lib/mudlark"},
		{"GAME_DB_PATH", "", "/x/y/game.db", "/x/y"},
		{"a bare name", "", "game.db", "."},
	} {
		t.Run("folder from "+c.name, func(t *testing.T) {
			vars := env(map[string]string{"MUDLARK_DATA": c.data, command.DatabaseVariable: c.db})
			if got := command.DataFolder(vars); got != c.want {
				t.Errorf("folder = %q, want %q", got, c.want)
			}
		})
	}
}

// What may stand open, and what would let tokens be read on the way.
func TestWebFlagsCheck(t *testing.T) {
	for _, c := range []struct {
		name, addr string
		flags      webFlags
		want       bool
	}{
		{"loopback", "127.0.0.1:7397", webFlags{}, true},
		{"the other loopback", "[::1]:7397", webFlags{}, true},
		{"by name", "localhost:7397", webFlags{}, true},
		{"no door", "", webFlags{}, true},
		{"every address", ":7397", webFlags{}, false},
		{"every address, written out", "0.0.0.0:7397", webFlags{}, false},
		{"a network's address", "192.0.2.1:7397", webFlags{}, false},
		{"no port", "192.0.2.1", webFlags{}, false},
		{"insecure as wanted", ":7397", webFlags{InsecureHTTP: true}, true},
		{"behind a proxy", ":7397", webFlags{TrustProxy: []string{"10.0.0.0/8"}}, true},
		{"behind nonsense", ":7397", webFlags{TrustProxy: []string{"proxy"}}, false},
		{"self-made", ":7397", webFlags{TLS: "self"}, true},
		{"made by whom", ":7397", webFlags{TLS: "yes"}, false},
		{"files", ":7397", webFlags{TLSCert: "c", TLSKey: "k"}, true},
		{"half a pair", ":7397", webFlags{TLSCert: "c"}, false},
		{"both kinds", ":7397", webFlags{TLS: "self", TLSCert: "c", TLSKey: "k"}, false},
		{"HTTPS behind HTTPS", ":7397", webFlags{TLS: "self", TrustProxy: []string{"10.0.0.1"}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.flags.check(c.addr); (err == nil) != c.want {
				t.Errorf("check(%q) = %v, want it fine: %v", c.addr, err, c.want)
			}
		})
	}
}
