package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// cmdEars plays the evening of testdata/ears at a client, and what it is sent must be what is kept for a size of the
// terminal, byte for byte but for figures. The fight is left out: its dice are another world's.
func cmdEars(ts *testscript.TestScript, neg bool, args []string) {
	expects(ts, !neg && len(args) == 3, "ears LISTENER FRIEND WxH")
	s := stageOf(ts)
	eve, ben := s.client(ts, args[0]), s.client(ts, args[1])
	steps := append(beforeFight(), step{keys: "quit\r"})
	kept := keptSteps(ts, args[2], earSteps())
	seen := 0
	hears := func(what, want string) {
		same := func() bool { return alike(inked(eve.raw()[seen:])) == alike(want) }
		if !eventually(same) {
			ts.Fatalf("%s: got\n%s\nwant\n%s", what, inked(eve.raw()[seen:]), want)
		}
		seen = len(eve.raw())
	}
	hears("the door", kept[0])
	for i, step := range steps {
		want := kept[i+1]
		switch {
		case i == len(steps)-1:
			want = kept[len(kept)-1]
			ts.Check(eve.write([]byte(step.keys)))
		case step.friend != "":
			ts.Check(ben.line(step.friend))
			ts.Check(ben.line(askKept))
			ts.Check(ben.expect(regexp.MustCompile(regexp.QuoteMeta(saidKept))))
		case step.keys != "":
			<-time.After(pressMin) // Tab does nothing just after an answer
			ts.Check(eve.write([]byte(step.keys)))
		}
		hears(step.direction(), want)
	}
}

// beforeFight are the steps of the evening that go the same way in every world.
func beforeFight() []step { return earSteps()[:len(earSteps())-len(fightSteps())] }

// keptSteps are the parts of a kept evening: what was sent before anything was done, and after each step.
func keptSteps(ts *testscript.TestScript, size string, steps []step) []string {
	raw, err := os.ReadFile(earFile(size))
	ts.Check(err)
	var out []string
	rest := string(raw)
	for _, s := range steps {
		before, after, ok := strings.Cut(rest, "\n"+s.direction()+"\n")
		if !ok {
			ts.Fatalf("nothing is kept of %s: -update rewrites %s", s.direction(), earFile(size))
		}
		out, rest = append(out, before), after
	}
	return append(out, rest)
}

// waited is told to whoever signs in to a machine that has much to do, in rows as wide as the screen.
var waited = regexp.MustCompile(strings.ReplaceAll(
	`Many people are signing in at this moment\. Yours waits its turn; please stay\.`, " ", `\s+`) + `\n`)

// alike leaves out of what was sent what the time it took says.
func alike(sent string) string {
	sent = waited.ReplaceAllString(sent, "")
	return figures.ReplaceAllString(sent, "some$1")
}

// A busy machine tells whoever signs in to wait, in rows as wide as their screen: that is no part of what is kept.
func TestWaitingIsNoPartOfAnEvening(t *testing.T) {
	const want = "\nWelcome.\n"
	for _, sent := range []string{
		"\nMany people are signing in at this moment. Yours waits its turn; please stay.\nWelcome.\n",
		"\nMany people are signing in at this moment. Yours waits its\nturn; please stay.\nWelcome.\n",
	} {
		if got := alike(sent); got != want {
			t.Errorf("got %q", got)
		}
	}
}

// playLines are what somebody types at mudlark play --reader, alone in a world of one's own: the game and the client.
func playLines() []string {
	return []string{
		"look", "hp", "survey", "inventory", "north", "get lamp", "inventory", "n;s", "#vitals", "#map", "#go harbour",
		"2n", "say good evening", "help get", "#help", "#alias {gg} {say good grief}", "gg", "#alias",
		"#trigger {^You say: \"good day\"} {smile}", "say good day", "#nonsense", "xyzzy", "options", "#quit",
	}
}

// TestEarsOfPlay keeps every line that mudlark play --reader writes in a world of one's own, as it is written. What is
// kept says after "> " what was typed. After each line the world is asked whether all is kept, since its answer says
// that everything before it has come; that answer is left out.
func TestEarsOfPlay(t *testing.T) {
	racedElsewhere(t)
	p := startPlay(t, filepath.Join(t.TempDir(), "client"))
	p.sees(`Exits: [^\n]*\n(?:[^\n]+\n)*`)
	seen := 0
	settle := func() string {
		p.types(askKept)
		p.sees(regexp.QuoteMeta(saidKept))
		text := p.raw()[seen:]
		seen += len(text)
		before, after, _ := strings.Cut(text, saidKept)
		return before + after
	}
	var b strings.Builder
	b.WriteString(settle())
	for _, line := range playLines() {
		b.WriteString("\n" + typedMark + line + "\n")
		p.types(line)
		if line == "#quit" {
			p.ends()
			b.WriteString(p.raw()[seen:])
			continue
		}
		if strings.HasPrefix(line, "#go ") {
			p.sees(`You have arrived\.`) // a while behind the place, since there is no prompt to tell where that ends
		}
		b.WriteString(settle() + settle()) // what was heard may have had a rule of one's own act
	}
	got := b.String()
	for l := range strings.SplitSeq(got, "\n") {
		if !strings.HasPrefix(l, typedMark) &&
			!strings.Contains(l, "#") { // what is typed with # is spelled as it is typed
			for _, fault := range worldtest.HardToHear(l) {
				t.Error(fault)
			}
		}
	}
	file := earFile("play")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if alike(got) != alike(string(want)) {
		t.Errorf("%s: %s\nIf it is meant, -update rewrites the file.", file, parting(alike(string(want)), alike(got)))
	}
}
