package dg

import (
	"fmt"
	"strings"
)

// What a source may be.
const (
	SourceMost = 16 << 10 // bytes
	LinesMost  = 1000
	nestMost   = 32 // blocks within each other
)

// kind says what a line is. All that steers nothing is a command.
type kind string

const (
	isCommand kind = ""
	isIf      kind = "if"
	isElseIf  kind = "elseif"
	isElse    kind = "else"
	isEnd     kind = "end"
	isWhile   kind = "while"
	isDone    kind = "done"
	isSwitch  kind = "switch"
	isCase    kind = "case"
	isDefault kind = "default"
	isBreak   kind = "break"
	isSet     kind = "set"
	isEval    kind = "eval"
	isUnset   kind = "unset"
	isGlobal  kind = "global"
	isContext kind = "context"
	isReturn  kind = "return"
	isHalt    kind = "halt"
	isWait    kind = "wait"
	isNop     kind = "nop"
	isExtract kind = "extract"
	isMakeUID kind = "makeuid"
	isRemote  kind = "remote"
	isDelete  kind = "rdelete"
)

// line is one statement. To is the line to go to instead of the next: behind the branch for if, elseif, else and
// case, to the end of the block for break, back to while for its done; -1 where there is none.
type line struct {
	kind kind
	rest string // what stands behind the word, or the whole line of a command
	to   int
	at   int // in the source, from 1
}

// Script is a source that was parsed. It never changes.
type Script struct {
	lines  []line
	saysNo bool
}

// block is a block that is open while the source is read.
type block struct {
	kind   kind
	at     int
	last   int   // the last branch, which leads to the next
	leaves []int // what leads behind the end
}

// SaysNo reports whether a script may return 0, by which it keeps from happening what started it.
func (s *Script) SaysNo() bool { return s.saysNo }

// Parse reads a source. The error says in which line something is wrong: a block that is not closed, or is closed and
// not open.
func Parse(source string) (*Script, error) {
	if len(source) > SourceMost {
		return nil, fmt.Errorf("1:1: a script has at most %d bytes", SourceMost)
	}
	s := &Script{}
	var open []block
	for i, text := range strings.Split(source, "\n") {
		text = strings.TrimSpace(text)
		if text == "" || text[0] == '*' {
			continue
		}
		if len(s.lines) == LinesMost {
			return nil, fmt.Errorf("%d:1: a script has at most %d lines", i+1, LinesMost)
		}
		l := read(text, i+1)
		s.lines = append(s.lines, l)
		if l.kind == isReturn {
			s.saysNo = s.saysNo || l.rest != "1"
		}
		var err error
		if open, err = s.nest(open, len(s.lines)-1); err != nil {
			return nil, fmt.Errorf("%d:1: %w", i+1, err)
		}
	}
	for len(open) > 0 { // as DG has it: what is not closed ends with the script
		s.close(open[len(open)-1], len(s.lines))
		open = open[:len(open)-1]
	}
	return s, nil
}

// read finds what a line is.
func read(text string, at int) line {
	word, rest, _ := strings.Cut(text, " ")
	word, rest = strings.ToLower(word), strings.TrimSpace(rest)
	l := line{kind: isCommand, rest: text, to: -1, at: at}
	switch k := kind(word); k {
	case isIf, isElseIf, isElse, isEnd, isWhile, isDone, isSwitch, isCase, isDefault, isBreak, isSet, isEval, isUnset,
		isGlobal, isContext, isReturn, isHalt, isWait, isNop, isExtract, isMakeUID, isRemote, isDelete:
		l.kind, l.rest = k, rest
	case isCommand:
	default:
	}
	if next, more, _ := strings.Cut(rest, " "); l.kind == isElse && strings.EqualFold(next, "if") {
		l.kind, l.rest = isElseIf, strings.TrimSpace(more)
	}
	return l
}

// nest leads the lines of a block to each other.
func (s *Script) nest(open []block, i int) ([]block, error) {
	top := len(open) - 1
	in := func(kinds ...kind) bool {
		for _, k := range kinds {
			if top >= 0 && open[top].kind == k {
				return true
			}
		}
		return false
	}
	switch l := &s.lines[i]; l.kind {
	case isIf, isWhile, isSwitch:
		if len(open) == nestMost {
			return nil, fmt.Errorf("blocks are nested more than %d deep", nestMost)
		}
		return append(open, block{kind: l.kind, at: i, last: i}), nil
	case isElseIf, isElse:
		if !in(isIf) {
			return nil, fmt.Errorf("there is no if that this %s belongs to", l.kind)
		}
		s.lines[open[top].last].to = i
		open[top].last = i
	case isCase, isDefault:
		if !in(isSwitch) {
			return nil, fmt.Errorf("there is no switch that this %s belongs to", l.kind)
		}
		s.lines[open[top].last].to = i
		open[top].last = i
	case isEnd:
		if !in(isIf) {
			return nil, fmt.Errorf("there is no if that this end belongs to")
		}
		s.close(open[top], i)
		return open[:top], nil
	case isDone:
		if !in(isWhile, isSwitch) {
			return nil, fmt.Errorf("there is no while or switch that this done belongs to")
		}
		s.close(open[top], i)
		if open[top].kind == isWhile {
			l.to = open[top].at
		}
		return open[:top], nil
	case isBreak:
		for j := top; j >= 0; j-- {
			if open[j].kind != isIf {
				open[j].leaves = append(open[j].leaves, i)
				return open, nil
			}
		}
		return nil, fmt.Errorf("there is no while or switch that this break leaves")
	default:
	}
	return open, nil
}

// close leads out of a block whose last line is end; behind all lines where it was never closed.
func (s *Script) close(b block, end int) {
	s.lines[b.last].to = end
	for _, i := range b.leaves {
		s.lines[i].to = end + 1
	}
	if b.kind == isWhile {
		s.lines[b.at].to = end + 1
	}
}
