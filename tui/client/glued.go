package client

import (
	"regexp"
	"strings"
)

// counting is a prompt of the Diku family, whose points make it certain: "20H 100M 82V > ", "<100hp 83m 82mv> ".
var counting = regexp.MustCompile( // immutable
	`(?i)^<?-?\d{1,9}(?:/\d{1,9})?\s?(?:h|hp|hits?)[\s,/]{1,3}-?\d{1,9}(?:/\d{1,9})?\s?(?:m|mn|mp|mana)\b[^>]{0,80}>`)

// glued returns how much of a raw line is a prompt that nobody saw end: a MUD that ends its prompts with nothing, and
// has two lines to answer, writes the second answer behind the first one's prompt. It is known by its points, or by
// looking like the last that was seen for itself.
func glued(line, last string) int {
	plain := line
	if strings.Contains(line, "\x1b") {
		plain = sgr.ReplaceAllString(line, "")
	}
	n := alike(plain, strings.TrimRight(last, " "))
	if n == 0 {
		n = len(counting.FindString(plain))
	}
	for n > 0 && n < len(plain) && plain[n] == ' ' {
		n++
	}
	if n == 0 || n >= len(plain) {
		return 0 // there is none, or nothing behind it: a line that only looks so
	}
	at := 0
	for ; n > 0; n-- {
		at += len(leading.FindString(line[at:])) + 1
	}
	return at
}

// Lines have no sequences but those of SGR.
var (
	sgr     = regexp.MustCompile("\x1b\\[[^m]*m")       // immutable
	leading = regexp.MustCompile("^(?:\x1b\\[[^m]*m)*") // immutable
)

// alike returns how much of a line is a prompt like another, whose numbers may differ.
func alike(line, prompt string) int {
	at := 0
	for len(prompt) > 0 {
		if n := digits(prompt); n > 0 {
			m := digits(line[at:])
			if m == 0 {
				return 0
			}
			prompt, at = prompt[n:], at+m
			continue
		}
		if at >= len(line) || line[at] != prompt[0] {
			return 0
		}
		prompt, at = prompt[1:], at+1
	}
	return at
}

// digits is how many digits s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}
