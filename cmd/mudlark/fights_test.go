package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/encounterfile"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// One fight, the brawl in the Drowned Lantern, is kept in testdata/fights as different people fought it to its end:
// what each of them typed, behind their mark, and was told, one after another; and the bundle of it, which anybody can
// run again. How they came to the Lantern is left out, and so are prompts.

// bout is one fight, and those who fight it.
type bout struct {
	*guests
	name string // of its files
	seen map[string]*strings.Builder
}

// fightPrompt is what stands before what is told to somebody who has prompts.
var fightPrompt = regexp.MustCompile(`^(\[[^\]]*\] )?> ?`)

const (
	fightRoom = world.RoomID("drowned-lantern")
	fightBeat = 700 * time.Millisecond // after a line, and between looks at whose turn it is
)

// newBout opens the house for a fight, and lets those in who come to it by telnet.
func newBout(t *testing.T, name string) (b *bout, dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "world")
	foundTavern(t, dir)
	return &bout{guests: &guests{tavern: openTavern(t, dir, "")}, name: name, seen: map[string]*strings.Builder{}}, dir
}

// enters brings somebody from the Harbour Steps into the Lantern by way of where their arms are, unwritten.
func (b *bout) enters(who string, lines ...string) {
	b.t.Helper()
	for _, line := range append(lines, "north", "east") {
		b.quiet(who, line)
	}
	b.seen[who] = &strings.Builder{}
	b.does(who, "look")
}

// does lets somebody type a line, and writes down what everybody is told.
func (b *bout) does(who, line string) {
	b.t.Helper()
	b.seen[who].WriteString("\n" + typedMark + line + "\n")
	b.lines[who].press(line + "\n")
	b.pass(fightBeat)
}

// pass lets time go by.
func (b *bout) pass(d time.Duration) {
	b.t.Helper()
	<-time.After(d)
	for _, name := range b.names {
		if b.seen[name] == nil || b.lines[name] == nil {
			continue
		}
		for line := range strings.SplitSeq(b.heardBy(name), "\n") {
			if line = strings.TrimRight(fightPrompt.ReplaceAllString(line, ""), " "); line != "" && line != ">" {
				b.seen[name].WriteString(line + "\n")
			}
		}
	}
}

// fray is how the fight stands, nil when there is none.
func (b *bout) fray() (k *world.Skirmish) {
	b.t.Helper()
	b.see(func(s *world.State, _ world.Time) {
		if e := s.EncounterIn(fightRoom); e != nil {
			k = e.Copy()
		}
	})
	return k
}

// fights lets the fight go on to its end. Those of whom says has lines do what it says on their turn.
func (b *bout) fights(says func(k *world.Skirmish) (who, line string)) {
	b.t.Helper()
	const most = 600
	for range most {
		k := b.fray()
		if k == nil {
			return
		}
		if who, line := says(k); line != "" {
			b.does(who, line)
			continue
		}
		b.pass(fightBeat)
	}
	b.t.Fatal("the fight does not end")
}

// byRule is what somebody types on their turn who goes by rule.
func byRule(k *world.Skirmish) string {
	switch act := k.Tactic(k.Active); act.Kind {
	case world.ActMove:
		at := act.Path[len(act.Path)-1]
		return "move " + strconv.Itoa(at.X) + "," + strconv.Itoa(at.Y)
	case world.ActAttack:
		return "attack " + strings.ToLower(k.Fighter(act.Target).Name)
	default:
		return "end"
	}
}

// bundled makes the bundle of the one fight in a folder from its record.
func bundled(t *testing.T, dir string) *encounterfile.File {
	t.Helper()
	e := &command.Env{Ctx: t.Context(), Stdout: t.Output(), Stderr: t.Output()}
	b, err := record.OpenRecordWith(e, dir, record.RecordAlone, command.QuietFlag{Quiet: true})
	if err != nil {
		t.Fatal(err)
	}
	var events []world.Event
	err = b.Book.Records(e.Ctx, 0, b.Book.Last(), func(r journal.Record) error {
		rec, err := journal.Decode(r.Bytes)
		if err != nil {
			return err
		}
		for _, n := range rec.Notices {
			events = append(events, n.Event)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := encounterfile.Of(events)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ends closes the house, and holds the fight against the one that is kept.
func (b *bout) ends(dir string) {
	b.t.Helper()
	b.stop()
	var text strings.Builder
	for _, name := range b.names {
		if s := b.seen[name]; s != nil {
			text.WriteString("=== " + name + "\n" + s.String() + "\n")
		}
	}
	b.holds(b.name+".txt", []byte(strings.TrimSuffix(text.String(), "\n")))
	raw, err := json.MarshalIndent(bundled(b.t, dir), "", " ")
	if err != nil {
		b.t.Fatal(err)
	}
	b.holds(b.name+".json", append(raw, '\n'))
}

// holds compares with a kept file.
func (b *bout) holds(name string, got []byte) {
	b.t.Helper()
	file := filepath.Join("testdata", "fights", name)
	if *update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			b.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		b.t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		b.t.Errorf("%s: %s\nIf it is meant, -update rewrites the file.", file, parting(string(want), string(got)))
	}
}

// TestFightByTelnet: Ann and Bob, who came with what they found, have it out with both Clems.
func TestFightByTelnet(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		b, dir := newBout(t, "telnet")
		b.comes("Ann", false, true)
		b.comes("Bob", false, true)
		b.enters("Ann", "north", "east", "up", "get cutlass", "wield cutlass", "down", "west", "south")
		b.enters("Bob", "east", "get boathook", "wield boathook", "west")
		b.does("Ann", "look at big clem")
		b.does("Ann", "battle big clem")
		b.does("Bob", "grid")
		b.does("Bob", "join ann")
		b.does("Ann", "say You take the big one. The small one, I mean.")
		b.does("Ann", "roll")
		b.fights(func(k *world.Skirmish) (string, string) {
			switch k.Active {
			case "pc-ann", "pc-bob":
				return k.Fighter(k.Active).Name, byRule(k)
			default:
				return "", ""
			}
		})
		b.does("Bob", "say My round.")
		b.ends(dir)
	})
}

// Each bundle that is kept can be run again, and one of which a single roll was changed is refused, with the step named
// (S3-26).
func TestFightsRunAgain(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "fights", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			b, err := encounterfile.Read(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Verify(); err != nil {
				t.Fatal(err)
			}
			rolls := 0
			for i, step := range b.Steps {
				at := slices.IndexFunc(
					step.ExpectedEvents,
					func(e encounterfile.Event) bool { return e.Type == "ATTACK_RESOLVED" },
				)
				if at < 0 {
					continue
				}
				rolls++
				forged, err := encounterfile.Read(bytes.NewReader(raw))
				if err != nil {
					t.Fatal(err)
				}
				var blow world.AttackResolved
				if err := json.Unmarshal(step.ExpectedEvents[at].Data, &blow); err != nil {
					t.Fatal(err)
				}
				blow.Roll = blow.Roll%20 + 1
				data, err := json.Marshal(blow)
				if err != nil {
					t.Fatal(err)
				}
				forged.Steps[i].ExpectedEvents[at].Data = data
				if err := forged.Verify(); err == nil ||
					!strings.HasPrefix(err.Error(), "step "+strconv.Itoa(i+1)+": ") {
					t.Errorf("a changed roll in step %d: %v", i+1, err)
				}
			}
			if rolls == 0 {
				t.Error("nobody struck at anybody")
			}
		})
	}
}
