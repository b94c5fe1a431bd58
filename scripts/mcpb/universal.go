package main

import (
	"encoding/binary"
	"fmt"
)

// slice is a program for one processor.
type slice struct {
	chip    string
	program []byte
}

// The layout of a universal binary (Mach-O, mach-o/fat.h): a header, an entry for each program, and the programs, each
// on a page of its own. All of the header is big-endian.
const (
	universalMagic = 0xcafebabe
	headerBytes    = 8
	entryBytes     = 20
	pageBits       = 14 // of arm64, whose pages are the larger ones
)

// machine is what a processor is called there.
type machine struct{ kind, variant uint32 }

// universal joins programs for a Mac's processors into one file.
func universal(all []slice) ([]byte, error) {
	machines := map[string]machine{"amd64": {0x01000007, 3}, "arm64": {0x0100000c, 0}}
	out := binary.BigEndian.AppendUint32(nil, universalMagic)
	out = binary.BigEndian.AppendUint32(out, uint32(len(all)))
	const page = 1 << pageBits
	at := headerBytes + entryBytes*len(all)
	for _, s := range all {
		m, ok := machines[s.chip]
		if !ok {
			return nil, fmt.Errorf("no Mac has a processor called %s", s.chip)
		}
		at = (at + page - 1) / page * page
		for _, n := range []uint32{m.kind, m.variant, uint32(at), uint32(len(s.program)), pageBits} {
			out = binary.BigEndian.AppendUint32(out, n)
		}
		at += len(s.program)
	}
	for _, s := range all {
		out = append(out, make([]byte, (page-len(out)%page)%page)...)
		out = append(out, s.program...)
	}
	return out, nil
}
