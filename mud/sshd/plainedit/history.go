package plainedit

// HistoryMax is how many lines the keys up and down bring back.
const HistoryMax = 100

// history is what was entered before.
type history struct {
	lines []string
	at    int    // which of them is shown; len(lines): the one being typed
	typed string // what was being typed when going back began
}

// add remembers a line that was entered, once.
func (p *history) add(line string) {
	if n := len(p.lines); line != "" && (n == 0 || p.lines[n-1] != line) {
		p.lines = append(p.lines, line)
		if len(p.lines) > HistoryMax {
			p.lines = append([]string(nil), p.lines[1:]...)
		}
	}
	p.at, p.typed = len(p.lines), ""
}

// step goes one line back (-1) or forth (1) from what is shown, if there is one.
func (p *history) step(by int, shown string) (string, bool) {
	to := p.at + by
	if to < 0 || to > len(p.lines) {
		return "", false
	}
	if p.at == len(p.lines) {
		p.typed = shown
	}
	p.at = to
	if to == len(p.lines) {
		return p.typed, true
	}
	return p.lines[to], true
}
