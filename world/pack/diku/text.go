package diku

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// Texts. They were written for terminals of 80 columns, with codes for colours and line breaks as their writers liked
// them. What players read here is folded into paragraphs, in straight quotes, and says what the original said.

// quotes are printed characters that a pack spells with plain ones.
func quotes() *strings.Replacer {
	return strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u201a", "'", "\u201c", `"`, "\u201d", `"`, "\u201e", `"`,
		"\u00b4", "'", "\u0060", "'", "\u2026", "...", "\u00a0", " ", "\u00ad", "", "\t", tab)
}

// plain takes out codes for colours and what cannot be seen. Lines stay.
func plain(s string) string { return visible(colourless(s)) }

// visible takes out what cannot be seen.
func visible(s string) string {
	if isPlain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || r != utf8.RuneError && unicode.IsPrint(r) {
			return r
		}
		return -1
	}, quotes().Replace(s))
}

// isPlain reports whether a text is of printed ASCII and line breaks, as nearly all are, without a quote to spell anew.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' || c > '~' || c == '`' {
			return false
		}
	}
	return true
}

// isColour reports whether the & at i and the letter behind it are a code: no letter stands before them, or they are
// the &n behind a coloured word. Marks&Co is a name.
func isColour(s string, i int) bool {
	if i == 0 || !isLetter(s[i-1]) {
		return true
	}
	return s[i+1] == 'n' && (i+2 == len(s) || !isLetter(s[i+2]))
}

