package read_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

const noon = world.Time(0)

// stage is a small world with Ann at the quay, where there is a keeper and a lamp.
func stage(t *testing.T) (*world.State, *world.Actor) {
	t.Helper()
	s := worldtest.Small()
	return s, s.Actors[worldtest.Join(s, noon, worldtest.Person{Name: "Ann", Account: "ann"})]
}

// of is how a body sees the world, as package fact has it; nil is a narrator.
func of(s *world.State, body *world.Actor) read.Viewer {
	return read.Viewer{
		Body: body, Reads: body == nil,
		Knows: func(id world.RoomID) bool {
			return s.Rooms[id] != nil && (body == nil && s.Bright(id, noon) || body != nil && body.Known[id])
		},
		Sees: func(id world.RoomID) bool { return (body == nil || body.Room == id) && s.Bright(id, noon) },
	}
}

func lies(t *testing.T, s *world.State, proto world.ProtoID) world.ItemID {
	t.Helper()
	for id, it := range world.Ordered(s.Items) {
		if it.Proto == proto && it.At.Room != "" {
			return id
		}
	}
	t.Fatalf("no %s lies anywhere", proto)
	return ""
}

// S0-32: a fact has an id, a type and fields; what is unknown, or not for the asker, is not made up.
func TestFind(t *testing.T) {
	s, ann := stage(t)
	lamp, helmet := lies(t, s, "lamp"), lies(t, s, "helmet")
	body, narrator := of(s, ann), of(s, nil)
	for _, c := range []struct {
		who  string
		v    read.Viewer
		id   string
		want string // the fact's id, "" for none
	}{
		{"a body", body, "room:quay", "room:quay"},
		{"a body", body, "quay", "room:quay"},
		{"a body in a place it has not seen", body, "room:arena", ""},
		{"a narrator", narrator, "room:arena", "room:arena"},
		{"a narrator in the dark", narrator, "room:loft", ""},
		{"a body", body, "thing:" + string(lamp), "thing:" + string(lamp)},
		{"a body far from it", body, string(helmet), ""},
		{"a narrator", narrator, string(helmet), "thing:" + string(helmet)},
		{"a body", body, "npc-keeper", "person:npc-keeper"},
		{"a body far from her", body, "npc-bess", ""},
		{"a body of itself", body, string(ann.ID), "person:" + string(ann.ID)},
		{"a body before the quest", body, "quest:errand", ""},
		{"a narrator", narrator, "errand", "quest:errand"},
		{"nobody", read.Viewer{}, "help:tides", "help:tides"},
		{"nobody", read.Viewer{}, "room:quay", ""},
		{"a narrator", narrator, "thing:quay", ""},
		{"a narrator", narrator, "dragon:quay", ""},
		{"a narrator", narrator, "room:atlantis", ""},
		{"a narrator", narrator, "", ""},
	} {
		f, ok := read.FindFact(s, noon, c.v, c.id)
		if got := f.ID; got != c.want || ok != (c.want != "") {
			t.Errorf("%s asks for %q: got %q, %t, want %q", c.who, c.id, got, ok, c.want)
		}
		if ok && (f.Type == "" || len(f.Fields) == 0) {
			t.Errorf("%s asks for %q: got no type or no fields: %v", c.who, c.id, f)
		}
	}
}

// What somebody carries is theirs: others' hands are not a place one sees into.
func TestFindNotInPockets(t *testing.T) {
	s, ann := stage(t)
	ben := s.Actors[worldtest.Join(s, noon, worldtest.Person{Name: "Ben", Account: "ben"})]
	lamp := lies(t, s, "lamp")
	if _, r := s.Decide(noon, worldtest.Typed(ann.ID, world.Take{Items: []world.ItemID{lamp}})); r != nil {
		t.Fatal(r.Text)
	}
	if _, ok := read.FindFact(s, noon, of(s, ann), string(lamp)); !ok {
		t.Error("Ann does not know what she carries")
	}
	for who, v := range map[string]read.Viewer{"Ben": of(s, ben), "a narrator": of(s, nil)} {
		if _, ok := read.FindFact(s, noon, v, string(lamp)); ok {
			t.Errorf("%s sees into Ann's hands", who)
		}
	}
}

