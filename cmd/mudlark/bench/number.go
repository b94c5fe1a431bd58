package bench

import (
	"fmt"
	"strconv"
	"strings"
)

// Count writes a whole number with commas between thousands.
func Count[N ~int | ~int64 | ~uint64](n N) string {
	digits := strconv.FormatInt(int64(n), 10)
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	const three = 3
	for at := len(digits) - three; at > 0; at -= three {
		digits = digits[:at] + "," + digits[at:]
	}
	return sign + digits
}

// Rate writes how many a second, with as many digits as count.
func Rate(v float64) string {
	const whole = 10
	if v >= whole || v == 0 {
		return Count(int64(v + .5))
	}
	return fmt.Sprintf("%.2f", v)
}

// Millis writes a time that is given in milliseconds.
func Millis(ms float64) string {
	switch {
	case ms >= 10_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 100:
		return fmt.Sprintf("%.0f ms", ms)
	case ms >= 10:
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.2f ms", ms)
}

// Bytes writes a number of bytes; a thousand of them are a kB.
func Bytes[N ~int | ~int64](n N) string {
	v := float64(n)
	switch {
	case v >= 1e9 || v <= -1e9:
		return fmt.Sprintf("%.2f GB", v/1e9)
	case v >= 1e6 || v <= -1e6:
		return fmt.Sprintf("%.1f MB", v/1e6)
	case v >= 1e4 || v <= -1e4:
		return fmt.Sprintf("%.1f kB", v/1e3)
	}
	return Count(int64(n)) + " B"
}

// Percent writes a share.
func Percent(share float64) string { return fmt.Sprintf("%.2f %%", share*100) }
