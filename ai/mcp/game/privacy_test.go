package game_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// still is a world in which nothing happens.
type still struct{ state *world.State }

func (s still) Do(
	_ context.Context, do func(*world.State, world.Time) loop.Step,
) (loop.Reply, error) {
	step := do(s.state, s.state.Now)
	return loop.Reply{Report: step.Report(s.state, s.state.Now)}, nil
}

// book is what players wish.
type book struct {
	asked []string
	gone  []game.Forgotten
}

func (b *book) Agreed(player world.ActorID, host string) bool {
	b.asked = append(b.asked, string(player)+" "+host)
	return host == "models.example"
}

// Since is since a minute after the beginning.
func (b *book) Since(_ context.Context, _ world.ActorID, host string) (world.Time, bool) {
	return world.Minute, host == "models.example"
}

func (b *book) Forgotten(after uint64, most int) ([]game.Forgotten, uint64) {
	n := uint64(len(b.gone))
	return b.gone[min(after, n):min(after+uint64(most), n)], n
}

func call(t *testing.T, tools []mcp.Tool, name, args string) string {
	t.Helper()
	for _, tool := range tools {
		if tool.Name == name {
			out := tool.Handler(t.Context(), mcp.Principal{ID: "g", Actor: "npc-keeper"}, json.RawMessage(args))
			if out.Fault != nil || out.IsError {
				t.Fatalf("%s %s: %+v", name, args, out)
			}
			return out.Text[0]
		}
	}
	t.Fatalf("there is no tool %s", name)
	return ""
}

// Only who is where the creature is can be asked about, so that nobody goes through the list of players.
func TestAgreed(t *testing.T) {
	s := worldtest.Small()
	here := worldtest.Join(s, s.Now, worldtest.Person{Name: "Anna", Account: "a-anna", Role: world.RolePlayer})
	away := worldtest.Join(s, s.Now, worldtest.Person{Name: "Benno", Account: "a-benno", Role: world.RolePlayer})
	s.Actors["npc-keeper"] = &world.Actor{ID: "npc-keeper", Proto: "keeper", Room: s.Actors[here].Room}
	s.Actors[away].Room = worldtest.Arena
	if s.Actors[here].Room == worldtest.Arena {
		t.Fatal("they are in one room")
	}
	b := &book{}
	tools := game.PrivacyTools(still{s}, b)
	for _, tt := range []struct {
		player world.ActorID
		host   string
		want   bool
	}{
		{here, "models.example", true}, {here, "elsewhere.example", false}, {away, "models.example", false},
		{"npc-keeper", "models.example", false}, {"pc-nobody", "models.example", false},
	} {
		got := call(t, tools, game.AgreedTool, fmt.Sprintf(`{"player":%q,"host":%q}`, tt.player, tt.host))
		if want := fmt.Sprintf(`{"agreed":%t}`, tt.want); got != want {
			t.Errorf("%s, %s: got %s, want %s", tt.player, tt.host, got, want)
		}
	}
	want := []string{string(here) + " models.example", string(here) + " elsewhere.example"}
	for host, want := range map[string]string{
		"models.example": `{"agreed":true,"since":60000}`, "elsewhere.example": `{"agreed":false}`,
	} {
		got := call(t, tools, game.AgreedTool, fmt.Sprintf(`{"player":%q,"host":%q,"quiet":true}`, here, host))
		if got != want {
			t.Errorf("quietly, %s: got %s, want %s", host, got, want)
		}
	}
	if !slices.Equal(b.asked, want) {
		t.Errorf("asked: %q, want %q", b.asked, want)
	}
}

// Wishes come page by page, and whoever knows the newest is told nothing.
func TestForgotten(t *testing.T) {
	b := &book{}
	for n := range game.ForgottenPageMost + 1 {
		b.gone = append(b.gone, game.Forgotten{N: uint64(n + 1), Person: "pc-anna", Names: []string{"Anna"}})
	}
	tools := game.PrivacyTools(still{worldtest.Small()}, b)
	for _, tt := range []struct{ after, first, people int }{
		{0, 1, game.ForgottenPageMost}, {game.ForgottenPageMost, game.ForgottenPageMost + 1, 1},
		{game.ForgottenPageMost + 1, 0, 0}, {game.ForgottenPageMost + 9, 0, 0},
	} {
		var got struct {
			People []game.Forgotten
			Newest int
		}
		raw := call(t, tools, game.ForgottenTool, fmt.Sprintf(`{"after":%d}`, tt.after))
		if err := json.Unmarshal([]byte(raw), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.People) != tt.people || got.Newest != game.ForgottenPageMost+1 || got.People == nil ||
			tt.people > 0 && got.People[0].N != uint64(tt.first) {
			t.Errorf("after %d: got %d people of %d", tt.after, len(got.People), got.Newest)
		}
	}
}

// Names of players are known for what they are, wherever their bearers may be; creatures' are not.
func TestNamed(t *testing.T) {
	s := worldtest.Small()
	for _, name := range []string{"Anna", "Benno"} {
		worldtest.Join(s, s.Now, worldtest.Person{Name: name, Account: world.AccountID("a-" + name), Role: world.RolePlayer})
	}
	s.Actors["pc-keeper"] = &world.Actor{ID: "pc-keeper", Name: "keeper", Proto: "keeper"}
	tools := game.PrivacyTools(still{s}, &book{})
	for args, want := range map[string]string{
		`{"words":["the","benno","sees","anna"]}`: `{"names":["Benno","Anna"]}`,
		`{"words":["keeper","nobody"]}`:           `{"names":[]}`,
		`{"words":[]}`:                            `{"names":[]}`,
	} {
		if got := call(t, tools, game.NamedTool, args); got != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}
