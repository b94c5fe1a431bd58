package gmcp_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

func TestParseSounds(t *testing.T) {
	for _, tt := range []struct{ what, text, err string }{
		{"nothing", "", ""},
		{"comments", "# a\n\n  # b", ""},
		{"a sound", "tell | a/b.ogg | 100 | A bell.", ""},
		{"a field missing", "tell | a.ogg | 100", "sounds, line 1: 3 fields, but there are 4: cue | file | volume | caption"},
		{"no such cue", "\nbark | a.ogg | 1 | Woof.", `sounds, line 2: there is no cue "bark"`},
		{"twice", "tell | a.ogg | 1 | A.\ntell | b.ogg | 1 | B.", "sounds, line 2: tell has a sound already"},
		{"no file", "tell | | 1 | A.", `"" is no name of a file`},
		{"an address", "tell | https://evil/a.ogg | 1 | A.", "is no name of a file"},
		{"a way up", "tell | ../a.ogg | 1 | A.", "is no name of a file"},
		{"a root", "tell | /etc/a.ogg | 1 | A.", "is no name of a file"},
		{"silence", "tell | a.ogg | 0 | A.", "a volume is a number from 1 to 100"},
		{"too loud", "tell | a.ogg | 101 | A.", "a volume is a number from 1 to 100"},
		{"no caption", "tell | a.ogg | 1 |", "tell has no caption"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			_, err := gmcp.ParseSounds(tt.text)
			if got := ""; err != nil {
				got = err.Error()
				if tt.err == "" || !strings.Contains(got, tt.err) {
					t.Errorf("%s, want %q", got, tt.err)
				}
			} else if tt.err != "" {
				t.Errorf("understood, want %q", tt.err)
			}
		})
	}
	// The list that travels with the binary has a sound for every cue.
	if sounds := shipped(t); len(sounds) != len(gmcp.Cues()) {
		t.Errorf("%d sounds for %d cues", len(sounds), len(gmcp.Cues()))
	}
}

// shipped is the list of sounds that travels with the binary.
func shipped(t testing.TB) []gmcp.Sound {
	t.Helper()
	text, err := os.ReadFile("../../data/sounds.txt")
	if err != nil {
		t.Fatal(err)
	}
	sounds, err := gmcp.ParseSounds(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return sounds
}

// TestCues: what is heard depends on how something was perceived, and only what was told is heard.
func TestCues(t *testing.T) {
	sounds := shipped(t)
	for _, tt := range []struct {
		what  string
		e     world.Event
		sense world.Sense
		want  gmcp.Cue
	}{
		{"told", world.Told{Text: "x"}, world.Mine | world.Heard, gmcp.CueTell},
		{"telling", world.Told{Text: "x"}, world.Did, ""},
		{"whispered to", world.Whispered{Text: "x"}, world.Mine | world.Heard, gmcp.CueTell},
		{"a whisper of others", world.Whispered{Text: "x"}, world.Saw, ""},
		{"a shout", world.Shouted{Text: "x"}, world.Heard | world.Far, gmcp.CueShout},
		{"shouting", world.Shouted{Text: "x"}, world.Did, ""},
		{"said", world.Said{Text: "x"}, world.Saw | world.Heard, ""},
		{"struck", world.BlowLanded{Verb: "hit"}, world.Mine | world.Saw, gmcp.CueHurt},
		{"striking", world.BlowLanded{Verb: "hit"}, world.Did | world.Saw, gmcp.CueBlow},
		{"a fight of others", world.BlowLanded{Verb: "hit"}, world.Saw | world.Heard, ""},
		{"a death", world.Died{Actor: "pc-ben"}, world.Saw | world.Heard, gmcp.CueDeath},
		{"a door", world.DoorWorked{Work: world.WorkOpen}, world.Saw | world.Heard, gmcp.CueDoor},
		{"the tide", world.TideTurned{Now: world.TideLow}, world.Heard | world.Saw, gmcp.CueTide},
		{"a quest", world.QuestDone{Text: "Done."}, world.Did | world.Saw, gmcp.CueQuest},
		{"what is not told", world.FightEnded{}, world.Did, ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := gmcp.New(gmcp.Options{Sounds: func() bool { return true }, Media: gmcp.Media{Sounds: sounds}})
			c.Take("Core.Supports.Set", []byte(`["Client.Media 1"]`))
			got := text(c.Of(session.Frame{Parts: []session.Part{told(&world.Notice{Event: tt.e}, tt.sense)}}))
			if tt.want == "" && got != "" || tt.want != "" && !strings.Contains(got, `"tag":"`+string(tt.want)+`"`) {
				t.Errorf("played %q, want %s", got, tt.want)
			}
		})
	}
}

