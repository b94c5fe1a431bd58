package prose_test

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// ours is the only escape sequence that may come out.
var ours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// hostile draws text that a bad neighbour might choose.
func hostile() *rapid.Generator[string] {
	bits := rapid.SampledFrom([]string{
		"\x1b[2J", "\x1b]0;pwned\x07", "\x9b31m", "\r\n", "\x00", "\u202e", "\u200b", "\u2028", "\ufeff",
		"a\u0301\u0301\u0301", "\xff", "{actor}", "{target}", "@", "%s", "\"", "🦀", "👩\u200d👩\u200d👧", "🇬🇧", "潮",
		"ﷺ", "\u0301", " ", "\t", "word", "'s", "\u00a0", "❤\ufe0f", "",
	})
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.Bool().Draw(t, "free") {
			return rapid.String().Draw(t, "string")
		}
		return strings.Join(rapid.SliceOfN(bits, 0, 8).Draw(t, "bits"), "")
	})
}

// checkClean fails when a text holds what no span may hold.
func checkClean(t rapid.TB, what, s string) {
	t.Helper()
	if !utf8.ValidString(s) {
		t.Fatalf("%s: not UTF-8: %q", what, s)
	}
	for _, r := range s {
		bad := unicode.Is(unicode.Cc, r) || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x2028
		if bad || r == 0x2029 || r == 0xfeff || r == 0x200b || r == 0x200e || r == 0x200f {
			t.Fatalf("%s: holds %U: %q", what, r, s)
		}
	}
}

func TestNoControlCharacterPasses(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bad := hostile().Draw(t, "bad")
		worse := hostile().Draw(t, "worse")
		captions := called()
		for i := range captions {
			captions[i].Name, captions[i].A = bad, rapid.SampledFrom([]string{"", "a", worse}).Draw(t, "article")
		}
		events := []world.Event{
			world.Said{Actor: "pc-ann", Text: worse}, world.Told{Actor: "pc-ann", To: "x", Text: worse},
			world.Emoted{Actor: "pc-ann", Text: worse}, world.Echoed{Text: worse},
			world.Gestured{Actor: "pc-ann", To: "pc-ben", Self: worse, Target: bad, Others: worse + "{actor}" + bad},
			world.BlowLanded{Actor: "pc-ann", Target: "pc-ben", Verb: bad, With: "key-3", Harm: 5},
			world.BlowMissed{Actor: "pc-ann", Target: "pc-ben", Verb: bad},
			world.QuestAdvanced{Quest: "three-keys", What: bad},
			world.QuestDone{Quest: "three-keys", Text: worse + "\n\n" + bad},
			world.GrantMinted{Label: bad}, world.GrantRevoked{Label: bad}, world.FieldSet{Field: bad},
			world.GrantTuned{Label: bad, What: world.TuneVerbs, Verbs: []string{bad}},
			world.IntentStated{Label: bad, Text: worse},
			world.HoldAsked{Label: bad, What: worse, Words: worse}, world.HoldAnswered{Label: bad, What: worse},
			world.AgentsShut{Reason: worse},
			world.HaltAnnounced{Reason: bad}, world.Halted{Reason: worse},
			world.DoorWorked{Door: "oak", Work: "open"},
			world.Moved{Actor: "pc-ann", Dir: world.Dir(bad), Manner: world.Fled},
			world.ItemGone{Item: "key-3", How: world.Ending(bad)},
			world.Moved{Actor: "pc-ann", Dir: world.Dir(bad)},
			world.ItemTaken{Actor: "pc-ann", Item: "key-3", From: "key-3"},
		}
		sense := world.Sense(rapid.IntRange(0, 63).Draw(t, "sense"))
		var all prose.Text
		for _, e := range events {
			n := &world.Notice{Event: e, Captions: captions, Room: world.RoomID(bad)}
			all = append(append(all, prose.Of(n, sense)...), prose.History(n))
		}
		ref := world.Ref{Name: bad, Bare: worse, Line: bad + worse, State: worse, Kind: "item"}
		refs := []world.Ref{ref, ref, {Name: worse, Kind: "person"}}
		way := world.Way{Dir: world.Dir(bad), Name: worse, Door: bad}
		look := world.RoomReport{
			Name: bad, Desc: worse, Exits: []world.Way{way, way}, People: refs, Things: refs, TideWords: worse,
		}
		style := prose.Style{ScreenReader: rapid.Bool().Draw(t, "reader")}
		all = append(all, prose.Room(look, style)...)
		all = append(all, prose.Exits(look.Exits)...)
		thing := world.ThingReport{Desc: bad, Text: worse, Vessel: true, Open: true, Holds: refs}
		all = append(all, prose.ThingText(thing, style)...)
		person := world.PersonReport{Ref: ref, Desc: bad, Health: worse, Uses: refs}
		all = append(all, prose.PersonText(person, style)...)
		all = append(all, prose.DetailText(world.DetailReport{Desc: bad})...)
		all = append(all, prose.Status(world.StatusReport{Name: bad, Role: worse, Fighting: bad, Follows: worse})...)
		all = append(all, prose.Inventory(refs, style)...)
		all = append(all, prose.Equipment(refs, style)...)
		all = append(all, prose.RefusalText(&world.Refusal{Text: bad})...)
		for _, l := range all {
			for _, s := range l.Spans {
				checkClean(t, "span", s.Text)
			}
		}
		checkClean(t, "room sentence", prose.RoomSentence(look))
		checkClean(t, "inventory sentence", prose.InventorySentence(refs))
		for row := range strings.SplitSeq(prose.ReaderText(all), "\n") {
			checkClean(t, "reader", row)
		}
	})
}

