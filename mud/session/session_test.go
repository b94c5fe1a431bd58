package session_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/smallport"
)

// What happened before one's own command is read before its answer, and the prompt stands behind both; and while the
// disk has not answered nobody is told anything.
func TestOrder(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.come(session.Options{}), h.come(session.Options{})
	ann.types("guest")
	bob.types("guest")
	ann.sees("wakes here")
	ann.screen.clear()
	goOn := h.disk.stop()
	defer goOn()
	bob.Line("say first")
	<-h.disk.here
	ann.Line("say second")
	if !ann.Busy() || !bob.Busy() {
		t.Fatal("a command that is not durable was answered")
	}
	if n := ann.screen.count(); n != 0 {
		t.Fatalf("somebody was told something before it was durable: %s", ann.screen.text())
	}
	goOn()
	ann.pump("an answer", func() bool { return !ann.Busy() })
	got := ann.screen.text()
	first, second, prompt := strings.Index(got, "first"), strings.Index(got, "second"), strings.Index(got, "<[")
	if first < 0 || second < first || prompt < second || strings.Count(got, "<[") != 1 {
		t.Errorf("got %q, want what bob said, what ann said, one prompt", got)
	}
}

// Somebody who waits for an answer is shown what happens meanwhile, without a prompt.
func TestNoPromptWhileBusy(t *testing.T) {
	h := newHouse(t)
	ann := h.come(session.Options{})
	ann.types("guest")
	ann.screen.clear()
	goOn := h.disk.stop()
	defer goOn()
	ann.Line("say slow")
	ann.Tell(told("The bell rings."))
	ann.Pump()
	if got := ann.screen.text(); !strings.Contains(got, "The bell rings.") || strings.Contains(got, "<") {
		t.Errorf("got %q, want the bell and no prompt", got)
	}
	goOn()
	ann.pump("an answer", func() bool { return !ann.Busy() })
	if got := ann.screen.text(); strings.Count(got, "<[30/30] > >") != 1 {
		t.Errorf("got %q, want one prompt", got)
	}
}

// told makes a notice out of nothing.
func told(text string) *loop.Told {
	return &loop.Told{
		Notice: &world.Notice{Event: world.Echoed{Actor: "pc-x", Text: text}}, Sense: world.Saw | world.Heard,
	}
}

// Whoever does not read is cut off, whatever waits; the body stands link-dead, and the world did not wait.
func TestMailboxOverflows(t *testing.T) {
	h := newHouse(t)
	ann := h.come(session.Options{})
	ann.types("guest")
	id := read(h, func(s *world.State) world.ActorID { return guests(s)[0] })
	for range 10_000 {
		ann.Tell(told("Drip."))
	}
	ann.Pump()
	if !ann.Ended() {
		t.Fatal("a mailbox without an end")
	}
	if got := ann.screen.noted(); !strings.Contains(got, "end "+session.ReasonBehind) {
		t.Errorf("got %s, want the end for the reason %s", got, session.ReasonBehind)
	}
	if got := h.presence(id); got != world.Linkdead {
		t.Errorf("presence: got %v, want link-dead", got)
	}
	ann.Tell(told("Drip."))
	ann.Pump()
	ann.Line("look")
	ann.Closed("again")
	if got := h.hub.Count(); got != 0 {
		t.Errorf("sessions open: got %d, want 0", got)
	}
}

func guests(s *world.State) []world.ActorID {
	var out []world.ActorID
	for _, a := range world.Ordered(s.Actors) {
		if a.Guest() {
			out = append(out, a.ID)
		}
	}
	return out
}

