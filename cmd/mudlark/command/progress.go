package command

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// How often a person who waits is told how far it has come: often on a terminal, where one line is written over and
// over, and seldom where each word is a line that stays.
const (
	progressRedraw   = 100 * time.Millisecond
	progressRepeat   = 5 * time.Second
	progressQuietFor = 500 * time.Millisecond // what is done by then needs no word
	progressCells    = 10                     // of the drawn bar
)

// Progress tells a person how far a long deed has come. Its methods may be called by many goroutines.
type Progress struct {
	mu     sync.Mutex
	out    io.Writer // nil: nothing is said
	drawn  bool      // a terminal, where the line is drawn over
	what   string    // "verify"
	unit   string    // "records"
	began  time.Time
	said   time.Time
	inLine bool // a drawn line stands there
	now    func() time.Time
}

// QuietFlag is what every command has that takes its time.
type QuietFlag struct {
	Quiet bool `short:"q" help:"Say nothing of how far it has come."`
}

// Progress begins to tell how far something has come, on stderr.
func (e *Env) Progress(what, unit string, q QuietFlag) *Progress {
	p := &Progress{what: what, unit: unit, now: time.Now, drawn: IsTerminal(e.Stderr) && e.Getenv("TERM") != "dumb"}
	if !q.Quiet {
		p.out = e.Stderr
	}
	p.Begin()
	return p
}

// Begin begins anew, as for the next of several deeds.
func (p *Progress) Begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began = p.now()
	p.said = p.began.Add(progressQuietFor - progressRedraw)
	if !p.drawn {
		p.said = p.began
	}
}

// IsTerminal reports whether a reader or writer is one.
func IsTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// Columns returns how many cells a line of a terminal has, or 0 for what is none.
func Columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return 0
	}
	if width, _, err := term.GetSize(f.Fd()); err == nil && width > 0 {
		return width
	}
	return screenColumns
}

// screenColumns is how wide a terminal is that does not say.
const screenColumns = 80

// Tell says how far it has come, if it is time to.
func (p *Progress) Tell(done, total uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	wait := progressRepeat
	if p.drawn {
		wait = progressRedraw
	}
	if p.out == nil || total == 0 || now.Sub(p.said) < wait {
		return
	}
	p.said = now
	text := p.text(min(done, total), total, now.Sub(p.began))
	if p.drawn {
		_, _ = fmt.Fprintf(p.out, "\r\x1b[K%s", clipped(text, Columns(p.out)-1))
		p.inLine = true
		return
	}
	_, _ = fmt.Fprintln(p.out, text)
}

// End takes a drawn line away, so that what is said next begins a line.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.inLine {
		_, _ = io.WriteString(p.out, "\r\x1b[K")
		p.inLine = false
	}
}

// text is the line: "verify [####------] 48,211 of 120,000 records, 31,000/s, 2 s left".
func (p *Progress) text(done, total uint64, took time.Duration) string {
	var b strings.Builder
	b.WriteString(p.what)
	if p.drawn {
		full := int(done * progressCells / total)
		b.WriteString(" [" + strings.Repeat("#", full) + strings.Repeat("-", progressCells-full) + "]")
	} else {
		b.WriteString(":")
	}
	if p.unit == UnitBytes {
		fmt.Fprintf(&b, " %s of %s", Bytes(done), Bytes(total))
	} else {
		fmt.Fprintf(&b, " %s of %s %s", Grouped(done), Grouped(total), p.unit)
	}
	if took < progressQuietFor || done == 0 {
		return b.String()
	}
	rate := float64(done) / took.Seconds()
	if p.unit == UnitBytes {
		fmt.Fprintf(&b, ", %s/s", Bytes(uint64(rate)))
	} else {
		fmt.Fprintf(&b, ", %s/s", Grouped(uint64(rate)))
	}
	return b.String() + ", " + Duration(time.Duration(float64(total-done)/rate*float64(time.Second))) + " left"
}

// UnitBytes is the unit of progress that is shown in KiB, MiB and GiB.
const UnitBytes = "bytes"

// Grouped writes a number with a comma between every three digits.
func Grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Bytes writes a number of bytes as people read it.
func Bytes(n uint64) string {
	const step = 1 << 10
	if n < step {
		return strconv.FormatUint(n, 10) + " bytes"
	}
	size, unit := float64(n)/step, "KiB"
	for _, next := range []string{"MiB", "GiB", "TiB"} {
		if size < step {
			break
		}
		size, unit = size/step, next
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " " + unit
}

// Duration writes a length of time as people wait for it.
func Duration(d time.Duration) string {
	const minutesMost = 100
	switch d = d.Round(time.Second); {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	case d < minutesMost*time.Minute:
		return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%d h %d min", int(d.Hours()), int(d.Minutes())%60)
}

// clipped cuts a line so that it fits; what is told of progress is plain ASCII.
func clipped(s string, cells int) string {
	if cells > 0 && len(s) > cells {
		return s[:cells]
	}
	return s
}

// Hung writes a paragraph behind a lead, its further rows standing under the first; a width of 0 does not wrap.
func Hung(lead, text string, width int) string {
	line := prose.Line{Spans: []prose.Span{{Text: lead + prose.Clean(text)}}, Indent: len(lead)}
	return prose.ANSI(prose.Text{line}, prose.Palette{}, width, prose.NoColour)
}

// Wrapped is hung for a text of several lines.
func Wrapped(lead, text string, width int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range lines {
		lines[i] = Hung(lead, lines[i], width)
		lead = ""
	}
	return strings.Join(lines, "\n")
}

// Capitalized begins a sentence with a capital letter, unless it begins with the name of a file.
func Capitalized(s string) string {
	if first, _, _ := strings.Cut(s, " "); s == "" || s[0] < 'a' || s[0] > 'z' || strings.ContainsAny(first, "/.") {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// Counted says how many of something there are; more is its plural, when that is not made with an s.
func Counted(n uint64, one string, more ...string) string {
	if n == 1 {
		return "1 " + one
	}
	if len(more) > 0 {
		return Grouped(n) + " " + more[0]
	}
	return Grouped(n) + " " + one + "s"
}

// Took writes how long something took.
func Took(d time.Duration) string {
	if d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return Duration(d)
}

// Size writes a number of bytes in the largest unit that divides it.
func Size(bytes int) string {
	names := []string{"bytes", "KiB", "MiB", "GiB"}
	i := 0
	for bytes >= 1024 && bytes%1024 == 0 && i < len(names)-1 {
		bytes /= 1024
		i++
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", bytes, names[i]))
}
