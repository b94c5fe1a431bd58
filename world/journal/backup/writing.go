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

// chunkBytes are copied between two looks at the context.
const chunkBytes = 256 << 10

// Write writes a backup to w in one pass. Each member is opened as it is reached and must have the bytes that h
// announces. progress, if not nil, is told how many bytes of how many were read. It takes one goroutine's time, so that
// the world beside it keeps its own.
func Write(
	ctx context.Context, w io.Writer, h Header, open func(name string) (io.ReadCloser, error),
	progress func(done, total int64),
) error {
	if h.Format = 1; h.Has(MindsName) {
		h.Format = Format
	}
	if err := h.check(); err != nil {
		return fmt.Errorf("make a backup: %w", err)
	}
	z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithWindowSize(1<<20), zstd.WithEncoderCRC(true))
	if err != nil {
		return fmt.Errorf("make a backup: %w", err)
	}
	out := &writer{ctx: ctx, tar: tar.NewWriter(z), h: &h, count: counter{total: h.Bytes(), tell: progress}}
	err = out.all(open)
	if err == nil {
		err = out.tar.Close()
	}
	if err = errors.Join(err, z.Close()); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	return nil
}

type writer struct {
	ctx   context.Context
	tar   *tar.Writer
	h     *Header
	count counter
}

// counter tells how far something has come.
type counter struct {
	done, total int64
	tell        func(done, total int64)
}

func (c *counter) add(n int) {
	c.done += int64(n)
	if c.tell != nil {
		c.tell(c.done, c.total)
	}
}

func (w *writer) all(open func(name string) (io.ReadCloser, error)) error {
	text, err := json.Marshal(w.h)
	if err != nil {
		return err
	}
	if err := w.text(headerName, text); err != nil {
		return err
	}
	s := sums{Header: hexSum(text), Files: map[string]string{}}
	for _, m := range w.h.Members {
		in, err := open(m.Name)
		if err != nil {
			return err
		}
		s.Files[m.Name], err = w.member(m, in)
		if err = errors.Join(err, in.Close()); err != nil {
			return fmt.Errorf("%s: %w", m.Name, err)
		}
	}
	if text, err = json.Marshal(s); err != nil {
		return err
	}
	return w.text(sumsName, text)
}

func (w *writer) begin(name string, size int64) error {
	return w.tar.WriteHeader(&tar.Header{
		Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: w.h.Made, Format: tar.FormatPAX,
	})
}

func (w *writer) text(name string, text []byte) error {
	if len(text) > headerMax {
		return fmt.Errorf("%s would be %d bytes, and %d is the most", name, len(text), headerMax)
	}
	if err := w.begin(name, int64(len(text))); err != nil {
		return err
	}
	_, err := w.tar.Write(text)
	return err
}

// member copies one file and returns its sum.
func (w *writer) member(m Member, in io.Reader) (string, error) {
	if err := w.begin(m.Name, m.Bytes); err != nil {
		return "", err
	}
	sum := sha256.New()
	n, err := copied(w.ctx, io.MultiWriter(w.tar, sum), io.LimitReader(in, m.Bytes), &w.count)
	if err == nil && n != m.Bytes {
		err = fmt.Errorf("it became shorter while it was read: %d bytes of %d", n, m.Bytes)
	}
	return hex.EncodeToString(sum.Sum(nil)), err
}

// copied is io.Copy that counts and can be broken off.
func copied(ctx context.Context, to io.Writer, from io.Reader, count *counter) (total int64, err error) {
	buf := make([]byte, chunkBytes)
	for {
		if err := ctx.Err(); err != nil {
			return total, err
		}
		n, err := from.Read(buf)
		if n > 0 {
			if _, err := to.Write(buf[:n]); err != nil {
				return total, err
			}
			total += int64(n)
			count.add(n)
		}
		switch {
		case errors.Is(err, io.EOF):
			return total, nil
		case err != nil:
			return total, err
		}
	}
}
