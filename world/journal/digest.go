package journal

import (
	"crypto/sha256"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Digest is the SHA-256 of the whole state in the order of its keys: two states are equal when their digests are.
func Digest(s *world.State) ([sha256.Size]byte, error) {
	h := sha256.New()
	for _, k := range s.Keys() {
		b, err := EncodeRow(s.Row(k))
		if err != nil {
			return [sha256.Size]byte{}, fmt.Errorf("digest %s: %w", k, err)
		}
		_, _ = fmt.Fprintf(h, "%s %d\n", k, len(b))
		h.Write(b)
	}
	return [sha256.Size]byte(h.Sum(nil)), nil
}
