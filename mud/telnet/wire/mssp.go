package wire

import (
	"strings"
	"unicode"
)

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

// FormatPlainMSSP writes variables as lines of text, each with its values behind tabs, between two lines that a crawler
// looks for. What would end a value or a line is left out.
func FormatPlainMSSP(vars []MSSPVariable) string {
	var b strings.Builder
	b.WriteString("\r\nMSSP-REPLY-START\r\n")
	for _, v := range vars {
		b.WriteString(plainStatus(v.Name))
		for _, value := range v.Values {
			b.WriteString("\t" + plainStatus(value))
		}
		b.WriteString("\r\n")
	}
	b.WriteString("MSSP-REPLY-END\r\n")
	return b.String()
}

func plainStatus(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}

func statusText(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= rune(statusValue) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
}