// Many keyboards for one character: in the end one sits there and every other was told.
func TestTakeoverRace(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	const many = 20
	people := make([]*person, many)
	for i := range people {
		people[i] = h.come(session.Options{Account: acct})
	}
	var wg sync.WaitGroup
	for _, p := range people {
		wg.Go(func() {
			p.pump("sitting down", func() bool { return !p.Busy() })
			p.pump("being taken over, or a prompt", func() bool {
				return p.Ended() || strings.Contains(p.screen.text(), "<[30/30] > >")
			})
		})
	}
	wg.Wait()
	for left := many; left > 1; {
		left = 0
		for _, p := range people {
			p.Pump()
			if !p.Ended() {
				left++
			}
		}
	}
	for _, p := range people {
		if p.Ended() && !strings.Contains(p.screen.noted(), "end "+session.ReasonTaken+": Somebody else sits down") {
			t.Errorf("got %s, want to be told why", p.screen.noted())
		}
		if p.Ended() {
			continue
		}
		p.screen.clear()
		p.types("say here")
		if got := strings.Count(p.screen.text(), "here"); got != 1 {
			t.Errorf("heard oneself %d times, want once", got)
		}
	}
	if got := h.hub.InPlay(); got != 1 {
		t.Errorf("in play: got %d, want 1", got)
	}
	if got := h.presence("pc-ann"); got != world.Here {
		t.Errorf("presence: got %v, want here", got)
	}
}

func TestSever(t *testing.T) {
	tests := []struct {
		what string
		end  func(*house, *person)
		want world.Presence
	}{
		{"the connection closes", func(_ *house, p *person) { p.Closed("gone") }, world.Linkdead},
		{"its owner quits", func(_ *house, p *person) { p.types("quit") }, world.Away},
		{"an agent keeps the body", func(h *house, p *person) {
			h.hub.AgentCame("pc-ann")
			p.Closed("gone")
		}, world.Here},
		{"the agent goes last", func(h *house, p *person) {
			h.hub.AgentCame("pc-ann")
			p.Closed("gone")
			h.presence("pc-ann") // what was asked for before this is done
			if !h.hub.AgentGone("pc-ann") {
				h.t.Error("somebody is said to be left")
			}
		}, world.Here}, // whoever speaks for the agent severs
		{"the world closes", func(_ *house, p *person) {
			p.Kick("Goodbye.", session.ReasonShutdown)
			p.Pump()
		}, world.Linkdead},
		{"another sat down before", func(h *house, p *person) {
			acct, _, _ := h.accounts.Find("ann")
			next := h.come(session.Options{Account: acct})
			next.pump("sitting down", func() bool { return strings.Contains(next.screen.text(), "<[") })
			p.pump("being taken over", p.Ended)
		}, world.Here},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			h := newHouse(t)
			p := h.come(session.Options{Account: h.register("ann")})
			p.pump("sitting down", func() bool { return !p.Busy() && strings.Contains(p.screen.text(), "<[") })
			tt.end(h, p)
			if !p.Ended() {
				t.Fatal("the session goes on")
			}
			if got := h.presence("pc-ann"); got != tt.want {
				t.Errorf("presence: got %v, want %v", got, tt.want)
			}
		})
	}
}

// A connection may end at any moment on the way in. The body must not stay with nobody at its other end, and nobody
// may seem to be at the keyboard.
func TestGoneOnTheWayIn(t *testing.T) {
	t.Run("a player", func(t *testing.T) {
		h := newHouse(t)
		acct := h.register("ann")
		before := h.come(session.Options{Account: acct})
		before.pump("sitting down", func() bool { return strings.Contains(before.screen.text(), "<[") })
		p := h.come(session.Options{Account: acct})
		// With the first answer, which lists the characters, the session asks to enter.
		<-p.Wake()
		p.Pump()
		p.Closed("gone")
		before.pump("being taken over", before.Ended)
		if got := h.presence("pc-ann"); got != world.Linkdead {
			t.Errorf("presence: got %v, want link-dead", got)
		}
		if h.hub.AtKeyboard("pc-ann") || h.hub.InPlay() != 0 {
			t.Error("somebody seems to be at the keyboard")
		}
	})
	t.Run("a guest", func(t *testing.T) {
		h := newHouse(t)
		goOn := h.disk.stop()
		defer goOn()
		p := h.come(session.Options{})
		p.Line("guest")
		p.Closed("gone")
		goOn()
		got := read(h, func(s *world.State) string {
			out := ""
			for _, id := range guests(s) {
				out += fmt.Sprint(s.Actors[id].Presence)
			}
			return out
		})
		if want := fmt.Sprint(world.Linkdead); got != want {
			t.Errorf("presence of guests: got %s, want %s", got, want)
		}
		if h.hub.InPlay() != 0 {
			t.Error("somebody seems to be at the keyboard")
		}
	})
	t.Run("nobody yet", func(t *testing.T) {
		h := newHouse(t)
		p := h.come(session.Options{})
		p.Closed("gone")
		if h.hub.Count() != 0 {
			t.Error("a session is still counted")
		}
	})
}

