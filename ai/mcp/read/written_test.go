package read_test

import (
	"slices"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
	"github.com/mudlark-mud/mudlark/world/worldtest/audit"
)

// S0-79: what a wizard writes down is found by its own words and by those that it says ask for it, as soon as it is
// written, by whoever knows it and by nobody else.
func TestWrittenLore(t *testing.T) {
	s, ann := stage(t)
	wizard := worldtest.Join(s, noon, worldtest.Person{Name: "Mia", Account: "mia", Role: world.RoleWizard})
	do := func(via world.Via, who world.ActorID, a world.Action) {
		t.Helper()
		if _, r := s.Decide(noon, world.Input{Actor: who, Via: via, Action: a}); r != nil {
			t.Fatalf("%T: %s", a, r.Text)
		}
	}
	do(world.Via{Kind: world.ViaHost}, "", world.ApplyPack{Pack: audit.WardenPack()})
	shelf := &read.IndexCache{}
	book := func() *read.Index {
		if b := shelf.Index(read.ContentEdition(s)); b != nil {
			return b
		}
		return shelf.Put(read.ContentEdition(s), read.SearchableFacts(s))
	}
	finds := func(v read.Viewer, query string) []string {
		out := []string{}
		for _, h := range book().Search(query, read.HitsMost, read.KnownFacts(s, v)) {
			out = append(out, h.ID)
		}
		return out
	}
	keyboard := world.Via{Kind: world.ViaKeyboard}
	keeper, watchman := of(s, s.Actors["npc-keeper"]), of(s, s.Actors["npc-watchman"])
	write := world.WriteLore{Lore: "sunken-carillon", Text: "Nine bells lie in the harbour.", About: []string{"peal"}}
	do(keyboard, wizard, write)
	for _, query := range []string{"nine bells", "carillon", "a peal"} {
		if got := finds(of(s, ann), query); !slices.Contains(got, "lore:sunken-carillon") {
			t.Errorf("%q finds %q", query, got)
		}
	}
	if f, ok := read.FindFact(s, noon, of(s, nil), "sunken-carillon"); !ok || f.Type != read.KindLore ||
		f.Fields["text"] != "Nine bells lie in the harbour." {
		t.Errorf("a narrator: %+v %v", f, ok)
	}
	open, everybody := book(), read.KnownFacts(s, of(s, ann))
	write.Text, write.Known, write.Edit = "The dredger took them.", []world.ProtoID{"keeper"}, true
	do(keyboard, wizard, write)
	for name, v := range map[string]read.Viewer{
		"a person": of(s, ann), "a narrator": of(s, nil), "another creature": watchman,
	} {
		if _, ok := read.FindFact(s, noon, v, "lore:sunken-carillon"); ok || len(finds(v, "dredger")) > 0 {
			t.Errorf("%s knows what only the keeper knows", name)
		}
	}
	if got := open.Search("dredger", read.HitsMost, everybody); len(got) > 0 {
		t.Errorf("who was let into the book that was open finds %v of the one after it", got)
	}
	if got := finds(keeper, "dredger"); !slices.Contains(got, "lore:sunken-carillon") {
		t.Errorf("the keeper finds %q", got)
	}
	if got := finds(keeper, "nine bells"); slices.Contains(got, "lore:sunken-carillon") {
		t.Error("what it said before is found still")
	}
	do(keyboard, wizard, world.DropLore{Lore: "sunken-carillon"})
	if got := finds(keeper, "dredger carillon"); slices.Contains(got, "lore:sunken-carillon") {
		t.Error("what was struck out is found still")
	}
}
