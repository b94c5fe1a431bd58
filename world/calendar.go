package world

import "fmt"

// WallClock is the wall clock at a world time, in Unix milliseconds, as the daemon knew it when it took the world up.
// What is to last for days counts by it: world time hardly goes on while the server is off.
func (s *State) WallClock(now Time) int64 { return s.Wall + int64(now-s.WallAt) }

// months are the names of the months, the first first.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var months = [...]string{
	"January", "February", "March", "April", "May", "June",
	"July", "August", "September", "October", "November", "December",
}

// WallDate puts a reading of the wall clock, in Unix milliseconds, into words: "14:05 UTC on 30 November 2026". What is
// before 1970 is told as its beginning.
func WallDate(wall int64) string {
	const minuteMillis, dayMinutes, hourMinutes = 60_000, 24 * 60, 60
	minutes := max(wall, 0) / minuteMillis
	year, month, day := civil(minutes / dayMinutes)
	minutes %= dayMinutes
	return fmt.Sprintf("%02d:%02d UTC on %d %s %d", minutes/hourMinutes, minutes%hourMinutes, day, months[month-1], year)
}

// civil is the date of a day, counted from 1 January 1970. Years are counted from March on, so that a leap day is the
// last of its year (Howard Hinnant, "chrono-compatible low-level date algorithms").
func civil(days int64) (year, month, day int64) {
	const (
		toMarch0 = 719_468 // days from 1 March of the year 0 to 1 January 1970
		eraDays  = 146_097 // of 400 years
	)
	days += toMarch0
	era := days / eraDays
	doe := days % eraDays
	yoe := (doe - doe/1460 + doe/36_524 - doe/146_096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	year, month, day = yoe+era*400, mp+3, doy-(153*mp+2)/5+1
	if month > int64(len(months)) {
		month -= int64(len(months))
		year++
	}
	return year, month, day
}
