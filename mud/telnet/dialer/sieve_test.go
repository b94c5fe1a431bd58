package dialer_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// sift returns the lines of in, each with its end as "|", and what stands on the last. It comes in pieces of n bytes.
func sift(s *dialer.Sieve, in string, n int) string {
	var b strings.Builder
	for p := []byte(in); len(p) > 0; {
		piece := p[:min(n, len(p))]
		p = p[len(piece):]
		for len(piece) > 0 {
			took, ended := s.Take(piece)
			piece = piece[took:]
			if ended {
				b.WriteString(s.Text() + "|")
				s.Next()
			}
		}
	}
	s.Flush()
	return b.String() + s.Text()
}

func marks(n int) string { return strings.Repeat("\u0301", n) }

func TestSieve(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"text":                      {"You see a lamp.\r\nIt is lit.", "You see a lamp.|It is lit."},
		"ends of lines":             {"a\nb\r\nc\n\rd\r\r\ne\r\n\r\nf", "a|b|c|d|e||f"},
		"a return within a line":    {"10%\r20%\rdone\r\n", "10%|20%|done|"},
		"a return and a colour":     {"a\r\x1b[0m\nb", "a\x1b[0m|b"},
		"NUL, bell and backspace":   {"a\x00b\x07c\bd\x7fe", "abcde"},
		"UTF-8":                     {"caf\u00e9 \u4e16\u754c e\u0301", "caf\u00e9 \u4e16\u754c e\u0301"},
		"an emoji of three":         {"\U0001F468\u200d\U0001F469\ufe0f", "\U0001F468\u200d\U0001F469\ufe0f"},
		"Latin-1":                   {"caf\xe9 na\xefve\r\n\xc3", "caf\u00e9 na\u00efve|\u00c3"},
		"quotes of Windows":         {"\x93Hello\x94 \x85\x81", "\u201cHello\u201d \u2026\ufffd"},
		"byte 255":                  {"\xff", "\u00ff"},
		"half a character":          {"\xe2\x82 x", "\u00e2\u201a x"},
		"too long for UTF-8":        {"\xf5\x80", "\u00f5\u20ac"},
		"tabulators":                {"a\tb\t\tc", "a       b               c"},
		"tabulators and colour":     {"\x1b[31ma\tb", "\x1b[31ma       b"},
		"tabulators and wide":       {"\u4e16\tb", "\u4e16      b"},
		"turned and hidden writing": {"a\u202eb\u2066c\u2028d\ufeffe\U000E0041f\u200bg", "abcdef\ufffdg"},
		"not assigned, private":     {"\ue000\U0010ffff", "\ufffd\ufffd"},
		"marks without end":         {"a" + marks(50), "a" + marks(dialer.MarksMax)},

		"colours":               {"\x1b[1;31mred\x1b[0m", "\x1b[1;31mred\x1b[0m"},
		"more colours":          {"\x1b[38;2;1;2;3mx\x1b[38:5:9my\x1b[m", "\x1b[38;2;1;2;3mx\x1b[38:5:9my\x1b[m"},
		"private m":             {"\x1b[>4;2ma\x1b[?25mb", "ab"},
		"m with a blank":        {"\x1b[0 ma", "a"},
		"as many parameters":    {"\x1b[" + strings.Repeat("1;", 31) + "1ma", "\x1b[" + strings.Repeat("1;", 31) + "1ma"},
		"more parameters":       {"\x1b[" + strings.Repeat("1;", 32) + "1ma", "a"},
		"longer parameters":     {"\x1b[" + strings.Repeat("1", 999) + "ma", "a"},
		"cursor and screen":     {"\x1b[2J\x1b[H\x1b[10;5Ha\x1b[Kb\x1b[?1049h", "ab"},
		"questions":             {"\x1b[6n\x1b[c\x1b[5na\x1bZ\x1b[21t", "a"},
		"keys that are played":  {"\x1bP$q\"p\x1b\\a", "a"},
		"two bytes":             {"\x1bca\x1b7b\x1b(Bc\x1b#8d", "abcd"},
		"a title":               {"\x1b]0;rm -rf\x07a\x1b]2;x\x1b\\b\x1b]2;x\u009cc\x1bktitle\x1b\\d", "abcd"},
		"the clipboard":         {"\x1b]52;c;cm0gLXJm\x07a", "a"},
		"a link":                {"\x1b]8;;http://evil\x1b\\here\x1b]8;;\x1b\\", "here"},
		"other strings":         {"\x1b_x\x1b\\a\x1b^x\x1b\\b\x1bXx\x1b\\c", "abc"},
		"a title without end":   {"\x1b]0;title\r\nYou see a lamp.", "|You see a lamp."},
		"cancelled":             {"\x1b]0;x\x18a\x1b]0;x\x1ab", "ab"},
		"colour within a title": {"\x1b]0;x\x1b[31ma", "\x1b[31ma"},
		"C1 controls":           {"\u009b31ma\u009d0;x\u009cb\u0090x\x1b\\c\u0085d\u008fe", "\x1b[31mabcde"},
		"bytes that are C1":     {"\x9b31ma", "\u203a31ma"},
		"cut off by a line":     {"\x1b[31\r\na\x1b\r\nb", "|a|b"},
		"cut off by another":    {"\x1b[3\x1b[31ma\x1b\x1b[0mb", "\x1b[31ma\x1b[0mb"},
		"cut off by text":       {"\x1b\u00e9\x1b[3\u00e9", "\u00e9\u00e9"},
		"MXP":                   {"\x1b[1z<b>", "<b>"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, n := range []int{1, 2, 3, 1 << 20} {
				if got := sift(dialer.NewSieve(dialer.SieveOptions{}), tt.in, n); got != tt.want {
					t.Errorf("by %d: got %q, want %q", n, got, tt.want)
				}
			}
		})
	}
}

