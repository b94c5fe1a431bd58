package segment

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// A Reader reads one segment. What it hands out was checked against the sums around it; Check holds the whole file to
// its own. A *DamagedError names the file and says what to do.
type Reader struct {
	f    io.ReaderAt
	shut func() error
	path string
	size int64
	info Info

	rows, records, index []placed

	mu  sync.Mutex
	dec *zstd.Decoder // made when first needed
}

// placed is a block and its number in the file.
type placed struct {
	block
	number uint64
}

// Open opens a segment's file. The file may be removed or replaced meanwhile; the Reader keeps to what it opened.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open a segment: %w", err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &DamagedError{Path: path, What: "it is no regular file"}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r, err := NewReader(f, info.Size(), path)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	r.shut = f.Close
	return r, nil
}

// NewReader reads a segment of size bytes from f; path is what errors call it.
func NewReader(f io.ReaderAt, size int64, path string) (*Reader, error) {
	r := &Reader{f: f, path: path, size: size, shut: func() error { return nil }}
	foot, err := readFooter(f, size)
	if err != nil {
		return nil, r.fault(err)
	}
	raw, err := r.frame(frame{kind: kindSummary, raw: foot.raw, stored: foot.stored}, foot.at)
	if err != nil {
		return nil, r.fault(fmt.Errorf("its summary: %w", err))
	}
	var s summary
	if err := modes.dec.Unmarshal(raw, &s); err != nil {
		return nil, r.fault(fmt.Errorf("its summary: %w", err))
	}
	if err := r.place(&s, foot.at); err != nil {
		return nil, r.fault(err)
	}
	r.info = s.info(size)
	return r, nil
}

// Info returns what the segment says of itself.
func (r *Reader) Info() Info { return r.info }

// Close gives the file free.
func (r *Reader) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dec != nil {
		r.dec.Close()
		r.dec = nil
	}
	return r.shut()
}

// place checks that the summary can be true and sorts the blocks by what they hold.
func (r *Reader) place(s *summary, end uint64) error {
	switch {
	case s.First == 0 || s.Last+1 < s.First || s.Last+1-s.First > RecordsMost:
		return fmt.Errorf("records %d to %d are no row", s.First, s.Last)
	case len(s.Clocks) == 0 || len(s.Clocks) > ClocksMost || s.Clocks[0].Seq != s.First-1:
		return errors.New("its readings of the clock are no list")
	}
	next, at := s.First, uint64(headBytes)
	var rows, terms uint64
	for i, b := range s.Blocks {
		if b.Offset != at || b.Count == 0 || b.Raw > rawBytesMost+spareBytes {
			return fmt.Errorf("block %d is not where one can be", i)
		}
		at += frameBytes + uint64(b.Stored)
		if at > end {
			return fmt.Errorf("block %d is longer than the file", i)
		}
		p := placed{b, uint64(i)}
		switch {
		case b.Kind == kindRows && len(r.records)+len(r.index) == 0:
			r.rows = append(r.rows, p)
			rows += uint64(b.Count)
		case b.Kind == kindRecords && r.follows(b, next):
			r.records = append(r.records, p)
			next += uint64(b.Count)
		case b.Kind == kindIndex:
			r.index = append(r.index, p)
			terms += uint64(b.Count)
		default:
			return fmt.Errorf("block %d is not where one can be", i)
		}
	}
	if at != end || next != s.Last+1 || rows != s.Rows || terms != s.Terms {
		return errors.New("its blocks are not what its summary says")
	}
	return nil
}

// follows reports whether a block of records may stand behind those before it, the next sequence being next.
func (r *Reader) follows(b block, next uint64) bool {
	n := len(r.records)
	return len(r.index) == 0 && b.First == next && b.Count <= blockRecordsMost && (n == 0 || r.records[n-1].At <= b.At)
}

// frame reads, checks and decompresses one block. The bytes are the caller's.
func (r *Reader) frame(f frame, at uint64) ([]byte, error) {
	if uint64(f.stored) > storedBytesMost+spareBytes || at+frameBytes+uint64(f.stored) > uint64(r.size) {
		return nil, fmt.Errorf("a block of %d bytes cannot be", f.stored)
	}
	b := make([]byte, frameBytes+int(f.stored))
	if _, err := r.f.ReadAt(b, int64(at)); err != nil {
		return nil, fmt.Errorf("read a block: %w", err)
	}
	stored := b[frameBytes:]
	if !f.matches(b[:frameBytes], stored) {
		return nil, errChecksum
	}
	dec, err := r.decoder()
	if err != nil {
		return nil, err
	}
	raw, err := dec.DecodeAll(stored, make([]byte, 0, f.raw))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errChecksum, err)
	}
	if len(raw) != int(f.raw) {
		return nil, errChecksum
	}
	return raw, nil
}

var errChecksum = errors.New("a block does not match its checksum")

func (r *Reader) block(p placed) (*cursor, error) {
	raw, err := r.frame(frame{kind: p.Kind, number: p.number, raw: p.Raw, stored: p.Stored}, p.Offset)
	if err != nil {
		return nil, r.fault(fmt.Errorf("block %d: %w", p.number, err))
	}
	return &cursor{b: raw}, nil
}

func (r *Reader) decoder() (*zstd.Decoder, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.dec == nil {
		dec, err := newDecoder()
		if err != nil {
			return nil, fmt.Errorf("make a decoder: %w", err)
		}
		r.dec = dec
	}
	return r.dec, nil
}

// fault gives an error the file's name: what the machine could not do is said as it is, all else is damage.
func (r *Reader) fault(err error) error {
	var format *FormatError
	var damaged *DamagedError
	var path *fs.PathError
	switch {
	case errors.As(err, &format):
		return &FormatError{Path: r.path, Found: format.Found, Want: format.Want}
	case errors.As(err, &damaged):
		return err
	case errors.As(err, &path):
		return fmt.Errorf("read segment %s: %w", r.path, err)
	}
	return &DamagedError{Path: r.path, What: err.Error()}
}

// Check reads the whole file and holds it to its SHA-256. progress, if any, is told of bytes.
func (r *Reader) Check(ctx context.Context, progress func(done, total uint64)) error {
	want, err := readSum(r.f, r.size)
	if err != nil {
		return r.fault(err)
	}
	h := sha256.New()
	summed := r.size - int64(footerBytes-footerSummed)
	from := io.NewSectionReader(r.f, 0, summed)
	for done := int64(0); done < summed; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := io.CopyN(h, from, min(blockBytesTarget, summed-done))
		if err != nil {
			return r.fault(fmt.Errorf("read all of it: %w", err))
		}
		done += n
		if progress != nil {
			progress(uint64(done), uint64(summed))
		}
	}
	if [sha256.Size]byte(h.Sum(nil)) != want {
		return &DamagedError{Path: r.path, What: "the file does not match its SHA-256"}
	}
	return nil
}

// Follow follows the chain through all records, from the anchor to the head that the segment names.
func (r *Reader) Follow(ctx context.Context) error {
	head := r.info.Anchor
	err := r.Records(ctx, r.info.First, r.info.Last, func(rec journal.Record) (err error) {
		head, err = head.Next(rec)
		return err
	})
	if err == nil && head != r.info.Head {
		err = &DamagedError{Path: r.path, What: fmt.Sprintf("the chain of its records comes out at %s, not at %s",
			head, r.info.Head)}
	}
	return err
}
