package store

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// bloomFilter is a Bloom filter of the words in the file, its unused pages too: a word that it does not have stands
// nowhere in the file. It begins when the file is written anew, and is told all that is written from then on. So it
// costs next to nothing to forget somebody of whom nothing is known. Of half a million words, one in two hundred is
// looked for in vain.
type bloomFilter struct {
	bits [1 << 17]uint64
}

const (
	seenBits   = 23 // of a hash, of the number of bits in the filter
	seenHashes = 2
)

func (s *bloomFilter) add(hash uint64) {
	for i := range seenHashes {
		at := hash >> (i * seenBits) & (1<<seenBits - 1)
		s.bits[at/64] |= 1 << (at % 64)
	}
}

func (s *bloomFilter) has(hash uint64) bool {
	for i := range seenHashes {
		at := hash >> (i * seenBits) & (1<<seenBits - 1)
		if s.bits[at/64]&(1<<(at%64)) == 0 {
			return false
		}
	}
	return true
}

// mayHave reports whether all words of a name may be in the file.
func (s *bloomFilter) mayHave(name string) bool {
	all := name != ""
	eachWord(name, func(hash uint64) { all = all && s.has(hash) })
	return all
}

// note adds the words of a JSON text, and of JSON that stands in its strings.
func (s *bloomFilter) note(text []byte) {
	for {
		plain := unescaped(text)
		eachWord(plain, s.add)
		if len(plain) == len(text) {
			return // nothing was escaped
		}
		text = []byte(plain)
	}
}

// eachWord visits the hashes of a text's words, in whatever case.
func eachWord(text string, visit func(hash uint64)) {
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	hash, isIn := uint64(offset), false
	for _, r := range text {
		if isOfID(r) {
			hash, isIn = (hash^uint64(unicode.ToLower(r)))*prime, true
			continue
		}
		if isIn {
			visit(hash ^ hash>>32)
		}
		hash, isIn = offset, false
	}
	if isIn {
		visit(hash ^ hash>>32)
	}
}

// unescaped is JSON as a text in which words are as in its strings.
func unescaped(text []byte) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		if text[i] == '\\' {
			out = append(out, '\\')
			continue
		}
		out = append(out, ' ') // what follows begins a word, unless it is a letter written as a figure
		const digits = 4
		if text[i] == 'u' && i+digits < len(text) {
			if r, err := strconv.ParseUint(string(text[i+1:i+1+digits]), 16, 32); err == nil {
				out = utf8.AppendRune(out[:len(out)-1], rune(r))
				i += digits
			}
		}
	}
	return string(out)
}
