package diku_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/diku"
)

// area is a folder of two rooms, 1 and 2, with more files beside them.
func area(more map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{"wld/1.wld": {Data: []byte("#1\nHut~\nSoot.\n~\n1 0 0\nS\n#2\nYard~\nMud.\n~\n1 0 0\nS\n$~\n")}}
	for name, text := range more {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// A pipe, which would never end, a name with escape codes, and what no plain file is are told and passed over.
func TestOddFilesAreNotOpened(t *testing.T) {
	fsys := area(map[string]string{"wld/\x1b[2J.wld": "#9\n", "LICENSE\x1b[2J": "Mine."})
	fsys["wld/2.wld"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	a, err := diku.Read(t.Context(), fsys, diku.CircleMUD)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`wld: a file called "\x1b[2J.wld"; a name that can be read`,
		"wld/2.wld: it is no plain file, nor a link to one in the folder",
	}
	var got []string
	for _, f := range a.Faults {
		got = append(got, f.String())
	}
	if !slices.Equal(got, want) || len(a.Rooms) != 2 || len(a.Notices) != 0 {
		t.Errorf("got %q, %d rooms and %d notices", got, len(a.Rooms), len(a.Notices))
	}
}

// A file of texts without an end is given up: each of them would be read to the end of the file.
func TestFileOfFaultsIsGivenUp(t *testing.T) {
	fsys := area(map[string]string{"wld/2.wld": strings.Repeat("#3\n", 1_000_000)})
	a, err := diku.Read(t.Context(), fsys, diku.CircleMUD)
	if err != nil {
		t.Fatal(err)
	}
	last := a.Faults[len(a.Faults)-1].What
	if len(a.Faults) != 501 || last != "more than 500 records are wrong" {
		t.Errorf("got %d faults, the last %q", len(a.Faults), last)
	}
}

const (
	cat = "#1\ncat~\na cat~\nA cat sits here.\n~\nIt looks.\n~\nb 0 0 S\n1 20 10 1d1+1 1d4+0\n0 0\n8 8 0\n$\n"
	hat = "#1\nhat~\na hat~\nA hat lies here.~\n~\n9 0 ae\n1 0 0 0\n1 1 1\n$\n"
)

// What a creature should wear that is not there goes to nobody, and not to the creature before it. A command that is
// no command and a zone without an end cost nothing else, and are counted.
func TestResetsAfterOneThatFails(t *testing.T) {
	p := imported(t, area(map[string]string{
		"mob/1.mob": cat, "obj/1.obj": hat,
		"zon/1.zon": "#1\nHut~\n0 99 20 2\nM 0 1 9 1\nM 0 7 9 1\nE 1 1 9 6\nM 0 1 9 8\nG 1 1 9\nO 0 1 9 8\nP 1 1 9 1\nX 0\n",
	}), diku.CircleMUD)
	if got := checked(t, p).Spawns; len(got) != 1 || got[0].Mob != "mob-1" {
		t.Errorf("got %+v", got)
	}
	if r := p.Report.Kinds["resets"]; r.Read != 8 || r.Whole != 1 || r.Out != 7 || r.Why["not understood"] != 1 {
		t.Errorf("got %+v", r)
	}
	if z := p.Report.Kinds["zones"]; z.Whole != 1 || len(p.Report.Faults) != 2 {
		t.Errorf("got %+v and %v", z, p.Report.Faults)
	}
}

// doors makes a pack of two rooms with a locked door between them, of which each side says its kind and key.
func doors(t *testing.T, dialect diku.Dialect, north, south string) *world.Pack {
	t.Helper()
	room := func(n, dir int, door string, to int) string {
		return fmt.Sprintf("#%d\nHut~\nSoot.\n~\n1 0 0\nD%d\n~\ndoor~\n%s %d\nS\n", n, dir, door, to)
	}
	return checked(t, imported(t, fstest.MapFS{
		"wld/1.wld": {Data: []byte(room(1, 0, north, 2) + room(2, 2, south, 1) + "$~\n")},
		"obj/1.obj": {Data: []byte("#1\nkey~\na key~\nA key lies here.~\n~\n18 0 a\n0 0 0 0\n1 1 1\n$\n")},
		"zon/1.zon": {Data: []byte("#1\nHut~\n0 99 20 2\nO 0 1 9 1\nD 0 1 0 2\nD 0 2 2 2\nS\n$\n")},
	}, dialect))
}

func TestKeyOfADoorMayStandOnEitherSide(t *testing.T) {
	for _, side := range [][2]string{{"1 1", "1 -1"}, {"1 0", "1 1"}} {
		got := doors(t, diku.CircleMUD, side[0], side[1]).Doors
		if len(got) != 1 || got[0].Key != "item-1" || !got[0].Locked {
			t.Errorf("%v: got %+v", side, got)
		}
	}
}

// A lamp without oil gives no light, and what is worse than the worst armour class counts as that.
func TestBoundsOfTheServers(t *testing.T) {
	p := checked(t, imported(t, area(map[string]string{
		"mob/1.mob": strings.Replace(cat, "1 20 10", "1 20 -30", 1),
		"obj/1.obj": strings.Replace(hat, "9 0 ae\n1 0 0 0", "1 0 a\n0 0 0 0", 1),
	}), diku.CircleMUD))
	if p.Items[0].Light || p.Mobs[0].Armour != 20 {
		t.Errorf("got %+v and %+v", p.Items[0], p.Mobs[0])
	}
}

// A door that one zone locks on one side only is one lock here, which is counted.
func TestLockOnOneSide(t *testing.T) {
	room := "#%d\nHut~\nSoot.\n~\n1 0 0\nD%d\n~\ndoor~\n1 1 %d\nS\n"
	p := imported(t, fstest.MapFS{
		"wld/1.wld": {Data: []byte(fmt.Sprintf(room+room, 1, 0, 2, 2, 2, 1))},
		"obj/1.obj": {Data: []byte(hat)},
		"zon/1.zon": {Data: []byte("#1\nHut~\n0 99 20 2\nD 0 1 0 2\nD 0 2 2 1\nS\n")},
	}, diku.CircleMUD)
	if !checked(t, p).Doors[0].Locked || p.Report.Kinds["exits"].Why["locked from one side only"] != 1 {
		t.Errorf("got %+v", p.Report.Kinds["exits"])
	}
}

// A kind of door that the engine does not know is no door.
func TestKindsOfDoors(t *testing.T) {
	for kind, want := range map[string]map[diku.Dialect]int{
		"1 1": {diku.CircleMUD: 1, diku.TbaMUD: 1}, "4 1": {diku.CircleMUD: 0, diku.TbaMUD: 1},
		"5 1": {diku.CircleMUD: 0, diku.TbaMUD: 0}, "-1 1": {diku.CircleMUD: 0, diku.TbaMUD: 0},
	} {
		for dialect, n := range want {
			if got := doors(t, dialect, kind, kind).Doors; len(got) != n {
				t.Errorf("%s of %s: got %+v, want %d", kind, dialect, got, n)
			}
		}
	}
}

// In CircleMUD @ is a letter as others are, and so it is in every licence.
func TestAddressesStayWhole(t *testing.T) {
	p := checked(t, imported(t, fstest.MapFS{
		"wld/1.wld": {Data: []byte("#1\nHut~\nWrite to ann@fen.example.\n~\n1 0 0\nS\n$~\n")},
		"LICENSE":   {Data: []byte("Ask ann@fen.example first.\n")},
	}, diku.CircleMUD))
	if got := p.Rooms[0].Desc; got != "Write to ann@fen.example." {
		t.Errorf("got %q", got)
	}
	if !slices.ContainsFunc(p.Help, func(h world.HelpSpec) bool {
		return h.ID == "credits" && strings.Contains(h.Text, "Ask ann@fen.example first.")
	}) {
		t.Errorf("no help on credits tells the licence: %+v", p.Help)
	}
}

// What a pack cannot say of a shop, a quest, or dice is kept and counted.
func TestWhatIsLostIsCounted(t *testing.T) {
	shop := "CircleMUD v3.0 Shop File~\n#1~\n1 a hat\n-1\n2.0 dear\n0.5\n9armor\n-1\n" + strings.Repeat("No.~\n", 7) +
		"0\n0\n1 the cat\n0\n1\n-1\n0\n28\n0\n0\n$~\n"
	p := imported(t, area(map[string]string{
		"mob/1.mob": strings.Replace(cat, "1d4+0", "0d0+500", 1), "obj/1.obj": hat, "shp/1.shp": shop,
		"qst/1.qst": "#1\nA hat~\n#2\nA cat~\n$~\n",
	}), diku.CircleMUD)
	m := checked(t, p).Mobs[0]
	isSold := m.Trade != nil && len(m.Trade.Sells) == 1 && m.Trade.Sells[0].Price == 2
	if !isSold || m.Damage != (world.Dice{N: 1, S: 2, P: 198}) {
		t.Errorf("got %+v", m)
	}
	if q := p.Report.Kinds["quests"]; q.Read != 2 || q.Out != 2 {
		t.Errorf("got %+v", q)
	}
	if why := p.Report.Kinds["creatures"].Why; why["more damage than a pack allows"] != 1 {
		t.Errorf("got %v", why)
	}
	kept := 0
	for _, text := range p.Files {
		kept += strings.Count(string(text), `buys: ["9armor"]`)
	}
	if kept != 1 {
		t.Errorf("what the shop buys is kept %d times, want once", kept)
	}
}

// A room, creature or thing that is renamed in the original keeps its id, so that a world knows it again after another
// import.
func TestIDsComeFromNumbersAlone(t *testing.T) {
	ids := func(name string) []string {
		p := checked(t, imported(t, area(map[string]string{
			"wld/1.wld": "#1\n" + name + "~\nSoot.\n~\n1 0 0\nD0\n~\n" + name + "~\n1 -1 2\nS\n#2\nYard~\nMud.\n~\n1 0 0\nS\n",
			"mob/1.mob": strings.Replace(cat, "a cat~", "a "+name+"~", 1),
			"obj/1.obj": strings.Replace(hat, "a hat~", "a "+name+"~", 1),
			"zon/1.zon": "#1\nHut~\n0 99 20 2\nM 0 1 9 1\nG 1 1 9\nS\n$\n",
		}), diku.CircleMUD))
		out := []string{string(p.Rooms[0].ID), string(p.Mobs[0].ID), string(p.Items[0].ID), string(p.Doors[0].ID)}
		for _, s := range p.Spawns {
			out = append(out, string(s.ID))
		}
		return out
	}
	got := ids("shed")
	if want := ids("barn"); !slices.Equal(got, want) {
		t.Errorf("before: %q, after: %q", want, got)
	}
	if want := []string{"room-1", "mob-1", "item-1", "door-1-north"}; !slices.Equal(got[:4], want) {
		t.Errorf("got %q, want %q", got[:4], want)
	}
}

// A map, a table or a sign stays as it stands; plain prose becomes paragraphs, however it is broken and indented.
func TestDrawingsStayAsTheyStand(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"prose": {
			"   A hut.  It has a door, and a - well - window...\n   And a roof.",
			"A hut. It has a door, and a - well - window...\n\nAnd a roof.",
		},
		"a blank too many": {
			"Here and there in   the ground is a stone, and a cat is on it.",
			"Here and there in the ground is a stone, and a cat is on it.",
		},
		"a word that falls":  {"You\nF\n A\n  L\n   L.", "| You\n| F\n|  A\n|   L\n|    L."},
		"sentences far away": {"A hut.   It has a door.   It is shut.", "A hut. It has a door. It is shut."},
		"a map":              {"A map:\n   A--B\n   |  |\n   C--D", "A map:\n\n|    A--B\n|    |  |\n|    C--D"},
		"a slope":            {"It looks like this: /\\", `| It looks like this: /\`},
		"columns":            {"bread     2 coins\nwater     1 coin", "| bread     2 coins\n| water     1 coin"},
		"a sign": {
			"It reads so:\n\n          Beware\n          of cats",
			"It reads so:\n\n|           Beware\n|           of cats",
		},
		"blank rows": {
			"A rule for you:\n\n=====\n\n=====\n\n\nOf all cats.",
			"A rule for you:\n\n| =====\n|\n| =====\n\nOf all cats.",
		},
		"far to the right": {
			strings.Repeat(" ", 70) + "+--------------+\n" + strings.Repeat(" ", 70) + "+--------------+",
			"| +--------------+\n| +--------------+",
		},
	} {
		p := imported(t, fstest.MapFS{
			"wld/1.wld": {Data: []byte("#1\nHut~\n" + tt.text + "\n~\n1 0 0\nS\n$~\n")},
		}, diku.CircleMUD)
		if r := p.Report.Kinds["rooms"]; r.Whole != 1 {
			t.Errorf("%s: got %+v", name, r)
		}
		if got := checked(t, p).Rooms[0].Desc; got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
	wide := imported(t, fstest.MapFS{
		"wld/1.wld": {Data: []byte("#1\nHut~\n" + strings.Repeat("=", 90) + "\n~\n1 0 0\nS\n$~\n")},
	}, diku.CircleMUD)
	if r := wide.Report.Kinds["rooms"]; r.Part != 1 || r.Why["a drawing wider than a pack allows"] != 1 {
		t.Errorf("a wide one: got %+v", r)
	}
	checked(t, wide)
}

// What is dropped without a word elsewhere is counted: marks without a name, rent, positions, second ways, a shop's
// temper and messages.
func TestWhatIsDroppedIsCounted(t *testing.T) {
	shop := "CircleMUD v3.0 Shop File~\n#1~\n1\n-1\n2.0\n0.5\n-1\n" + strings.Repeat("No.~\n", 7) +
		"2\n7\n1\n0\n1\n-1\n0\n28\n0\n0\n$~\n"
	p := imported(t, area(map[string]string{
		"wld/1.wld": "#1\n" + strings.Repeat("Hut ", 20) + "~\nSoot.\n~\n1 pz 0\nD0\n~\n~\n9 0 1\nD0\n~\n~\n0 0 1\nS\n$~\n",
		"mob/1.mob": strings.Replace(cat, "8 8 0", "8 4 0", 1),
		"obj/1.obj": strings.Replace(strings.Replace(hat, "1 1 1", "1 9000000 7", 1), "9 0 ae", "9 cz aeE", 1),
		"shp/1.shp": shop,
	}), diku.CircleMUD)
	checked(t, p)
	for kind, want := range map[string][]string{
		"rooms": {
			"a name too long for a pack", "a mark of its engine while it runs", "a flag that only its engine knows",
		},
		"exits":     {"a second way in one direction"},
		"creatures": {"another position to which it returns"},
		"things": {
			"rent", "cannot be rented", "a flag that only its engine knows", "dearer than a pack allows",
			"worn in another place too",
		},
		"shops": {
			"its keeper banks the money", "its keeper never runs out of money",
			"its keeper's temper with whoever cannot pay",
			"what its keeper says of things that nobody has, and of its own purse",
		},
	} {
		k := p.Report.Kinds[kind]
		for _, what := range want {
			if k.Why[what]+k.Idle[what] != 1 {
				t.Errorf("%s: %q is counted %d times, want once", kind, what, k.Why[what]+k.Idle[what])
			}
		}
	}
}

// Which procedures the source gives is read where it is there: of banks, boards and who picks things up.
func TestProceduresOfTheSource(t *testing.T) {
	files := area(map[string]string{
		"mob/1.mob": cat, "obj/1.obj": hat,
		"zon/1.zon": "#1\nHut~\n0 99 20 2\nO 0 1 9 1\nS\n$~\n",
	})
	for name, x := range map[string]struct {
		source string
		fits   func(*world.Pack) bool
	}{
		"a bank": {"  ASSIGNOBJ(1, bank);\n", func(p *world.Pack) bool { return p.Rooms[0].Bank }},
		"a board": {"\tASSIGNOBJ(1, gen_board);\t/* ours */\n", func(p *world.Pack) bool {
			isTold := strings.Contains(p.Items[0].Desc, "Type board")
			return p.Rooms[0].Board != nil && p.Rooms[0].Board.Name == "the hat" && !p.Rooms[0].Bank && isTold
		}},
		"who keeps coins":     {"ASSIGNMOB( 1 , bank );", func(p *world.Pack) bool { return p.Mobs[0].Bank }},
		"who picks things up": {"ASSIGNMOB(1, janitor);", func(p *world.Pack) bool { return p.Mobs[0].Scavenges }},
		"in a comment":        {"/* so: ASSIGNOBJ(1, bank); */", func(p *world.Pack) bool { return !p.Rooms[0].Bank }},
	} {
		fsys := fstest.MapFS{"src/spec_assign.c": {Data: []byte(x.source)}}
		for path, f := range files {
			fsys["lib/world/"+path] = f
		}
		p := imported(t, fsys, diku.CircleMUD)
		if got := checked(t, p); !x.fits(got) {
			t.Errorf("%s: got %+v and %+v", name, got.Rooms[0], got.Mobs[0])
		}
		if k := p.Report.Kinds["specials"]; name != "in a comment" && (k == nil || k.Read != 1 || k.Whole != 1) {
			t.Errorf("%s: counted as %+v", name, k)
		}
	}
}

// stopping is a folder that ends a context when the second of its files is opened.
type stopping struct {
	fstest.MapFS

	stop   context.CancelFunc
	opened *int
}

func (s stopping) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, ".wld") || strings.HasSuffix(name, ".are") {
		if *s.opened++; *s.opened == 2 {
			s.stop()
		}
	}
	return s.MapFS.Open(name)
}

// A signal that comes while files are read ends the reading; one that came before ends the conversion.
func TestInterruptedImportEnds(t *testing.T) {
	for dialect, name := range map[diku.Dialect]string{diku.CircleMUD: "wld/%d.wld", diku.ROM: "%d.are"} {
		fsys := fstest.MapFS{}
		for n := range 9 {
			fsys[fmt.Sprintf(name, n)] = &fstest.MapFile{Data: []byte("#1\nHut~\nSoot.\n~\n1 0 0\nS\n$~\n")}
		}
		ctx, stop := context.WithCancel(t.Context())
		opened := 0
		_, err := diku.Read(ctx, stopping{fsys, stop, &opened}, dialect)
		if !errors.Is(err, context.Canceled) || opened != 2 {
			t.Errorf("%s: got %v after %d files", dialect, err, opened)
		}
	}
	a, err := diku.Read(t.Context(), area(nil), diku.CircleMUD)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := diku.Convert(ctx, a, diku.Options{ID: "fen", Name: "Fen"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// Licences come first, and whole, on as many pages as they take; a README about how the program is tested is not shown.
func TestLicencesComeFirstAndWhole(t *testing.T) {
	licence := strings.Repeat("You may not sell it, or any part of it, to anybody, for anything.\n\n", 200) + "So be it."
	p := checked(t, imported(t, area(map[string]string{
		"CREDITS": "Ann built it.", "LICENSE": licence, "README": "Unit tests: type make test.",
		"README.CAW": "Credit goes to Bob.", "long.licence": strings.Repeat("and ", 2000) + "no more",
	}), diku.CircleMUD))
	var all string
	pages := 0
	for _, h := range p.Help {
		if strings.HasPrefix(h.ID, "credits") {
			all += h.Text + "\n\n"
			pages++
		}
	}
	if n := strings.Count(all, "You may not sell it"); n != 200 || pages < 3 {
		t.Errorf("%d of 200 paragraphs on %d pages", n, pages)
	}
	if n := strings.Count(all, "and"); n < 2000 {
		t.Errorf("%d of 2000 words of the long paragraph", n)
	}
	before := -1
	for _, words := range []string{
		"LICENSE:", "So be it.", "no more", "CREDITS:", "Ann built it.", "Credit goes to Bob.",
	} {
		at := strings.Index(all, words)
		if at <= before {
			t.Errorf("%q stands at %d, want behind %d", words, at, before)
		}
		before = at
	}
	if strings.Contains(all, "Unit tests") {
		t.Error("a README about tests is shown")
	}
	if !strings.Contains(p.Help[2].Text, `It goes on: "help credits-2".`) {
		t.Errorf("the first page names no other: %q", p.Help[2].Text)
	}
}

// OWNERS 4.4: what a thing changes of figures that people have here it changes here, with the same sign: an armour
// class falls, by ten for a point. The sum of two is one; the abilities are figures of the pack; the rest is kept,
// and so is all of what nobody wears.
func TestChangesBecomeABonus(t *testing.T) {
	const changes = "A\n17 -24\nA\n18 2\nA\n18 -3\nA\n13 90\nA\n1 2\nA\n5 -1\nA\n12 9\nA\n7 1\n$\n"
	things := strings.Replace(hat, "$\n", changes, 1)
	p := imported(t, area(map[string]string{"obj/1.obj": things}), diku.CircleMUD)
	got := checked(t, p).Items[0]
	if want := (world.Bonus{Armour: 2, Skill: -1, HP: world.BonusMost}); got.Bonus == nil || *got.Bonus != want {
		t.Errorf("got %+v, want %+v", got.Bonus, want)
	}
	if f := got.Figures; len(f) != 2 || f[0] != (world.FigureSum{Figure: "constitution", By: -1}) ||
		f[1] != (world.FigureSum{Figure: "strength", By: 2}) {
		t.Errorf("it adds to figures %+v", f)
	}
	idle := p.Report.Kinds["things"].Idle
	if idle["changes age, size, mana, moves or saves, for which nothing here asks"] != 1 {
		t.Errorf("mana is nothing here, and is not counted: %v", idle)
	}
	if k := p.Report.Kinds["modifiers"]; k.Read != 8 || k.Whole != 6 || k.Out != 2 {
		t.Errorf("of the changes are counted %+v", k)
	}
	why := p.Report.Kinds["things"].Why
	if why["changes figures of its wearer that nobody has here"] != 1 ||
		why["changes its wearer's figures by more than a pack allows"] != 1 {
		t.Errorf("things lost %v", why)
	}
}

// OWNERS 4.3: what a creature does by itself it does here. One that cannot be attacked attacks nobody, and has nothing
// of others that nobody could take from it again.
func TestCreaturesBehaveAsTheyDid(t *testing.T) {
	flags := func(n, bits string) string {
		return strings.Replace(strings.Replace(cat, "#1", "#"+n, 1), "b 0 0 S", bits+" 0 0 S", 1)
	}
	mobs := strings.TrimSuffix(flags("1", "cghlm"), "$\n") + strings.TrimSuffix(flags("2", "abchlms"), "$\n") +
		flags("3", "b")
	rooms := "#1\nHut~\nSoot.\n~\n1 c 0\nS\n$~\n"
	p := imported(t, area(map[string]string{"mob/1.mob": mobs, "wld/1.wld": rooms}), diku.CircleMUD)
	got := checked(t, p)
	want := world.MobSpec{
		Wanders: &world.WandersSpec{Every: 60}, Flees: 20, Helps: []world.ProtoID{"mob-1", "mob-3"}, Scavenges: true,
		Remembers: true,
	}
	m := got.Mobs[0]
	if m.Wanders == nil || m.Wanders.Every != 60 || m.Wanders.Far || m.Flees != want.Flees ||
		!slices.Equal(m.Helps, want.Helps) || !m.Scavenges || !m.Remembers {
		t.Errorf("got %+v, want of it %+v", m, want)
	}
	for _, m := range got.Mobs[1:] {
		if m.Wanders != nil || m.Flees != 0 || len(m.Helps) > 0 || m.Scavenges || m.Remembers {
			t.Errorf("got %+v, want of it nothing", m)
		}
	}
	if k := p.Report.Kinds["creatures"]; k.Whole != 2 || k.Part != 1 || k.Why["picks things up"] != 1 ||
		k.Why["helps others"] != 1 || k.Idle["flees"] != 1 {
		t.Errorf("of the creatures are counted %+v", k)
	}
	if !got.Rooms[0].Tame {
		t.Error("creatures come in where none did")
	}
}
