package renderer

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// modes is what a view asks of the terminal beside its rows. Two that are equal ask for the same.
type modes struct {
	alternate bool
	paste     bool
	focus     bool
	mouse     tea.MouseMode
	keyboard  int // flags of the kitty protocol
	title     string
	cursor    bool
	x, y      int
	shape     int // as DECSCUSR counts them; 0 is the terminal's own
}

func modesOf(v tea.View, width, height int) modes {
	m := modes{
		alternate: v.AltScreen, paste: !v.DisableBracketedPasteMode, focus: v.ReportFocus, mouse: v.MouseMode,
		keyboard: keyboardOf(v.KeyboardEnhancements), title: v.WindowTitle,
	}
	if c := v.Cursor; c != nil {
		m.cursor, m.x, m.y = true, min(max(c.X, 0), width-1), min(max(c.Y, 0), height-1)
		m.shape = 2*int(c.Shape) + 1
		if !c.Blink {
			m.shape++
		}
	}
	return m
}

// keyboardOf returns the flags; that keys are told apart is always asked for.
func keyboardOf(k tea.KeyboardEnhancements) int {
	flags := ansi.KittyDisambiguateEscapeCodes
	if k.ReportEventTypes {
		flags |= ansi.KittyReportEventTypes
	}
	if k.ReportAlternateKeys {
		flags |= ansi.KittyReportAlternateKeys
	}
	if k.ReportAllKeysAsEscapeCodes {
		flags |= ansi.KittyReportAllKeysAsEscapeCodes
	}
	if k.ReportAssociatedText {
		flags |= ansi.KittyReportAssociatedKeys
	}
	return flags
}

// enter brings the terminal's modes to what the view wants. The first time it takes over the terminal.
func (p *Renderer) enter(next modes) {
	was := p.modes
	if p.entered && was.alternate != next.alternate {
		p.out = append(p.out, p.leave()...)
	}
	if !p.entered {
		p.entered, p.all = true, true
		if next.alternate {
			p.out = append(p.out, ansi.SetModeAltScreenSaveCursor...)
		}
		p.out = append(p.out, noWrap+ansi.ResetModeTextCursorEnable...)
		p.out = append(p.out, ansi.SetModifyOtherKeys2+ansi.RequestKittyKeyboard...)
		p.out = append(p.out, ansi.PushKittyKeyboard(next.keyboard)...)
		p.modes = modes{alternate: next.alternate, keyboard: next.keyboard}
		was = p.modes
	}
	if was.keyboard != next.keyboard {
		p.out = append(p.out, ansi.KittyKeyboard(next.keyboard, 1)...)
	}
	p.turn(was.paste, next.paste, ansi.SetModeBracketedPaste, ansi.ResetModeBracketedPaste)
	p.turn(was.focus, next.focus, ansi.SetModeFocusEvent, ansi.ResetModeFocusEvent)
	if was.mouse != next.mouse {
		p.out = append(p.out, mouseMode(was.mouse, next.mouse)...)
	}
	if was.title != next.title {
		p.out = append(p.out, ansi.SetWindowTitle(plain(next.title))...)
	}
	if next.shape != 0 && was.shape != next.shape {
		p.out = append(p.out, ansi.SetCursorStyle(next.shape)...)
	}
}

func (p *Renderer) turn(was, next bool, on, off string) {
	switch {
	case was == next:
	case next:
		p.out = append(p.out, on...)
	default:
		p.out = append(p.out, off...)
	}
}

// mouseMode returns what turns one kind of reports into another.
func mouseMode(was, next tea.MouseMode) string {
	var out string
	switch was {
	case tea.MouseModeNone:
	case tea.MouseModeCellMotion:
		out = ansi.ResetModeMouseButtonEvent
	case tea.MouseModeAllMotion:
		out = ansi.ResetModeMouseAnyEvent
	}
	switch next {
	case tea.MouseModeNone:
		out += ansi.ResetModeMouseExtSgr
	case tea.MouseModeCellMotion:
		out += ansi.SetModeMouseButtonEvent + ansi.SetModeMouseExtSgr
	case tea.MouseModeAllMotion:
		out += ansi.SetModeMouseAnyEvent + ansi.SetModeMouseExtSgr
	}
	return out
}

// Close returns what gives the terminal back as it was; nothing when it was not taken. The renderer may be used again.
func (p *Renderer) Close() []byte {
	if !p.entered {
		return nil
	}
	out := p.leave()
	if p.graphemes {
		out = append(out, ansi.ResetModeUnicodeCore...)
	}
	p.modes, p.shown, p.all, p.graphemes, p.method = modes{}, "", true, false, ansi.WcWidth
	return out
}

// leave takes the modes back.
func (p *Renderer) leave() []byte {
	m := p.modes
	var out []byte
	add := func(wanted bool, sequence string) {
		if wanted {
			out = append(out, sequence...)
		}
	}
	add(true, resetStyle+ansi.ResetModifyOtherKeys+ansi.PopKittyKeyboard(1))
	add(m.paste, ansi.ResetModeBracketedPaste)
	add(m.focus, ansi.ResetModeFocusEvent)
	add(m.mouse != tea.MouseModeNone, mouseMode(m.mouse, tea.MouseModeNone))
	add(m.title != "", ansi.SetWindowTitle(""))
	add(m.shape != 0, ansi.SetCursorStyle(0))
	add(true, wrap)
	if m.alternate {
		add(true, ansi.ResetModeAltScreenSaveCursor)
	} else {
		add(true, ansi.CursorPosition(1, p.height)+"\r\n")
	}
	add(!m.cursor, ansi.SetModeTextCursorEnable)
	p.entered = false
	return out
}