// What a bystander could not see is told to no narrator and to no body: who hides or is invisible, and what is buried.
func TestFindNotWhatHides(t *testing.T) {
	s, ann := stage(t)
	keeper := *s.MobSpecs["keeper"]
	lamp := lies(t, s, "lamp")
	merla := s.Actors[worldtest.Join(s, noon, worldtest.Person{Name: "Merla", Account: "m"})]
	viewers := map[string]read.Viewer{"Ann": of(s, ann), "a narrator": of(s, nil)}
	told := func(want bool) {
		t.Helper()
		for who, v := range viewers {
			for _, id := range []string{"npc-keeper", string(merla.ID), string(lamp)} {
				if _, ok := read.FindFact(s, noon, v, id); ok != want {
					t.Errorf("%s is told of %s: %v, want %v", who, id, ok, want)
				}
			}
		}
	}
	told(true)
	keeper.Hides = true
	s.MobSpecs["keeper"] = &keeper
	s.Items[lamp].Buried = true
	merla.Role, merla.Powers = world.RoleWizard, []world.Power{world.PowerInvis}
	told(false)
}

// S0-33: a search answers with ids, scores and snippets, only of what the asker may know.
func TestSearch(t *testing.T) {
	s, ann := stage(t)
	sh := &read.IndexCache{}
	if sh.Index(read.ContentEdition(s)) != nil {
		t.Error("an empty shelf has a book")
	}
	book := sh.Put(read.ContentEdition(s), read.SearchableFacts(s))
	if sh.Index(read.ContentEdition(s)) != book || sh.Index("another") != nil {
		t.Error("the shelf does not know its edition")
	}
	ids := func(hits []read.Hit) string {
		var out []string
		for _, h := range hits {
			out = append(out, h.ID)
		}
		return strings.Join(out, " ")
	}
	body, narrator := read.KnownFacts(s, of(s, ann)), read.KnownFacts(s, of(s, nil))
	for _, c := range []struct {
		query  string
		isSeen func(string) bool
		want   string
	}{
		{"stalls", narrator, "room:market"},
		{"stalls", body, ""},
		{"stone", body, "room:quay"},
		{"tide", body, "help:tides"},
		{"dust", narrator, ""}, // of the dark loft
		{"nonsense", narrator, ""},
	} {
		if got := ids(book.Search(c.query, 3, c.isSeen)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.query, got, c.want)
		}
	}
}

// Snippets are clean, bounded and about what was asked.
func TestSnippets(t *testing.T) {
	long := strings.Repeat("mud and more mud, ", 60) + "until a guardian — größer — stands" + strings.Repeat(" é", 200)
	book := (&read.IndexCache{}).Put("1", []read.Fact{
		{ID: "room:a", Type: "room", Fields: map[string]any{"name": "Flats", "description": long}},
		{ID: "room:b", Type: "room", Fields: map[string]any{"name": "Kiln", "description": "A guardian of lime."}},
	})
	hits := book.Search("guardian", 9, func(string) bool { return true })
	if len(hits) != 2 {
		t.Fatalf("got %d hits, want 2", len(hits))
	}
	for _, h := range hits {
		if len(h.Snippet) > read.SnippetBytesMax || !utf8.ValidString(h.Snippet) {
			t.Errorf("%s: got a snippet of %d bytes: %q", h.ID, len(h.Snippet), h.Snippet)
		}
		if !strings.Contains(h.Snippet, "guardian") {
			t.Errorf("%s: got %q, want what was asked for in it", h.ID, h.Snippet)
		}
	}
}
