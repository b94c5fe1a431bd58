package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// A Taker is handed what a backup holds. Either may be nil.
type Taker struct {
	// Header comes first; an error refuses the rest.
	Header func(h *Header) error
	// Member makes the place for one file. What is written to it is worth something only when Read returns no error.
	Member func(m Member) (io.WriteCloser, error)
}

// Read reads a whole backup and compares every sum. progress, if not nil, is told how many bytes of how many are read.
// Errors: *FaultError for what the file is, anything else is the machine's or the taker's.
func Read(ctx context.Context, r io.Reader, t Taker, progress func(done, total int64)) (*Header, error) {
	in := &source{r: r}
	z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(windowMax))
	if err != nil {
		return nil, fmt.Errorf("read the backup: %w", err)
	}
	defer z.Close()
	d := &reader{ctx: ctx, in: in, tar: tar.NewReader(z), z: z, count: counter{tell: progress}}
	h, err := d.all(t)
	if in.err != nil { // the machine's, whatever became of it
		return nil, fmt.Errorf("read the backup: %w", in.err)
	}
	return h, err
}

// source keeps errors of the machine apart from what decoders make of a file.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

type reader struct {
	ctx   context.Context
	in    *source
	z     *zstd.Decoder
	tar   *tar.Reader
	count counter
}

func (d *reader) all(t Taker) (*Header, error) {
	text, h, err := d.header()
	if err != nil {
		return nil, err
	}
	d.count.total = h.Bytes()
	if t.Header != nil {
		if err := t.Header(h); err != nil {
			return nil, err
		}
	}
	got := sums{Header: hexSum(text), Files: map[string]string{}}
	for _, m := range h.Members {
		if got.Files[m.Name], err = d.member(m, t); err != nil {
			return nil, err
		}
	}
	return h, d.end(got)
}

// header reads the first member. What is packed as ours and cannot be unpacked is damaged; all else is something else.
func (d *reader) header() ([]byte, *Header, error) {
	first, err := d.tar.Next()
	switch {
	case errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, tar.ErrHeader),
		err == nil && (first.Typeflag != tar.TypeReg || first.Name != headerName):
		return nil, nil, fault(Foreign, "it does not begin as one does")
	case err != nil:
		return nil, nil, wrong(err, headerName)
	}
	text, err := d.rest(first)
	if err != nil {
		return nil, nil, err
	}
	h := &Header{}
	if err := json.Unmarshal(text, h); err != nil {
		return nil, nil, fault(Foreign, "its first member is none of ours")
	}
	return text, h, h.check()
}

// next expects a member.
func (d *reader) next(name string) (*tar.Header, error) {
	h, err := d.tar.Next()
	switch {
	case err != nil:
		return nil, wrong(err, name)
	case h.Typeflag != tar.TypeReg || h.Name != name:
		return nil, fault(Altered, "%.80q stands where %s was announced", h.Name, name)
	}
	return h, nil
}

// wrong says what an error of the decoders means.
func wrong(err error, name string) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fault(CutOff, "it ends before or within %s", name)
	case errors.Is(err, zstd.ErrMagicMismatch):
		return fault(Altered, "%s cannot be unpacked", name)
	}
	return fault(Altered, "%s cannot be unpacked (%v)", name, err)
}

// text reads one of the members that are ours.
func (d *reader) text(name string) ([]byte, error) {
	h, err := d.next(name)
	if err != nil {
		return nil, err
	}
	return d.rest(h)
}

// rest reads a member of ours whose header was read.
func (d *reader) rest(h *tar.Header) ([]byte, error) {
	if h.Size > headerMax {
		return nil, fault(Altered, "%s has %d bytes, and at most %d can be", h.Name, h.Size, headerMax)
	}
	text, err := io.ReadAll(d.tar)
	if err != nil {
		return nil, wrong(err, h.Name)
	}
	return text, nil
}

// member reads one file, hands it on and returns its sum.
func (d *reader) member(m Member, t Taker) (sum string, err error) {
	h, err := d.next(m.Name)
	if err != nil {
		return "", err
	}
	if h.Size != m.Bytes {
		return "", fault(Altered, "%s has %d bytes where %d were announced", m.Name, h.Size, m.Bytes)
	}
	hash := sha256.New()
	to := &target{w: hash}
	if t.Member != nil {
		out, err := t.Member(m)
		if err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, out.Close()) }()
		to.w = io.MultiWriter(hash, out)
	}
	n, err := copied(d.ctx, to, d.tar, &d.count)
	switch {
	case d.ctx.Err() != nil:
		return "", d.ctx.Err()
	case to.err != nil:
		return "", to.err
	case err != nil:
		return "", wrong(err, m.Name)
	case n != m.Bytes:
		return "", fault(CutOff, "%s ends after %d bytes of %d", m.Name, n, m.Bytes)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// target keeps a taker's errors apart from those of the file.
type target struct {
	w   io.Writer
	err error
}

func (t *target) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	if err != nil {
		t.err = err
	}
	return n, err
}

// end compares the sums and that nothing follows.
func (d *reader) end(got sums) error {
	text, err := d.text(sumsName)
	if err != nil {
		return err
	}
	want := sums{}
	if err := json.Unmarshal(text, &want); err != nil {
		return fault(Altered, "its list of sums cannot be read")
	}
	if got.Header != want.Header {
		return fault(Altered, "what it announces is not what it was written with")
	}
	for name, sum := range got.Files {
		if want.Files[name] != sum {
			return fault(Altered, "the sum of %s is %s, and was %.64q when it was made", name, sum, want.Files[name])
		}
	}
	if _, err := d.tar.Next(); !errors.Is(err, io.EOF) {
		return fault(Altered, "something follows its end")
	}
	// The tar's end is not the frame's, whose own sum comes last; behind it there is nothing.
	rest, err := io.Copy(io.Discard, io.LimitReader(d.z, headerMax))
	switch {
	case err != nil:
		return wrong(err, "its end")
	case rest > 0:
		return fault(Altered, "something follows its end")
	}
	return nil
}
