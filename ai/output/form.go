package output

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/mudlark-mud/mudlark/world"
)

// letters is a text as a reader takes it in: compatible forms and accents are folded, letters that look alike are
// one, what cannot be seen is gone, and everything is in lower case. Case and other scripts' letters stay as they are.
func letters(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		if world.IsUnseen(r) || unicode.In(r, unicode.Mn, unicode.Me) {
			continue
		}
		r = unicode.ToLower(skeleton(unicode.ToLower(skeleton(r))))
		b.WriteRune(r)
	}
	return b.String()
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// leet is the letter that a digit or sign stands for in what is written to be overlooked.
func leet(r rune) rune {
	switch r {
	case '0':
		return 'o'
	case '1', '|':
		return 'i'
	case '!':
		return 'i'
	case '3', '€':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '7', '+':
		return 't'
	case '8':
		return 'b'
	case '9', '6':
		return 'g'
	case '2':
		return 'z'
	}
	return r
}

// compact leaves the letters of a text that went through letters: leet is undone, l and i are one, letters that
// repeat are one, and all else is gone.
func compact(text string) string {
	if isASCII(text) {
		return compactASCII(text)
	}
	runes := []rune(text)
	var b strings.Builder
	b.Grow(len(text))
	var last rune
	for i, r := range runes {
		if !isLetterOrDigit(r) && !isMeant(runes, i) {
			continue
		}
		if r = leet(r); r == 'l' {
			r = 'i'
		}
		if r != last {
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// compactASCII is compact for nearly every text.
func compactASCII(text string) string {
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		r := rune(text[i])
		if !isLetterOrDigit(r) {
			isSign := r == '@' || r == '$'
			if !isSign && (r == '!' || r == '|' || r == '+') && i+1 < len(text) {
				next := text[i+1]
				isSign = isLetterOrDigit(rune(next)) || next == '@' || next == '$'
			}
			if !isSign {
				continue
			}
		}
		b := byte(leet(r))
		if b == 'l' {
			b = 'i'
		}
		if len(out) == 0 || out[len(out)-1] != b {
			out = append(out, b)
		}
	}
	return string(out)
}

// isMeant reports whether a sign is meant as a letter: some always, others when more of the word follows.
func isMeant(runes []rune, i int) bool {
	switch runes[i] {
	case '@', '$', '€':
		return true
	case '!', '|', '+':
		return i+1 < len(runes) && (isLetterOrDigit(runes[i+1]) || runes[i+1] == '@' || runes[i+1] == '$')
	}
	return false
}

func isLetterOrDigit(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// gap stands where a text has room between words that are spelled out.
const gap = "\x00"

// wordsOf returns the words of a text, in lower case with one blank around each, apostrophes gone: " im a ferryman ".
// Three or more single letters in a row are one word, as they are to a reader, and so are two with room around them.
func wordsOf(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\'' || r == 'ʼ' || r == '`' || r == '’' || r == '‘':
			return -1
		case isLetterOrDigit(r):
			return r
		}
		return ' '
	}, letters(text))
	var out []string
	fields := strings.Fields(strings.ReplaceAll(text, "  ", " "+gap+" "))
	for i := 0; i < len(fields); {
		if fields[i] == gap {
			i++
			continue
		}
		n := i
		for n < len(fields) && utf8.RuneCountInString(fields[n]) == 1 && fields[n] != gap {
			n++
		}
		isSpelled := n-i >= 3 || n-i == 2 && (i > 0 && fields[i-1] == gap || n < len(fields) && fields[n] == gap)
		if isSpelled {
			out = append(out, strings.Join(fields[i:n], ""))
			i = n
			continue
		}
		out = append(out, fields[i])
		i++
	}
	return " " + strings.Join(out, " ") + " "
}

// unleet undoes leet in words that have letters too, so that numbers stay numbers.
func unleet(words string) string {
	fields := strings.Fields(words)
	for i, w := range fields {
		if strings.IndexFunc(w, unicode.IsLetter) >= 0 && strings.IndexFunc(w, unicode.IsDigit) >= 0 {
			fields[i] = strings.Map(leet, w)
		}
	}
	return " " + strings.Join(fields, " ") + " "
}

func reversed(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

// shifted moves the letters a to z so many places on.
func shifted(text string, by rune) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + (r-'a'+by)%26
	}, text)
}

// mirrored swaps a and z, b and y, and so on.
func mirrored(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 'a' || r > 'z' {
			return r
		}
		return 'a' + 'z' - r
	}, text)
}

// initials are the first letters of words.
func initials(fields []string) string {
	var b strings.Builder
	for _, w := range fields {
		for _, r := range w {
			if isLetterOrDigit(r) {
				b.WriteRune(r)
				break
			}
		}
	}
	return b.String()
}

// every takes every second letter.
func every(s string, from int) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		if i%2 == from {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// consonants leaves out vowels; i stands for l too, and goes.
func consonants(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'a', 'e', 'i', 'o', 'u':
			return -1
		}
		return r
	}, s)
}

// forms are the ways to read a text. Sure ones are compared with every needle; the others, of which there are many,
// only with long ones, lest chance make one match.
func forms(text string) (sure, many []string) {
	plain := letters(text)
	fields := strings.Fields(plain)
	c := compact(plain)
	sure = []string{c, reversed(c), compact(shifted(plain, 13)), compact(mirrored(plain)), compact(initials(fields))}
	turned, back := slices.Clone(fields), slices.Clone(fields)
	for i, w := range turned {
		turned[i] = reversed(w)
	}
	slices.Reverse(back)
	many = []string{
		compact(strings.Join(turned, " ")), compact(strings.Join(back, " ")),
		compact(every(letterly(plain), 0)), compact(every(letterly(plain), 1)),
		compact(every(plain, 0)), compact(every(plain, 1)),
	}
	for by := rune(1); by < 26; by++ {
		if by == 13 {
			continue
		}
		many = append(many, compact(shifted(plain, by)))
	}
	return sure, many
}

// letterly leaves letters and digits only.
func letterly(s string) string {
	return strings.Map(func(r rune) rune {
		if isLetterOrDigit(r) {
			return r
		}
		return -1
	}, s)
}

// digits are all digits of a text in their order, written out ones included: "four, 4, one seven" is 4417.
func digits(text string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(wordsOf(text)) {
		switch word {
		case "zero", "nought", "nil":
			b.WriteByte('0')
		case "one":
			b.WriteByte('1')
		case "two":
			b.WriteByte('2')
		case "three":
			b.WriteByte('3')
		case "four":
			b.WriteByte('4')
		case "five":
			b.WriteByte('5')
		case "six":
			b.WriteByte('6')
		case "seven":
			b.WriteByte('7')
		case "eight":
			b.WriteByte('8')
		case "nine":
			b.WriteByte('9')
		}
		for _, r := range word {
			if r >= '0' && r <= '9' {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
