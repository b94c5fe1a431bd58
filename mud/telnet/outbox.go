package telnet

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/mud/telnet/deflate"
)

// outbox is what must be sent: plain telnet, with the places at which compression begins and ends (MCCP2). It is
// compressed when it is taken, so that what waits for a slow client is compressed in one piece.
type outbox struct {
	plain []byte
	cuts  []cut // in rising order; at most two, as compression begins once
	zip   *deflate.Stream

	plainBytes, packedBytes uint64 // of a stream that has ended
}

// cut is a place in the plain bytes.
type cut struct {
	at    int
	begin bool
}

// piece is what belongs into one write.
type piece struct {
	p []byte
	// packed says that p is compressed; scratch may hold it.
	packed bool
	// rest says that nothing may follow for RestMin.
	rest bool
}

// cutHere marks the end of what is queued.
func (o *outbox) cutHere(begin bool) { o.cuts = append(o.cuts, cut{at: len(o.plain), begin: begin}) }

// empty reports whether nothing waits.
func (o *outbox) empty() bool { return len(o.plain) == 0 && len(o.cuts) == 0 }

// clear drops everything.
func (o *outbox) clear() { *o = outbox{} }

// next takes the next piece; what is compressed is appended to scratch. The caller owns it.
func (o *outbox) next(scratch []byte) (w piece, ok bool) {
	if len(o.cuts) > 0 && o.cuts[0].at == 0 {
		begin := o.cuts[0].begin
		o.cuts = o.cuts[1:]
		if begin {
			o.zip = deflate.New()
			return piece{p: []byte{cmdIAC, cmdSB, optMCCP2, cmdIAC, cmdSE}}, true
		}
		return piece{p: o.end(scratch), packed: true, rest: true}, true
	}
	n := len(o.plain)
	if len(o.cuts) > 0 {
		n = o.cuts[0].at
	}
	switch {
	case n == 0:
		return piece{}, false
	case o.zip == nil:
		return piece{p: o.take(n)}, true
	}
	n = min(n, packMaxBytes)
	w = piece{p: o.zip.Append(scratch, o.plain[:n]), packed: true}
	o.reuse(o.take(n))
	return w, true
}

// take takes n bytes off the head.
func (o *outbox) take(n int) []byte {
	for i := range o.cuts {
		o.cuts[i].at -= n
	}
	p := o.plain
	if n == len(p) {
		o.plain = nil
		return p
	}
	o.plain = p[n:]
	return p[:n:n]
}

// end ends the stream.
func (o *outbox) end(scratch []byte) []byte {
	p := o.zip.End(scratch)
	o.plainBytes, o.packedBytes = o.zip.Bytes()
	o.zip = nil
	return p
}

// reuse takes memory back for what comes next.
func (o *outbox) reuse(p []byte) {
	if o.plain == nil && cap(p) <= keepOutBytes {
		o.plain = p[:0]
	}
}

// bytes are how many were compressed, and what came of them.
func (o *outbox) bytes() (plain, packed uint64) {
	if o.zip != nil {
		return o.zip.Bytes()
	}
	return o.plainBytes, o.packedBytes
}

// beginCompression begins with what is queued next. A client that ended it once gets it no more: it could not read it.
func (m *Machine) beginCompression() {
	m.out.cutHere(true)
	m.noCompression = true
	caps := m.caps
	caps.Compressed = true
	m.learn(caps)
}

func (m *Machine) endCompression() {
	if !m.caps.Compressed {
		return
	}
	m.out.cutHere(false)
	caps := m.caps
	caps.Compressed = false
	m.learn(caps)
}

func (m *Machine) tellCompression() string {
	plain, packed := m.out.bytes()
	return fmt.Sprintf("%s sent as %s", kilobytes(plain), kilobytes(packed))
}

func kilobytes(n uint64) string { return fmt.Sprintf("%.1f KB", float64(n)/1000) }
