package search

import (
	"math/bits"
	"slices"
)

// The constants of BM25 (Robertson and Zaragoza, 2009), in thousandths.
const (
	saturation   = 900 // k1: how soon a word that comes again counts no more
	lengthWeight = 400 // b: how much a long text is held back
)

// Fixed-point numbers have so many bits after the point.
const pointBits = 16

// gone is the place of a text that was taken out.
const gone = -1

// field is one way of taking texts apart. A term is known by its hash: two that share one are taken for the same, which
// with a few thousand terms happens once in a thousand indexes and costs a wrong hit.
type field struct {
	postings map[uint32][]posting
	lengths  []uint16
}

// posting is the place of a text, and in its low bits how often the term stands there.
type posting uint32

const (
	countBits = 8
	countMost = 1<<countBits - 1
)

func (p posting) place() int { return int(p >> countBits) }
func (p posting) count() int { return int(p & countMost) }

func (f *field) add(terms []uint32) {
	if f.postings == nil {
		f.postings = map[uint32][]posting{}
	}
	place := len(f.lengths)
	f.lengths = append(f.lengths, uint16(min(len(terms), 1<<16-1)))
	slices.Sort(terms)
	for len(terms) > 0 {
		n := 1
		for n < len(terms) && terms[n] == terms[0] {
			n++
		}
		f.postings[terms[0]] = append(f.postings[terms[0]], posting(place<<countBits|min(n, countMost)))
		terms = terms[n:]
	}
}

// move gives every text its new place among so many, and drops those that are gone.
func (f *field) move(moved []int, n int) {
	for t, list := range f.postings { // each list by itself
		kept := list[:0]
		for _, p := range list {
			if to := moved[p.place()]; to != gone {
				kept = append(kept, posting(to<<countBits|p.count()))
			}
		}
		if len(kept) == 0 {
			delete(f.postings, t)
			continue
		}
		f.postings[t] = kept
	}
	lengths := make([]uint16, n)
	for from, to := range moved {
		if to != gone {
			lengths[to] = f.lengths[from]
		}
	}
	f.lengths = lengths
}

// weighed is a term of a query and how much it counts, in thousandths.
type weighed struct {
	term   uint32
	weight int
	isOwn  bool // a word of the query, not one that means the same
}

// score adds a share of BM25, scaled so that a text with every term of the query, each as heavy as can be, has the
// whole share. Only texts that are seen count, for what is rare as for what is long.
func (f *field) score(query []weighed, share int, seen []bool, into []int) {
	texts, total := 0, 0
	for i, is := range seen {
		if is {
			texts++
			total += int(f.lengths[i])
		}
	}
	if total == 0 {
		return
	}
	own, whole := make([]int, len(seen)), 0
	for _, w := range query {
		list, with := f.postings[w.term], 0
		for _, p := range list {
			if seen[p.place()] {
				with++
			}
		}
		rare := Rarity(texts, with)
		if w.isOwn {
			whole += rare * (thousand + saturation) / thousand
		}
		for _, p := range list {
			if i := p.place(); seen[i] {
				own[i] += rare * heaviness(p.count(), int(f.lengths[i])*texts, total) >> pointBits * w.weight / thousand
			}
		}
	}
	for i, score := range own {
		if whole > 0 {
			into[i] += score * share * (Whole / thousand) / whole
		}
	}
}

// Rarity is what a word counts that stands in so many of some texts: log2((texts+1)/(with+1/2)), in fixed point.
func Rarity(texts, with int) int {
	return log2(uint64(2*texts+2) << pointBits / uint64(2*with+1))
}

// log2 is the logarithm of a fixed-point number of at least 1: the place of its first bit, then one bit a squaring.
func log2(x uint64) int {
	const one = 1 << pointBits
	whole := bits.Len64(x) - 1 - pointBits
	if whole >= 0 {
		x >>= whole
	} else {
		return 0
	}
	out := whole << pointBits
	for bit := one >> 1; bit > 0; bit >>= 1 {
		if x = x * x >> pointBits; x >= 2*one {
			x >>= 1
			out |= bit
		}
	}
	return out
}

// heaviness is how much a term counts that stands n times in a text, whose length beside the average is length/total;
// in fixed point.
func heaviness(n, length, total int) int {
	long := saturation*(thousand-lengthWeight)/thousand + saturation*lengthWeight/thousand*length/total
	return n * (thousand + saturation) << pointBits / (n*thousand + long)
}
