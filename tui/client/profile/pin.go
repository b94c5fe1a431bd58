package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// pinsMaxBytes is the most that the file of pins may hold: some ten thousand addresses.
const pinsMaxBytes = 1 << 20

// Pinned is the fingerprint of the certificate that an address showed when it was pinned. The error says why the file
// cannot be read.
func (s *Shelf) Pinned(addr string) (fingerprint string, ok bool, err error) {
	pins, err := s.pins()
	for _, p := range pins {
		if p.addr == addr {
			return p.fingerprint, true, nil
		}
	}
	return "", false, err
}

// Pin takes the certificate with this fingerprint for that of an address, in the place of another.
func (s *Shelf) Pin(addr, fingerprint string) error {
	if strings.ContainsAny(addr+fingerprint, " \n\r\t") || addr == "" || fingerprint == "" {
		return fmt.Errorf("%q and %q are no address and fingerprint", addr, fingerprint)
	}
	pins, err := s.pins()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("# The certificates of MUDs, pinned when they were first seen: address, fingerprint.\n")
	for _, p := range pins {
		if p.addr != addr {
			fmt.Fprintf(&b, "%s %s\n", p.addr, p.fingerprint)
		}
	}
	fmt.Fprintf(&b, "%s %s\n", addr, fingerprint)
	if b.Len() > pinsMaxBytes {
		return fmt.Errorf("%s is full: take out what you no longer play", filepath.Join(s.dir, pinsFile))
	}
	return replace(filepath.Join(s.dir, pinsFile), []byte(b.String()))
}

// pin is a line of the file.
type pin struct{ addr, fingerprint string }

// pins reads the file. A line that is none refuses the whole: half a file of pins would let a forged certificate in.
func (s *Shelf) pins() ([]pin, error) {
	path := filepath.Join(s.dir, pinsFile)
	data, err := readFile(path, pinsMaxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read the pinned certificates: %w", err)
	}
	var out []pin
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		words := strings.Fields(text)
		switch {
		case len(words) == 0, strings.HasPrefix(words[0], "#"):
		case len(words) == 2:
			out = append(out, pin{addr: words[0], fingerprint: words[1]})
		default:
			return nil, fmt.Errorf("%s:%d: %q is no pin: an address and a fingerprint are", path, line, strings.TrimSpace(text))
		}
	}
	return out, nil
}
