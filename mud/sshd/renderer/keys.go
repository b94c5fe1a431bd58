package renderer

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

const (
	// HeldInputMax is how much may be pasted at once; it is all kept until it is complete. More ends the program.
	HeldInputMax = 256 * kib
	// SequenceMax is how long a key or an answer of the terminal may be; what is longer ends the program.
	SequenceMax = 4 * kib
	// escapeWait is how long the beginning of a sequence may wait for its rest before it is what was typed.
	escapeWait = 50 * time.Millisecond
	// stringWait is the same for a string that a terminal answers with: it comes over a network, in pieces, and none of
	// them was typed.
	stringWait = 2 * time.Second

	pasteEnds = "\x1b[201~"
	// pasteKept is how much room of a paste is kept for the next.
	pasteKept = 4 * kib
)

// keys makes messages of what a terminal sends. Its only state is what is not complete.
type keys struct {
	decoder  uv.EventDecoder
	held     []byte
	pasting  bool
	searched int // how much of held is known not to end the paste
	out      []tea.Msg
}

// feed takes what came and returns the messages it completes, good until the next call; ErrFlood when it is too much.
func (k *keys) feed(chunk []byte) ([]tea.Msg, error) {
	k.out = k.out[:0]
	buf := chunk
	if len(k.held) > 0 {
		k.held = append(k.held, chunk...)
		buf = k.held
	}
	k.keep(k.scan(buf, false))
	most := SequenceMax
	if k.pasting {
		most = HeldInputMax
	}
	if len(k.held) > most {
		return nil, ErrFlood
	}
	return k.out, nil
}

// waits reports whether the beginning of a sequence waits for its rest; a paste may take its time.
func (k *keys) waits() bool { return len(k.held) > 0 && !k.pasting }

// patience is how long what is held waits for its rest.
func (k *keys) patience() time.Duration {
	if len(k.held) > 2 && answers(k.held) {
		return stringWait
	}
	return escapeWait
}

// answers reports whether an input begins like a string that a terminal answers with.
func answers(buf []byte) bool {
	return len(buf) > 1 && buf[0] == '\x1b' && strings.IndexByte("]P_^X", buf[1]) >= 0
}

// expire takes what waits for what it is.
func (k *keys) expire() []tea.Msg {
	k.out = k.out[:0]
	k.keep(k.scan(k.held, true))
	return k.out
}

// keep holds the rest back for the next time.
func (k *keys) keep(rest []byte) {
	if len(rest) == 0 && cap(k.held) > pasteKept {
		k.held = nil
		return
	}
	k.held = append(k.held[:0], rest...)
}

// scan takes what is complete and returns the rest. With late, the beginnings of sequences are complete too.
func (k *keys) scan(buf []byte, late bool) []byte {
	for len(buf) > 0 {
		if k.pasting {
			rest, ended := k.paste(buf)
			if !ended {
				return rest
			}
			buf = rest
			continue
		}
		if n := oldMouse(buf); n > 0 {
			if n > len(buf) && !late {
				return buf
			}
			buf = buf[min(n, len(buf)):]
			continue
		}
		if !late && partial(buf) {
			return buf
		}
		n, event := k.decoder.Decode(buf)
		if _, unknown := event.(uv.UnknownEvent); unknown && !late {
			return buf
		}
		k.event(event)
		buf = buf[max(n, 1):]
	}
	return nil
}

// paste takes pasted text once its end is there.
func (k *keys) paste(buf []byte) (rest []byte, ended bool) {
	from := max(k.searched-len(pasteEnds), 0)
	i := bytes.Index(buf[from:], []byte(pasteEnds))
	if i < 0 {
		k.searched = len(buf)
		return buf, false
	}
	text := strings.ToValidUTF8(string(buf[:from+i]), "")
	k.out = append(k.out, tea.PasteMsg{Content: text}, tea.PasteEndMsg{})
	k.pasting, k.searched = false, 0
	return buf[from+i+len(pasteEnds):], true
}

// partial reports whether more may follow: an escape alone, or with what begins a sequence; a string with half of what
// ends it, which the decoder takes for whole; half a letter.
func partial(buf []byte) bool {
	if buf[0] >= utf8.RuneSelf {
		return !utf8.FullRune(buf)
	}
	if buf[0] != '\x1b' {
		return false
	}
	if len(buf) == 1 {
		return true
	}
	if answers(buf) && bytes.IndexAny(buf[2:], "\a\x1b") == len(buf)-3 && buf[len(buf)-1] == '\x1b' {
		return true
	}
	return len(buf) == 2 && (strings.IndexByte("O[P]_^X\x1b", buf[1]) >= 0) ||
		buf[1] >= utf8.RuneSelf && !utf8.FullRune(buf[1:])
}

// oldMouse returns the size of a mouse report in the form that was before SGR. We never ask for it, and the decoder
// reads past its end.
func oldMouse(buf []byte) int {
	switch {
	case len(buf) >= 3 && buf[0] == '\x1b' && buf[1] == '[' && buf[2] == 'M':
		return 6
	case len(buf) >= 2 && buf[0] == '\x9b' && buf[1] == 'M':
		return 5
	}
	return 0
}

// event adds what a program is told of; the rest is of no use to one.
func (k *keys) event(e uv.Event) {
	switch e := e.(type) {
	case uv.MultiEvent:
		for _, one := range e {
			k.event(one)
		}
	case uv.PasteStartEvent:
		k.pasting, k.searched = true, 0
		k.out = append(k.out, tea.PasteStartMsg{})
	default:
		if msg := translate(e); msg != nil {
			k.out = append(k.out, msg)
		}
	}
}

// translate gives an event the name Bubble Tea has for it.
func translate(e uv.Event) tea.Msg {
	switch e := e.(type) {
	case uv.KeyPressEvent:
		return tea.KeyPressMsg(e)
	case uv.KeyReleaseEvent:
		return tea.KeyReleaseMsg(e)
	case uv.MouseClickEvent:
		return tea.MouseClickMsg(e)
	case uv.MouseMotionEvent:
		return tea.MouseMotionMsg(e)
	case uv.MouseReleaseEvent:
		return tea.MouseReleaseMsg(e)
	case uv.MouseWheelEvent:
		return tea.MouseWheelMsg(e)
	case uv.FocusEvent:
		return tea.FocusMsg(e)
	case uv.BlurEvent:
		return tea.BlurMsg(e)
	case uv.BackgroundColorEvent:
		return tea.BackgroundColorMsg(e)
	case uv.ForegroundColorEvent:
		return tea.ForegroundColorMsg(e)
	case uv.KeyboardEnhancementsEvent:
		return tea.KeyboardEnhancementsMsg(e)
	case uv.ModeReportEvent:
		return tea.ModeReportMsg(e)
	case uv.CapabilityEvent:
		return tea.CapabilityMsg(e)
	}
	return nil
}
