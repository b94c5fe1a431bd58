package wire

import "strings"

// What stands before a name and before a value of MSSP.
const (
	statusName  byte = 1
	statusValue byte = 2
)

// MSSPVariable is one variable of MSSP, by which crawlers learn of a server. Of several values the default is the last.
type MSSPVariable struct {
	Name   string
	Values []string
}

// FormatMSSP writes the payload of MSSP. What has no place in a name or value (the bytes 0, 1, 2 and 255) is left out.
func FormatMSSP(vars []MSSPVariable) string {
	var b strings.Builder
	for _, v := range vars {
		b.WriteByte(statusName)
		b.WriteString(statusText(v.Name))
		for _, value := range v.Values {
			b.WriteByte(statusValue)
			b.WriteString(statusText(value))
		}
	}
	return b.String()
}

func statusText(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= rune(statusValue) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
