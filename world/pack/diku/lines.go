package diku

import (
	"fmt"
	"strconv"
	"strings"
)

// lines is a file being read. The first thing that is wrong in a record is remembered in fault; from then on every
// method returns zero values, until [lines.next] goes on to the next record.
type lines struct {
	path  string
	all   []string
	at    int  // of the next line, from 0
	tilde bool // a text ends at its first tilde (CircleMUD), not only with the tilde that ends a line (tbaMUD)
	fault *Fault
	out   []Fault
	began int // the line of the record, from 0
	text0 int // the line in which the text that was read last began, from 0
}

func (l *lines) origin() Origin { return Origin{Path: l.path, Line: l.began + 1} }

// fail remembers what is wrong at a line, counted from 1; the first word counts.
func (l *lines) fail(line int, what, meant string) {
	if l.fault == nil {
		l.fault = &Fault{Path: l.path, Line: line, What: what, Meant: meant}
	}
}

// ended reports whether nothing is left.
func (l *lines) ended() bool { return l.at >= len(l.all) }

// peek returns the next line that is neither empty nor a comment, without blanks around it, and skips what is before.
func (l *lines) peek() (string, bool) {
	for ; !l.ended(); l.at++ {
		if s := strings.TrimSpace(l.all[l.at]); s != "" && s[0] != '*' {
			return s, true
		}
	}
	return "", false
}

// row returns the next line and goes past it; meant says what should stand there.
func (l *lines) row(meant string) string {
	if l.fault != nil {
		return ""
	}
	s, ok := l.peek()
	if !ok {
		l.fail(len(l.all), "the file ends within a record", meant)
		return ""
	}
	l.at++
	return s
}

// textBytesMax is the longest text: the servers take none that is longer than 48 KB. Without it a file in which many
// texts have no end would be read as often to its own.
const textBytesMax = 64 << 10

// words reads a text that ends with a tilde. Its lines are parted by \n.
func (l *lines) words(meant string) string {
	if l.fault != nil {
		return ""
	}
	l.text0 = l.at
	var b strings.Builder
	for ; !l.ended() && b.Len() <= textBytesMax; l.at++ {
		s := l.all[l.at]
		end := strings.TrimRight(s, " \t")
		switch i := strings.IndexByte(s, '~'); {
		case l.tilde && i >= 0:
			b.WriteString(s[:i])
		case strings.HasSuffix(end, "~"):
			b.WriteString(end[:len(end)-1])
		default:
			b.WriteString(s)
			b.WriteByte('\n')
			continue
		}
		l.at++
		return b.String()
	}
	l.fail(l.text0+1, "a text without an end", fmt.Sprintf("%s begins here; end it with ~", meant))
	return ""
}

// numbers reads a line of at least so many fields; what stands behind them is not judged.
func (l *lines) numbers(least int, meant string) []string {
	s := l.row(meant)
	f := strings.Fields(s)
	if l.fault == nil && len(f) < least {
		l.fail(l.at, fmt.Sprintf("%d fields instead of %d in %q", len(f), least, brief(s)), l.lost(meant))
	}
	if l.fault != nil {
		return make([]string, least)
	}
	return f
}

// lost says what was meant, and that the text before may have swallowed it.
func (l *lines) lost(meant string) string {
	for i := l.text0; i < l.at-1 && i < len(l.all); i++ {
		if _, ok := numbered(l.all[i]); ok && i > l.text0 {
			return fmt.Sprintf("%s; the text that begins in line %d may want its ~", meant, l.text0+1)
		}
	}
	return meant
}

// number reads one field as a number.
func (l *lines) number(s, meant string) int {
	if l.fault != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimPrefix(s, "+"), 10, 32)
	if err != nil {
		l.fail(l.at, fmt.Sprintf("%q is no number", brief(s)), l.lost(meant))
	}
	return int(n)
}

