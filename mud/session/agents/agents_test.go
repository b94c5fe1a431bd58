package agents_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// desk is a player of Ann's over a world that is only a state.
type desk struct {
	s     *world.State
	said  []string
	acts  []world.Action
	watch *agents.Watch
}

func (*desk) Account() world.AccountID                 { return "a-ann" }
func (*desk) Body() world.ActorID                      { return "pc-ann" }
func (d *desk) Say(_ prose.Role, text string)          { d.said = append(d.said, text) }
func (*desk) Copilot(bool) bool                        { return true }
func (d *desk) Follow(w *agents.Watch)                 { d.watch = w }
func (d *desk) Act(a func() world.Action, then func()) { d.acts = append(d.acts, a()); then() }

func (d *desk) Read(look func(*world.State, world.Time), then func()) {
	look(d.s, d.s.Now)
	then()
}

func (d *desk) Proof(rows func(time.Time) ([]account.Put, error), act func() world.Action, then func()) {
	if _, err := rows(time.Unix(0, 0)); err != nil {
		d.said = append(d.said, err.Error())
		return
	}
	d.acts = append(d.acts, act())
	then()
}

// rows are the accounts, which remember what was asked of them.
type rows struct {
	minted []account.TokenSpec
	used   time.Time // when g-1 was
}

func (*rows) Find(string) (account.Account, bool, error) { return account.Account{}, false, nil }
func (r *rows) Tokens(world.AccountID) ([]account.Token, error) {
	return []account.Token{{Grant: "g-1", Used: r.used}, {Grant: "g-2"}, {Grant: "g-keeper2"}}, nil
}

func (*rows) Revoke(_ world.AccountID, g world.GrantID) ([]account.Put, error) {
	if g != "g-1" && g != "g-2" && g != "g-keeper2" {
		return nil, errors.New("no token of this account")
	}
	return nil, nil
}

func (r *rows) Mint(spec account.TokenSpec, _ time.Time) (account.Secret, account.Token, []account.Put, error) {
	r.minted = append(r.minted, spec)
	return account.NewSecret("mlk_secret"), account.Token{Grant: "grant-1"}, nil, nil
}

func stage() (*desk, *rows, *agents.Commands) {
	s := world.New(1)
	s.Actors["pc-ann"] = &world.Actor{ID: "pc-ann", Name: "Ann", Account: "a-ann", Role: world.RolePlayer}
	s.Grants["g-1"] = &world.Grant{ID: "g-1", Actor: "pc-ann", Label: "scout"}
	s.Grants["g-2"] = &world.Grant{ID: "g-2", Actor: "pc-ann", Label: "tide watcher"}
	s.Reindex()
	r := &rows{}
	return &desk{s: s}, r, &agents.Commands{Accounts: r, Table: verb.New(), Watches: &agents.Watches{}}
}

