package plainedit_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"github.com/mudlark-mud/mudlark/mud/sshd/plainedit"
)

// desk is a line with a terminal of one row before it.
type desk struct {
	t    testing.TB
	line *plainedit.Line
	now  time.Time
	sent string

	width int
	row   []string // cells; the second of a wide character is ""
	at    int
}

func newDesk(t testing.TB, c plainedit.Config) *desk {
	return &desk{t: t, line: plainedit.New(c), now: time.Unix(1e9, 0), width: max(c.Width, 20)}
}

// show carries out what was sent, as a terminal would.
func (d *desk) show(out string) {
	d.sent += out
	for out != "" {
		r, size := utf8.DecodeRuneInString(out)
		s := out[:size]
		out = out[size:]
		switch {
		case r == '\n':
			d.row, d.at = nil, 0
		case r == '\r':
			d.at = 0
		case r == '\b':
			if d.at--; d.at < 0 {
				d.t.Fatalf("a backspace at the left edge: %q", d.sent)
			}
		case r == '\a':
		case r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == utf8.RuneError:
			d.t.Fatalf("%q was sent in %q", r, d.sent)
		default:
			d.put(s)
		}
	}
}

func (d *desk) put(s string) {
	wide := ansi.StringWidthWc(s)
	if wide == 0 {
		for i := d.at - 1; i >= 0; i-- { // a joiner belongs to the character before it
			if d.row[i] != "" {
				d.row[i] += s
				return
			}
		}
		return
	}
	for len(d.row) < d.at+wide {
		d.row = append(d.row, " ")
	}
	d.row[d.at] = s
	for i := 1; i < wide; i++ {
		d.row[d.at+i] = ""
	}
	if d.at += wide; d.at >= d.width {
		d.t.Fatalf("the row is full: %q", d.sent)
	}
}

func (d *desk) left() string  { return seen(strings.Join(d.row[:d.at], "")) }
func (d *desk) right() string { return strings.TrimRight(seen(strings.Join(d.row[d.at:], "")), " ") }

// seen is a text without what takes no cell: to which cell that goes differs.
func seen(s string) string {
	return strings.Map(func(r rune) rune {
		if ansi.StringWidthWc(string(r)) == 0 {
			return -1
		}
		return r
	}, s)
}

// said gives what was sent since it was last asked.
func (d *desk) said() string {
	out := d.sent
	d.sent = ""
	return out
}

// press presses keys and returns the lines that were entered.
func (d *desk) press(keys string) (entered []string) {
	for i := range len(keys) {
		out, event := d.line.Type(keys[i], d.now)
		d.show(out)
		switch event {
		case plainedit.Entered:
			entered = append(entered, d.line.Take())
		case plainedit.Interrupt:
			entered = append(entered, "<interrupt>")
		case plainedit.Leave:
			entered = append(entered, "<leave>")
		case plainedit.Ask:
			d.show(d.line.Complete(candidates(d.line.Before()), d.now))
		case plainedit.None:
		}
	}
	return entered
}

func (d *desk) say(text, prompt string) { d.show(d.line.Say(text, prompt, d.now)) }

// candidates is what these tests' world can complete.
func candidates(before string) (out []string) {
	for _, c := range []string{"get lamp", "get lantern", "get last coin", "give coin to ann", "say žluť"} {
		if strings.HasPrefix(c, before) {
			out = append(out, c)
		}
	}
	return out
}

