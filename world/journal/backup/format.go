package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"time"
)

// Format is the newest layout that this package reads, and the one that it writes of a world whose people remember
// something. Of others it writes the first, which older programs read.
const Format = 2

// The bounds of what a reader takes.
const (
	headerMax  = 8 << 20 // bytes of the first and of the last member
	membersMax = 50_000
	memberMax  = 1 << 40 // bytes of one member
	windowMax  = 8 << 20 // bytes of memory that a frame may ask for
)

// The members that are not files of the folder.
const (
	headerName = "mudlark-backup.json"
	sumsName   = "mudlark-sums.json"
)

// DatabaseName is the member without which there is no world, and MindsName that with what its people remember.
const (
	DatabaseName = "mudlark.db"
	MindsName    = "minds.db"
)

// known matches what a backup may hold. immutable.
var known = regexp.MustCompile(`^(mudlark\.db|minds\.db|crash\.json|session_key|ssh_host_ed25519_key|` +
	`https_(cert|key)\.pem|segments/[0-9]{20}\.seg)$`)

// Known reports whether a backup may hold a file of this name. No such name leads out of a folder.
func Known(name string) bool { return known.MatchString(name) }

// A Header says what a backup holds. It is the first thing in it.
type Header struct {
	Format  int       `json:"mudlark_backup"` // the name tells the file apart from any other JSON
	Build   string    `json:"build"`
	Made    time.Time `json:"made"`
	Head    string    `json:"head"`  // of the chain, as journal.Head writes it
	First   uint64    `json:"first"` // the oldest record; 0 when there is none
	Last    uint64    `json:"last"`
	Members []Member  `json:"members"`
}

// Bytes returns how much the members are together.
func (h *Header) Bytes() (n int64) {
	for _, m := range h.Members {
		n += m.Bytes
	}
	return n
}

// Segments counts the sealed segments in it.
func (h *Header) Segments() (n int) {
	for _, m := range h.Members {
		if len(m.Name) > len("segments/") && m.Name[:len("segments/")] == "segments/" {
			n++
		}
	}
	return n
}

// Has reports whether a file is in it.
func (h *Header) Has(name string) bool {
	for _, m := range h.Members {
		if m.Name == name {
			return true
		}
	}
	return false
}

// A Member is one file.
type Member struct {
	Name  string `json:"name"` // with slashes, below the data folder
	Bytes int64  `json:"bytes"`
}

// sums is the last thing in a backup.
type sums struct {
	Header string            `json:"header"` // of the bytes of the first member
	Files  map[string]string `json:"files"`
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// check refuses a header that no writer would have written.
func (h *Header) check() error {
	switch {
	case h.Format < 1:
		return fault(Foreign, "it does not begin as a mudlark backup does")
	case h.Format > Format:
		return fault(Newer, "it was made by a newer mudlark, %.40q (backup format %d, this one reads %d)", h.Build, h.Format,
			Format)
	case len(h.Members) > membersMax:
		return fault(Altered, "it announces %d files, and at most %d can be", len(h.Members), membersMax)
	case !h.Has(DatabaseName):
		return fault(Altered, "it announces no %s", DatabaseName)
	}
	seen := make(map[string]bool, len(h.Members))
	for _, m := range h.Members {
		switch {
		case !Known(m.Name):
			return fault(Altered, "it announces %.80q, which is no file of a data folder", m.Name)
		case seen[m.Name]:
			return fault(Altered, "it announces %s twice", m.Name)
		case m.Bytes < 0 || m.Bytes > memberMax:
			return fault(Altered, "it announces %d bytes of %s", m.Bytes, m.Name)
		}
		seen[m.Name] = true
	}
	return nil
}

// Why is what is wrong with a file that was to be read as a backup.
type Why string

// What may be wrong.
const (
	Foreign Why = "foreign" // it is something else
	Newer   Why = "newer"   // this program is too old for it
	CutOff  Why = "cut off" // its end is missing
	Altered Why = "altered" // it is not as it was written
)

// A FaultError says that a file is no backup, or not a whole one.
type FaultError struct {
	Why  Why
	What string
}

func fault(why Why, format string, args ...any) error {
	return &FaultError{Why: why, What: fmt.Sprintf(format, args...)}
}

// Error says what is wrong with it, and what to do.
func (e *FaultError) Error() string {
	switch e.Why {
	case Foreign:
		return "this is no backup of a mudlark world: " + e.What
	case Newer:
		return "this backup cannot be read: " + e.What + "; use the mudlark that made it, or a newer one"
	case CutOff:
		return "this backup is cut off: " + e.What + "; copy it again from where it was made, or take an older one"
	case Altered:
	}
	return "this backup was altered or is damaged: " + e.What + "; copy it again from where it was made, or take an " +
		"older one"
}
