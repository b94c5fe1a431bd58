package main

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

// progress tells a person how far a long deed has come. Its methods may be called by many goroutines.
type progress struct {
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

// quietFlag is what every command has that takes its time.
type quietFlag struct {
	Quiet bool `short:"q" help:"Say nothing of how far it has come."`
}

// progress begins to tell how far something has come, on stderr.
func (e *env) progress(what, unit string, q quietFlag) *progress {
	p := &progress{what: what, unit: unit, now: time.Now, drawn: isTerminal(e.stderr) && e.getenv("TERM") != "dumb"}
	if !q.Quiet {
		p.out = e.stderr
	}
	p.begin()
	return p
}

// begin begins anew, as for the next of several deeds.
func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began = p.now()
	p.said = p.began.Add(progressQuietFor - progressRedraw)
	if !p.drawn {
		p.said = p.began
	}
}

// isTerminal reports whether a reader or writer is one.
func isTerminal(v any) bool {
	f, ok := v.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// columns returns how many cells a line of a terminal has, or 0 for what is none.
func columns(w io.Writer) int {
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

// tell says how far it has come, if it is time to.
func (p *progress) tell(done, total uint64) {
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
		_, _ = fmt.Fprintf(p.out, "\r\x1b[K%s", clipped(text, columns(p.out)-1))
		p.inLine = true
		return
	}
	_, _ = fmt.Fprintln(p.out, text)
}

// end takes a drawn line away, so that what is said next begins a line.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.inLine {
		_, _ = io.WriteString(p.out, "\r\x1b[K")
		p.inLine = false
	}
}

// text is the line: "verify [####------] 48,211 of 120,000 records, 31,000/s, 2 s left".
func (p *progress) text(done, total uint64, took time.Duration) string {
	var b strings.Builder
	b.WriteString(p.what)
	if p.drawn {
		full := int(done * progressCells / total)
		b.WriteString(" [" + strings.Repeat("#", full) + strings.Repeat("-", progressCells-full) + "]")
	} else {
		b.WriteString(":")
	}
	if p.unit == unitBytes {
		fmt.Fprintf(&b, " %s of %s", sized(done), sized(total))
	} else {
		fmt.Fprintf(&b, " %s of %s %s", grouped(done), grouped(total), p.unit)
	}
	if took < progressQuietFor || done == 0 {
		return b.String()
	}
	rate := float64(done) / took.Seconds()
	if p.unit == unitBytes {
		fmt.Fprintf(&b, ", %s/s", sized(uint64(rate)))
	} else {
		fmt.Fprintf(&b, ", %s/s", grouped(uint64(rate)))
	}
	return b.String() + ", " + lasting(time.Duration(float64(total-done)/rate*float64(time.Second))) + " left"
}

// unitBytes is the unit of progress that is shown in KiB, MiB and GiB.
const unitBytes = "bytes"

// grouped writes a number with a comma between every three digits.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// sized writes a number of bytes as people read it.
func sized(n uint64) string {
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

// lasting writes a length of time as people wait for it.
func lasting(d time.Duration) string {
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

// hung writes a paragraph behind a lead, its further rows standing under the first; a width of 0 does not wrap.
func hung(lead, text string, width int) string {
	line := prose.Line{Spans: []prose.Span{{Text: lead + prose.Clean(text)}}, Indent: len(lead)}
	return prose.ANSI(prose.Text{line}, prose.Palette{}, width, prose.NoColour)
}

// wrapped is hung for a text of several lines.
func wrapped(lead, text string, width int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i := range lines {
		lines[i] = hung(lead, lines[i], width)
		lead = ""
	}
	return strings.Join(lines, "\n")
}

// upper begins a sentence with a capital letter, unless it begins with the name of a file.
func upper(s string) string {
	if first, _, _ := strings.Cut(s, " "); s == "" || s[0] < 'a' || s[0] > 'z' || strings.ContainsAny(first, "/.") {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
