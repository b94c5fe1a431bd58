package dialer

import "unicode/utf8"

// escape takes a byte behind ESC, and says whether it has: what is no part of the sequence is text again.
func (s *Sieve) escape(b byte) bool {
	switch {
	case b == '[':
		s.begin(inCSI)
	case b == ']', b == 'P', b == 'X', b == '^', b == '_', b == 'k': // OSC, DCS, SOS, PM, APC, and a title for screen
		s.begin(inString)
	case b >= ' ' && b <= '/': // goes on, as in ESC ( B
	case b >= '0' && b < del:
		s.state = inText
	case b == esc:
		s.begin(inEscape)
	default: // a control, or text: the sequence was cut off
		s.state = inText
		return false
	}
	return true
}

// csi takes a byte of a control sequence.
func (s *Sieve) csi(b byte) bool {
	switch {
	case b >= '0' && b <= '?':
		if b > ';' || len(s.param) == sequenceMaxBytes { // '<' to '?' are private
			s.spoilt = true
		} else {
			s.param = append(s.param, b)
		}
	case b >= ' ' && b <= '/':
		s.spoilt = true
	case b >= '@' && b < del:
		s.state = inText
		s.endCSI(b)
	default: // cut off, as by the end of the line or another sequence
		s.state = inText
		return false
	}
	return true
}

// endCSI keeps the sequence if it is SGR.
func (s *Sieve) endCSI(final byte) {
	if final != 'm' || s.spoilt {
		return
	}
	count := 1
	for _, b := range s.param {
		if b == ';' || b == ':' {
			count++
		}
	}
	if count <= ParametersMax {
		s.add("\x1b[" + string(s.param) + "m")
	}
}

// hidden takes a byte of a string for the terminal. It ends by ST or BEL, where it is cut off by CAN, SUB or another
// sequence, and by the end of the line, so that a server that forgets the end does not fall silent.
func (s *Sieve) hidden(b byte) bool {
	s.skipped++
	switch {
	case b == lf, s.skipped > HiddenMaxBytes:
		s.state = inText
		return false
	case s.state == inStringEscape && b != '\\': // another sequence
		s.begin(inEscape)
		return false
	case s.state == inStringEscape, b == bel, b == cancel, b == sub:
		s.state = inText
	case b == esc:
		s.state = inStringEscape
	default:
		s.hiddenST(b)
	}
	return true
}

// hiddenST ends a string by the ST that is one character, U+009C.
func (s *Sieve) hiddenST(b byte) {
	const lead, last = 0xC2, 0x9C
	switch {
	case b == lead:
		s.param = append(s.param[:0], b)
	case b == last && len(s.param) == 1:
		s.state = inText
	default:
		s.param = s.param[:0]
	}
}

// control takes a C1 control that came as a character: it begins what its two-byte form does.
func (s *Sieve) control(r rune) {
	const toEscape = 0x40 // U+009B is ESC [
	const csi, ss3 = '\u009b', '\u008f'
	switch r {
	case csi, '\u009d', '\u0090', '\u0098', '\u009e', '\u009f':
		s.begin(inEscape)
		s.escape(byte(r - toEscape))
	case '\u0085': // next line: no server means it
	case ss3:
	}
}

// western is a byte of Latin-1 as browsers read it: as Windows-1252, so that its quotes and dashes are seen where
// Latin-1 has controls. What has no meaning there is U+FFFD.
func western(b byte) rune {
	const first, last = 0x80, 0x9F
	if b < first || b > last {
		return rune(b)
	}
	table := [...]rune{
		'€', utf8.RuneError, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', utf8.RuneError, 'Ž', utf8.RuneError,
		utf8.RuneError, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', utf8.RuneError, 'ž', 'Ÿ',
	}
	return table[b-first]
}
