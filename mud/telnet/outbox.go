package telnet

const (
	packMaxBytes = 16 << 10 // compressed at a time
	keepBytes    = 1 << 10  // a buffer of more capacity is let go after use; a look at a room fits
)

// marker begins compression: IAC SB MCCP2 IAC SE.
const marker = "\xff\xfa\x56\xff\xf0"

// Outbox is what must still be sent. It knows where compression (MCCP2) begins and ends, and compresses what is taken
// rather than what is put in: what waits for a slow client is compressed in one piece. The zero value is empty and
// sends things as they are.
type Outbox struct {
	// Plain is telnet that waits; append to it.
	Plain []byte

	cuts []cut // in rising order; at most two, as compression begins once
	zip  *DeflateStream

	plainBytes, packedBytes uint64 // of a stream that has ended
}

// cut is a place in the plain bytes.
type cut struct {
	at    int
	begin bool
}

// OutPiece is what belongs into one write.
type OutPiece struct {
	P []byte
	// Packed says that P is compressed, in the memory that was handed in if it is large enough.
	Packed bool
	// Rest says that nothing may follow at once: it ends a stream, and of text behind that some clients show nothing.
	Rest bool
}

// Begin compresses what is put in from now on.
func (b *Outbox) Begin() { b.cuts = append(b.cuts, cut{at: len(b.Plain), begin: true}) }

// End ends what Begin began.
func (b *Outbox) End() { b.cuts = append(b.cuts, cut{at: len(b.Plain)}) }

// Empty reports whether nothing waits.
func (b *Outbox) Empty() bool { return len(b.Plain) == 0 && len(b.cuts) == 0 }

// Open reports whether a stream is open, of all that was taken.
func (b *Outbox) Open() bool { return b.zip != nil }

// Next takes the next piece; what is compressed is appended to scratch. The caller owns it.
func (b *Outbox) Next(scratch []byte) (w OutPiece, ok bool) {
	if len(b.cuts) > 0 && b.cuts[0].at == 0 {
		begin := b.cuts[0].begin
		b.cuts = b.cuts[1:]
		if begin {
			b.zip = NewDeflateStream()
			return OutPiece{P: []byte(marker)}, true
		}
		return OutPiece{P: b.Finish(scratch), Packed: true, Rest: true}, true
	}
	n := len(b.Plain)
	if len(b.cuts) > 0 {
		n = b.cuts[0].at
	}
	switch {
	case n == 0:
		return OutPiece{}, false
	case b.zip == nil:
		return OutPiece{P: b.take(n)}, true
	}
	n = min(n, packMaxBytes)
	w = OutPiece{P: b.zip.Append(scratch, b.Plain[:n]), Packed: true}
	b.Reuse(b.take(n))
	return w, true
}

// take takes n bytes off the head.
func (b *Outbox) take(n int) []byte {
	for i := range b.cuts {
		b.cuts[i].at -= n
	}
	p := b.Plain
	if n == len(p) {
		b.Plain = nil
		return p
	}
	b.Plain = p[n:]
	return p[:n:n]
}

// Finish ends the stream that is open, and appends its end to dst.
func (b *Outbox) Finish(dst []byte) []byte {
	p := b.zip.End(dst)
	b.plainBytes, b.packedBytes = b.zip.Bytes()
	b.zip = nil
	return p
}

// Reuse takes memory back for what comes next.
func (b *Outbox) Reuse(p []byte) {
	if b.Plain == nil && cap(p) <= keepBytes {
		b.Plain = p[:0]
	}
}

// Bytes are how many were compressed, and what came of them.
func (b *Outbox) Bytes() (plain, packed uint64) {
	if b.zip != nil {
		return b.zip.Bytes()
	}
	return b.plainBytes, b.packedBytes
}
