package telnet

import (
	"encoding/binary"
	"fmt"
	"hash"
	"hash/adler32"

	"github.com/klauspost/compress/flate"
)

// deflateHistoryBytes is how far back a match may reach into what was sent before.
const deflateHistoryBytes = 4 << 10

// DeflateStream is one zlib stream (RFC 1950) that a client can read to the end of each piece at once (MCCP2). It keeps
// a history of 4 KB and nothing else: Go's compress/zlib keeps 794 KB for each, to save a few bytes more. The encoder
// is stateless and its tables are shared by all streams. Make one with NewDeflateStream.
type DeflateStream struct {
	sum     hash.Hash32
	history []byte // the end of what was compressed
	plain   uint64
	packed  uint64
	begun   bool
}

// NewDeflateStream makes a stream of which nothing has been sent.
func NewDeflateStream() *DeflateStream { return &DeflateStream{sum: adler32.New()} }

// Append compresses p and appends what the client must get to read all of it.
func (s *DeflateStream) Append(dst, p []byte) []byte {
	if len(p) == 0 {
		return dst
	}
	a := appender{p: s.begin(dst)}
	before := len(dst)
	// An appender takes everything, and the encoder knows no error of its own.
	if err := flate.StatelessDeflate(&a, p, false, s.history); err != nil {
		panic(fmt.Sprintf("deflate to memory: %v", err))
	}
	s.remember(p)
	_, _ = s.sum.Write(p)
	s.plain += uint64(len(p))
	s.packed += uint64(len(a.p) - before)
	return a.p
}

// End appends the end of the stream with its checksum. Nothing may be appended after it.
func (s *DeflateStream) End(dst []byte) []byte {
	a := appender{p: s.begin(dst)}
	before := len(dst)
	if err := flate.StatelessDeflate(&a, nil, true, nil); err != nil {
		panic(fmt.Sprintf("end deflate to memory: %v", err))
	}
	a.p = binary.BigEndian.AppendUint32(a.p, s.sum.Sum32())
	s.packed += uint64(len(a.p) - before)
	s.history = nil
	return a.p
}

// Bytes are how many were compressed, and what came of them.
func (s *DeflateStream) Bytes() (plain, packed uint64) { return s.plain, s.packed }

// begin appends the header of the stream to the first piece: deflate with a window of 32 KB, which is what a match
// within one long piece may span.
func (s *DeflateStream) begin(dst []byte) []byte {
	if s.begun {
		return dst
	}
	s.begun = true
	return append(dst, 0x78, 0x9C)
}

// remember keeps the last HistoryBytes of all that was compressed.
func (s *DeflateStream) remember(p []byte) {
	if s.history == nil {
		s.history = make([]byte, 0, deflateHistoryBytes)
	}
	if len(p) >= deflateHistoryBytes {
		s.history = append(s.history[:0], p[len(p)-deflateHistoryBytes:]...)
		return
	}
	if over := len(s.history) + len(p) - deflateHistoryBytes; over > 0 {
		s.history = s.history[:copy(s.history, s.history[over:])]
	}
	s.history = append(s.history, p...)
}

// appender is memory to write to.
type appender struct{ p []byte }

// Write implements io.Writer.
func (a *appender) Write(p []byte) (int, error) {
	a.p = append(a.p, p...)
	return len(p), nil
}