// colourless takes out tbaMUD's codes (@r, @[F123], and @@ for the sign itself) and the older ones of its patches (&r).
func colourless(s string) string {
	if !strings.ContainsAny(s, "@&") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch {
		case s[i] == '@' && next == '@':
			b.WriteByte('@')
			i++
		case s[i] == '@' && next == '[' && strings.IndexByte(s[i:], ']') > 0:
			i += strings.IndexByte(s[i:], ']')
		case s[i] == '@' && (isLetter(next) || next >= '0' && next <= '9' || next == '(' || next == ')'):
			i++
		case s[i] == '&' && next != 0 && strings.IndexByte("nrgybmcwdNRGYBMCWD", next) >= 0 && isColour(s, i):
			i++
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }

// cleaned is a text made ready for a pack, and what it lost.
type cleaned struct {
	text  string
	whole string // without the bounds of a pack
	drawn bool   // it was a drawing too wide for a pack, and lost its right edge
	cut   bool   // its end is missing
}

// indent is how many blanks begin a new paragraph, gap how many within a line belong to a table or a drawing, and farIn
// how many before one to a sign or a verse in the middle of the page.
const (
	tab    = "        "
	indent = "  "
	gap    = "   "
	farIn  = "          "
)

// columnsLeast is how many lines in columns are a table, fallingLeast how many of a letter or two are a drawing: words
// that fall down the page.
const (
	columnsLeast = 2
	fallingLeast = 3
)

// isLaidOut reports whether a line stands in columns: blanks part its words, other than behind a sentence, or it stands
// far from the margin.
func isLaidOut(line string) bool {
	if strings.HasPrefix(line, farIn) {
		return true
	}
	line = strings.TrimSpace(line)
	for i := strings.Index(line, gap); i > 0; {
		if strings.IndexByte(".!?:;,\"')", line[i-1]) < 0 {
			return true
		}
		line = strings.TrimLeft(line[i:], " ")
		i = strings.Index(line, gap)
	}
	return false
}

// prose makes paragraphs of a text, or "" of nothing. An indented line begins one if a sentence ended before it.
func prose(s string) cleaned { return paragraphs(plain(s)) }

// paragraphs does the same with a text that is plain. What stands in columns or is a drawing stays as it stands.
func paragraphs(s string) cleaned {
	var out cleaned
	var parts, now []string
	flush := func() {
		if len(now) > 0 {
			parts = append(parts, strings.Join(now, " "))
		}
		now = nil
	}
	lines := strings.Split(s, "\n")
	drawn := drawnLines(lines)
	for i := 0; i < len(lines); i++ {
		if drawn[i] {
			flush()
			from := i
			for i+1 < len(lines) && drawn[i+1] {
				i++
			}
			rows, isWide := drawing(lines[from : i+1])
			out.drawn = out.drawn || isWide
			parts = append(parts, rows)
			continue
		}
		words := strings.Fields(lines[i])
		if len(words) == 0 {
			flush()
			continue
		}
		if strings.HasPrefix(lines[i], indent) && len(now) > 0 && (endsSentence(now[len(now)-1]) || isListed(words)) {
			flush()
		}
		now = append(now, strings.Join(words, " "))
	}
	flush()
	out.whole = strings.Join(parts, "\n\n")
	out.text, out.cut = bounded(parts)
	return out
}

// isListed reports whether a line is one of a list: a word or two, a dash, and what they mean.
func isListed(words []string) bool {
	const most = 3
	at := slices.Index(words, "-")
	return at > 0 && at <= most
}

func endsSentence(s string) bool {
	return strings.IndexByte(".!?", lastByte(strings.TrimRight(s, `"')`))) >= 0
}

func lastByte(s string) byte {
	if s == "" {
		return ' '
	}
	return s[len(s)-1]
}

// isDrawing reports whether a line is of other characters than words: three without a letter in a row at least, or it
// has strokes or rules in it.
func isDrawing(s string) bool {
	if strings.Count(s, "|") > 1 || strings.Contains(s, `\`) || strings.Contains(s, "___") || strings.Contains(s, "====") {
		return true
	}
	letters := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' {
			letters++
		}
	}
	n := utf8.RuneCountInString(s)
	return n > 2 && letters*2 < n
}

// bounded joins paragraphs, as many as a pack allows, and cuts those that are longer than it allows.
func bounded(parts []string) (text string, cut bool) {
	left := yaml.TextRunesMax - len(" ...")
	for i, p := range parts {
		most := min(yaml.ParagraphRunesMax, left) - len(" ...")
		if isDrawn(p) {
			parts[i], cut = fewerRows(p, left)
			left -= utf8.RuneCountInString(parts[i]) + len("\n\n")
			if cut {
				return strings.Join(parts[:i+1], "\n\n"), true
			}
			continue
		}
		if most < len(" ...") {
			return strings.Join(parts[:i], "\n\n"), true
		}
		if r := []rune(p); len(r) > most {
			head := string(r[:most])
			if i := strings.LastIndexByte(head, ' '); i > 0 {
				head = head[:i]
			}
			parts[i], cut = head+" ...", true
		}
		left -= utf8.RuneCountInString(parts[i]) + len("\n\n")
	}
	return strings.Join(parts, "\n\n"), cut
}

// sentence ends a text as packs want it: with a full stop, if with nothing else.
func sentence(s string, ends string) string {
	if s == "" || isDrawn(s) {
		return s
	}
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, `"')`))
	if strings.ContainsRune(ends, r) {
		return s
	}
	if trimmed := strings.TrimRight(s, ",;:- "); trimmed != "" && trimmed != s {
		return trimmed + "."
	}
	return s + "."
}

// label makes a name of a line: no longer than a pack allows, without a full stop at its end.
func label(s string) string {
	name, _ := cutLabel(s)
	return name
}

// cutLabel also reports whether the line was longer.
func cutLabel(s string) (name string, isCut bool) {
	s = strings.TrimRight(strings.Join(strings.Fields(plain(s)), " "), ". ")
	r := []rune(s)
	if isCut = len(r) > yaml.LabelRunesMax; isCut {
		s = strings.TrimRight(string(r[:yaml.LabelRunesMax-3]), ". ") + "-"
	}
	return s, isCut
}

// named parts a short description into its article and the name behind it: "a", "rusty key".
func (f *fate) named(short, fallback string) (article, name string) {
	name = f.label(short)
	article = "none"
	for {
		first, rest, ok := strings.Cut(name, " ")
		low := strings.ToLower(first)
		if !ok || low != "a" && low != "an" && low != "the" && low != "some" {
			break
		}
		article, name = low, rest
	}
	if name == "" {
		return "none", fallback
	}
	return article, name
}

// wordsMost is how many words one thing has; the longest list of tbaMUD has 20.
const wordsMost = 50

// words are what somebody may type for something, each once, as packs allow them.
func words(s string) []string {
	out, _ := cutWords(s)
	return out
}

// cutWords also reports whether there were others that a pack does not allow.
func cutWords(s string) (out []string, isCut bool) {
	seen := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ToLower(plain(s))) {
		w = strings.Trim(strings.Map(func(r rune) rune {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '\'':
				return r
			case r == '_':
				return '-'
			}
			return -1
		}, w), "-'")
		switch what, _ := yaml.Word(w); {
		case w == "" || seen[w]:
		case what != "" || len(out) == wordsMost:
			isCut = true
		default:
			seen[w] = true
			out = append(out, w)
		}
	}
	return out, isCut
}

// slugMost is how long the readable part of a file's name is.
const slugMost = 36

// slug makes the readable part of a file's name.
func slug(s, fallback string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if dash && b.Len() > 0 {
				b.WriteByte('-')
			}
			dash = false
			b.WriteRune(r)
		case r == '\'':
		default:
			dash = true
		}
	}
	out := b.String()
	if len(out) > slugMost {
		out = out[:slugMost]
		if i := strings.LastIndexByte(out, '-'); i > 0 {
			out = out[:i]
		}
	}
	if out == "" {
		return fallback
	}
	return out
}

// stopped ends a text with a full stop and nothing else.
func stopped(s string) string {
	if s == "" || isDrawn(s) {
		return s
	}
	if trimmed := strings.TrimRight(s, "!?"); trimmed != "" && trimmed != s {
		return strings.TrimRight(trimmed, ". ") + "."
	}
	return sentence(s, ".")
}
