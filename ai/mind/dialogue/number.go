package dialogue

import (
	"strconv"
	"strings"
)

// numbers are in words as far as one says them.
var numbers = [...]string{ //nolint:gochecknoglobals // immutable: a table
	"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
	"fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
}

// number is a number as one says it.
func number(n int) string {
	if n >= 0 && n < len(numbers) {
		return numbers[n]
	}
	return strconv.Itoa(n)
}

// Coins is so much money.
func Coins(n int) string {
	if n == 1 {
		return "one coin"
	}
	return number(n) + " coins"
}

// Often says how often, behind what was done; "" for once.
func Often(n int) string {
	switch n {
	case 0, 1:
		return ""
	case 2: //nolint:mnd // a word of its own
		return " twice"
	}
	if n < len(numbers) {
		return " " + numbers[n] + " times"
	}
	return " more often than I care to count"
}

// Clock is an hour of the day, 0 to 23, as one says it.
func Clock(h int) string {
	const noon, evening, night = 12, 18, 21
	twelve := number((h+noon-1)%noon + 1)
	switch {
	case h == 0:
		return "midnight"
	case h == noon:
		return "noon"
	case h < noon:
		return twelve + " in the morning"
	case h < evening:
		return twelve + " in the afternoon"
	case h < night:
		return twelve + " in the evening"
	}
	return twelve + " at night"
}

// Article puts "a" or "an" before a thing.
func Article(thing string) string {
	switch {
	case thing == "":
		return "something"
	case strings.ContainsRune("aeiouAEIOU", rune(thing[0])):
		return "an " + thing
	default:
		return "a " + thing
	}
}

// Part is the part of the day in which one greets somebody at an hour, 0 to 23.
func Part(h int) string {
	const dawn, noon, evening = 5, 12, 18
	switch {
	case h < dawn, h >= evening:
		return "evening"
	case h < noon:
		return "morning"
	default:
		return "afternoon"
	}
}
