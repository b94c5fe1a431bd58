package sessionlog_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/sessionlog"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// dusk is in a zone of its own, which a log must not say.
var dusk = time.Date(2026, 11, 22, 23, 59, 58, 0, time.FixedZone("", -5*3600))

func begin(t testing.TB, k sessionlog.Kind, to io.Writer, o sessionlog.Options) *sessionlog.Log {
	t.Helper()
	b, err := sessionlog.New(k, to, o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func note(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestPlain(t *testing.T) {
	var out bytes.Buffer
	b := begin(t, sessionlog.Plain, &out, sessionlog.Options{})
	note(t, b.Line(cell.Line{Spans: []cell.Span{
		{Text: "The Saltings", Role: prose.Title}, {Text: " at\x1b[31m dusk"},
	}}, dusk))
	note(t, b.Line(cell.Line{}, dusk.Add(time.Second)))
	note(t, b.Output([]byte("\x1b[2J"), dusk))
	note(t, b.Input("look\x07 up", dusk.Add(20*time.Hour)))
	note(t, b.Close())
	note(t, b.Line(cell.L(prose.Plain, "after the end"), dusk))
	if got, want := out.String(), `-- 23 November 2026 (UTC) --
04:59:58 The Saltings at[31m dusk
04:59:59
-- 24 November 2026 (UTC) --
00:59:58 > look up
`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHTML(t *testing.T) {
	for _, light := range []bool{false, true} {
		var out bytes.Buffer
		b := begin(t, sessionlog.HTML, &out, sessionlog.Options{Title: "<Lowtide>", Light: light})
		note(t, b.Line(cell.Line{Spans: []cell.Span{
			{Text: "A & B", Role: prose.Title},
			{Text: "<script>", Ink: cell.Ink(0).On(cell.RGB(1, 2, 3), cell.Indexed(196)) | cell.InkBold | cell.InkStrike},
			{Text: "back", Ink: cell.InkReverse},
		}}, dusk))
		note(t, b.Input(`say "x"`, dusk))
		note(t, b.Close())
		got := out.String()
		for _, want := range []string{
			"<title>&lt;Lowtide&gt;</title>", "<h2>23 November 2026 (UTC)</h2>", ".r-title { ",
			`<p><time datetime="2026-11-23T04:59:58Z">04:59:58</time> <span class="r-title">A &amp; B</span>` +
				`<span class="bold strike" style="color: #010203; background: #ff0000">&lt;script&gt;</span>`,
			`<span class="r-command">&gt; say &#34;x&#34;</span></p>`,
			map[bool]string{
				false: `style="color: #16191d; background: #d5dce4">back`, true: `style="color: #fbfaf6; background: #22262b">back`,
			}[light],
		} {
			if strings.Count(got, want) != 1 {
				t.Errorf("light %t: got\n%s\nwant one %s in it", light, got, want)
			}
		}
	}
}

func TestCast(t *testing.T) {
	var out bytes.Buffer
	b := begin(t, sessionlog.Cast, &out, sessionlog.Options{Width: 120, Height: 40, Term: "xterm", Began: dusk})
	note(t, b.Line(cell.L(prose.Plain, "a line"), dusk))
	for i, s := range []string{"\x1b[1mah\x1b[m \xe6", "\xbc", "\xa2!", "\xff"} {
		note(t, b.Output([]byte(s), dusk.Add(time.Duration(i)*1500*time.Millisecond)))
	}
	note(t, b.Close())
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	want := []string{
		`{"version":2,"width":120,"height":40,"timestamp":1795409998,"title":"mudlark","env":{"TERM":"xterm"}}`,
		`[0.000000, "o", "\u001b[1mah\u001b[m "]`, `[3.000000, "o", "漢!"]`, `[4.500000, "o", "\ufffd"]`,
	}
	if len(lines) != len(want) {
		t.Fatalf("got %q, want %q", lines, want)
	}
	for i := range want {
		if lines[i] != want[i] {
			t.Errorf("got %s, want %s", lines[i], want[i])
		}
	}
}

// Whatever is shown, a page is well formed and a text has no controls; and each is no longer than it may be.
func TestAnythingMayBeShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text, page, cast bytes.Buffer
		const most = 20000
		books := []*sessionlog.Log{}
		for k, to := range map[sessionlog.Kind]io.Writer{
			sessionlog.Plain: &text, sessionlog.HTML: &page, sessionlog.Cast: &cast,
		} {
			b, err := sessionlog.New(k, to, sessionlog.Options{Title: rapid.String().Draw(t, "title"), Most: most})
			if err != nil {
				t.Fatal(err)
			}
			books = append(books, b)
		}
		for range rapid.IntRange(0, 20).Draw(t, "lines") {
			words := string(rapid.SliceOf(rapid.Byte()).Draw(t, "words")) + rapid.String().Draw(t, "text")
			l := cell.Line{Spans: []cell.Span{{
				Text: words, Role: prose.Role(rapid.Uint8().Draw(t, "role")), Ink: cell.Ink(rapid.Uint64().Draw(t, "ink")),
			}}}
			for _, b := range books {
				if err := errors.Join(b.Line(l, dusk), b.Input(words, dusk), b.Output([]byte(words), dusk)); err != nil &&
					!errors.Is(err, sessionlog.ErrFull) {
					t.Fatal(err)
				}
			}
		}
		if i := strings.IndexFunc(text.String(), func(r rune) bool {
			return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0
		}); i >= 0 {
			t.Fatalf("a control character in %q", text.String()[i:])
		}
		_, body, _ := strings.Cut(page.String(), "</style>")
		d := xml.NewDecoder(strings.NewReader("<page>" + body + "</page>"))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v in %s", err, body)
			}
			if e, ok := token.(xml.StartElement); ok && !strings.Contains(" page h1 h2 p time span ", " "+e.Name.Local+" ") {
				t.Fatalf("an element %s in %s", e.Name.Local, body)
			}
		}
		for line := range strings.Lines(cast.String()) {
			if !json.Valid([]byte(line)) {
				t.Fatalf("no JSON: %s", line)
			}
		}
		if n := max(text.Len(), page.Len(), cast.Len()); n > most {
			t.Fatalf("%d bytes of %d", n, most)
		}
	})
}

// full is a disk that takes so many bytes.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

// A log that fails says so once, and the game goes on.
func TestFailureIsSaidOnce(t *testing.T) {
	line := cell.L(prose.Plain, strings.Repeat("x", 100))
	for name, c := range map[string]struct {
		disk *full
		most int
		want string
	}{
		"disk":  {&full{left: 500}, 0, "write log: no space left on device"},
		"limit": {&full{left: 1 << 20}, 500, "the log is full"},
	} {
		t.Run(name, func(t *testing.T) {
			b := begin(t, sessionlog.Plain, c.disk, sessionlog.Options{Most: c.most})
			var said []string
			for range 10 {
				if err := b.Line(line, dusk); err != nil {
					said = append(said, err.Error())
				}
			}
			note(t, b.Close())
			if len(said) != 1 || said[0] != c.want {
				t.Errorf("got %q, want %q once", said, c.want)
			}
		})
	}
	if _, err := sessionlog.New("tape", io.Discard, sessionlog.Options{}); err == nil {
		t.Error("an unknown kind was begun")
	}
	if _, err := sessionlog.New(sessionlog.HTML, &full{}, sessionlog.Options{}); err == nil {
		t.Error("a page without its beginning was begun")
	}
}
