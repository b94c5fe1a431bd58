package segment

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// footer is what stands at a file's end.
type footer struct {
	at          uint64 // where the summary's block begins
	raw, stored uint32 // its sizes
}

// writeFooter ends the file.
func (w *Writer) writeFooter(f footer) error {
	b := binary.BigEndian.AppendUint64(nil, f.at)
	b = binary.BigEndian.AppendUint32(b, f.raw)
	b = binary.BigEndian.AppendUint32(b, f.stored)
	if err := w.write(b); err != nil {
		return err
	}
	b = w.sum.Sum(b)
	b = binary.BigEndian.AppendUint32(b, checksum(b))
	b = append(b, endMagic...)
	return w.write(b[footerSummed:])
}

// readFooter reads the file's beginning and end. Its errors are ours, without the file's name.
func readFooter(f io.ReaderAt, size int64) (footer, error) {
	if size < int64(headBytes+frameBytes+footerBytes) {
		return footer{}, errTruncated
	}
	head := make([]byte, headBytes)
	if _, err := f.ReadAt(head, 0); err != nil {
		return footer{}, err
	}
	if string(head[:len(magic)]) != magic {
		return footer{}, errors.New("it begins otherwise than a segment")
	}
	if found := binary.BigEndian.Uint32(head[len(magic):]); found != Format {
		return footer{}, &FormatError{Found: uint64(found), Want: Format}
	}
	b := make([]byte, footerBytes)
	if _, err := f.ReadAt(b, size-int64(footerBytes)); err != nil {
		return footer{}, err
	}
	sealed := footerSummed + sha256.Size
	if string(b[footerBytes-len(endMagic):]) != endMagic {
		return footer{}, errTruncated
	}
	if binary.BigEndian.Uint32(b[sealed:]) != checksum(b[:sealed]) {
		return footer{}, errors.New("its footer does not match its checksum")
	}
	out := footer{
		at: binary.BigEndian.Uint64(b), raw: binary.BigEndian.Uint32(b[8:]), stored: binary.BigEndian.Uint32(b[12:]),
	}
	end := size - int64(footerBytes)
	if out.raw > summaryBytesMost || out.at > uint64(end) || out.at+frameBytes+uint64(out.stored) != uint64(end) {
		return footer{}, errors.New("its footer points nowhere")
	}
	return out, nil
}

var errTruncated = errors.New("truncated: it does not end as a segment does")

// readSum returns the SHA-256 that stands in the footer.
func readSum(f io.ReaderAt, size int64) (sum [sha256.Size]byte, err error) {
	if _, err := f.ReadAt(sum[:], size-int64(footerBytes)+footerSummed); err != nil {
		return sum, fmt.Errorf("read the footer: %w", err)
	}
	return sum, nil
}
