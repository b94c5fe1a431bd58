package output

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of decoding one answer.
const (
	layersMax   = 3    // one encoding in another, and another
	readingsMax = 48   // texts that came of it
	readingMin  = 4    // bytes, below which a decoded piece tells nothing
	readingMax  = 8192 // bytes of one
)

// What encoded text looks like.
var (
	hexRun    = regexp.MustCompile(`(?:(?:0x|\\x|%)?[0-9A-Fa-f]{2}[\s,:;_-]*){4,}`)
	hexPair   = regexp.MustCompile(`[0-9A-Fa-f]{2}`)
	hexMark   = regexp.MustCompile(`0x|\\x`)
	baseRun   = regexp.MustCompile(`[A-Za-z0-9+/_-]{6,}`)
	numberRun = regexp.MustCompile(`\d{1,3}(?:[\s,.;:/|_-]+\d{1,3}){3,}`)
	number    = regexp.MustCompile(`\d+`)
	bitRun    = regexp.MustCompile(`[01]{7,8}(?:[\s,]*[01]{7,8}){2,}`)
	bitGroup  = regexp.MustCompile(`[01]{7,8}`)
	morseRun  = regexp.MustCompile(`[.·•\-−–_]{1,6}(?:[ /|]+[.·•\-−–_]{1,6}){3,}`)
	escape    = regexp.MustCompile(`\\u\{?([0-9A-Fa-f]{4,5})\}?|U\+([0-9A-Fa-f]{4,5})`)
)

// readings returns a text and what can be decoded from it, some layers deep.
func readings(text string) []string {
	all, seen := []string{text}, map[string]bool{text: true}
	layer := all
	for range layersMax {
		var next []string
		for _, t := range layer {
			for _, d := range decoded(t) {
				if len(d) < readingMin || seen[d] || len(all)+len(next) >= readingsMax {
					continue
				}
				seen[d] = true
				next = append(next, d)
			}
		}
		all, layer = append(all, next...), next
	}
	return all
}

// decoded returns what a text holds in one encoding or another.
func decoded(text string) []string {
	text = text[:min(len(text), readingMax)]
	var out []string
	keep := func(s string) {
		if s != text && isText(s) {
			out = append(out, s)
		}
	}
	keep(tags(text))
	keep(html.UnescapeString(text))
	if s, err := url.PathUnescape(text); err == nil {
		keep(s)
	}
	keep(escape.ReplaceAllStringFunc(text, unescape))
	for _, run := range hexRun.FindAllString(text, -1) {
		pairs := hexPair.FindAllString(hexMark.ReplaceAllString(run, ""), -1)
		if b, err := hex.DecodeString(strings.Join(pairs, "")); err == nil {
			keep(string(b))
		}
	}
	for _, run := range bitRun.FindAllString(text, -1) {
		keep(codes(bitGroup.FindAllString(run, -1), 2))
	}
	for _, run := range numberRun.FindAllString(text, -1) {
		keep(codes(number.FindAllString(run, -1), 10))
	}
	for _, run := range morseRun.FindAllString(text, -1) {
		keep(morse(run))
	}
	for _, whole := range []string{text, strings.Join(strings.Fields(text), ""), reversed(text)} {
		for _, run := range baseRun.FindAllString(whole, -1) {
			based(run, keep)
		}
	}
	return out
}

// based decodes base64 in both alphabets, from each of the four places where a group may begin, and base32.
func based(run string, keep func(string)) {
	run = strings.NewReplacer("-", "+", "_", "/").Replace(run)
	for from := range min(4, len(run)) {
		part := run[from:]
		part = part[:len(part)-len(part)%4+map[int]int{2: 2, 3: 3}[len(part)%4]]
		if b, err := base64.RawStdEncoding.DecodeString(part); err == nil {
			keep(printable(b))
		}
	}
	upper := strings.ToUpper(run)
	for n := len(upper); n > len(upper)-8 && n >= readingMin; n-- {
		if b, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(upper[:n]); err == nil {
			keep(printable(b))
			break
		}
	}
}

// printable keeps the longest run that can be read; what lies around it was no part of what is hidden.
func printable(b []byte) string {
	best, from := "", 0
	for i := 0; i <= len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if i < len(b) && (r >= ' ' || r == '\n') && r != 0x7f && (r != utf8.RuneError || size > 1) {
			i += size
			continue
		}
		if i-from > len(best) {
			best = string(b[from:i])
		}
		i++
		from = i
	}
	return best
}

// isText reports whether something decoded can be read: valid, and with few control characters.
func isText(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	odd := 0
	for _, r := range s {
		if r < ' ' && r != '\n' && r != '\t' {
			odd++
		}
	}
	return odd*8 <= len(s)
}

// tags reads characters of the tag block, which nobody sees, as the ASCII they stand for.
func tags(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0xe0020 && r <= 0xe007e {
			return r - 0xe0000
		}
		return r
	}, text)
}

func unescape(s string) string {
	n, err := strconv.ParseUint(strings.Trim(s, `\uU+{}`), 16, 32)
	if err != nil {
		return s
	}
	return string(rune(n))
}

// codes reads numbers as places in the alphabet when all are small, else as codes of characters.
func codes(list []string, base int) string {
	var b strings.Builder
	isPlace := base == 10
	numbers := make([]uint64, 0, len(list))
	for _, s := range list {
		n, err := strconv.ParseUint(s, base, 32)
		if err != nil {
			return ""
		}
		isPlace = isPlace && n >= 1 && n <= 26
		numbers = append(numbers, n)
	}
	for _, n := range numbers {
		if isPlace {
			n += 'a' - 1
		}
		if n < ' ' || n > '~' {
			n = ' '
		}
		b.WriteByte(byte(n))
	}
	return b.String()
}

// morse reads dots and dashes.
func morse(run string) string {
	run = strings.NewReplacer("·", ".", "•", ".", "−", "-", "–", "-", "_", "-", "/", " ", "|", " ").Replace(run)
	var b strings.Builder
	for code := range strings.FieldsSeq(run) {
		if i := strings.Index(morseCodes, " "+code+" "); i >= 0 {
			b.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[strings.Count(morseCodes[:i+1], " ")-1])
		}
	}
	return b.String()
}

const morseCodes = " .- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- " +
	"-..- -.-- --.. ----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----. "
