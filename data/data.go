// Package data holds the content that travels inside the binary: the starter world Lowtide as a world pack, in the
// YAML that world/pack reads, and the pack that "mudlark new" makes. It contains text and no rules. To change Lowtide
// edit the files below lowtide/; the map and the facts that all of them must agree on stand as comments at the top of
// lowtide/pack.yaml. Everything here is read-only and safe for concurrent use.
package data

import (
	"embed"
	"io/fs"
)

//go:embed all:lowtide
var files embed.FS

// Lowtide returns the files of the starter world, pack.yaml at the root. The file system is read-only.
func Lowtide() fs.FS {
	sub, err := fs.Sub(files, "lowtide")
	if err != nil {
		panic("data: the embedded folder lowtide is missing: " + err.Error()) // the compiler has checked the pattern
	}
	return sub
}

//go:embed all:newpack
var newpack embed.FS

// NewPack returns the files of the pack that a builder begins with: small, complete, and nothing of Lowtide in it. Its
// id is my-world. The file system is read-only.
func NewPack() fs.FS {
	sub, err := fs.Sub(newpack, "newpack")
	if err != nil {
		panic("data: the embedded folder newpack is missing: " + err.Error()) // the compiler has checked the pattern
	}
	return sub
}

//go:embed policy/taunts.txt
var taunts string

// TauntPolicy returns which words strangers may not put on a table of the house, one on each line; lines that begin
// with # are comments.
func TauntPolicy() string { return taunts }

//go:embed sounds.txt
var sounds string

// Sounds returns what can be heard, one sound on each line: cue, file, volume and caption with "|" between them; lines
// that begin with # are comments.
func Sounds() string { return sounds }

//go:embed greeting/wide.txt
var greetingWide string

//go:embed greeting/narrow.txt
var greetingNarrow string

// Greeting returns the drawings that greet those who come to Lowtide and see, the widest first. Drawings are of UTF-8.
func Greeting() []string { return []string{greetingWide, greetingNarrow} }
