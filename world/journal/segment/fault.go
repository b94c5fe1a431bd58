package segment

import (
	"errors"
	"fmt"
)

// ErrOrder says that a Writer was called with what does not come next. The caller has a bug.
var ErrOrder = errors.New("does not come next in a segment")

// A DamagedError says that a segment cannot be trusted. The world of today is not in it; what it holds is how the
// world came to be so.
type DamagedError struct {
	Path string
	What string // what was found, for a person
}

// Error says what is damaged and what to do.
func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s is damaged or no segment of a mudlark record (%s): check the disk and bring this one file "+
		"back from a backup; or, to do without its part of the history, put it aside together with every segment of a lower "+
		"number. The present world is not in it and has lost nothing", e.Path, e.What)
}

// A FormatError says that a segment is written in a format that this program does not read.
type FormatError struct {
	Path        string
	Found, Want uint64
}

// Error says which format the file has, which this program reads, and what to do.
func (e *FormatError) Error() string {
	if e.Found < e.Want {
		return fmt.Sprintf("%s was sealed by an older mudlark (format %d, this one reads %d): put it aside together with "+
			"every segment of a lower number, and keep the mudlark that wrote it to read it", e.Path, e.Found, e.Want)
	}
	return fmt.Sprintf("%s was sealed by a newer mudlark (format %d, this one reads %d): run that newer mudlark, or "+
		"restore a backup made by this one", e.Path, e.Found, e.Want)
}