// A body that the world does not let in stays with whoever has it.
func TestRefusedAtTheDoor(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	first := h.come(session.Options{Account: acct})
	first.pump("sitting down", func() bool { return strings.Contains(first.screen.text(), "<[") })
	refuse := func(in world.Input) bool { _, ok := in.Action.(world.Enter); return ok }
	h.refuse.Store(&refuse)
	second := h.come(session.Options{Account: acct})
	second.sees("That very deed stopped the world once")
	second.sees("<Your name, or guest: >")
	second.Closed("gone")
	first.Pump()
	first.types("say mine")
	if first.Ended() || h.presence("pc-ann") != world.Here || !h.hub.AtKeyboard("pc-ann") {
		t.Errorf("the first one lost the keyboard: %s", first.screen.noted())
	}
}

// Guests get names of their own that the world would also give to a player, however many there are.
func TestGuestNames(t *testing.T) {
	h := newHouse(t)
	for range 60 {
		h.come(session.Options{Name: "Guest"}).types()
	}
	names := read(h, func(s *world.State) map[string]bool {
		out := map[string]bool{}
		for _, id := range guests(s) {
			out[s.Actors[id].Name] = true
		}
		return out
	})
	if len(names) != 60 {
		t.Errorf("got %d names, want 60: %v", len(names), names)
	}
	fit := regexp.MustCompile(`^[A-Z][a-z]+[A-Z][a-z]+$`) // two words, which may be read aloud
	for n := range names {
		if !fit.MatchString(n) {
			t.Errorf("%q is no name", n)
		}
	}
}

// What is typed as a secret, and what is minted, is in no log and, but for the token this once, on no screen.
func TestSecrets(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{})
	p.types("ann", "yes", "hush number one", "hush number one")
	p.types("password", "hush number one", "hush number two", "hush number two")
	p.sees("Your password is changed")
	p.types("password", "hush wrong")
	p.types("password", "hush number two", "hush number three", "hush mistyped", "")
	p.sees("The two do not match")
	p.types("token new laptop")
	token := regexp.MustCompile(`mlk_[a-z0-9]{52}`).FindString(p.screen.text())
	if token == "" {
		t.Fatalf("no token was shown:\n%s", p.screen.text())
	}
	p.screen.clear()
	p.types("token list", "token revoke laptop", "claim hush-hush", "quit")
	q := h.come(session.Options{})
	q.types("ann", "hush wrong again", "ann", "hush number two", "quit")
	q.sees("Quay")
	shown, log := p.screen.text()+q.screen.text(), h.log.String()
	for _, secret := range []string{"hush", token} {
		if strings.Contains(shown, secret) {
			t.Errorf("%q was shown:\n%s", secret, shown)
		}
		if strings.Contains(log, secret) {
			t.Errorf("%q was logged:\n%s", secret, log)
		}
	}
}

