package far

import "strings"

// glued returns how much of a raw line is a prompt that nobody saw end: a MUD that ends its prompts with nothing, and
// has two lines to answer, writes the second answer behind the first one's prompt. What such a prompt looks like is
// known from the last that was seen for itself; its numbers may differ.
func glued(line, prompt string) int {
	if prompt = strings.TrimRight(prompt, " "); prompt == "" {
		return 0
	}
	at := 0
	for len(prompt) > 0 {
		at += sequences(line[at:])
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
	at += sequences(line[at:])
	for at < len(line) && line[at] == ' ' {
		at++
	}
	if at+sequences(line[at:]) >= len(line) {
		return 0 // nothing is behind it: a line that only looks so
	}
	return at
}

// sequences is the size of the SGR sequences that s begins with; a line has no others.
func sequences(s string) int {
	at := 0
	for strings.HasPrefix(s[at:], "\x1b[") {
		n := strings.IndexByte(s[at:], 'm')
		if n < 0 {
			break
		}
		at += n + 1
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