// TestNoise: of many sounds in a second a few are played, and none for who did not ask or whose client has no ears.
func TestNoise(t *testing.T) {
	clock := newClock()
	sounds := []gmcp.Sound{{Cue: gmcp.CueShout, File: "a.ogg", Volume: 1, Caption: "A."}}
	wants := true
	c := gmcp.New(gmcp.Options{
		Now: clock.now, Sounds: func() bool { return wants }, Media: gmcp.Media{URL: "https://mud.example/", Sounds: sounds},
	})
	shout := session.Frame{}
	for range 3 * gmcp.Pace {
		shout.Parts = append(shout.Parts, told(&world.Notice{Event: world.Shouted{Text: "x"}}, world.Heard))
	}
	if out := c.Of(shout); out != nil {
		t.Errorf("a client without ears is played %s", text(out))
	}
	c.Take("Core.Supports.Set", []byte(`["Client.Media 1"]`))
	if got := strings.Count(text(c.Of(shout)), "Client.Media.Play "); got != gmcp.Pace {
		t.Errorf("%d sounds at once, want %d", got, gmcp.Pace)
	}
	clock.pass(time.Second)
	if got := len(c.Of(shout)); got != gmcp.Pace {
		t.Errorf("%d sounds a second later, want %d", got, gmcp.Pace)
	}
	c.Take("Core.Supports.Remove", []byte(`["Client.Media"]`))
	if got := text(c.Goodbye("Goodbye.")); got != `Core.Goodbye "Goodbye."` {
		t.Errorf("a client that lost its ears is told %s", got)
	}
	c.Take("Core.Supports.Add", []byte(`["Client.Media 1"]`))
	if got := text(c.Of(session.Frame{})); !strings.HasPrefix(got, "Client.Media.Default ") {
		t.Errorf("a client with new ears is told %q", got)
	}
	wants = false
	if got := text(c.Of(shout)); got != "Client.Media.Stop {}" {
		t.Errorf("once they are not wanted: %s", got)
	}
	if got := text(c.Of(shout)); got != "" {
		t.Errorf("and then: %s", got)
	}
}

// BenchmarkOf is what the view of a crowded place costs its session, when nothing changed and when somebody came or
// went, and what a speech costs each of a thousand who hear it.
func BenchmarkOf(b *testing.B) {
	p := newPort(b)
	ann := p.join("Ann")
	var last world.ActorID
	for i := range 30 {
		last = p.join("P" + string(rune('a'+i/26)) + string(rune('a'+i%26)))
	}
	frames := []session.Frame{{View: p.view(ann)}, {}}
	p.act(last, world.Move{Dir: world.North})
	frames[1].View = p.view(ann)
	for _, bb := range []struct {
		name string
		of   func(i int) session.Frame
	}{
		{"same", func(int) session.Frame { return frames[0] }},
		{"changed", func(i int) session.Frame { return frames[i%2] }},
	} {
		b.Run(bb.name, func(b *testing.B) {
			clock := newClock()
			c := newClient(b, gmcp.Options{Now: clock.now})
			b.ReportAllocs()
			for i := range b.N {
				clock.pass(time.Second)
				c.Of(bb.of(i))
			}
		})
	}
	b.Run("heard", func(b *testing.B) {
		c := newClient(b, gmcp.Options{})
		f := session.Frame{Parts: []session.Part{told(&world.Notice{Event: world.Said{Text: "hello"}}, world.Heard)}}
		b.ReportAllocs()
		for range b.N {
			c.Of(f)
		}
	})
}