// rough makes a text that no builder would: the renderers stand on their own.
func rough() *rapid.Generator[prose.Text] {
	span := rapid.Custom(func(t *rapid.T) prose.Span {
		return prose.Span{Text: hostile().Draw(t, "text"), Role: prose.Role(rapid.Uint8().Draw(t, "role"))}
	})
	line := rapid.Custom(func(t *rapid.T) prose.Line {
		return prose.Line{
			Spans:  rapid.SliceOfN(span, 0, 6).Draw(t, "spans"),
			Indent: rapid.IntRange(-3, 200).Draw(t, "indent"),
		}
	})
	return rapid.Map(rapid.SliceOfN(line, 0, 5), func(l []prose.Line) prose.Text { return l })
}

func TestANSIIsSafe(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		checkANSI(t, rough().Draw(t, "text"), rapid.IntRange(-1, 100).Draw(t, "width"))
	})
}

// checkANSI fails when a rendering breaks a promise: no escape but ours, each row ended, none too wide, the same words
// in every depth.
func checkANSI(t rapid.TB, text prose.Text, width int) {
	t.Helper()
	want := bare(text, width)
	for _, name := range prose.Themes() {
		theme, _ := prose.Theme(name)
		for depth := prose.NoColour; depth <= prose.TrueColour; depth++ {
			got := prose.ANSI(text, theme, width, depth)
			words := ours.ReplaceAllString(got, "")
			if words != want {
				t.Fatalf("%s %d: the words differ:\n got %q\nwant %q", name, depth, words, want)
			}
			for row := range strings.SplitSeq(got, "\n") {
				checkClean(t, "row", ours.ReplaceAllString(row, ""))
				if all := ours.FindAllString(row, -1); len(all) > 0 && all[len(all)-1] != "\x1b[0m" {
					t.Fatalf("%s %d: a row leaves its style on: %q", name, depth, row)
				}
			}
		}
	}
	if width <= 0 {
		return
	}
	for row := range strings.SplitSeq(want, "\n") {
		words := strings.TrimLeft(row, " ")
		cluster, _ := ansi.FirstGraphemeCluster(words, ansi.GraphemeWidth)
		wide := max(ansi.StringWidth(row), ansi.StringWidthWc(row))
		if wide > width && strings.TrimSpace(strings.TrimPrefix(words, cluster)) != "" {
			t.Fatalf("a row of %d cells, at most %d: %q", wide, width, row)
		}
	}
}

// bare renders a text without any style.
func bare(t prose.Text, width int) string {
	return prose.ANSI(t, prose.Palette{}, width, prose.NoColour)
}

// squash drops all blanks: what wrapping may change.
func squash(s string) string { return strings.Join(strings.Fields(s), "") }