func (l *lines) vnum(s, meant string) Vnum {
	n := l.number(s, meant)
	if n == 65535 { //nolint:mnd // what servers with numbers of 16 bits keep -1 as
		n = -1
	}
	return Vnum(n)
}

// flags reads a set of flags: a number, or letters, of which a to z are the bits from 0 and A to F those from 26.
func (l *lines) flags(s, meant string) uint64 {
	if l.fault != nil {
		return 0
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return uint64(uint32(n)) // a flag word has 32 bits, and -1 is all of them
	}
	var bits uint64
	for _, c := range s {
		switch {
		case c >= 'a' && c <= 'z':
			bits |= 1 << (c - 'a')
		case c >= 'A' && c <= 'F':
			bits |= 1 << (c - 'A' + 26)
		case strings.ContainsRune("0123456789|-", c):
		default:
			l.fail(l.at, fmt.Sprintf("%q are no flags", brief(s)), l.lost(meant))
			return 0
		}
	}
	return bits
}

// roll reads NdS+P.
func (l *lines) roll(s, meant string) Roll {
	if l.fault != nil {
		return Roll{}
	}
	count, rest, ok := strings.Cut(s, "d")
	sides, plus, more := strings.Cut(rest, "+")
	if !more {
		if i := strings.LastIndexByte(rest, '-'); i > 0 {
			sides, plus = rest[:i], rest[i:]
		}
	}
	n, err1 := strconv.Atoi(count)
	faces, err2 := strconv.Atoi(sides)
	p := 0
	var err3 error
	if plus != "" {
		p, err3 = strconv.Atoi(plus)
	}
	if !ok || err1 != nil || err2 != nil || err3 != nil {
		l.fail(l.at, fmt.Sprintf("%q are no dice", brief(s)), l.lost(meant+", with dice as 2d6+1"))
	}
	return Roll{n, faces, p}
}

// numbered reports whether a line begins a record: # and a number, and nothing else but a tilde.
func numbered(s string) (Vnum, bool) {
	s = strings.TrimSuffix(strings.TrimRight(s, " \t"), "~")
	if !strings.HasPrefix(s, "#") {
		return 0, false
	}
	n, err := strconv.ParseInt(s[1:], 10, 32)
	return Vnum(n), err == nil && n >= 0
}

// drop puts a fault aside, so that reading goes on, and reports whether there was one.
func (l *lines) drop() bool {
	if l.fault == nil {
		return false
	}
	l.out, l.fault = append(l.out, *l.fault), nil
	return true
}

// hopeless reports whether so much of a file is wrong that the rest is not read.
func (l *lines) hopeless() bool {
	if len(l.out) < fileFaultsMax {
		return false
	}
	l.drop()
	l.fail(l.at, fmt.Sprintf("more than %d records are wrong", fileFaultsMax), "the rest of the file is left out")
	return true
}

// lastVnum and what is above it end a file, as a number of old servers that stands for nothing.
const lastVnum = 99999

// next goes to the next record and returns its number; false at the end of the file. After a fault it looks for the
// next line that begins a record behind the one that failed, also where a text without an end had swallowed it.
func (l *lines) next() (Vnum, bool) {
	if l.drop() {
		for l.at = l.began + 1; !l.ended(); l.at++ {
			if _, ok := numbered(l.all[l.at]); ok {
				break
			}
		}
	}
	s, ok := l.peek()
	if !ok || s[0] == '$' {
		return 0, false
	}
	l.began, l.text0 = l.at, l.at
	n, ok := numbered(s)
	l.at++
	if !ok {
		l.fail(l.at, fmt.Sprintf("%q where a record begins", brief(s)), "a number, as #3001, or $ at the end of the file")
		return 0, true
	}
	return n, n < lastVnum
}

// briefMost is how much of what somebody wrote a message shows, in bytes.
const briefMost = 40

func brief(s string) string {
	if len(s) > briefMost {
		return s[:briefMost] + "..."
	}
	return s
}