func TestCharsets(t *testing.T) {
	s := dialer.NewSieve(dialer.SieveOptions{Tabs: true})
	s.SetCharset(wire.Latin1)
	expectText(t, sift(s, "caf\xc3\xa9\t\x80", 1), "caf\u00c3\u00a9\t\u20ac")
	if came, only := s.Latin1(); came || only {
		t.Error("Latin-1 is no surprise where it was agreed")
	}
	for in, want := range map[string][2]bool{
		"plain": {}, "\u00e9": {}, "\xe9.": {true, true}, "\u00e9\xe9.": {true, false}, "\xe9.\u00e9": {true, false},
	} {
		s := dialer.NewSieve(dialer.SieveOptions{})
		sift(s, in, 9)
		if came, only := s.Latin1(); [2]bool{came, only} != want {
			t.Errorf("%q: %t %t", in, came, only)
		}
	}
}

func expectText(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLimits(t *testing.T) {
	s := dialer.NewSieve(dialer.SieveOptions{LineMaxBytes: 10})
	expectText(t, sift(s, "0123456789", 3), "0123456789")
	if s.Cut() {
		t.Error("cut what fits")
	}
	expectText(t, sift(s, "\x1b[31m\u00e9x\t", 3), "0123456789")
	if !s.Cut() {
		t.Error("not cut")
	}
	s.Next()
	expectText(t, sift(s, "12345678\U0001F409\x1b[31m90", 3), "1234567890") // nothing is taken in half
	long := strings.Repeat("x", dialer.SieveLineMaxBytes+9)
	if got := sift(dialer.NewSieve(dialer.SieveOptions{}), long, 999); len(got) != dialer.SieveLineMaxBytes {
		t.Errorf("%d bytes", len(got))
	}
	hidden := "\x1b]0;" + strings.Repeat("x", dialer.HiddenMaxBytes-len("0;")) + "seen"
	expectText(t, sift(dialer.NewSieve(dialer.SieveOptions{}), hidden, 100), "seen")
}

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "plain": "plain", "\x1b[1;31mred\x1b[m and \x1b[0mnot": "red and not",
	} {
		expectText(t, dialer.PlainText(in), want)
	}
}

// FuzzSieve promises of any bytes, however they are split: only printable characters and SGR come out, the same in each
// splitting, and never more than a line may have.
func FuzzSieve(f *testing.F) {
	for _, in := range []string{
		"You see a \x1b[1;31mlamp\x1b[0m.\r\n", "\x1b]0;title\x07\x1b[38;2;1;2;3mx\n\r",
		"caf\xe9 \u00e9\t\U0001F409\u009b1m\xff",
		"\x1bP\x1b\x1b\\a\r\rb\x00\n\u202e\x1b[?1m\x1b[1;;:m", "\xe2\x82\x1b[\xc2\x9b\xc2", "a\r\x1b[0m\nb",
	} {
		f.Add([]byte(in), uint8(3), uint8(0))
		f.Add([]byte(in), uint8(1), uint8(2))
	}
	sgr := regexp.MustCompile("\x1b\\[[0-9;:]*m")
	f.Fuzz(func(t *testing.T, in []byte, n, by uint8) {
		const most = 300
		o := dialer.SieveOptions{LineMaxBytes: most}
		whole, split := dialer.NewSieve(o), dialer.NewSieve(o)
		c := []wire.Charset{wire.UTF8, wire.Latin1, wire.ASCII}[by%3]
		whole.SetCharset(c)
		split.SetCharset(c)
		got := sift(whole, string(in), max(len(in), 1))
		if again := sift(split, string(in), int(n)+1); again != got {
			t.Errorf("by %d: %q, else %q", int(n)+1, again, got)
		}
		if !utf8.ValidString(got) {
			t.Errorf("not UTF-8: %q", got)
		}
		for _, sequence := range sgr.FindAllString(got, -1) {
			if strings.Count(sequence, ";")+strings.Count(sequence, ":") >= dialer.ParametersMax {
				t.Errorf("too many parameters: %q", sequence)
			}
		}
		rest := sgr.ReplaceAllString(got, "")
		if i := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.IsGraphic(r) && r != '\u200d' && r != '\u200c'
		}); i >= 0 {
			t.Errorf("%q stays in %q", rest[i:], got)
		}
		if len(whole.Text()) > most {
			t.Errorf("%d bytes on a line", len(whole.Text()))
		}
	})
}

func BenchmarkSieve(b *testing.B) {
	text := []byte("\x1b[1;33mThe Fish Quay\x1b[0m\r\nNets hang from the beams like weather, and the gulls know " +
		"every one of them by name.\r\nCaf\u00e9 Seren is open.\r\n\x1b[32m100H\x1b[0m 83M 82V [ n e ]\r\n")
	s := dialer.NewSieve(dialer.SieveOptions{})
	b.SetBytes(int64(len(text)))
	lines := 0
	for b.Loop() {
		for p := text; len(p) > 0; {
			n, ended := s.Take(p)
			p = p[n:]
			if ended {
				lines += min(len(s.Text()), 1)
				s.Next()
			}
		}
	}
	b.ReportMetric(float64(lines)/b.Elapsed().Seconds(), "lines/s")
}