// What keys make of a line, and every character that is sent for it.
func TestKeys(t *testing.T) {
	const left, right, up, down, home, end = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F"
	tests := []struct{ what, keys, want, sent string }{
		{"typing", "look\r", "look", "> look\n"},
		{"backspace", "lookk\x7f\r", "look", "> lookk\b \b\n"},
		{"backspace over an accent", "cafe\u0301\x7f", "", "> cafe\u0301\b \b"},
		{"backspace over a wide character", "日本\x7f", "", "> 日本\b\b  \b\b"},
		{"backspace in the middle", "loook" + left + "\x7f\r", "look", "> loook\b\bk \b\b\n"},
		{"inserting", "lok" + left + "o\r", "look", "> lok\bok\b\n"},
		{"an accent in the middle", "xcy" + left + "\u030c\r", "xc\u030cy", "> xcy\b\bc\u030cy\b\n"},
		{"left and right say what they pass", "ab" + left + left + right, "", "> ab\b\ba"},
		{"home and end", "ab" + home + "x" + end + "y\r", "xaby", "> ab\b\bxab\b\baby\n"},
		{"home and end of other terminals", "b\x1b[1~a\x1b[4~c\x1b[7~_\x1b[8~d\x1bOHx\x1bOFy\r", "x_abcdy", ""},
		{"control keys", "b\x01a\x05c\x02\x02\x06d\r", "abdc", ""},
		{"delete", "abc" + home + "\x1b[3~\x04\r", "c", "> abc\b\b\bbc \b\b\bc \b\b\n"},
		{"word by word", "give coin ann\x1b[1;5D\x1bb\x1b[1;3C\x1bf!\r", "give coin ann!", ""},
		{"ctrl-u", "drop all\x15look\r", "look", "> drop all" + strings.Repeat("\b", 8) + strings.Repeat(" ", 8) +
			strings.Repeat("\b", 8) + "look\n"},
		{"ctrl-u in the middle", "drop all" + left + left + left + "\x15\r", "all", ""},
		{"ctrl-k", "look up" + left + left + left + "\x0b\r", "look", ""},
		{"ctrl-w", "give coin to bob  \x17ann\r", "give coin to ann", ""},
		{"alt-backspace", "give bob\x1b\x7fann\r", "give ann", ""},
		{"up", "look\rsay hi\r" + up + up + "\r", "look|say hi|look", "> look\n> say hi\n> say hi\b\b\b\b\b\blook  \b\b\n"},
		{"up and down keep what was typed", "look\rnor" + up + down + "th\r", "look|north", ""},
		{"the same line is remembered once", "look\rlook\rsay\r" + up + up + up + "\r", "look|look|say|look", ""},
		{"up with nothing before", up + "look\r", "look", "> \alook\n"},
		{"tab makes the word whole", "gi\t\r", "give coin to ann ", "> give coin to ann \n"},
		{"tab lists", "g\t", "", "> g\nget lamp\nget lantern\nget last coin\ngive coin to ann\n"},
		{"tab as far as it goes", "get l\t", "", "> get la"},
		{"tab with nothing to come", "x\ty\r", "xy", "> x\ay\n"},
		{"ctrl-c drops the line", "drop all\x03look\r", "look", "> drop all^C\n> look\n"},
		{"ctrl-c", "\x03", "<interrupt>", "> ^C\n"},
		{"ctrl-d", "\x04", "<leave>", "> \n"},
		{"ctrl-l says the line again", "say hi\x0c\r", "say hi", "> say hi\n> say hi\n"},
		{"answers of a terminal", "\x1b[?1;2c\x1b]11;rgb:0/0/0\x07\x1bP1$r0m\x1b\\look\r", "look", "> look\n"},
		{"an answer that never ends stops at the line", "\x1b]11;rgb\rlook\r", "look", "> look\n"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			d := newDesk(t, plainedit.Config{Width: 80, Waits: true})
			d.say("", "> ")
			var got []string
			for keys := tt.keys; keys != ""; {
				n := strings.IndexByte(keys, '\r') + 1
				if n == 0 {
					n = len(keys)
				}
				lines := d.press(keys[:n])
				if keys = keys[n:]; keys != "" && len(lines) > 0 {
					d.say("", "> ")
				}
				got = append(got, lines...)
			}
			if strings.Join(got, "|") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if sent := d.said(); tt.sent != "" && sent != tt.sent {
				t.Errorf("sent %q, want %q", sent, tt.sent)
			}
		})
	}
}

