package automap

import (
	"regexp"
	"strings"
	"unicode"
)

// Limits of what is looked at.
const (
	// titleMaxBytes is how long a room's name may be.
	titleMaxBytes = 80
	// exitsMax is how many ways out are read from one line.
	exitsMax = 24
	// waitMaxLines is how many lines may stand between a title and its exits.
	waitMaxLines = 60
	lineMaxBytes = 400
)

// SeenExit is a way out that a room shows.
type SeenExit struct {
	Dir  string // short, as ShortDirection has it
	Door bool   // there is a closed door
}

// SeenRoom is a room that was seen.
type SeenRoom struct {
	Title string
	Exits []SeenExit
}

// RoomReader reads lines and notices rooms. The zero Eye is ready.
type RoomReader struct {
	title  string
	before string // the line just read, if it looks like a title
	isSure bool   // a paragraph began right behind the title
	lines  int    // since the title
}

// forms are how MUDs begin the line of exits, each in all of a line.
//
//	[ Exits: n e s ]     [Exits: north south]     Exits: north, south.     Obvious exits: North and south
//	There are two obvious exits: north and south.     There is one obvious exit: out.     [obvious ways: N, S]
var forms = regexp.MustCompile(`(?i)^\s*[\[(<{]?\s*(?:there (?:are|is) (?:\w+ )?)?(?:(?:obvious|visible) )?` +
	`(?:exits?|ways)(?: are| is)?\s*[:-]\s*(.*?)\s*[.]?\s*[\])>}]?\s*$`)

// none is what stands where there is no way out.
var none = regexp.MustCompile(`(?i)^\W*(?:none|no exits|nowhere)\W*$`)

// blocked is what MUDs say instead of letting one walk.
var blocked = regexp.MustCompile(`(?i)^(?:alas, you (?:cannot|can't)|you (?:cannot|can't) (?:go|walk|move|leave)\b|` +
	`you (?:see|find) no (?:exit|way)|there is no (?:exit|way)|there's no (?:exit|way)|you bump into|` +
	`[a-z -]{1,40} (?:is|seems to be|appears to be) (?:closed|locked)\b|no way!|you are (?:too exhausted|fighting|` +
	`still fighting)|you're (?:too exhausted|fighting)|you (?:need|would need) a boat|you'd better wake|nah\.\.\.|` +
	`maybe you should get|in your dreams|you (?:must|have to) (?:stand|wake)|you don't see (?:an? )?exit)`)

// dark is what MUDs show instead of a room that cannot be seen.
var dark = regexp.MustCompile(`(?i)^(?:it is|it's) (?:pitch black|too dark|very dark|dark here)|` +
	`^you (?:can't|cannot) see a (?:damn )?thing|^you see nothing but (?:infinite )?darkness`)

// roomDark reports whether a line says that one cannot see where one is.
func roomDark(line string) bool {
	return len(line) <= lineMaxBytes && dark.MatchString(strings.TrimSpace(behind(line)))
}

// MoveBlocked reports whether a line says that one did not get where one wanted to go.
func MoveBlocked(line string) bool {
	return len(line) <= lineMaxBytes && blocked.MatchString(strings.TrimSpace(behind(line)))
}

// prompt is what a MUD that ends its prompts with nothing may leave before a line: <20hp 100m>, 20H 100M (news) >, >.
var prompt = regexp.MustCompile(`^(?:<[^<>]{1,80}>|\d[^<>]{0,80}>|>)[ \t]*`)

// behind returns a line without the prompt before it.
func behind(line string) string { return line[len(prompt.FindString(line)):] }

// fresh says that what follows is something new: a prompt was there, or a line was sent.
func (e *RoomReader) fresh() { *e = RoomReader{} }

// Line reads one line, and returns the room whose exits it lists.
func (e *RoomReader) Line(line string) (SeenRoom, bool) {
	if len(line) > lineMaxBytes {
		line = ""
	}
	line = behind(line)
	if exits, ok := ExitsLine(line); ok {
		r := SeenRoom{Title: e.title, Exits: exits}
		e.fresh()
		return r, r.Title != ""
	}
	if e.lines++; e.title != "" && e.lines > waitMaxLines {
		e.fresh()
	}
	if !e.isSure && e.before != "" && strings.HasPrefix(line, "  ") && strings.TrimSpace(line) != "" {
		e.title, e.isSure, e.lines = e.before, true, 0
	}
	if e.before = ""; isTitle(line) {
		if e.before = strings.TrimSpace(line); e.title == "" {
			e.title, e.lines = e.before, 0
		}
	}
	return SeenRoom{}, false
}

// isTitle reports whether a line may be the name of a room: it begins with a capital letter at its edge and is neither
// a sentence nor speech nor a prompt.
func isTitle(line string) bool {
	if line == "" || len(line) > titleMaxBytes || line[0] == ' ' {
		return false
	}
	first := []rune(strings.TrimLeft(line, `[(*"' `))
	if len(first) == 0 || !unicode.IsUpper(first[0]) && !unicode.IsDigit(first[0]) {
		return false
	}
	trimmed := strings.TrimSpace(line)
	if strings.IndexByte(".!?,;:'\">", trimmed[len(trimmed)-1]) >= 0 && !strings.HasSuffix(trimmed, "...") {
		return false
	}
	for _, w := range []string{" says", " tells ", " arrives", " leaves ", "You ", " shouts", " gossips", "! ", "? "} {
		if strings.Contains(trimmed, w) {
			return false
		}
	}
	return strings.IndexFunc(trimmed, unicode.IsLetter) >= 0
}

// ExitsLine reads a line of exits. Ways in brackets are closed doors. A line that lists anything but ways is none.
func ExitsLine(line string) ([]SeenExit, bool) {
	m := forms.FindStringSubmatch(line)
	if m == nil {
		return nil, false
	}
	if none.MatchString(m[1]) || m[1] == "" {
		return nil, m[1] != "" || strings.Contains(line, "[") // a list that follows in lines of its own is another thing
	}
	var out []SeenExit
	words := strings.FieldsFunc(m[1], func(r rune) bool { return r == ' ' || r == ',' || r == '\t' || r == '|' })
	for _, w := range words {
		if strings.EqualFold(w, "and") || w == "-" {
			continue
		}
		isClosed := strings.HasSuffix(w, "(C)") || strings.HasSuffix(w, "(L)") // closed, locked
		if isClosed {
			w = w[:len(w)-3]
		}
		bare := strings.Trim(w, "()[]{}<>*#+.!")
		if !isDirection(bare) || len(out) >= exitsMax {
			return nil, false
		}
		out = append(out, SeenExit{Dir: ShortDirection(bare), Door: isClosed || strings.ContainsAny(w, "([{#")})
	}
	return out, len(out) > 0
}
