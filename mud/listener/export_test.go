package listener

import "time"

// SetClock makes a certificate look at another clock.
func (c *Certificate) SetClock(now func() time.Time) { c.now = now }
