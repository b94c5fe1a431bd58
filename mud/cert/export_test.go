package cert

import "time"

// SetClock makes a source look at another clock.
func (s *Source) SetClock(now func() time.Time) { s.now = now }
