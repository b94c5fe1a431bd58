package wire

// dueMost is how many unanswered requests are remembered.
const dueMost = 8

// OptionState is what is agreed about one option on one side. The zero value is off, and nothing was asked.
//
// It is RFC 1143 with one deviation: our own denial (WONT or DONT) is final when sent. TinTin++ never acknowledges
// WONT ECHO, so a strict machine would wait for ever in WANTNO, queue the next WILL ECHO and show the second password
// of a session in clear. Being final at once makes answers ambiguous when requests follow each other quickly: after
// WILL, WONT, WILL a DONT may answer the second or refuse the third. So instead of the queue bit it remembers which
// answers are due, and is settled by the answer to the last request.
type OptionState struct {
	on      bool
	wanted  bool // asked for by us, not yet answered
	refused bool // by the other end, and not asked for, agreed or denied by us since
	// due are the answers that are still to come, the oldest in bit 0 (1: to an offer of ours, 0: to a denial).
	due     uint8
	dueSize uint8
}

// OptionMove is what an answer or request of the other end calls for.
type OptionMove uint8

// The moves.
const (
	// MoveNothing: nothing is to be said or done.
	MoveNothing OptionMove = iota
	// MoveRefuse answers a request with a denial; nothing has changed.
	MoveRefuse
	// MoveBegin says that the option is on, as we had asked.
	MoveBegin
	// MoveAccept answers a request with an agreement; the option is on.
	MoveAccept
	// MoveRefused says that the other end does not want what we had asked for.
	MoveRefused
	// MoveEnd answers a denial with ours; the option is off.
	MoveEnd
)

// On reports whether the option is agreed.
func (s *OptionState) On() bool { return s.on }

// Silent reports whether what we asked for is unanswered.
func (s *OptionState) Silent() bool { return s.wanted }

// Refused reports whether the other end did not want it, or wants it no more.
func (s *OptionState) Refused() bool { return s.refused }

// Ask notes that we want the option, and reports whether that must be said.
func (s *OptionState) Ask() bool {
	if s.on || s.wanted {
		return false
	}
	s.wanted, s.refused = true, false
	s.expect(1)
	return true
}

// Deny turns the option off, which must be said and is final when said. An end that has refused it already does not
// answer that.
func (s *OptionState) Deny() {
	if s.on || s.wanted {
		s.expect(0)
	}
	s.on, s.wanted, s.refused = false, false, false
}

// Agreed takes a WILL or DO of the other end. May says whether it may ask for the option first.
func (s *OptionState) Agreed(may bool) OptionMove {
	due, last := s.answered(true)
	switch {
	case s.on:
		return MoveNothing
	case s.wanted && due && !last: // an answer to an earlier request; the one to the last is still to come
		return MoveNothing
	case s.wanted:
		s.on, s.wanted = true, false
		return MoveBegin
	case may && !due:
		s.on, s.refused = true, false
		return MoveAccept
	}
	return MoveRefuse // also the late answer that crossed our own denial: one more denial, which cannot loop
}

// Denied takes a WONT or DONT of the other end.
func (s *OptionState) Denied() OptionMove {
	due, last := s.answered(false)
	switch {
	case due && !last:
		return MoveNothing
	case s.wanted:
		s.wanted, s.refused = false, true
		return MoveRefused
	case s.on:
		s.on, s.refused = false, true
		return MoveEnd
	}
	return MoveNothing
}

// expect remembers that an answer is due.
func (s *OptionState) expect(agreement uint8) {
	if s.dueSize == dueMost { // the other end never answers: forget the oldest
		s.due >>= 1
		s.dueSize--
	}
	s.due |= agreement << s.dueSize
	s.dueSize++
}

// answered takes the oldest due answer that fits off the list. A denial answers any request; an agreement cannot answer
// a denial of ours, so denials before it will never be acknowledged. It reports whether an answer was due, and whether
// it was the last.
func (s *OptionState) answered(agreement bool) (due, last bool) {
	for s.dueSize > 0 && !due {
		due = !agreement || s.due&1 == 1
		s.due >>= 1
		s.dueSize--
	}
	return due, s.dueSize == 0
}
