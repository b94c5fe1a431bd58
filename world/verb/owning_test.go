package verb_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// An owner's list takes verbs by any of their names, and topics; a word that is neither is refused.
func TestScope(t *testing.T) {
	table := verb.New()
	for _, tt := range []struct {
		words, want []string
		code        world.Code
	}{
		{[]string{"all"}, nil, ""},
		{[]string{"pick_up,", "G"}, []string{"get"}, ""},
		{[]string{"look"}, []string{"look", "look_around"}, ""},
		{[]string{"fighting"}, []string{
			"attack", "battle", "consider", "end", "flee", "gm", "grid", "join", "march", "roll",
		}, ""},
		{[]string{"all", "say", "mail"}, []string{"all", "mail"}, ""},
		{[]string{"say", "fly"}, nil, world.CodeUnknown},
		{[]string{"shutdown"}, nil, world.CodeUnknown},
		{[]string{","}, nil, world.CodeMissing},
		{nil, nil, world.CodeMissing},
	} {
		got, r := table.Scope(tt.words)
		if code := codeOf(r); code != tt.code || !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q %q, want %q %q", tt.words, got, code, tt.want, tt.code)
		}
	}
	if got, _ := table.Scope([]string{"talking"}); slices.Contains(got, "mail") || !slices.Contains(got, "say") {
		t.Errorf("talking lists %q", got)
	}
	if got := table.ToolsFor([]string{"get", "attack", "look_around"}); !slices.Equal(got, []string{"look", "pick_up"}) {
		t.Errorf("got the tools %q", got)
	}
}

func codeOf(r *world.Refusal) world.Code {
	if r == nil {
		return ""
	}
	return r.Code
}

// Every verb that acts is known to the world by its name, so that an owner's list that names it lets its deed pass; and
// one that the list does not name is refused however it comes, by its tool, by its name or by another name.
func TestListedVerbs(t *testing.T) {
	for _, v := range verb.New().Verbs(world.RolePlayer) {
		t.Run(v.Name, func(t *testing.T) {
			s := prepared(t, v)
			s.state.Actors[s.bob].Role = world.RolePlayer
			grant := &world.Grant{ID: "g", Actor: s.bob, Verbs: []string{v.Name}}
			s.state.Grants["g"] = grant
			c := s.ctx(s.bob)
			c.Via = world.Via{Kind: world.ViaGrant, Grant: "g"}
			bind := func() verb.Call {
				if v.Only == verb.Called {
					return s.table.Call(c, v.ToolName(), json.RawMessage("{}"))
				}
				return s.table.Parse(c, v.Example)
			}
			call := bind()
			switch {
			case call.Refusal != nil && call.Refusal.Code == world.CodeNotAllowed:
				t.Fatalf("listed: %s", call.Refusal.Text)
			case call.Input != nil:
				if _, r := s.state.Decide(s.state.Now, *call.Input); r != nil && r.Code == world.CodeNotAllowed {
					t.Fatalf("listed: the world does not know %T by %s: %s", call.Input.Action, v.Name, r.Text)
				}
			}
			grant.Verbs = []string{"nothing"}
			always := slices.Contains([]string{"help", "commands", "intent"}, v.Name)
			if got := codeOf(bind().Refusal); (got == world.CodeNotAllowed) == always {
				t.Errorf("not listed: got the refusal %q", got)
			}
		})
	}
}
