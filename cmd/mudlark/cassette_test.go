package main

import (
	"bytes"
	"encoding/hex"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/world"
)

// TestCassetteChanged: what a mind decided with a model comes out again from the cassettes alone; and one byte of a
// cassette that is another in minds.db is found, and the cassette is named.
func TestCassetteChanged(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	ok, _ := modeltest.Named("ok")
	fake := modeltest.New(ok)
	server := httptest.NewUnstartedServer(fake)
	server.Config.SetKeepAlivesEnabled(false) // a connection that waits would hold up the clock of the test
	server.Start()
	defer server.Close()
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, server.URL+"/v1")}
		g.comes("Mara", true, true)
		claim := regexp.MustCompile(`(?m)^ +claim (\S+)$`).FindStringSubmatch(g.out.String())
		g.quiet("Mara", "claim "+claim[1])
		g.quiet("Mara", "north")
		g.quiet("Mara", "east")
		<-time.After(lanternBeat)
		g.quiet("Mara", "say Hob, do violins sound better at home?")
		<-time.After(lanternBeat)
		if len(fake.Requests()) == 0 {
			t.Fatal("no model was asked")
		}
		g.shownLittle(fake.Requests())
		keys := g.cassettes("npc-barkeep-01")
		if len(keys) == 0 {
			t.Fatalf("the barkeep's ledger names no cassette:\n%s", g.quiet("Mara", "npc why barkeep"))
		}
		asked := len(fake.Requests())
		if got := g.quiet("Mara", "npc replay barkeep"); !strings.Contains(got, "All came out as it had been.") {
			t.Fatalf("with its cassettes as they were: %s", got)
		}
		if n := len(fake.Requests()); n != asked {
			t.Errorf("to run it again the model was asked %d times more", n-asked)
		}
		changeCassette(t, filepath.Join(dir, store.FileName), keys[0])
		got := g.quiet("Mara", "npc replay barkeep")
		if !strings.Contains(got, "not the same: ") || !strings.Contains(got, "cassette "+keys[0]) {
			t.Errorf("with one byte of cassette %s changed: %s", keys[0], got)
		}
	})
}

// shownLittle looks at what a model was shown: of all places only the one where everybody is, and no more than an
// answer needs. S0-06: the world is never poured into a prompt.
func (g *guests) shownLittle(asked []modeltest.Request) {
	g.t.Helper()
	const most = 12_000 // letters; the places of Lowtide alone have more
	places := map[string]string{}
	g.see(func(s *world.State, _ world.Time) {
		for _, r := range world.Ordered(s.Rooms) {
			places[r.Name] = r.Desc
		}
	})
	all := 0
	for _, desc := range places {
		all += len(desc)
	}
	if all < most || len(places) < 40 {
		g.t.Fatalf("%d places with %d letters are no world that could be poured", len(places), all)
	}
	for _, a := range asked {
		text := a.Question.System + a.Question.User
		if len(text) > most {
			g.t.Errorf("a prompt has %d letters, want at most %d", len(text), most)
		}
		for name, desc := range places {
			if name != "The Drowned Lantern" && strings.Contains(text, desc) {
				g.t.Errorf("a prompt describes %s, where nobody is", name)
			}
		}
	}
}

// cassettes are the addresses of the models' answers that a mind was given, the newest last.
func (g *guests) cassettes(body string) (keys []string) {
	g.t.Helper()
	k := g.s.minds.Current.Load().Keep
	if err := k.Flush(g.ctx); err != nil {
		g.t.Fatal(err)
	}
	named := regexp.MustCompile(`(?i)"cassette":"([0-9a-f]{64})"`)
	if err := k.Latest(body, func(e store.Entry) bool {
		for _, m := range named.FindAllSubmatch(e.Turn, -1) {
			keys = append(keys, string(m[1]))
		}
		return true
	}); err != nil {
		g.t.Fatal(err)
	}
	return keys
}

// changeCassette changes one byte of what lies at an address in a file of memories, wherever a page of it has it: pages
// that are no longer used keep what they held.
func changeCassette(t *testing.T, file, address string) {
	t.Helper()
	key, err := hex.DecodeString(address)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const sum, within = 5, 60 // what stands before a cassette, and a place in it: it is far longer
	found := false
	for from := 0; ; {
		i := bytes.Index(raw[from:], key)
		if i < 0 {
			break
		}
		from += i + len(key)
		if !bytes.HasPrefix(raw[from+sum:], []byte("{")) &&
			!bytes.HasPrefix(raw[from+sum:], []byte("\x28\xb5\x2f\xfd")) {
			continue // it only shows the way to one
		}
		at := from + within
		if _, err := f.WriteAt([]byte{raw[at] ^ 1}, int64(at)); err != nil {
			t.Fatal(err)
		}
		found = true
	}
	if !found {
		t.Fatalf("no cassette lies at %s", address)
	}
}