func TestWrapKeepsEveryWord(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rough().Draw(t, "text")
		width := rapid.IntRange(1, 60).Draw(t, "width")
		if got, want := squash(bare(text, width)), squash(bare(text, 0)); got != want {
			t.Fatalf("words went missing:\n got %q\nwant %q", got, want)
		}
	})
}

func TestWrap(t *testing.T) {
	line := func(indent int, words ...string) prose.Line {
		l := prose.Line{Indent: indent}
		for i, w := range words {
			l.Spans = append(l.Spans, prose.Span{Text: w, Role: prose.Role(i % 2)})
		}
		return l
	}
	for _, c := range []struct {
		name  string
		line  prose.Line
		width int
		want  string
	}{
		{"empty", line(0), 10, ""},
		{"fits exactly", line(0, "ten cells."), 10, "ten cells."},
		{"breaks at blanks", line(0, "the mud takes back the key"), 10, "the mud\ntakes back\nthe key"},
		{"a word runs across spans", line(0, "you see the ", "gull", ", and"), 16, "you see the\ngull, and"},
		{"hangs", line(4, "  a finds basket, closed"), 14, "  a finds\n    basket,\n    closed"},
		{"hangs by half at most", line(40, "one two three four"), 10, "one two\n     three\n     four"},
		{"keeps leading blanks", line(0, "   ann"), 10, "   ann"},
		{"a long word is cut", line(0, "an aaaaaaaaaaaa end"), 5, "an\naaaaa\naaaaa\naa\nend"},
		{"no width, no wrapping", line(0, "the mud takes back the key"), 0, "the mud takes back the key"},
		{"wide graphemes break anywhere", line(0, "潮が満ちる"), 4, "潮が\n満ち\nる"},
		{"accents take no room", line(0, "cafe\u0301 ole\u0301"), 8, "cafe\u0301 ole\u0301"},
		{"a grapheme wider than the row", line(0, "a 潮 b"), 1, "a\n潮\nb"},
	} {
		if got := bare(prose.Text{c.line}, c.width); got != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestANSI(t *testing.T) {
	text := prose.Text{{Spans: []prose.Span{
		{Text: "A "}, {Text: "shore crab", Role: prose.Foe}, {Text: " claws at ", Role: prose.Loss}, {Text: "you"},
	}}}
	for _, c := range []struct {
		depth prose.Depth
		width int
		want  string
	}{
		{prose.NoColour, 0, "A shore crab claws at you"},
		{prose.Colours16, 0, "A \x1b[1;31mshore crab\x1b[0m\x1b[31m claws at \x1b[0myou"},
		{prose.Colours256, 0, "A \x1b[1;38;5;160mshore crab\x1b[0m\x1b[38;5;161m claws at \x1b[0myou"},
		{prose.TrueColour, 8, "A \x1b[1;38;2;225;48;48mshore\x1b[0m\n\x1b[1;38;2;225;48;48mcrab\x1b[0m\n" +
			"\x1b[38;2;225;43;74mclaws at\x1b[0m\nyou"},
	} {
		if got := prose.ANSI(text, prose.Balanced(), c.width, c.depth); got != c.want {
			t.Errorf("depth %d:\n got %q\nwant %q", c.depth, got, c.want)
		}
	}
}

func TestReaderText(t *testing.T) {
	text := prose.Text{
		prose.L(prose.Title, "  == The Lantern ====== "), {}, prose.L(prose.Plain, "-----"),
		prose.L(prose.Speech, `Ann says: "Well... ★ look → there!"`), prose.L(prose.Plain, "  a key  (3)"),
	}
	want := "== The Lantern ===\n---\nAnn says: \"Well... look → there!\"\na key (3)"
	if got := prose.ReaderText(text); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// How something is typed is told in words to an ear; what people say is left as it is.
func TestReaderTextSpeaksUsages(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{prose.ReaderText(prose.Text{{Spans: []prose.Span{
			{Text: "Usage: "}, {Text: "get <thing> [from <container>]", Role: prose.Command},
		}}}), "Usage: get thing, perhaps from container"},
		{prose.ReaderText(prose.Text{{Spans: []prose.Span{
			{Text: "Usage: "}, {Text: "key add|list [<key>]", Role: prose.Command},
		}}}), "Usage: key add or list, perhaps key"},
		{prose.ReaderText(prose.Text{prose.L(prose.Command, "> say [a|b] is <i>")}), "> say [a|b] is <i>"},
		{
			prose.ReaderText(prose.Text{prose.L(prose.Refusal, "Get what? (Usage: get <thing>)")}),
			"Get what? (Usage: get thing)",
		},
		{prose.ReaderText(prose.Text{prose.L(prose.Speech, `"<b>[x]|y"`)}), `"<b>[x]|y"`},
	} {
		if tt.line != tt.want {
			t.Errorf("got %q, want %q", tt.line, tt.want)
		}
	}
}

// TestContrast measures the palettes by WCAG 2: at least 4.5 to 1 where the ground is known; the balanced one on both.
func TestContrast(t *testing.T) {
	const white, black = 0xffffff, 0x000000
	for _, c := range []struct {
		theme       string
		grounds     []uint32
		full, xterm float64
	}{
		{"balanced", []uint32{black, white}, 4.4, 3.6},
		{"dark", []uint32{black}, 4.5, 4.5},
		{"light", []uint32{white}, 4.5, 4.5},
	} {
		p, ok := prose.Theme(c.theme)
		if !ok {
			t.Fatalf("there is no theme %s", c.theme)
		}
		for role, ink := range p {
			for _, ground := range c.grounds {
				if got := contrast(ink.RGB, ground); ink.RGB != 0 && got < c.full {
					t.Errorf("%s %s: %.2f to 1 on %06x", c.theme, roleNames()[role], got, ground)
				}
				if got := contrast(xterm(ink.Indexed), ground); ink.Indexed != 0 && got < c.xterm {
					t.Errorf("%s %s: %.2f to 1 on %06x with 256 colours", c.theme, roleNames()[role], got, ground)
				}
			}
		}
	}
	if _, ok := prose.Theme("puce"); ok {
		t.Error("a theme that nobody made")
	}
}

func contrast(a, b uint32) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + .05) / (min(la, lb) + .05)
}

