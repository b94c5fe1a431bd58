package segment

import "bytes"

// Forge makes a file whose every checksum is right around blocks of anybody's choice: kinds says what each is, and
// summary, when it is not nil, changes what the file says of itself.
func Forge(kinds string, blocks [][]byte, change func(*ForgedSummary)) []byte {
	var b bytes.Buffer
	w, err := NewWriter(&b, Header{})
	if err != nil {
		panic(err)
	}
	s := &w.s
	for i, raw := range blocks {
		w.open = block{Kind: kind(kinds[i]), Count: 1, First: s.First, Key: "a"}
		if w.open.Kind == kindRecords {
			s.Last = s.First
		}
		w.raw = raw
		if err := w.flush(); err != nil {
			panic(err)
		}
		w.raw = nil
	}
	s.Rows, s.Terms = 0, 0
	for _, p := range s.Blocks {
		switch p.Kind {
		case kindRows:
			s.Rows++
		case kindIndex:
			s.Terms++
		default:
		}
	}
	if change != nil {
		change(&ForgedSummary{s})
	}
	if err := w.finish(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// ForgedSummary is what a forger may change.
type ForgedSummary struct{ s *summary }

// Reach sets the records that the file says are in it.
func (f *ForgedSummary) Reach(first, last uint64) { f.s.First, f.s.Last = first, last }

// Claim sets what a block says of itself; a stored size of 0 leaves the true one.
func (f *ForgedSummary) Claim(i int, count, raw, stored uint32) {
	b := &f.s.Blocks[i]
	b.Count, b.Raw = count, raw
	if stored > 0 {
		b.Stored = stored
	}
	if b.Kind == kindRows {
		f.s.Rows = uint64(count)
	}
}

// Sums sets the number of rows and terms, and how many readings of the clock there are.
func (f *ForgedSummary) Sums(rows, keys uint64, clocks int) {
	f.s.Rows, f.s.Terms, f.s.Clocks = rows, keys, make([]Clock, clocks)
}
