package session

import (
	"net/netip"
	"slices"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// whence knows from where those come who sit at the keyboards of a hub.
type whence struct{ hub *Hub }

var _ verb.Doors = whence{}

// From implements verb.Doors.
func (w whence) From(who world.ActorID) (netip.Prefix, bool) {
	s := w.hub.At(who)
	if s == nil {
		return netip.Prefix{}, false
	}
	return s.from.Net()
}

// Within implements verb.Doors.
func (w whence) Within(net netip.Prefix) []world.ActorID {
	var out []world.ActorID
	w.hub.Each(func(id world.ActorID, s *Session) {
		if from, ok := s.from.Net(); ok && net.Contains(from.Addr()) {
			out = append(out, id)
		}
	})
	slices.Sort(out)
	return out
}

// Users implements verb.Doors.
func (w whence) Users() []verb.User {
	var out []verb.User
	now := w.hub.Now()
	user := func(u verb.User, from account.Source, since, last time.Time) {
		if _, isKnown := from.Net(); isKnown {
			u.From = string(from)
		}
		u.Since, u.For, u.Idle = since.UnixMilli(), seconds(now.Sub(since)), seconds(now.Sub(last))
		out = append(out, u)
	}
	w.hub.each(func(s *Session) {
		s.mu.Lock()
		id := s.body
		s.mu.Unlock()
		user(verb.User{Actor: id, Door: s.door}, s.from, s.opened, time.UnixMilli(s.active.Load()))
	})
	for _, a := range w.hub.commands.Connected(now) {
		user(verb.User{Actor: a.Actor, Agent: a.Grant, Door: doorMCP}, a.From, a.First, a.Last)
	}
	return out
}

func seconds(d time.Duration) int64 { return int64(max(d, 0) / time.Second) }

// doorMCP is what the door of agents is called where it stands beside those of keyboards.
const doorMCP = "mcp"

// Whence tells those who decide about people from where they come. It is asked on the writer.
func (h *Hub) Whence() verb.Doors { return whence{h} }

// newcomerBarred refuses somebody who would make an account: the world is shut to them, or to where they come from.
func (s *Session) newcomerBarred(st *world.State, now world.Time) *world.Refusal {
	if r := st.BarredNew(world.EntranceNew, now); r != nil {
		return r
	}
	return st.BarredFrom(string(s.from), nil, now)
}

// showBarred shows why somebody is not let in. A ban ends the session; whoever finds a door shut may come by another.
func (s *Session) showBarred(r *world.Refusal) {
	s.login.entering, s.login.account = false, account.Account{}
	if r.Code == world.CodeBanned {
		s.log.Info("somebody banned was not let in")
		s.end(r.Text, ReasonBanned)
		return
	}
	s.show(prose.RefusalText(r))
	s.readLine(namePrompt, s.nameGiven)
}

// hearKicked ends the session of somebody who is sent out of the world: they have been told why.
func (s *Session) hearKicked(e world.Event) {
	if k, ok := e.(world.Kicked); ok && k.Actor == s.actor {
		s.end("", ReasonKicked)
	}
}
