package history_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/history"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// began is the wall clock at the world's beginning.
var began = time.Date(2026, 11, 21, 21, 0, 0, 0, time.UTC)

const (
	anna  = world.ActorID("pc-anna")
	benno = world.ActorID("pc-benno")
	merla = world.ActorID("pc-merla")
	gast  = world.ActorID("pc-gast")
)

// stage is a small world and its record.
type stage struct {
	*testing.T

	s    *world.State
	j    *journal.Memory
	now  world.Time
	book *archive.Book
}

func newStage(t *testing.T) *stage {
	t.Helper()
	st := &stage{T: t, s: world.New(0), j: journal.NewMemory()}
	st.host(world.Start{Build: "test", Wall: began.UnixMilli(), Seed: 7})
	st.host(world.ApplyPack{Pack: worldtest.SmallPack()})
	for _, c := range []world.Create{
		{Account: "a", Name: "Anna", Role: world.RolePlayer}, {Account: "b", Name: "Benno", Role: world.RolePlayer},
		{Account: "m", Name: "Merla", Role: world.RoleWizard}, {Name: "Gast", Role: world.RoleGuest},
	} {
		st.host(c)
		st.does(world.ActorID("pc-"+strings.ToLower(c.Name)), world.Enter{})
	}
	var err error
	if st.book, err = archive.Open(t.TempDir(), st.j, archive.Options{}); err != nil {
		t.Fatal(err)
	}
	return st
}

func (st *stage) host(a world.Action) {
	st.decide(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: a})
}

func (st *stage) does(who world.ActorID, a world.Action) *world.Record {
	st.now += world.Second
	return st.decide(worldtest.Typed(who, a))
}

func (st *stage) decide(in world.Input) *world.Record {
	st.Helper()
	rec, r := st.s.Decide(st.now, in)
	if r != nil || rec == nil {
		st.Fatalf("%T came to nothing: %v", in.Action, r)
	}
	b, err := journal.Encode(rec)
	if err == nil {
		err = st.j.Commit(journal.Batch{Records: []journal.Record{{Seq: rec.Seq, Bytes: b}}})
	}
	if err != nil {
		st.Fatal(err)
	}
	return rec
}

// waits lets timers fire for a while.
func (st *stage) waits(d world.Time) {
	for until := st.now + d; ; {
		due, ok := st.s.NextTimer(nil)
		if !ok || due > until {
			st.now = until
			return
		}
		st.now = max(st.now, due)
		st.decide(worldtest.Timed())
	}
}

func (st *stage) conjures(p world.ProtoID) world.ItemID {
	st.Helper()
	for _, n := range st.does(merla, world.Conjure{Item: p}).Notices {
		if made, ok := n.Event.(world.ItemMade); ok {
			return made.Item
		}
	}
	st.Fatalf("no %s was made", p)
	return ""
}

// told writes a page for people to read.
func told(page history.Page) string {
	var b strings.Builder
	for _, e := range page.First {
		fmt.Fprintf(&b, "%s  #%d  %s\n...\n", e.Wall.UTC().Format("15:04:05"), e.Seq, e.Text)
	}
	for _, e := range page.Entries {
		inside := ""
		if e.Of != "" {
			inside = "    (inside " + string(e.Of) + ") "
		}
		fmt.Fprintf(&b, "%s  #%d  %s%s\n", e.Wall.UTC().Format("15:04:05"), e.Seq, inside, e.Text)
	}
	if page.Older > 0 {
		fmt.Fprintf(&b, "more up to #%d\n", page.Older)
	}
	return b.String()
}

func one(ids ...world.ItemID) []world.ItemID { return ids }

// story is the life of a pearl: conjured, given, put into a pouch that changes hands and falls from the dead, handed
// in for a quest's reward, and brought back.
func (st *stage) story() (pearl, pouch world.ItemID) {
	pearl, pouch = st.conjures("pearl"), st.conjures("pouch")
	st.does(merla, world.Give{Items: one(pearl, pouch), To: anna})
	st.does(anna, world.Put{Items: one(pearl), Into: pouch})
	st.does(anna, world.Give{Items: one(pouch), To: benno})
	st.does(benno, world.Drop{Items: one(pouch)})
	st.does(benno, world.Take{Items: one(pouch)})
	st.does(benno, world.Take{Items: one(pearl), From: pouch})
	st.does(benno, world.Give{Items: one(pearl), To: anna})
	st.does(anna, world.Drop{Items: one(pearl)})
	st.does(merla, world.Purge{Item: pearl})
	return pearl, pouch
}

func TestProvenance(t *testing.T) {
	st := newStage(t)
	pearl, pouch := st.story()
	past, err := st.book.At(t.Context(), st.book.Last()-1, nil)
	if err != nil {
		t.Fatal(err)
	}
	back, _ := past.PastThing(pearl)
	back.Reason = "It was hers."
	st.does(merla, back)
	st.does(merla, world.Give{Items: one(pearl), To: anna})
	var b strings.Builder
	for _, limit := range []int{50, 3} {
		for _, item := range []world.ItemID{pearl, pouch} {
			page, err := history.Provenance(t.Context(), st.book, item, history.Span{Limit: limit})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "== %s, %d entries\n%s\n", item, limit, told(page))
		}
	}
	golden(t, "provenance.txt", b.String())
}

