package ops

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// pageWidth is how wide a page is, in columns.
const pageWidth = 80

// Page shows a status to a person, at most 80 columns wide.
func (s Status) Page() string {
	p := &page{}
	s.head(p)
	s.people(p)
	s.times(p)
	s.disk(p)
	s.trouble(p)
	return p.b.String()
}

// page gathers lines.
type page struct{ b strings.Builder }

// line writes one line, cut to the page's width.
func (p *page) line(format string, a ...any) {
	text := []rune(strings.TrimRight(fmt.Sprintf(format, a...), " "))
	if len(text) > pageWidth {
		text = append(text[:pageWidth-1], '…')
	}
	p.b.WriteString(string(text) + "\n")
}

// list writes things behind a heading, with commas between them.
func (p *page) list(head string, things []string) {
	for i := range len(things) - 1 {
		things[i] += ","
	}
	p.flow(head, things)
}

// flow writes words behind a heading, over as many lines as they take.
func (p *page) flow(head string, words []string) {
	const indent = 11
	line := fmt.Sprintf("%-*s", indent, head)
	for _, w := range words {
		if len(line) > indent && len([]rune(line))+1+len([]rune(w)) > pageWidth {
			p.line("%s", line)
			line = strings.Repeat(" ", indent)
		}
		if len(line) > indent {
			line += " "
		}
		line += w
	}
	p.line("%s", line)
}

func (s Status) head(p *page) {
	state := "ready"
	if !s.Ready {
		state = "NOT READY"
	}
	p.line("mudlark %s, up %s: %s", s.Version, span(seconds(s.Uptime)), state)
	for _, why := range s.NotReady {
		p.flow("", strings.Fields(why))
	}
	if len(s.Stale) > 0 {
		p.line("%-11s%s did not answer in time; their figures are old", "", strings.Join(s.Stale, " and "))
	}
	w := s.World
	p.line("")
	if s.Content != "" {
		p.flow("content", append([]string{"AS", "BEFORE:"}, strings.Fields(s.Content)...))
	}
	p.list("world", []string{
		many(w.Here, "player") + " here", number(w.Linkdead) + " link-dead", many(w.Characters, "character"),
		many(w.Rooms, "room"), many(w.Items, "thing"), many(w.Creatures, "creature"), many(w.Timers, "timer"),
	})
}

func (s Status) people(p *page) {
	p.line("")
	p.line("%-11s%8s%13s%10s%14s%11s%11s", "doors", "open", "signing in", "playing", "ever open", "came in", "refused")
	for _, d := range s.Doors {
		if d.Name == "mcp" {
			p.line("  %-9s%8s%13s%10s%14s", d.Name, number(d.Open), "", number(s.Agents.Seated), number(d.Accepted))
			continue
		}
		p.line("  %-9s%8s%13s%10s%14s%11s%11s", d.Name, number(d.Open), number(d.SigningIn), number(d.Playing),
			number(d.Accepted), number(d.SignedIn), number(d.Refused))
	}
	if s.TLS != "" {
		p.line("%-11s%s", "tls sha256", s.TLS)
	}
	if a := s.Agents; a.Known > 0 || a.Served > 0 || a.Refused > 0 {
		p.list("agents", []string{
			number(a.Known) + " known", many(a.Streams, "stream"), number(a.Running) + " asking now",
			many(a.Served, "request") + " since the start", number(a.Refused) + " refused",
		})
	}
}

func (s Status) times(p *page) {
	row := func(l Latency) {
		p.line("  %-28s%12s%12s%12s%12s", l.Name, number(l.Count), brief(l.Mean), brief(l.P50), brief(l.P99))
	}
	if len(s.Latency) == 0 {
		return
	}
	p.line("")
	p.line("%-30s%12s%12s%12s%12s", "since the start", "count", "mean", "p50 about", "p99 about")
	for _, l := range s.Latency {
		row(l)
	}
	for _, l := range s.Verbs {
		l.Name = "decide " + l.Name
		row(l)
	}
}

func (s Status) disk(p *page) {
	r := s.Record
	p.line("")
	saved := "everything in checkpoint " + number(r.Checkpoint)
	if r.CheckpointAge > 0 {
		saved = "checkpoint " + number(r.Checkpoint) + ", oldest record behind it " + span(seconds(r.CheckpointAge)) + " old"
	}
	words := []string{"sequence " + number(r.Sequence), saved}
	if r.Records > 0 {
		words = append(words, many(r.Records, "record")+" since the start", fmt.Sprintf("%.1f a commit", r.Batch))
	}
	if r.Running > 1 {
		words = append(words, "ONE COMMIT UNDER WAY FOR "+span(seconds(r.Running)))
	}
	p.list("record", words)
	words = []string{
		"file " + size(r.FileBytes) + " with " + many(r.Kept, "record"), many(r.Runs, "run"), many(r.Segments, "segment"),
	}
	if r.Segments > 0 {
		words = append(words, size(r.SegmentBytes)+" sealed through "+number(r.Sealed))
	}
	if r.DiskFree > 0 {
		words = append(words, size(r.DiskFree)+" of the disk free")
	}
	p.list("journal", words)
	words = nil
	for _, q := range s.Queues {
		word := q.Name + " " + number(q.Length)
		if q.Limit > 0 {
			word += " of " + number(q.Limit)
		}
		words = append(words, word)
	}
	p.list("queues", words)
	x := s.Process
	p.list("process", []string{
		size(x.Resident) + " resident", size(x.Heap) + " heap", span(seconds(x.CPU)) + " CPU",
		many(x.Goroutines, "goroutine"), number(x.Files) + " of " + many(x.FilesMost, "open file"),
	})
}

func (s Status) trouble(p *page) {
	list := func(head string, counts []Counted) {
		words := make([]string, len(counts))
		for i, c := range counts {
			words[i] = c.Name + " " + number(c.Count)
		}
		if len(words) == 0 {
			words = []string{"none"}
		}
		p.list(head, words)
	}
	p.line("")
	list("limits met", s.Limits)
	list("refusals", s.Refused)
}

// number writes a number with commas.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// many writes a number of things.
func many(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return number(n) + " " + thing + "s"
}

// size writes bytes in a unit that fits.
func size(bytes int) string {
	const unit = 1024
	n, names := float64(bytes), []string{"KiB", "MiB", "GiB", "TiB"}
	if bytes < unit {
		return many(bytes, "byte")
	}
	i := -1
	for n >= unit && i < len(names)-1 {
		n /= unit
		i++
	}
	return fmt.Sprintf("%.1f %s", n, names[i])
}

// brief writes a short time with three digits or so.
func brief(s float64) string {
	d := seconds(s)
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= 10*time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

// span writes a long time in its two largest units.
func span(d time.Duration) string {
	d = d.Round(time.Second)
	days, hours, minutes := int(d/(24*time.Hour)), int(d/time.Hour)%24, int(d/time.Minute)%60
	switch {
	case days > 0:
		return many(days, "day") + " " + many(hours, "hour")
	case hours > 0:
		return many(hours, "hour") + " " + many(minutes, "minute")
	case minutes > 0:
		return many(minutes, "minute") + " " + many(int(d/time.Second)%60, "second")
	}
	return many(int(d/time.Second), "second")
}
