package world

// Time is world time in milliseconds since the world began. It comes with every record; nothing here asks a clock.
type Time int64

// Lengths of time, in milliseconds of [Time]. A game hour is five real minutes, a game day two real hours.
const (
	Second   Time = 1000
	Minute   Time = 60 * Second
	GameHour Time = 5 * Minute
	GameDay  Time = 24 * GameHour

	tidePhase   = GameDay / 8 // a high and a low water twice a day make eight phases
	tideWarning = Minute      // how long before the water comes the bell is rung
	timerGrid   = Second / 10 // timers are rounded up to this, so that few batches carry many
	firstHour   = 7           // the world began at seven in the morning
	dawnHour    = 6
	duskHour    = 20
	hoursPerDay = 24
)

// Hour returns the hour of the game day, 0 to 23.
func (t Time) Hour() int { return int((t/GameHour + firstHour) % hoursPerDay) }

// Day returns the number of the game day, from 1.
func (t Time) Day() int { return int((t+firstHour*GameHour)/GameDay) + 1 }

// Daylight reports whether the sun is up.
func (t Time) Daylight() bool { h := t.Hour(); return h >= dawnHour && h < duskHour }

// Tide returns the state of the sea. The world begins at the start of an ebb.
func (t Time) Tide() Tide {
	return [...]Tide{TideEbb, TideLow, TideFlow, TideHigh}[(t/tidePhase)%4]
}

// NextTide returns when the tide turns next.
func (t Time) NextTide() Time { return (t/tidePhase + 1) * tidePhase }

// grid rounds a time up to the timers' grid.
func (t Time) grid() Time { return (t + timerGrid - 1) / timerGrid * timerGrid }

// next returns the tide that follows.
func (t Tide) next() Tide {
	switch t {
	case TideEbb:
		return TideLow
	case TideLow:
		return TideFlow
	case TideFlow:
		return TideHigh
	default:
		return TideEbb
	}
}
