package screens

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/ops"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// limitGMCP counts messages of clients that were dropped.
const limitGMCP = "gmcp_message"

// GMCPLimits bound what a client may send beside its lines, once telnet has taken it.
func GMCPLimits() []ops.Limit {
	return []ops.Limit{
		{
			Name: limitGMCP, Place: "mud/gmcp/message.go", What: "GMCP messages that are understood",
			Value:  fmt.Sprintf("%d a second, %d packages supported", gmcp.TakenMost, gmcp.SupportsMost),
			Effect: "the message is dropped, and the connection goes on",
		},
		{
			Name: "gmcp_missed", Place: "mud/gmcp/mudlark.go", What: "what a client that comes back is told it missed",
			Value: fmt.Sprintf("%d lines or %d KiB, from %d records, once in a session", gmcp.MissedLinesMost,
				gmcp.LinesBytesMost>>10, missedRecordsMost),
			Effect: "older lines are left out, and that is said",
		},
	}
}

// aside joins a telnet connection to its out-of-band view: it is the session.OutOfBand of the seat's screen, hands what
// the client says to a gmcp.Client, and sees to what that wishes for. Its seat's lock is held whenever it is called.
type aside struct {
	seat   *telnetSeat
	client *gmcp.Client // nil while GMCP is not agreed on
	rests  *gmcp.Client // what it holds back has a timer
}

func newAside(t *telnetSeat) *aside {
	a := &aside{seat: t}
	t.lines.SetOutOfBand(a)
	return a
}

// Wants implements session.OutOfBand.
func (a *aside) Wants() surroundings.Want {
	if a.client == nil {
		return surroundings.Nothing
	}
	return a.client.Wants()
}

// Of implements session.OutOfBand.
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
	a.client = gmcp.New(gmcp.Options{
		Sounds: a.sounds, Asks: a.asks, Media: a.seat.door.media,
		Verbs: func(role string) []session.VerbInfo { return session.VerbsOfNamed(a.seat.door.Hub.Table, role) },
	})
	a.after(gmcp.AssumeAfter, func() { a.see(a.client.Assume()) })
}

func (a *aside) sounds() bool {
	return a.seat.s != nil && a.seat.s.Setting(settings.Sounds) == settings.On
}

func (a *aside) asks() bool { return a.seat.s != nil && a.seat.s.AsksName() }

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
		s.RefreshView()
	case gmcp.SignIn:
		s.SignIn(session.Credentials{
			Account: w.Account, Character: w.Character, Password: w.Password,
			Answered: func(passed bool, word string) {
				a.say(func(c *gmcp.Client) [][]byte { return c.SignedIn(passed, word) })
			},
		})
	case gmcp.Contents:
		consult(s, func(c verb.Ctx) inside {
			refs, traits, ok := surroundings.Inside(c.State, c.Actor, w.Item, c.Now)
			return inside{refs, traits, ok}
		}, func(in inside) {
			if in.seen {
				a.say(func(c *gmcp.Client) [][]byte { return c.Contents(w.Item, in.refs, in.traits) })
			}
		})
	case gmcp.Players:
		consult(s, func(c verb.Ctx) []string { return surroundings.People(c.State, c.Actor) }, func(names []string) {
			a.say(func(c *gmcp.Client) [][]byte { return c.Players(names) })
		})
	case gmcp.Ask:
		table := a.seat.door.Hub.Table
		page := func(p session.Page) { a.say(func(c *gmcp.Client) [][]byte { return c.Page(p) }) }
		if !consult(s, func(c verb.Ctx) session.PageAnswer { return session.ReadPage(table, c, w.Page, w.Topic) },
			func(read session.PageAnswer) { page(read.Page()) }) {
			page(session.BusyPage(w.Page, w.Topic))
		}
	case gmcp.Complete:
		table := a.seat.door.Hub.Table
		consult(s, func(c verb.Ctx) []string { return session.CompleteLine(table, c, w.Line, settings.Lines) },
			func(list []string) { a.say(func(c *gmcp.Client) [][]byte { return c.Completed(w.Line, list) }) })
	case gmcp.Since:
		a.missed(s, w.Seq)
	}
}

// missed tells a client that comes back what its player's character was told meanwhile.
func (a *aside) missed(s *session.Session, after uint64) {
	door, client, since := a.seat.door, a.client, s.Since()
	consult(s, func(c verb.Ctx) away {
		return away{body: c.Actor.Num, born: c.Actor.Born, after: after, to: since}
	}, func(w away) {
		if door.lately == nil || a.client != client || !client.Return() {
			return
		}
		door.Hub.Aside(func() {
			told, more, err := door.lately.told(a.seat.ctx, w)
			if err != nil {
				if a.seat.ctx.Err() == nil {
					door.log.Error("what was missed was not read", slog.Any("err", err))
				}
				return
			}
			a.still(client, func() { a.send(client.Missed(told, more)) })
		})
	})
}

// consult reads something that a session's character may know; see session.Consult.
func consult[T any](s *session.Session, read func(verb.Ctx) T, then func(T)) bool {
	return s.Consult(func(st *world.State, body *world.Actor, now world.Time) any {
		return read(session.KeyboardCtx(st, body, now))
	}, func(read any) {
		if got, ok := read.(T); ok {
			then(got)
		}
	})
}

// inside is what is in a container.
type inside struct {
	refs   []world.Ref
	traits []surroundings.ItemTraits
	seen   bool
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
	time.AfterFunc(wait, func() { a.still(client, do) })
}

// still does something from another goroutine, if the connection is still there and speaks GMCP with that client.
func (a *aside) still(client *gmcp.Client, do func()) {
	t := a.seat
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.rescue()
	if a.client == client && !t.over && t.ctx.Err() == nil {
		do()
	}
}
