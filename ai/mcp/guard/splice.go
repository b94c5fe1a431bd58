package guard

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"sync"
)

// Of the members of a result.
const (
	spliceBytesUsual = 8 << 10
	spliceBytesKept  = 64 << 10 // a buffer that had to grow beyond this is not used again
)

// spliced are buffers for members, used by one call after the other.
//
//nolint:gochecknoglobals // immutable: it holds nothing that anybody reads
var spliced = sync.Pool{New: func() any { b := make([]byte, 0, spliceBytesUsual); return &b }}

// splice is a part of a response that mcp-go never sees: it would compact it twice after it was encoded, and a look
// would cost 8 % more (343 us of CPU in place of 316 behind the guard, medians of 120 turns). mcp-go is given a mark in
// its place, made by chance for this one call. Nothing that a client or a player wrote can pass for it: they do not
// know the mark, they never see it, and what they wrote stands in JSON strings, in which the quotation marks around it
// are escaped.
type splice struct {
	mark    string
	members *[]byte // of the result: `"content":[...],...`, instead of the content that is the mark
}

// Splice lets a tool's handler write members of its result by itself: its content, and what else it likes. It returns
// the words that the handler hands on as the only content; they are replaced when the response is written. In-process
// there is no response to write, ok is false, and write is not called.
func Splice(ctx context.Context, write func(b []byte) ([]byte, error)) (words string, ok bool, err error) {
	c := callFrom(ctx)
	if c == nil {
		return "", false, nil
	}
	members, _ := spliced.Get().(*[]byte)
	if *members, err = write((*members)[:0]); err != nil {
		return "", false, fmt.Errorf("write a result: %w", err)
	}
	s := &splice{mark: rand.Text(), members: members}
	c.splice.Store(s)
	return s.mark, true, nil
}

// written lets go of what was spliced, when the response to the call has been written.
func (c *call) written() {
	if s := c.splice.Swap(nil); s != nil && cap(*s.members) <= spliceBytesKept {
		spliced.Put(s.members)
	}
}

// into finds the place of the members in a message. All of it is before when they have none in it: it is no result
// then, but a notification or an error. It reports false for a message that has the mark anywhere else, which must not
// leave the server.
func (s *splice) into(message []byte) (before, members, after []byte, ok bool) {
	if s == nil {
		return message, nil, nil, true
	}
	before, after, ok = bytes.Cut(message, []byte(`"content":[{"type":"text","text":"`+s.mark+`"}]`))
	switch {
	case bytes.Contains(before, []byte(s.mark)) || bytes.Contains(after, []byte(s.mark)):
		return nil, nil, nil, false
	case !ok:
		return message, nil, nil, true
	}
	return before, *s.members, after, true
}
