package journal

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Glance is what can be seen of a record without decoding what happened in it.
type Glance struct {
	Seq  uint64
	At   world.Time
	Kind string // of its action
}

// errGlance says that bytes are no record.
var errGlance = errors.New("it is no record")

// Peek reads a record's sequence, time and kind of action, and hands every other text in it to texts, which may be nil:
// all ids are among them, as they are, and so are names, words, kinds and the names of fields. It costs a small part of
// what Decode does, allocates nothing but the kind, and believes more: what it passes over may yet be unreadable. The
// texts belong to b.
func Peek(b []byte, texts func([]byte)) (Glance, error) {
	s := scanner{b: b, texts: texts}
	if err := s.record(); err != nil {
		return Glance{}, fmt.Errorf("look at a record: %w", err)
	}
	return s.seen, nil
}

// The major types of CBOR.
const (
	cborUint = iota
	cborNegative
	cborBytes
	cborText
	cborArray
	cborMap
	cborTag
	cborSimple
)

// scanner goes through the items of a record, definite lengths only, as the deterministic encoding has them.
type scanner struct {
	b     []byte
	texts func([]byte)
	seen  Glance
}

// head takes the first bytes of an item: its major type and the number that goes with it.
func (s *scanner) head() (major byte, n uint64, err error) {
	if len(s.b) == 0 {
		return 0, 0, errGlance
	}
	major, info := s.b[0]>>5, s.b[0]&0x1f
	s.b = s.b[1:]
	if info < 24 { // the number itself
		return major, uint64(info), nil
	}
	size := 1 << (info - 24)
	if info > 27 || len(s.b) < size {
		return 0, 0, errGlance
	}
	var wide [8]byte
	copy(wide[8-size:], s.b[:size])
	s.b = s.b[size:]
	return major, binary.BigEndian.Uint64(wide[:]), nil
}

// string takes n bytes.
func (s *scanner) string(n uint64) ([]byte, error) {
	if n > uint64(len(s.b)) {
		return nil, errGlance
	}
	out := s.b[:n]
	s.b = s.b[n:]
	return out, nil
}

// record goes through the fields of a record; see wireRecord for their numbers.
func (s *scanner) record() error {
	major, fields, err := s.head()
	if err != nil || major != cborMap {
		return errGlance
	}
	for range fields {
		major, field, err := s.head()
		if err != nil || major != cborUint {
			return errGlance
		}
		switch field {
		case 1, 2:
			major, n, err := s.head()
			if err != nil || major != cborUint {
				return errGlance
			}
			if field == 1 {
				s.seen.Seq = n
			} else {
				s.seen.At = world.Time(n)
			}
		case 6:
			major, n, err := s.head()
			if err != nil || major != cborText {
				return errGlance
			}
			kind, err := s.string(n)
			if err != nil {
				return err
			}
			s.seen.Kind = string(kind)
		default:
			if err := s.skip(0); err != nil {
				return err
			}
		}
	}
	if len(s.b) > 0 || s.seen.Seq == 0 || s.seen.Kind == "" {
		return errGlance
	}
	return nil
}

// skip goes through one item, depth levels down, and hands out the texts in it.
func (s *scanner) skip(depth int) error {
	major, n, err := s.head()
	switch {
	case err != nil || depth > nestedLevelsMax:
		return errGlance
	case major == cborBytes:
		_, err = s.string(n)
		return err
	case major == cborText:
		text, err := s.string(n)
		if err == nil && s.texts != nil {
			s.texts(text)
		}
		return err
	case major == cborArray, major == cborMap:
		return s.items(major, n, depth+1)
	case major == cborTag:
		return s.skip(depth + 1)
	}
	return nil // a number, or what stands for itself
}

// items goes through an array's items or a map's entries.
func (s *scanner) items(major byte, n uint64, depth int) error {
	if n > uint64(len(s.b)) { // each takes a byte at least
		return errGlance
	}
	for range n {
		if major == cborMap { // its key, which may be an id
			if err := s.skip(depth); err != nil {
				return err
			}
		}
		if err := s.skip(depth); err != nil {
			return err
		}
	}
	return nil
}
