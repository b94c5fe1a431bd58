package renderer

import (
	"reflect"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// The messages by which a program asks something of the terminal have types of Bubble Tea's own, which only its
// commands can make; so we know them by what those commands make.
//
//nolint:gochecknoglobals // immutable: types are set once and never change
var (
	clipboardType = reflect.TypeOf(tea.SetClipboard("")())
	primaryType   = reflect.TypeOf(tea.SetPrimaryClipboard("")())
	sequenceType  = reflect.TypeOf(tea.Sequence(tea.Quit, tea.Quit)())
)

// The names by which terminals say that they show all colours (XTGETTCAP): terminfo's, and the one that tmux made up.
const (
	allColours       = "RGB"
	allColoursOfTmux = "Tc"
)

// showsAll reports whether a terminal's answer says so.
func showsAll(capability string) bool {
	name, _, _ := strings.Cut(capability, "=")
	return name == allColours || name == allColoursOfTmux
}

// request sends what a message asks of the terminal.
func (r *runner) request(msg tea.Msg) {
	switch reflect.TypeOf(msg) {
	case clipboardType:
		r.renderer.send(ansi.SetSystemClipboard(reflect.ValueOf(msg).String()))
		return
	case primaryType:
		r.renderer.send(ansi.SetPrimaryClipboard(reflect.ValueOf(msg).String()))
		return
	}
	if !reflect.TypeOf(msg).Comparable() {
		return
	}
	switch msg {
	case tea.ClearScreen():
		r.renderer.Clear()
	case tea.RequestBackgroundColor():
		r.renderer.send(ansi.RequestBackgroundColor)
	case tea.RequestForegroundColor():
		r.renderer.send(ansi.RequestForegroundColor)
	case tea.RequestWindowSize():
		size := r.terminal.Size
		r.start(func() tea.Msg { return tea.WindowSizeMsg{Width: size.Width, Height: size.Height} })
	}
}

// group returns the commands of a batch or a sequence, and whether they run in order.
func group(msg tea.Msg) (cmds []tea.Cmd, ordered bool) {
	if batch, ok := msg.(tea.BatchMsg); ok {
		return batch, false
	}
	if msg == nil || reflect.TypeOf(msg) != sequenceType {
		return nil, false
	}
	v := reflect.ValueOf(msg)
	cmds = make([]tea.Cmd, 0, v.Len())
	for i := range v.Len() {
		if cmd, ok := reflect.TypeAssert[tea.Cmd](v.Index(i)); ok {
			cmds = append(cmds, cmd)
		}
	}
	return cmds, true
}