// What an owner types becomes one action, or one sentence that says what was meant.
func TestOwner(t *testing.T) {
	mint := func(change func(*world.MintGrant)) world.Action {
		m := world.MintGrant{Grant: "grant-1", Label: "tom", Ask: world.AskDestructive}
		change(&m)
		return m
	}
	for _, tt := range []struct {
		do, text string
		want     world.Action
		said     string
	}{
		{"grant", "tom", mint(func(*world.MintGrant) {}), "mlk_secret"},
		{"grant", "tom for 7d ask none", mint(func(m *world.MintGrant) { m.Ask, m.For = "", 7*24*60*world.Minute }), ""},
		{"grant", "tom 90s", mint(func(m *world.MintGrant) { m.For = 90 * world.Second }), ""},
		{"grant", "tom role npc", mint(func(m *world.MintGrant) { m.Role = world.GrantNPC }), ""},
		{"grant", "tom may say, go", mint(func(m *world.MintGrant) { m.Verbs = []string{"move", "say"} }), ""},
		{"grant", "tom role narrator", mint(func(m *world.MintGrant) { m.Role = world.GrantNarrator }),
			"It can do nothing, so it asks you for nothing."},
		{"grant", "", nil, "Give the agent a label"},
		{"grant", "tom for ever", nil, "for how long"},
		{"grant", "tom for 99999999999999999999d", nil, "for how long"},
		{"grant", "tom for 999999999d", nil, "ten years at most"},
		{"grant", "tom may fly", nil, "no verb and no topic called fly"},
		{"grant", "tom ask twice", nil, "ask none, ask destructive or ask all"},
		{"grant", "tom role king", nil, "no such role"},
		{"grant", "tom ask all ask none", nil, "You said ask twice"},
		{"scope", "scout all", world.TuneGrant{Grant: "g-1", What: world.TuneVerbs}, ""},
		{"scope", "TIDE Watcher say", world.TuneGrant{Grant: "g-2", What: world.TuneVerbs, Verbs: []string{"say"}}, ""},
		{"scope", "scout", nil, "Name the verbs"},
		{"scope", "nobody all", nil, "yours are: scout, tide watcher"},
		{"scope", "", nil, "Say which agent: scout, tide watcher"},
		{"ask", "sc d", world.TuneGrant{Grant: "g-1", What: world.TuneAsk, Ask: world.AskDestructive}, ""},
		{"ask", "scout maybe", nil, "none, destructive or all"},
		{"pause", "scout", world.TuneGrant{Grant: "g-1", What: world.TunePause, Pause: true}, ""},
		{"resume", "tide", world.TuneGrant{Grant: "g-2", What: world.TunePause}, ""},
		{"revoke", "scout", world.RevokeGrant{Grant: "g-1"}, ""},
		{"yes", "3", world.AnswerHold{Hold: 3, Yes: true}, ""},
		{"no", "3", world.AnswerHold{Hold: 3}, ""},
		{"yes", "", nil, "by its number"},
		{"copilot", "", nil, "agent copilot on, or off"},
		{"copilot", "on", nil, "may act while you are here"},
		{"watch", "off", nil, "no agent any more"},
		{"list", "", nil, "scout: a player, may all, asks: none, never used"},
	} {
		t.Run(tt.do+" "+tt.text, func(t *testing.T) {
			d, _, c := stage()
			c.Owner(d, tt.do, tt.text)
			said := strings.Join(d.said, "\n")
			if !strings.Contains(said, tt.said) {
				t.Errorf("said %q, want %q in it", said, tt.said)
			}
			switch {
			case tt.want == nil && len(d.acts) > 0:
				t.Errorf("did %+v", d.acts)
			case tt.want != nil && (len(d.acts) != 1 || !same(d.acts[0], tt.want)):
				t.Errorf("did %+v, want %+v; said %q", d.acts, tt.want, said)
			}
		})
	}
}

// That a token was used is kept to the hour, and no more is said.
func TestLastUsed(t *testing.T) {
	d, r, c := stage()
	r.used = time.Date(2026, time.November, 23, 23, 0, 0, 0, time.UTC)
	c.Owner(d, "list", "")
	const want = "last used 23 November 2026 between 23:00 and 00:00"
	if said := strings.Join(d.said, "\n"); !strings.Contains(said, want) {
		t.Errorf("said %q, want %q in it", said, want)
	}
}