// Every question for a secret hides it, and whatever follows shows again.
func TestEcho(t *testing.T) {
	const ask, again = "hide", "hide, hide"
	tests := []struct {
		what, want string
		lines      []string
	}{
		{"a name hides nothing", "", []string{"ann"}},
		{"an account", again + ", show", []string{"bob", "yes", "a long walk", "a long walk"}},
		{"two that do not match", again + ", show, hide", []string{"bob", "yes", "a long walk", "a short walk"}},
		{"too short", again + ", hide, show", []string{"bob", "yes", "x", "x", "x"}},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			h := newHouse(t)
			p := h.come(session.Options{})
			p.types(tt.lines...)
			if got := strings.TrimSuffix(p.screen.noted(), ", settled"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("in play", func(t *testing.T) {
		h := newHouse(t)
		p := h.come(session.Options{Account: h.register("ann")})
		p.types()
		for _, tt := range []struct {
			what, want string
			lines      []string
		}{
			{"wrong", ask + ", show", []string{"password", "not it at all"}},
			{"changed", ask + ", " + again + ", show", []string{"password", "a long walk", "a new walk", "a new walk"}},
			{"and again", ask + ", " + again + ", show", []string{"password", "a new walk", "a newer walk", "a newer walk"}},
			{"too short", ask + ", " + again + ", show", []string{"password", "a newer walk", "x", ""}},
			{"nothing secret", "", []string{"look", "say hide"}},
		} {
			p.screen.clear()
			p.types(tt.lines...)
			if got := p.screen.noted(); got != tt.want {
				t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
			}
		}
	})
}

// The same three wrong answers end a connection; what they were is nobody's business.
func TestThreeTries(t *testing.T) {
	h := newHouse(t)
	h.register("ann")
	p := h.come(session.Options{From: "192.0.2.7"})
	p.types("ann", "wrong one", "ann", "wrong two", "ann", "wrong three")
	if got := p.screen.noted(); !strings.HasSuffix(got, "end too_many_tries: Come back when you remember it.") {
		t.Errorf("got %s", got)
	}
	q := h.come(session.Options{From: "192.0.2.7"})
	q.types("ann", "wrong four", "ann", "wrong five", "ann", "wrong six")
	r := h.come(session.Options{From: "192.0.2.7"})
	r.types("ann", "a long walk")
	r.sees("Too many wrong passwords")
	other := h.come(session.Options{From: account.Source("192.0.2.8")})
	other.types("guest")
	other.sees("Quay")
}

func TestSmallThings(t *testing.T) {
	h := newHouse(t)
	acct := h.register("ann")
	p := h.come(session.Options{Account: acct, Name: "ann"})
	p.sees("Mind the tide.")
	p.sees("<[30/30] > >")
	for _, tt := range []struct{ what, line, want string }{
		{"an empty line is a prompt", "", "<[30/30] > >\n"},
		{"blanks too", "   ", "<[30/30] > >\n"},
		{"a line too long", strings.Repeat("x", 5000), "That line is too long.\n<[30/30] > >\n"},
		{"an option of ours", "options brief on", "brief: on\n<[30/30] > >\n"},
		{"an option of the screen", "options width 70", "width: 70\n<[30/30] > >\n"},
		{"colour, the other way to write it", "options colour 256", "color: 256\n<[30/30] > >\n"},
		{"a theme for a colour", "options colour dark", "theme: dark\n<[30/30] > >\n"},
		{"no such key", "key remove SHA256:x", "You have no such key.\n<[30/30] > >\n"},
		{"not a key", "key add hello", "A public key line reads like"},
		{"copilot", "copilot on", "Your agent may act while you are here too."},
		{"a bad code", "claim x", "That is not the claim code."},
		{"no keys", "key list", "You have no keys."},
		{"no tokens", "token list", "No agent may act for this character."},
		{"a token wants a label", "token new", "Give the agent a label"},
		{"no such token", "token revoke x", "No agent may act for this character"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p.screen.clear()
			p.types(tt.line)
			if got := p.screen.text(); !strings.HasPrefix(got, tt.want) || !strings.HasSuffix(got, "<[30/30] > >\n") {
				t.Errorf("got %q, want %q and a prompt", got, tt.want)
			}
		})
	}
	if h.hub.AtKeyboard("pc-ann") {
		t.Error("with copilot on an agent may act")
	}
	p.types("copilot off")
	if !h.hub.AtKeyboard("pc-ann") {
		t.Error("with copilot off an agent may not act")
	}
	if got := p.Complete("say"); len(got) == 0 {
		t.Error("nothing completes say")
	}
	p.types("quit")
	if got := p.Complete("say"); len(got) != 0 {
		t.Logf("completions after the end: %v", got)
	}
}

// A revoked token is told to whoever carries on for its bearer, once it is durable.
func TestRevokedIsTold(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Account: h.register("ann")})
	p.types("token new laptop")
	list, err := h.accounts.Tokens(read(h, func(s *world.State) world.AccountID { return s.Actors["pc-ann"].Account }))
	if err != nil || len(list) != 1 {
		t.Fatalf("tokens: %v %v", list, err)
	}
	h.hub.OpenAgents(ended(h.revoked))
	p.types("token revoke LAPTOP")
	if got := <-h.revoked; got != list[0].Grant {
		t.Errorf("got %s, want %s", got, list[0].Grant)
	}
	if n := read(h, func(s *world.State) int { return len(s.Grants) }); n != 0 {
		t.Errorf("grants left: %d", n)
	}
}

