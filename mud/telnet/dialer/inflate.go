package dialer

import (
	"compress/flate"
	"compress/zlib"
	"errors"
	"io"
	"iter"
)

const (
	inflateFreeBytes  = 1 << 20 // that a stream may give before its ratio counts: blank lines compress a thousand times
	inflateReadyBytes = 8 << 10 // that the coroutine inflates at once
)

// What may be wrong with a stream. After any of them it is of no further use.
var (
	// errInflateHeader says that it does not begin as zlib does.
	errInflateHeader = errors.New("what came is no zlib stream")
	// errInflateBlock says that a block has no known kind, or contradicts itself.
	errInflateBlock = errors.New("a compressed block is broken")
	// errInflateSum says that its checksum is wrong.
	errInflateSum = errors.New("the checksum of compressed text is wrong")
	// errInflateBomb says that it grows more than text can.
	errInflateBomb = errors.New("compressed text grows more than text can")
)

// inflater decompresses what a telnet server sends after MCCP2 has begun: a zlib stream (RFC 1950, 1951) in the midst
// of a connection. Make one with newInflater, and call Stop when it is of no further use. It belongs to one goroutine
// at a time, and holds some 50 KiB.
//
// Its one idea is that bytes are pushed in and text is taken out, and that nothing ever waits. compress/zlib pulls, so
// it runs as a coroutine that rests where it wants a byte that has not come. An inflater takes exactly what belongs to
// the stream, since plain text may follow its end in the same read, and ends by itself where it grows beyond what text
// can.
//
// What a server flushes with Z_SYNC_FLUSH or Z_FULL_FLUSH is given at once; all codebases that were looked at do so
// (FluffOS, SMAUG and its kin, SocketMud). compress/zlib holds back what was flushed with Z_PARTIAL_FLUSH, and what was
// not flushed, until more comes or the stream ends.
type inflater struct {
	src   []byte // during Take
	ready []byte // inflated, and not yet given
	isEnd bool   // no more will come

	resume func() (struct{}, bool) // lets the coroutine run until it wants a byte, or its text is to be given
	stop   func()
	rest   func(struct{}) bool // gives back control, in the coroutine

	in    uint64
	out   uint64
	ratio uint64
	err   error
}

// newInflater makes one whose stream may grow to ratio times its size, once it has given inflateFreeBytes.
func newInflater(ratio int) *inflater {
	s := &inflater{ratio: uint64(ratio)}
	s.resume, s.stop = iter.Pull(s.run)
	return s
}

// Stop ends the stream and frees what it holds. It may be called more than once.
func (s *inflater) Stop() {
	s.stop()
	s.ready = nil
	if s.err == nil {
		s.err = io.ErrUnexpectedEOF
	}
}

// End says that no more will come. What is still known is given by Take, and then io.ErrUnexpectedEOF.
func (s *inflater) End() { s.isEnd = true }

// Bytes are how many came, and what they grew to.
func (s *inflater) Bytes() (in, out uint64) { return s.in, s.out }

// Take takes bytes of the stream and writes what they say to dst. It returns how much of both it used: all of src, or
// all of dst, unless the stream has ended (io.EOF) or is broken. Where dst was filled there may be more, even of a src
// that is used up. What is behind the end is not taken.
func (s *inflater) Take(dst, src []byte) (wrote, took int, err error) {
	s.src = src
	for wrote < len(dst) && s.err == nil {
		if len(s.ready) == 0 {
			if _, ok := s.resume(); !ok || len(s.ready) == 0 {
				break // it has ended, or wants a byte that has not come
			}
		}
		n := copy(dst[wrote:], s.ready)
		s.ready = s.ready[n:]
		wrote += n
	}
	took = len(src) - len(s.src)
	s.src = nil
	s.in += uint64(took)
	s.out += uint64(wrote)
	if s.out > inflateFreeBytes && s.out/s.ratio > s.in && !errors.Is(s.err, io.EOF) {
		s.Stop()
		s.err = errInflateBomb
	}
	return wrote, took, s.err
}

// run is the coroutine.
func (s *inflater) run(rest func(struct{}) bool) {
	s.rest = rest
	z, err := zlib.NewReader(inflateSource{s})
	buf := make([]byte, inflateReadyBytes)
	for err == nil {
		var n int
		n, err = z.Read(buf)
		s.ready = buf[:n]
		for len(s.ready) > 0 {
			if !rest(struct{}{}) {
				return
			}
		}
	}
	s.err = inflateError(err)
}

// inflateError says what is wrong in words of ours.
func inflateError(err error) error {
	if errors.Is(err, zlib.ErrHeader) || errors.Is(err, zlib.ErrDictionary) {
		return errInflateHeader
	}
	if errors.Is(err, zlib.ErrChecksum) {
		return errInflateSum
	}
	if _, ok := errors.AsType[flate.CorruptInputError](err); ok {
		return errInflateBlock
	}
	return err
}

// inflateSource is where the coroutine reads.
type inflateSource struct{ s *inflater }

// ReadByte implements [io.ByteReader], so that no byte is taken that is not needed.
func (r inflateSource) ReadByte() (byte, error) {
	s := r.s
	for len(s.src) == 0 {
		if s.isEnd || !s.rest(struct{}{}) {
			return 0, io.ErrUnexpectedEOF
		}
	}
	b := s.src[0]
	s.src = s.src[1:]
	return b, nil
}

// Read implements [io.Reader].
func (r inflateSource) Read(p []byte) (n int, err error) {
	for ; n < len(p); n++ {
		if p[n], err = r.ReadByte(); err != nil {
			return n, err
		}
	}
	return n, nil
}
