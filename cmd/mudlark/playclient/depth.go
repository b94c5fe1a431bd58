package playclient

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// depth is how many colours the terminal shows.
func (p *player) depth() dialer.Depth {
	out, ok := terminalOf(p.e.Stdout)
	if p.profile.NoColor || p.profile.Reader || !ok {
		return dialer.DepthNone
	}
	switch colorprofile.Detect(out, p.e.Environ) {
	case colorprofile.TrueColor:
		return dialer.DepthTrue
	case colorprofile.ANSI256:
		return dialer.Depth256
	case colorprofile.ANSI:
		return dialer.Depth16
	default:
		return dialer.DepthNone
	}
}

// capabilities are what a terminal that shows all colours says that it has, by the names of XTGETTCAP.
func capabilities() []string { return []string{"RGB", "Tc"} }

// asksColours reports whether there may be more colours than the surroundings say: few terminals set COLORTERM through
// sudo, a multiplexer or another machine. GNU screen prints the question where one can see it.
func (p *player) asksColours() bool {
	term := p.e.Getenv("TERM")
	return !p.profile.NoColor && !strings.HasPrefix(term, "screen") && p.depth() != dialer.DepthTrue
}

// askColours asks the terminal of a program whether it shows all colours, as soon as the program runs.
func askColours(program *tea.Program) {
	for _, name := range capabilities() {
		program.Send(tea.RequestCapability(name)())
	}
}

// onlyNames is a filter of a program: it takes the value off a capability, for Bubble Tea knows the bare names only,
// and xterm says how many bits each colour has.
func onlyNames(_ tea.Model, msg tea.Msg) tea.Msg {
	answer, ok := msg.(tea.CapabilityMsg)
	if !ok {
		return msg
	}
	answer.Content, _, _ = strings.Cut(answer.Content, "=")
	return answer
}