// A wizard commands the agents that play creatures too, by the creature's id, whichever wizard let them in; a player
// does not know that there are any.
func TestOwnerOfCreatures(t *testing.T) {
	for _, tt := range []struct {
		role     world.Role
		do, text string
		want     world.Action
		said     string
	}{
		{world.RoleWizard, "revoke", "npc-keeper", world.RevokeGrant{Grant: "g-keeper"}, ""},
		{world.RoleWizard, "revoke", "npc-k", nil,
			"no agent of that label; yours are: scout, tide watcher, npc-keeper, npc-keeper 2"},
		{world.RoleWizard, "revoke", "npc-keeper 2", world.RevokeGrant{Grant: "g-keeper2"}, ""},
		{world.RoleWizard, "pause", "npc-keeper", world.TuneGrant{Grant: "g-keeper", What: world.TunePause, Pause: true}, ""},
		{world.RoleWizard, "list", "", nil, "npc-keeper: an npc, may all, asks: none, drives its character now" +
			"\nnpc-keeper 2: an npc, may all, asks: none, never used"},
		{world.RolePlayer, "revoke", "npc-keeper", nil, "no agent of that label; yours are: scout, tide watcher"},
		{world.RolePlayer, "revoke", "mind", nil, "no agent of that label; yours are: scout, tide watcher"},
	} {
		d, _, c := stage()
		d.s.Actors["pc-ann"].Role = tt.role
		d.s.Actors["npc-keeper"] = &world.Actor{ID: "npc-keeper", Proto: "keeper", Presence: world.Here, Agent: "g-keeper"}
		for _, id := range []world.GrantID{"g-keeper", "g-keeper2"} {
			d.s.Grants[id] = &world.Grant{ID: id, Actor: "npc-keeper", Label: "mind", Role: world.GrantNPC}
		}
		d.s.Reindex()
		c.Owner(d, tt.do, tt.text)
		said := strings.Join(d.said, "\n")
		if !strings.Contains(said, tt.said) || tt.role < world.RoleWizard && strings.Contains(said, "keeper") {
			t.Errorf("%s %s: said %q", tt.do, tt.text, said)
		}
		if len(d.acts) > 0 != (tt.want != nil) || tt.want != nil && !same(d.acts[0], tt.want) {
			t.Errorf("%s %s: did %+v, want %+v", tt.do, tt.text, d.acts, tt.want)
		}
	}
}

func same(a, b world.Action) bool {
	switch a := a.(type) {
	case world.MintGrant:
		b, ok := b.(world.MintGrant)
		verbs := slices.Equal(a.Verbs, b.Verbs)
		a.Verbs, b.Verbs = nil, nil
		return ok && verbs && a.Grant == b.Grant && a.Label == b.Label && a.Ask == b.Ask && a.For == b.For && a.Role == b.Role
	case world.TuneGrant:
		b, ok := b.(world.TuneGrant)
		return ok && slices.Equal(a.Verbs, b.Verbs) && a.Grant == b.Grant && a.What == b.What && a.Ask == b.Ask &&
			a.Pause == b.Pause
	case world.RevokeGrant:
		return a == b
	case world.AnswerHold:
		return a == b
	default:
		return false
	}
}

// A watcher sees what the body perceives and what the agent calls, each line behind its label, and no escapes.
func TestWatch(t *testing.T) {
	d, _, c := stage()
	c.Owner(d, "watch", "tide watcher")
	if d.watch == nil || d.watch.Grant != "g-2" || !d.watch.Own {
		t.Fatalf("got %+v", d.watch)
	}
	var shown []string
	w := d.watch
	w.Own, w.Show = false, func(text prose.Text) { shown = append(shown, text.String()) }
	ended := ""
	w.Ended = func(word string) { ended = word }
	c.Watches.Add(w)
	trembles := &world.Notice{Event: world.Echoed{Text: "The floor trembles."}}
	w.Tell(&loop.Told{Notice: trembles, Sense: world.Heard | world.Saw})
	c.Watches.Did("g-2", "say \x1b[31mboo", "No.")
	c.Watches.Did("g-1", "look", "")
	want := []string{
		"[tide watcher] The floor trembles.", "[tide watcher] > say [31mboo\n[tide watcher] No.",
	}
	if !slices.Equal(shown, want) {
		t.Errorf("got %q, want %q", shown, want)
	}
	c.Watches.Revoked("g-2")
	if c.Watches.Watched("g-2") || !strings.Contains(ended, "tide watcher") {
		t.Errorf("the watch goes on; %q", ended)
	}
}

// The only question that waits needs no number.
func TestOneQuestionNeedsNoNumber(t *testing.T) {
	d, _, c := stage()
	d.s.Grants["g-1"].Holds = []world.Hold{{N: 7, At: d.s.Now}}
	c.Owner(d, "yes", "")
	if len(d.acts) != 1 || !same(d.acts[0], world.AnswerHold{Hold: 7, Yes: true}) {
		t.Errorf("did %+v, said %q", d.acts, d.said)
	}
	d.s.Grants["g-2"].Holds = []world.Hold{{N: 8, At: d.s.Now}}
	c.Owner(d, "no", "")
	if len(d.acts) != 1 {
		t.Errorf("with two: did %+v", d.acts)
	}
}
