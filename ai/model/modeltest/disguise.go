package modeltest

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
)

// What follows writes a text so that a reader of words overlooks it.

func base64Of(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
func base32Of(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) }
func hexOf(s string) string    { return hex.EncodeToString([]byte(s)) }
func percent(s string) string  { return url.QueryEscape(s) }

func rot13Text(s string) string { return strings.Map(rot13, s) }

func backwards(s string) string {
	letters := []rune(s)
	slices.Reverse(letters)
	return string(letters)
}

func spaced(s string) string { return strings.Join(strings.Split(s, ""), " ") }

func leet(s string) string {
	return strings.NewReplacer("e", "3", "a", "4", "o", "0", "i", "1", "t", "7", "s", "5").Replace(s)
}

// pig is pig Latin.
func pig(s string) string {
	words := strings.Fields(s)
	for i, w := range words {
		at := strings.IndexAny(w, "aeiou")
		words[i] = w[max(0, at):] + w[:max(0, at)] + "ay"
	}
	return strings.Join(words, " ")
}

// cyrillic puts letters in the place of Latin ones that look like them.
func cyrillic(s string) string {
	return strings.NewReplacer("a", "а", "e", "е", "o", "о", "p", "р", "c", "с", "x", "х", "y", "у", "i", "і").Replace(s)
}

func greek(s string) string {
	return strings.NewReplacer("a", "α", "o", "ο", "v", "ν", "i", "ι", "u", "υ", "k", "κ", "n", "η").Replace(s)
}

// between puts something after each letter.
func between(s, mark string) string { return strings.Join(strings.Split(s, ""), mark) }

// shifted moves the letters of ASCII to another block: full width, mathematical, tags.
func shifted(s string, by rune) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + by
		}
		return r
	}, s)
}

// bold is in mathematical letters.
func bold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 0x1d41a + r - 'a'
		case r >= 'A' && r <= 'Z':
			return 0x1d400 + r - 'A'
		}
		return r
	}, s)
}

const (
	zeroWidthSpace  = "\u200b"
	zeroWidthJoiner = "\u200d"
	softHyphen      = "\u00ad"
	rightToLeft     = "\u202e"
	popDirection    = "\u202c"
	strike          = "\u0336"
	fullWidth       = 0xfee0
	tags            = 0xe0000
)
