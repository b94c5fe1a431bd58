package bench

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

const pageWidth = 80 // columns of a printed report

// Text prints a report, 80 columns wide.
func Text(w io.Writer, r *Report) error {
	p := &printer{}
	p.line(r.Title)
	p.line("$ " + r.Command)
	columns := columnsOf(r)
	for len(columns) > 0 { // as many beside each other as the page takes
		n := min(len(columns), columnsMost)
		p.line("")
		p.traffic(columns[:n])
		columns = columns[n:]
	}
	p.doors(r)
	p.logins(r)
	p.misuse(r)
	p.starts(r)
	p.line("")
	if d := r.Disk; d != nil {
		p.line(fmt.Sprintf("disk      %s fsyncs of 256 bytes a second, p99 %s; %s", Rate(d.Append), Millis(d.AppendP99),
			d.FileSystem))
		p.line(fmt.Sprintf("          bbolt: %s puts a second, each a commit;", Rate(d.Bolt1)))
		p.line(fmt.Sprintf("          %s in commits of a hundred, p99 %s a commit", Rate(d.Bolt100), Millis(d.Bolt100P99)))
	}
	p.line(fmt.Sprintf("machine   %d cores, %s, %s, %s", r.Machine.Cores, Bytes(r.Machine.Memory), r.Machine.System,
		r.Machine.Go))
	p.line(fmt.Sprintf("measured  %s, mudlark %s %s", r.At.Format("2006-01-02 15:04 UTC"), r.Version, r.Machine.Build))
	for _, remark := range r.Remarks {
		p.wrapped("! ", remark)
	}
	_, err := io.WriteString(w, p.b.String())
	return err
}

// printer gathers the lines of a page.
type printer struct{ b strings.Builder }

func (p *printer) line(text string) { p.b.WriteString(strings.TrimRight(text, " ") + "\n") }

// Wrap breaks text into lines of a page, the first behind a sign.
func Wrap(sign, text string) string {
	p := &printer{}
	p.wrapped(sign, text)
	return p.b.String()
}

// wrapped writes text of any length behind a sign.
func (p *printer) wrapped(sign, text string) {
	line := sign
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > pageWidth && strings.TrimSpace(line) != "" {
			p.line(line)
			line = strings.Repeat(" ", len(sign))
		}
		if line != "" && !strings.HasSuffix(line, " ") {
			line += " "
		}
		line += word
	}
	p.line(line)
}

const (
	nameWidth   = 30
	cellWidth   = 16
	columnsMost = (pageWidth - nameWidth) / cellWidth
)

func (p *printer) row(name string, cells ...string) {
	var line strings.Builder
	fmt.Fprintf(&line, "%-*s", nameWidth, name)
	for _, c := range cells {
		fmt.Fprintf(&line, "%*s", cellWidth, c)
	}
	p.line(line.String())
}

// column is one phase of one server.
type column struct {
	result *load.Result
	phase  *load.Measured
}

func columnsOf(r *Report) []column {
	var out []column
	for _, o := range []*load.Result{r.Server, r.Floor} {
		if o == nil {
			continue
		}
		for i := range o.Phases {
			out = append(out, column{o, &o.Phases[i]})
		}
	}
	return out
}

// traffic prints what bots felt, columns beside each other.
func (p *printer) traffic(columns []column) {
	rows := func(name string, cell func(column) string) {
		var cells []string
		some := false
		for _, c := range columns {
			text := cell(c)
			some = some || text != "" && text != "0"
			cells = append(cells, text)
		}
		if some {
			p.row(name, cells...)
		}
	}
	rows("", func(c column) string { return c.result.Server })
	rows("", func(c column) string { return c.phase.Name })
	rows("players", func(c column) string { return Count(c.phase.All.Players) })
	rows("answers a second", func(c column) string { return Rate(c.phase.All.Replies) })
	latency := func(name string, of func(*load.Traffic) gauge.Latency, share func(gauge.Latency) float64) {
		rows(name, func(c column) string {
			if l := of(&c.phase.All); l.Count > 0 {
				return Millis(share(l))
			}
			return ""
		})
	}
	p50 := func(l gauge.Latency) float64 { return l.P50 }
	p90 := func(l gauge.Latency) float64 { return l.P90 }
	p99 := func(l gauge.Latency) float64 { return l.P99 }
	command := func(t *load.Traffic) gauge.Latency { return t.Command }
	latency("answer after         p50", command, p50)
	latency("                     p90", command, p90)
	latency("                     p99", command, p99)
	latency("                   p99.9", command, func(l gauge.Latency) float64 { return l.P999 })
	latency("                     max", command, func(l gauge.Latency) float64 { return l.Max })
	latency("  of it sent late    p99", func(t *load.Traffic) gauge.Latency { return t.Lag }, p99)
	rows("commands lost", func(c column) string { return Count(c.phase.All.Lost) })
	rows("deliveries a second", func(c column) string { return Rate(c.phase.All.Deliveries) })
	delivery := func(t *load.Traffic) gauge.Latency { return t.Delivery }
	latency("  heard after        p50", delivery, p50)
	latency("                     p99", delivery, p99)
	rows("words not heard", func(c column) string { return Count(c.phase.All.Unheard) })
	rows("bytes a player and s, to", func(c column) string { return Rate(c.phase.All.In) })
	rows("                    from", func(c column) string { return Rate(c.phase.All.Out) })
	p.processes(rows)
}