func luminance(rgb uint32) float64 {
	lin := func(shift int) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= .04045 {
			return c / 12.92
		}
		return math.Pow((c+.055)/1.055, 2.4)
	}
	return .2126*lin(16) + .7152*lin(8) + .0722*lin(0)
}

// xterm returns the colour of an index from 16 on.
func xterm(i uint8) uint32 {
	cube := []uint32{0, 95, 135, 175, 215, 255}
	if i >= 232 {
		v := 8 + 10*uint32(i-232)
		return v<<16 | v<<8 | v
	}
	if i < 16 {
		return 0
	}
	n := i - 16
	return cube[n/36]<<16 | cube[n/6%6]<<8 | cube[n%6]
}

func FuzzANSI(f *testing.F) {
	f.Add("the mud takes back the key", "gull", uint8(4), 0, 10)
	f.Add("潮が\x1b[2Jcafe\u0301", "\u202e👩\u200d👩\u200d👧❤\ufe0f", uint8(200), 7, 3)
	f.Fuzz(func(t *testing.T, a, b string, role uint8, indent, width int) {
		if len(a)+len(b) > 1<<12 {
			t.Skip("long enough elsewhere")
		}
		spans := []prose.Span{{Text: a}, {Text: b, Role: prose.Role(role)}, {Text: a}}
		checkANSI(t, prose.Text{{Indent: indent, Spans: spans}}, width)
	})
}

func BenchmarkOf(b *testing.B) {
	all := samples()
	notices := make([]*world.Notice, len(all))
	for i, s := range all {
		notices[i] = notice(s.event)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s := all[i%len(all)]
		prose.Of(notices[i%len(all)], s.senses[0])
	}
}

func BenchmarkRoom(b *testing.B) {
	r := room()
	b.ReportAllocs()
	for b.Loop() {
		prose.Room(r, prose.Style{})
	}
}

func BenchmarkANSIRoom(b *testing.B) {
	text := prose.Room(room(), prose.Style{})
	b.ReportAllocs()
	for b.Loop() {
		prose.ANSI(text, prose.Balanced(), 80, prose.TrueColour)
	}
}

func BenchmarkANSILine(b *testing.B) {
	text := prose.Of(notice(world.Said{Actor: "pc-ann", Text: "Mind the mud."}), present)
	b.ReportAllocs()
	for b.Loop() {
		prose.ANSI(text, prose.Balanced(), 80, prose.Colours256)
	}
}
