package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// evening is what somebody typed and heard, played again. Its file has a head, which is one paragraph; then
//
//	> words                    what the listener types, and below it what is heard
//	(Ben types: words)         what a friend types at another connection
//	(Time passes until: words) nothing is typed until a line is heard that has these words in it
//	(a password)               behind >, stands for one
type evening struct {
	ts            *testscript.TestScript
	eve, ben      *client
	inPlay, ended bool
	seen          int // bytes of what eve was sent
}

// The marks of an evening's file.
const (
	typedMark    = "> "
	friendMark   = "(Ben types: "
	waitMark     = "(Time passes until: "
	directionEnd = ")"
	secretMark   = "(a password)"
)

// Whoever asks whether all is kept learns that everything before it was told.
const (
	askKept  = "save"
	saidKept = "Everything is kept the moment it happens; there is nothing to save.\n"
)

// cmdEvening plays an evening: what is typed is as the file says, and what is heard must be.
func cmdEvening(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 3, "evening LISTENER FRIEND FILE")
	was, err := os.ReadFile(args[2])
	ts.Check(err)
	head, rest, ok := strings.Cut(string(was), "\n\n")
	if !ok {
		ts.Fatalf("%s: nothing stands behind its head", args[2])
	}
	s := stageOf(ts)
	e := &evening{ts: ts, eve: s.client(ts, args[0]), ben: s.client(ts, args[1])}
	out := head + "\n\n" + e.settle()
	for l := range strings.Lines(rest) {
		if l = strings.TrimSuffix(l, "\n"); isDirection(l) {
			out += "\n" + l + "\n" + e.do(l)
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs("heard.txt"), []byte(out), 0o600))
	e.judge(out)
	if *update {
		ts.Check(os.WriteFile(args[2], []byte(out), 0o600))
		return
	}
	e.compare(string(was), out)
}

func isDirection(l string) bool {
	return strings.HasPrefix(l, typedMark) || strings.HasPrefix(l, friendMark) || strings.HasPrefix(l, waitMark)
}

// do does what a line of the file says, and returns what was heard until all of it had come.
func (e *evening) do(l string) string {
	if words, ok := strings.CutPrefix(l, waitMark); ok {
		words = strings.TrimSuffix(words, directionEnd)
		if !eventually(func() bool { return strings.Contains(e.eve.all()[e.seen:], words) }) {
			e.ts.Fatalf("%q was not heard, but:\n%s", words, e.eve.all()[e.seen:])
		}
	} else if words, ok := strings.CutPrefix(l, friendMark); ok {
		e.ts.Check(e.ben.line(strings.TrimSuffix(words, directionEnd)))
		e.ts.Check(e.ben.line(askKept))
		e.ts.Check(e.ben.expect(regexp.MustCompile(regexp.QuoteMeta(saidKept))))
	} else {
		words := strings.TrimPrefix(l, typedMark)
		if words == secretMark {
			words = passwordOf("eve")
		}
		e.ts.Check(e.eve.line(words))
		e.ended = words == "quit"
	}
	return e.settle()
}

// settle waits until everything was heard that is to be heard, and returns it.
func (e *evening) settle() string {
	text, whole := "", false
	if e.inPlay && !e.ended {
		e.ts.Check(e.eve.line(askKept))
	}
	whole = eventually(func() bool {
		text = e.eve.all()[e.seen:]
		switch {
		case e.ended:
			return e.eve.over()
		case e.inPlay:
			return strings.HasSuffix(text, saidKept)
		}
		e.inPlay = strings.Contains(text, "\nExits: ") && strings.HasSuffix(text, "\n")
		return e.inPlay || strings.HasSuffix(text, ": ")
	})
	if !whole {
		e.ts.Fatalf("no end came of what is heard:\n%s", text)
	}
	e.seen += len(text)
	text = strings.TrimSpace(strings.Replace(text, saidKept, "", 1))
	if text == "" {
		return ""
	}
	return text + "\n"
}

// judge holds every line against what an ear can take in.
func (e *evening) judge(out string) {
	if strings.Contains(e.eve.raw(), "\x1b") {
		e.ts.Fatalf("an escape was sent")
	}
	for l := range strings.Lines(out) {
		l = strings.TrimSuffix(l, "\n")
		if isDirection(l) {
			continue
		}
		for _, fault := range worldtest.HardToHear(l) {
			e.ts.Fatalf("%s", fault)
		}
	}
}

// compare holds what was heard now against what was heard then.
func (e *evening) compare(was, is string) {
	likes := likeness(e.ts)
	before, now := likes.lines(was), likes.lines(is)
	for i := range max(len(before), len(now)) {
		want, got := "(no more)", "(no more)"
		if i < len(before) {
			want = before[i]
		}
		if i < len(now) {
			got = now[i]
		}
		if got != want {
			around := strings.Join(now[max(0, i-4):min(i, len(now))], "\n")
			e.ts.Fatalf("behind\n%s\ngot  %s\nwant %s\nIf it is meant, -update rewrites the file.", around, got, want)
		}
	}
}

// likes says what is alike whatever the dice say and however long anything takes.
type likes map[string]string // by what somebody of the world may say, who

func likeness(ts *testscript.TestScript) likes {
	p, err := readLowtide()
	ts.Check(err)
	out := likes{}
	for _, m := range p.Mobs {
		for _, l := range m.Says {
			out[l] = string(m.ID)
		}
	}
	return out
}

var (
	quoted  = regexp.MustCompile(`"(.*)"$`)                                                   // immutable
	figures = regexp.MustCompile(`\b\d+( (?:minute|second|of 30|hit point|out of 30)s?\b)`)   // immutable
	stock   = regexp.MustCompile(`( There are|,) \d+ of them\b`)                              // immutable
	blows   = regexp.MustCompile(`^(Round|Hit|Miss|Hurt|Dodge|Attack|Stuck|You die|Fight): `) // immutable
)

// lines are those of a text as far as they are the same each time. Of a fight only its end is.
func (k likes) lines(text string) []string {
	var out []string
	for l := range strings.Lines(waited.ReplaceAllString(text, "")) {
		l = strings.TrimSuffix(l, "\n")
		if m := quoted.FindStringSubmatch(l); m != nil && k[m[1]] != "" {
			l = strings.Replace(l, m[0], fmt.Sprintf("a line of %s", k[m[1]]), 1)
		}
		l = figures.ReplaceAllString(l, "some$1")
		l = stock.ReplaceAllString(l, "$1 some of them") // what was taken is put out again after a while
		if shape, _, ok := strings.Cut(l, " hit points: you are "); ok {
			l = shape // as well as the fight has left one
		}
		if blows.MatchString(l) {
			continue
		}
		out = append(out, l)
	}
	return slices.Clip(out)
}
