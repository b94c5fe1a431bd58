package session

// The proofs with which people come in.
const (
	ProofPassword = "password"
	ProofKey      = "key"
	ProofNew      = "new"   // the account was made a moment ago
	ProofGuest    = "guest" // none
)

// LimitLine is counted when a line is longer than verb.LineBytesMax; the line is refused.
const LimitLine = "line_bytes"

func (s *Session) count(what CountKind, why string) {
	s.hub.Tally(Count{What: what, Door: s.door, Why: why})
}

// boundSignIn winds the time that is left to sign in; once more, and longer, when it becomes known that somebody
// listens.
func (s *Session) boundSignIn() {
	most, listens := s.hub.SignInMax, s.screen.Style().ScreenReader
	switch {
	case listens && !s.login.hasLonger:
		s.login.hasLonger, most = true, most*SignInListenTimes
	case s.login.stopTimer != nil:
		return
	}
	if s.login.stopTimer != nil {
		s.login.stopTimer()
	}
	s.login.stopTimer = s.hub.After(most, func() { s.later(s.tooSlow) })
}

// tooSlow ends a session that did not come into play in time.
func (s *Session) tooSlow() {
	if s.actor == "" {
		s.end("You took too long to sign in. Come back whenever you like.", ReasonSlow)
	}
}

// Census counts the sessions of each door that has any, in the order of their names, and returns how much the fullest
// mailbox holds. It may be called from any goroutine and holds nobody up for long.
func (h *Hub) Census() (doors []DoorCensus, mailMost int) {
	h.each(func(s *Session) {
		s.mu.Lock()
		sits := s.body != ""
		s.mu.Unlock()
		mailMost = max(mailMost, s.mail.Len())
		doors = addToCensus(doors, s.door, sits)
	})
	return doors, mailMost
}