// A second Tab lists what the line may become, one a line, and what was typed is not said again to a listener.
func TestCandidates(t *testing.T) {
	for _, waits := range []bool{true, false} {
		d := newDesk(t, plainedit.Config{Width: 80, Waits: waits})
		d.say("", "> ")
		d.press("get la")
		d.said()
		d.now = d.now.Add(plainedit.TabRest)
		d.press("\t")
		want := "\nlamp\nlantern\nlast coin\n"
		if !waits {
			want = "\r        \rlamp\nlantern\nlast coin\n> get la"
		}
		if got := d.said(); got != want {
			t.Errorf("waits %v: got %q, want %q", waits, got, want)
		}
		if d.press("\t"); d.said() != "" {
			t.Error("a key that repeats asks the world again and again")
		}
		if got := d.press("m\r"); got[0] != "get lam" {
			t.Errorf("got %q", got)
		}
	}
}

// What happens waits while somebody types, and is told whole and in order.
func TestWaiting(t *testing.T) {
	tests := []struct {
		what string
		do   func(d *desk)
		want string
	}{
		{"nobody types", func(d *desk) { d.say("Bob arrives.", "") }, "Bob arrives.\n"},
		{"behind a prompt", func(d *desk) { d.say("", "Name: "); d.say("Bob arrives.", "Name: ") },
			"Name: \nBob arrives.\nName: "},
		{"until Enter", func(d *desk) {
			d.press("lo")
			d.say("Bob arrives.", "")
			d.say("Bob waves.\nBob leaves.\n", "")
			d.press("ok\r")
		}, "look\nBob arrives.\nBob waves.\nBob leaves.\n"},
		{"until the line is empty again", func(d *desk) {
			d.press("l")
			d.say("Bob arrives.", "")
			d.press("\x7f")
		}, "l\b \bBob arrives.\n"},
		{"until a pause, and the line is not said again", func(d *desk) {
			d.press("lo")
			d.say("Bob arrives.", "")
			d.now = d.now.Add(plainedit.PauseMax)
			d.show(d.line.Release())
			d.press("ok\x7fx\r")
		}, "lo\nBob arrives.\nok\b \bx\n"},
		{"after a pause nothing waits", func(d *desk) {
			d.press("lo")
			d.now = d.now.Add(plainedit.PauseMax)
			d.say("Bob arrives.", "")
		}, "lo\nBob arrives.\n"},
		{"too much", func(d *desk) {
			d.press("l")
			d.say(strings.Repeat("xxx\n", plainedit.HeldBytesMax/4), "")
			d.say("y", "")
		}, "l\n" + strings.Repeat("xxx\n", plainedit.HeldBytesMax/4) + "y\n"},
		{"a secret waits for nothing", func(d *desk) {
			d.line.Hide(true)
			d.press("secret")
			d.say("Bob arrives.", "Password: ")
			d.press("\x7f\r")
		}, "Bob arrives.\nPassword: \n"},
		{"back behind what was told", func(d *desk) {
			d.press("look")
			d.now = d.now.Add(plainedit.PauseMax)
			d.say("Bob arrives.", "")
			d.press("\x7f\x7f\x0c")
		}, "look\nBob arrives.\nlo"},
		{"who waits no longer", func(d *desk) {
			d.press("l")
			d.say("Bob arrives.", "")
			d.show(d.line.Wait(false))
		}, "l\r \rBob arrives.\nl"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			d := newDesk(t, plainedit.Config{Width: 80, Waits: true})
			tt.do(d)
			if got := d.said(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Whoever types on and on is told what happened all the same, when it has waited for five seconds.
func TestATypistIsToldInTime(t *testing.T) {
	d := newDesk(t, plainedit.Config{Width: 80, Waits: true})
	d.press("a")
	told := d.now.Add(plainedit.PauseMax)
	d.say("Bob arrives.", "")
	for range 3 {
		d.now = d.now.Add(plainedit.PauseMax / 4)
		d.press("a")
		d.say("Bob waves.", "")
		if at, holds := d.line.Due(); !holds || !at.Equal(told) {
			t.Fatalf("due at %v (%v), want %v", at, holds, told)
		}
	}
}

// A secret is nothing that the keys up and down bring back.
func TestSecretsAreNotRemembered(t *testing.T) {
	const up, down = "\x1b[A", "\x1b[B"
	d := newDesk(t, plainedit.Config{Width: 80, Waits: true})
	d.press("seren\r")
	d.line.Hide(true)
	d.say("", "Password: ")
	if got := d.press("secret" + up + "\r"); got[0] != "secret" {
		t.Errorf("got %q", got)
	}
	d.line.Hide(false)
	d.say("", "> ")
	d.press(down + up + down)
	if got := d.said(); strings.Contains(got, "secret") {
		t.Errorf("the terminal was sent %q", got)
	}
}

// A line may be longer than a row.
func TestLongLines(t *testing.T) {
	d := newDesk(t, plainedit.Config{Width: 20, Waits: true})
	d.say("", "> ")
	d.press("say the tide is out and the flats are bare")
	if got, want := d.said(), "> say the tide is o\nut and the flats ar\ne bare"; got != want {
		t.Errorf("typed: got %q, want %q", got, want)
	}
	d.press(strings.Repeat("\x7f", 7))
	if got, want := d.said(), strings.Repeat("\b \b", 6)+"he flats a"; got != want {
		t.Errorf("back over a row's beginning: got %q, want %q", got, want)
	}
	if got := d.press("ll\r"); got[0] != "say the tide is out and the flats all" {
		t.Errorf("got %q", got)
	}
	d.said()
	d.press("\x1b[A")
	if got, want := d.said(), "say the tide is out\n and the flats all"; got != want {
		t.Errorf("up: got %q, want %q", got, want)
	}
}

func TestLineIsBounded(t *testing.T) {
	d := newDesk(t, plainedit.Config{Width: 80})
	got := d.press(strings.Repeat("x", plainedit.LineBytesMax+1) + "\r")
	if len(got[0]) != plainedit.LineBytesMax || !strings.Contains(d.said(), "\a") {
		t.Errorf("got %d bytes", len(got[0]))
	}
	for i := range 2 * plainedit.HistoryMax {
		d.press(strings.Repeat("y", 1+i%7) + "\r")
	}
	d.said()
	d.press(strings.Repeat("\x1b[A", 2*plainedit.HistoryMax))
	if got := strings.Count(d.said(), "\a"); got != plainedit.HistoryMax {
		t.Errorf("%d steps back found nothing, want %d", got, plainedit.HistoryMax)
	}
}

// Whatever is typed and told, the row shows what the line is, and only characters, blanks and backspaces are sent.
func FuzzLine(f *testing.F) {
	f.Add("look\r\x1b[A\x1b[D\x1b[Dxx\x7f", 80, true)
	f.Add("say žluťoučký kůň 日本語 e\u0301\u0301 👨\u200d👩\u200d👧\x1b[D\x1b[D\x7f\x17\x05\x0b", 20, false)
	f.Add("get ld0000000000000\x03", 20, false)
	f.Add("get la\tx\x01\x1b[3~\x06\x0c\x00tell\x01\x00\x01x", 30, true)
	f.Fuzz(func(t *testing.T, keys string, width int, waits bool) {
		d := newDesk(t, plainedit.Config{Width: min(max(width, 0), 200), Waits: waits})
		d.say("", "> ")
		for i := range len(keys) {
			if keys[i] == 0 {
				d.say("Bob arrives.", "> ")
				d.now = d.now.Add(3 * time.Second)
			}
			d.press(keys[i : i+1])
			if whole := "> " + seen(d.line.Before()); !strings.HasSuffix(whole, d.left()) {
				t.Fatalf("after %q the row shows %q left of the cursor, but the line is %q", keys[:i+1], d.left(), whole)
			}
		}
		d.press("\x1b\\\x05")
		if d.right() != "" || !strings.HasSuffix("> "+seen(d.line.Before()), d.left()) {
			t.Fatalf("after %q the row shows %q and then %q; the line is %q", keys, d.left(), d.right(), d.line.Before())
		}
		if !utf8.ValidString(d.line.Before()) || strings.ContainsAny(d.line.Before(), "\x00\x1b\r\n\x7f") {
			t.Fatalf("the line is %q", d.line.Before())
		}
	})
}