func TestHistory(t *testing.T) {
	st := newStage(t)
	st.story()
	st.does(anna, world.Say{Text: "Where is my pearl?"})
	st.does(anna, world.Whisper{To: benno, Text: "a secret"})
	st.decide(world.Input{
		Actor: benno, Via: world.Via{Kind: world.ViaForce, By: merla}, Action: world.Say{Text: "I have it not."},
	})
	st.does(benno, world.Move{Dir: world.North})
	var b strings.Builder
	for _, tt := range []struct {
		key world.Key
		in  history.Span
	}{
		{archive.KeyOf(anna), history.Span{Limit: 100}},
		{archive.KeyOf(anna), history.Span{Limit: 3, To: st.book.Last() - 6}},
		{archive.KeyOf(merla), history.Span{Limit: 4}},
		{archive.KeyOf(worldtest.Market), history.Span{Limit: 4}},
		{archive.KeyOf(world.ItemID("grail")), history.Span{Limit: 4}},
	} {
		page, err := history.History(t.Context(), st.book, tt.key, tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(told(page), "secret") {
			t.Error("what was meant for few is told")
		}
		fmt.Fprintf(&b, "== %s, %+v\n%s\n", tt.key, tt.in, told(page))
	}
	golden(t, "history.txt", b.String())
}

func TestNames(t *testing.T) {
	st := newStage(t)
	pearl, pouch := st.story()
	st.does(gast, world.Depart{})
	st.waits(61 * world.Minute)
	gone := func(text string, kinds ...string) []history.Subject {
		t.Helper()
		out, err := history.Past(t.Context(), st.book, func(k world.Key) bool {
			return st.s.Row(k) != nil
		}, text, kinds...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, tt := range []struct {
		text  string
		kinds []string
		now   string // the only one that is meant
		past  string
	}{
		{"the Iron Key", []string{history.Item}, "iron-key-10", ""},
		{string(pouch), []string{history.Actor, history.Item}, string(pouch), ""},
		{"anna", []string{history.Actor, history.Item}, string(anna), ""},
		{"mar", []string{history.Room}, string(worldtest.Market), ""},
		{"gast", []string{history.Actor}, "", string(gast)},
		{string(pearl), []string{history.Item}, "", string(pearl)},
		{"grail", []string{history.Item}, "", ""},
		{"", []string{history.Item}, "", ""},
	} {
		only := func(list []history.Subject) string {
			if len(list) != 1 {
				return ""
			}
			return list[0].Key.ID
		}
		if got := only(history.Present(st.s, tt.text, tt.kinds...)); got != tt.now {
			t.Errorf("%q is %q now, want %q", tt.text, got, tt.now)
		}
		if got := only(gone(tt.text, tt.kinds...)); got != tt.past {
			t.Errorf("%q was %q, want %q", tt.text, got, tt.past)
		}
	}
	_, r := history.One("stone", history.Present(st.s, "stone", history.Item))
	if r == nil || r.Code != world.CodeUnclear || !strings.Contains(r.Text, "it lies at Quay") {
		t.Errorf("of several stones: %v", r)
	}
	if _, r := history.One("grail", nil); r == nil || r.Code != world.CodeUnknown {
		t.Errorf("of none: %v", r)
	}
}

func TestBack(t *testing.T) {
	st := newStage(t)
	pearl, _ := st.story()
	then := st.book.Last() - 1
	past, err := st.book.At(t.Context(), then, nil)
	if err != nil {
		t.Fatal(err)
	}
	back, r := history.Back(past, "pearl "+"")
	if r == nil || r.Code != world.CodeUnclear {
		t.Errorf("of several pearls: %+v %v", back, r)
	}
	if back, r = history.Back(past, string(pearl)); r != nil || back.Item != pearl || back.As != then {
		t.Errorf("got %+v %v", back, r)
	}
	how, words, err := history.Ended(t.Context(), st.book, pearl, then)
	if how != world.Purged || !strings.HasPrefix(words, "Merla purges the pearl") || err != nil {
		t.Errorf("it ended %q, %q, %v", how, words, err)
	}
	if _, r = history.Back(past, "keeper"); r == nil || !strings.Contains(r.Text, "Creatures come back by themselves") {
		t.Errorf("of a creature: %v", r)
	}
	if back, r = history.Back(past, "anna"); r != nil || back.Who == nil || back.Who.ID != anna {
		t.Errorf("got %+v %v", back, r)
	}
}

func TestQuery(t *testing.T) {
	now := time.Date(2026, 11, 21, 22, 30, 0, 0, time.UTC)
	for line, want := range map[string]history.Query{
		"rusty key 21:04":                      {What: "rusty key", When: "21:04"},
		"rusty key 2d ago":                     {What: "rusty key", When: "-48h"},
		"rusty key 10m":                        {What: "rusty key", When: "-10m"},
		"rusty key 10m ago it fell":            {What: "rusty key", When: "10m ago", Rest: "it fell"},
		"dark hallway #48211 anyway a fault":   {What: "dark hallway", When: "48211", Rest: "anyway a fault"},
		"ann 2026-11-20 21:04 because":         {What: "ann", When: "2026-11-20 21:04", Rest: "because"},
		"ann 2026-11-20T21:04:05Z at 10:00 so": {What: "ann", When: "2026-11-20T21:04:05Z", Rest: "at 10:00 so"},
	} {
		if got, r := history.ParseQuery(line, now); r != nil || got != want {
			t.Errorf("%q: got %+v %v, want %+v", line, got, r, want)
		}
	}
	for _, line := range []string{"", "21:04", "rusty key", "rusty key yesterday", "key #", "key #x"} {
		if got, r := history.ParseQuery(line, now); r == nil {
			t.Errorf("%q: got %+v", line, got)
		}
	}
	st := newStage(t)
	for when, ok := range map[string]bool{"1": true, "999": false, "2026-11-21 21:00": true, "2020-01-01 00:00": false} {
		if seq, err := (history.Query{When: when}).FindMoment(t.Context(), st.book, now); (err == nil) != ok {
			t.Errorf("%s: got %d %v", when, seq, err)
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run with -update and read the diff. got:\n%s", name, got)
	}
}
