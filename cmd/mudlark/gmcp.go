package main

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/glance"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world"
)

// limitGMCP counts messages of clients that were dropped.
const limitGMCP = "gmcp_message"

// gmcpLimits bound what a client may send beside its lines, once telnet has taken it.
func gmcpLimits() []ops.Limit {
	return []ops.Limit{{
		Name: limitGMCP, Place: "mud/gmcp/message.go", What: "GMCP messages that are understood",
		Value:  fmt.Sprintf("%d a second, %d packages supported", gmcp.TakenMost, gmcp.SupportsMost),
		Effect: "the message is dropped, and the connection goes on",
	}}
}

// soundFlags say where clients fetch sounds.
type soundFlags struct {
	SoundsURL string `placeholder:"URL" help:"Where clients fetch sounds; empty: players have the files."`
}

// check refuses what is no folder's address.
func (f *soundFlags) check() error {
	u, err := url.Parse(f.SoundsURL)
	if f.SoundsURL == "" || err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") {
		return nil
	}
	return usageError{fmt.Errorf("--sounds-url is the address of a folder, as https://example.org/sounds/ is, not %q",
		f.SoundsURL)}
}

// media reads what there is to hear.
func (f *soundFlags) media() (gmcp.Media, error) {
	sounds, err := gmcp.ParseSounds(data.Sounds())
	if err != nil {
		return gmcp.Media{}, err
	}
	m := gmcp.Media{URL: f.SoundsURL, Sounds: sounds}
	if m.URL != "" && !strings.HasSuffix(m.URL, "/") {
		m.URL += "/"
	}
	return m, nil
}

// aside joins a telnet connection to its out-of-band view: it is the lines.Aside of the seat's screen, hands what the
// client says to a gmcp.Client, and sees to what that wishes for. Its seat's lock is held whenever it is called.
type aside struct {
	seat   *telnetSeat
	client *gmcp.Client // nil while GMCP is not agreed on
	rests  *gmcp.Client // what it holds back has a timer
}

func newAside(t *telnetSeat) *aside {
	a := &aside{seat: t}
	t.lines.SetAside(a)
	return a
}

// Wants implements lines.Aside.
func (a *aside) Wants() glance.Want {
	if a.client == nil {
		return glance.Nothing
	}
	return a.client.Wants()
}

// Of implements lines.Aside.
func (a *aside) Of(f session.Frame) [][]byte {
	if a.client == nil {
		return nil
	}
	out := a.client.Of(f)
	a.rest()
	return out
}

// learn follows whether the client has agreed to GMCP.
func (a *aside) learn(c telnet.Capabilities) {
	switch {
	case !c.GMCP:
		a.client = nil
	case a.client == nil:
		a.agree()
	}
}

// agree begins to speak GMCP. A client that does not say what it supports is soon taken for one that knows the usual.
func (a *aside) agree() {
	a.client = gmcp.New(gmcp.Options{Sounds: a.sounds, Asks: a.asks, Media: a.seat.door.media})
	a.after(gmcp.AssumeAfter, func() { a.see(a.client.Assume()) })
}

func (a *aside) sounds() bool {
	return a.seat.s != nil && a.seat.s.Setting(settings.Sounds) == settings.On
}

func (a *aside) asks() bool { return a.seat.s != nil && a.seat.s.Naming() }

// greet offers to sign in before the name is asked for.
func (a *aside) greet() {
	if a.client != nil {
		a.send(a.client.Greet())
	}
}

// take takes a message of the client.
func (a *aside) take(m telnet.GMCP) {
	if a.client == nil {
		a.agree() // it speaks before we were told that it would
	}
	a.see(a.client.Take(m.Package, m.Data))
}

// goodbye takes leave.
func (a *aside) goodbye(reason string) {
	if a.client == nil {
		return
	}
	word := "The connection is closed."
	if reason == session.ReasonQuit {
		word = "Goodbye."
	}
	a.send(a.client.Goodbye(word))
}

// see sends what there is to send and sees to what is wished for.
func (a *aside) see(x gmcp.Answer) {
	if x.Bad {
		a.seat.door.meter.LimitMet(limitGMCP)
	}
	a.send(x.Out)
	a.rest()
	s := a.seat.s
	if s == nil {
		return
	}
	switch w := x.Wish.(type) {
	case nil:
	case gmcp.View:
		s.Anew()
	case gmcp.SignIn:
		s.SignIn(session.Credentials{
			Account: w.Account, Character: w.Character, Password: w.Password,
			Answered: func(passed bool, word string) {
				a.say(func(c *gmcp.Client) [][]byte { return c.SignedIn(passed, word) })
			},
		})
	case gmcp.Contents:
		s.Consult(func(st *world.State, body *world.Actor, now world.Time) any {
			if refs, traits, ok := glance.Inside(st, body, w.Item, now); ok {
				return inside{refs, traits}
			}
			return nil
		}, func(read any) {
			if in, ok := read.(inside); ok {
				a.say(func(c *gmcp.Client) [][]byte { return c.Contents(w.Item, in.refs, in.traits) })
			}
		})
	case gmcp.Players:
		s.Consult(func(st *world.State, _ *world.Actor, _ world.Time) any { return glance.People(st) }, func(read any) {
			if names, ok := read.([]string); ok {
				a.say(func(c *gmcp.Client) [][]byte { return c.Players(names) })
			}
		})
	}
}

// inside is what is in a container.
type inside struct {
	refs   []world.Ref
	traits []glance.Traits
}

// say sends what the client is told, if it still listens.
func (a *aside) say(what func(*gmcp.Client) [][]byte) {
	if a.client != nil {
		a.send(what(a.client))
	}
}

func (a *aside) send(out [][]byte) {
	if len(out) > 0 {
		a.seat.conn.Send(telnet.Output{GMCP: out})
	}
}

// rest has what was held back sent when it is time.
func (a *aside) rest() {
	wait := a.client.Rest()
	if wait == 0 || a.rests == a.client {
		return
	}
	a.rests = a.client
	a.after(wait, func() {
		a.rests = nil
		a.send(a.client.Flush())
		a.rest()
	})
}

// after does something a while later, unless the connection has ended by then or speaks no GMCP any more.
func (a *aside) after(wait time.Duration, do func()) {
	client := a.client
	time.AfterFunc(wait, func() {
		t := a.seat
		t.mu.Lock()
		defer t.mu.Unlock()
		defer t.rescue()
		if a.client == client && !t.over && t.ctx.Err() == nil {
			do()
		}
	})
}