// ended is a door for agents that only says what ended.
type ended chan world.GrantID

func (ended) Changed(world.GrantID)    {}
func (e ended) Ended(id world.GrantID) { e <- id }
func (ended) Shut(string)              {}
func (ended) Open()                    {}
func (ended) Seen() []agents.Seen      { return nil }

// When the disk fails everybody is told, and nothing that was not durable.
func TestDiskFails(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{})
	p.types("guest")
	p.screen.clear()
	h.disk.mu.Lock()
	h.disk.fail = errDisk
	h.disk.mu.Unlock()
	p.Line("say lost")
	p.pump("the end", p.Ended)
	if got := p.screen.text(); strings.Contains(got, "lost") {
		t.Errorf("told what is not durable: %s", got)
	}
	if got := p.screen.noted(); !strings.Contains(got, "end world_stopped: The world has stopped.") {
		t.Errorf("got %s", got)
	}
	q := h.come(session.Options{})
	q.Line("guest")
	q.pump("the end", q.Ended)
}

// Whom somebody else takes to another place sees it, once.
func TestCarried(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.come(session.Options{Account: h.register("ann")}), h.come(session.Options{Account: h.register("bob")})
	ann.types()
	bob.types()
	bob.types("follow ann")
	bob.screen.clear()
	ann.types("north")
	bob.sees("Market")
	h.act(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Anoint{Body: "pc-ann"}})
	h.act(world.Input{
		Actor: "pc-bob", Via: world.Via{Kind: world.ViaForce, By: "pc-ann"}, Action: world.Move{Dir: world.South},
	})
	bob.sees("Quay")
	bob.types("north")
	got := bob.screen.text()
	if strings.Count(got, "Stalls.") != 2 || strings.Count(got, "Stone.") != 1 || strings.Contains(got, "> >\n<") {
		t.Errorf("got %q, want each place once for each time, and no empty prompt", got)
	}
}

// Whoever flees sees where they have come to; who listens does in brief, where they have been.
func TestFledWhither(t *testing.T) {
	h := newHouse(t)
	p := h.come(session.Options{Name: "guest"})
	p.types("options screenreader on", "north", "north", "attack rat")
	p.screen.clear()
	for !strings.Contains(p.screen.text(), "You flee") {
		if len(p.screen.text()) > 1<<13 {
			t.Fatalf("got %q, want a way out", p.screen.text())
		}
		p.types("flee")
	}
	p.sees("Exits: ")
	if got := p.screen.text(); strings.Contains(got, "Stalls.") {
		t.Errorf("got %q, want the place in brief", got)
	}
}

// A screen that draws the state is given it after every answer and whenever something happened.
func TestView(t *testing.T) {
	h := newHouse(t)
	p := h.comeTo(&screen{wants: surroundings.Sight}, session.Options{})
	p.types("guest")
	view := func() *surroundings.View {
		p.screen.mu.Lock()
		defer p.screen.mu.Unlock()
		for _, f := range slices.Backward(p.screen.frames) {
			if v := f.View; v != nil {
				return v
			}
		}
		return nil
	}
	if v := view(); v == nil || v.Room.Name != "Quay" || v.You.HPMax != 30 {
		t.Fatalf("got %+v, want the quay", v)
	}
	other := h.come(session.Options{})
	other.types("guest")
	// The keeper is always there.
	p.pump("the other in view", func() bool { return len(view().Others()) == 2 })
	other.types("north")
	p.pump("the other out of view", func() bool { return len(view().Others()) == 1 })
	p.types("north")
	if got := view().Room.Name; got != "Market" {
		t.Errorf("got %s, want the market", got)
	}
}

// Whom a scroll sends home sees the place, once.
func TestSentByAScroll(t *testing.T) {
	h := newHouse(t)
	p := worldtest.SmallPack()
	smallport.Powers(&p)
	h.act(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.ApplyPack{Pack: p}})
	ann := h.come(session.Options{Account: h.register("ann")})
	ann.types("north", "north", "get scroll")
	ann.screen.clear()
	ann.types("recite scroll", "time")
	if got := ann.screen.text(); strings.Count(got, "Exits: ") != 1 || strings.Count(got, "Stone.") != 1 {
		t.Errorf("got %q, want the quay once", got)
	}
}
