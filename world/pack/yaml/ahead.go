package yaml

import (
	"iter"
	"runtime"

	"github.com/goccy/go-yaml/ast"
)

const aheadMost = 4 // files being parsed while another is looked at

// Parsed is what [Parse] made of a file.
type Parsed struct {
	Body  ast.Node
	Fault *Fault
}

// ParseAll gives files with what they are, in order. Parsing is most of the work with a pack, so it runs ahead on every
// processor; not further, for a syntax tree is a hundred times as large as its text.
func ParseAll(files []File) iter.Seq2[File, Parsed] {
	return func(yield func(File, Parsed) bool) {
		ahead := min(runtime.GOMAXPROCS(0), aheadMost)
		parsed := make([]chan Parsed, len(files))
		parse := func(i int) {
			if i >= len(files) {
				return
			}
			parsed[i] = make(chan Parsed, 1)
			go func() {
				body, fault := read(files[i])
				parsed[i] <- Parsed{body, fault}
			}()
		}
		for i := range ahead {
			parse(i)
		}
		for i, f := range files {
			is := <-parsed[i]
			parsed[i] = nil
			parse(i + ahead)
			if !yield(f, is) {
				return
			}
		}
	}
}

// read is [Parse] of a file that is only read: its nodes have values and lines, and no columns.
func read(f File) (ast.Node, *Fault) {
	text := string(f.Data)
	if _, why := unreadable(text); why == "" {
		if body, ok := parseQuick(text); ok {
			return body, nil
		}
	}
	return Parse(f)
}