// processes prints what the server and the bots used.
func (p *printer) processes(rows func(string, func(column) string)) {
	server := func(name string, cell func(*load.Process) string) {
		rows(name, func(c column) string {
			if c.phase.Server == nil {
				return ""
			}
			return cell(c.phase.Server)
		})
	}
	positive := func(v float64, format string) string {
		if v <= 0 {
			return ""
		}
		return fmt.Sprintf(format, v)
	}
	server("server: cores busy", func(p *load.Process) string { return fmt.Sprintf("%.3f", p.Cores) })
	server("  CPU an answer", func(p *load.Process) string { return positive(p.MicrosReply, "%.1f us") })
	server("  CPU a delivery", func(p *load.Process) string { return positive(p.MicrosDelivery, "%.1f us") })
	server("  CPU a player and second", func(p *load.Process) string { return positive(p.MicrosPlayer, "%.1f us") })
	server("  context switches a second", func(p *load.Process) string { return Rate(p.Switches) })
	server("  written to disk", func(p *load.Process) string { return Bytes(p.Written) })
	server("  memory of its own", func(p *load.Process) string { return Bytes(p.Anonymous) })
	server("  memory of files", func(p *load.Process) string { return Bytes(p.File) })
	server("  own memory a player", func(p *load.Process) string {
		if p.AnonymousPlayer <= 0 { // it had grown before anybody came
			return ""
		}
		return Bytes(p.AnonymousPlayer)
	})
	rows("bots: cores busy", func(c column) string {
		if c.phase.Bots == nil {
			return ""
		}
		return fmt.Sprintf("%.3f", c.phase.Bots.Cores)
	})
	rows("  memory of their own", func(c column) string {
		if c.phase.Bots == nil {
			return ""
		}
		return Bytes(c.phase.Bots.Anonymous)
	})
	rows("others: cores busy", func(c column) string { return fmt.Sprintf("%.3f", c.phase.Others) })
}

// doors prints how bots came in, and what those of each door felt when there are several.
func (p *printer) doors(r *Report) {
	line := func(server, door, players, in, p50, p99, most string) {
		p.line(fmt.Sprintf("%-10s%-9s%9s%12s%12s%12s%12s", server, door, players, in, p50, p99, most))
	}
	header := true
	for _, o := range []*load.Result{r.Server, r.Floor} {
		if o == nil {
			continue
		}
		for _, d := range o.Doors {
			if header {
				p.line("")
				line("logins", "door", "players", "all in", "p50", "p99", "max")
			}
			header = false
			line(o.Server, d.Door, Count(d.Players), fmt.Sprintf("%.1f s", o.AllIn), Millis(d.Login.P50), Millis(d.Login.P99),
				Millis(d.Login.Max))
		}
	}
	if r.Server == nil || len(r.Server.Doors) < 2 {
		return
	}
	for _, m := range r.Server.Phases {
		p.line("")
		p.line(fmt.Sprintf("%-8s%8s%11s%9s%9s%9s%9s%9s%7s", "by door", "players", "answers/s", "p50", "p90", "p99", "p99.9",
			"max", "lost"))
		for _, d := range m.Doors {
			l := d.Command
			p.line(fmt.Sprintf("%-8s%8s%11s%9s%9s%9s%9s%9s%7s", d.Door, Count(d.Players), Rate(d.Replies), tight(l.P50),
				tight(l.P90), tight(l.P99), tight(l.P999), tight(l.Max), Count(d.Lost)))
		}
		for _, d := range m.Doors {
			if d.Frames > 0 {
				p.line(fmt.Sprintf("%s: %.2f frames a second each", d.Door, d.Frames))
			}
		}
	}
}

// tight is a time without a blank before its unit.
func tight(ms float64) string { return strings.ReplaceAll(Millis(ms), " ", "") }

func (p *printer) logins(r *Report) {
	if len(r.Logins) == 0 {
		return
	}
	p.line("")
	p.line(fmt.Sprintf("%-10s%-11s%9s%9s%9s%11s%10s%10s", "storm", "", "tried", "in", "waits", "all in", "p50", "p99"))
	for _, s := range r.Logins {
		p.line(fmt.Sprintf("%-10s%-11s%9s%9s%9s%11s%10s%10s", s.Server, s.Kind, Count(s.Tried), Count(s.In), Count(s.Waits),
			fmt.Sprintf("%.1f s", s.Seconds), Millis(s.Prompt.P50), Millis(s.Prompt.P99)))
	}
}

func (p *printer) misuse(r *Report) {
	if len(r.Misuse) == 0 {
		return
	}
	p.line("")
	p.line(fmt.Sprintf("%-16s%12s%14s%12s%12s", "misuse", "at a time", "connections", "cut off", "sent"))
	for _, m := range r.Misuse {
		p.line(fmt.Sprintf("%-16s%12s%14s%12s%12s", m.Kind, Count(m.AtATime), Count(m.Connections), Count(m.CutOff),
			Bytes(m.Bytes)))
	}
}

func (p *printer) starts(r *Report) {
	if len(r.Starts) == 0 {
		return
	}
	p.line("")
	p.line(fmt.Sprintf("%-20s%10s%14s%12s%12s%12s", "start", "ready", "first answer", "own memory", "of files", "on disk"))
	for _, s := range r.Starts {
		answer := ""
		if s.Answer > 0 {
			answer = fmt.Sprintf("%.3f s", s.Answer)
		}
		p.line(fmt.Sprintf("%-20s%10s%14s%12s%12s%12s", s.Name, fmt.Sprintf("%.3f s", s.Ready), answer,
			Bytes(s.Anonymous), Bytes(s.File), Bytes(s.OnDisk)))
	}
}
