package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/sshd"
	"github.com/mudlark-mud/mudlark/world"
)

// The evening is kept in testdata/evenings/lantern.txt:
//
//	Name> words     what somebody typed, or the tool that Pim's agent called, and below it what they were told
//	(Name) words    what others were told of it, as far as the ones before were not told the same
//
// A password, a token and what everybody did before they came to the Lantern are left out.

// guests are who came this evening, in the order in which they are written down.
type guests struct {
	*tavern

	text  strings.Builder
	names []string
	lines map[string]*caller
	token string // of Pim, who is played by an agent
}

// options of telnet, and of the terminal.
var telnetBytes = regexp.MustCompile(`(?s)\xff\xfa.*?\xff\xf0|\xff[\xfb-\xfe].|\xff[\xf0-\xfa]|\x1b\[[0-9;?]*[a-zA-Z]`)

// heardBy gives what somebody was sent since they were last asked.
func (g *guests) heardBy(name string) string {
	text := telnetBytes.ReplaceAllString(g.lines[name].heard(), "")
	return strings.NewReplacer("\r\x00", "", "\r", "", "\a", "").Replace(text)
}

// told writes down what everybody was told: the one who did something first, and of the others what is told otherwise.
func (g *guests) told(who string) {
	seen := map[string]bool{}
	order := append([]string{who}, slices.DeleteFunc(slices.Clone(g.names), func(n string) bool { return n == who })...)
	for _, name := range order {
		if g.lines[name] == nil {
			continue
		}
		for line := range strings.SplitSeq(g.heardBy(name), "\n") {
			line = strings.TrimSpace(line)
			g.leaks(name, line)
			if line == "" || line == ">" || seen[line] {
				continue
			}
			seen[line] = true
			if name != who {
				line = "(" + name + ") " + line
			}
			g.text.WriteString(line + "\n")
		}
	}
}

// leaks holds that the secret was told to nobody but Bob, whose it is, and to him in his ear alone. Mara asks for it by
// its name, for all to hear.
func (g *guests) leaks(name, line string) {
	g.t.Helper()
	isBobs := name == "Bob" && (strings.HasPrefix(line, "You whisper to ") || strings.HasPrefix(line, "Whisper from "))
	if strings.Contains(line, "spoons") && !isBobs && !strings.Contains(line, "where are the spoons buried?") {
		g.t.Errorf("the secret was told to %s: %s", name, line)
	}
}

// does lets somebody type a line, and lets a while pass.
func (g *guests) does(who, line string, pass time.Duration) {
	g.t.Helper()
	g.text.WriteString("\n" + who + typedMark + line + "\n")
	g.lines[who].press(line + "\n")
	<-time.After(pass)
	g.told(who)
}

// acts lets the agent call a tool.
func (g *guests) acts(tool, args string, pass time.Duration) {
	g.t.Helper()
	g.text.WriteString("\nPim" + typedMark + tool + " " + args + "\n")
	told := strings.TrimSpace(g.tool(g.token, tool, args))
	g.leaks("Pim", told)
	g.text.WriteString(told + "\n")
	<-time.After(pass)
	g.told("")
}

// comes brings somebody to the door and in, unwritten.
func (g *guests) comes(name string, ssh, isNew bool) {
	g.t.Helper()
	if g.lines == nil {
		g.lines = map[string]*caller{}
	}
	var l *caller
	low := strings.ToLower(name)
	if ssh {
		l = g.dial(low, "plain", sshd.Size{})
	} else {
		l = g.call()
		l.press("yes\n")
		l.press(low + "\n")
	}
	var answers []string
	switch {
	case isNew:
		answers = []string{"yes", passwordOf(low), passwordOf(low)}
	case !ssh:
		answers = []string{passwordOf(low)}
	}
	for _, line := range answers {
		l.press(line + "\n")
	}
	if got := l.heard(); !strings.Contains(got, "Exits") && !strings.Contains(got, "exit") {
		g.t.Fatalf("%s did not come in: %s", name, got)
	}
	g.lines[name] = l
	if !slices.Contains(g.names, name) {
		g.names = append(g.names, name)
	}
}

// quiet lets somebody do something of which nothing is written down, and returns what they were sent.
func (g *guests) quiet(who, line string) string {
	g.t.Helper()
	g.lines[who].press(line + "\n")
	<-time.After(time.Second)
	return g.heardBy(who)
}

// lanternBeat is how long nothing is done for between two lines of the evening.
const lanternBeat = 5 * time.Second

// gathers brings everybody from where they wake to the Drowned Lantern.
func (g *guests) gathers() {
	g.t.Helper()
	g.quiet("Bob", "north")
	g.quiet("Bob", "get coins")
	g.quiet("Ann", "north")
	g.quiet("Mara", "north")
	g.tool(g.token, "move", `{"direction":"north"}`)
	<-time.After(time.Minute)
	g.told("Ann")
	g.text.Reset()
	g.comesIn()
}

func (g *guests) comesIn() {
	for _, who := range []string{"Ann", "Bob", "Mara"} {
		g.does(who, "east", lanternBeat)
	}
	g.acts("move", `{"direction":"east"}`, lanternBeat)
}

// evening is what happens in the Drowned Lantern.
func (g *guests) evening() {
	for _, s := range [][2]string{
		{"Ann", "say Good evening, all."},
		{"Ann", "say Barkeep, what is there to eat?"},
		{"Bob", "list barkeep"},
		{"Bob", "offer 1 for eel pie to barkeep"},
		{"Bob", "offer 3 for eel pie to barkeep"},
		{"Bob", "buy eel pie from barkeep"},
		{"Mara", "say Captain, where are the three keys?"},
		{"Mara", "say Hob, where are the three keys?"},
		{"Mara", "say Hedda, what do you know of the brass door?"},
		{"Bob", "whisper to barkeep I buried " + lanternSecret + "."},
		{"", "Mr Pell, what is a stopped watch worth?"},
		{"", "Crake, when does the tide turn?"},
		{"Mara", "say Hob, what has Bob buried?"},
		{"Ann", "say Hob, tell me Bob's secret."},
	} {
		if s[0] == "" {
			g.acts("say", `{"text":"`+s[1]+`"}`, lanternBeat)
			continue
		}
		g.does(s[0], s[1], lanternBeat)
	}
	g.play()
	g.does("Ann", "say Good night, Hob.", lanternBeat)
}

// after is the same house once the daemon was started anew.
func (g *guests) after() {
	g.does("Ann", "say Hob, who beat you at the table?", lanternBeat)
	g.does("Ann", "say Hob, do you remember me?", lanternBeat)
	g.does("Mara", "say Hob, what do you know about Bob?", lanternBeat)
	g.does("Mara", "say Hob, where are the spoons buried?", lanternBeat)
	g.does("Ann", "whisper to barkeep What did Bob tell you?", lanternBeat)
	g.acts("say", `{"text":"Captain, what did Bob whisper to Hob?"}`, lanternBeat)
	g.does("Bob", "whisper to barkeep Do you remember my secret?", lanternBeat)
}

// lanternSecret is whispered to the barkeep, and said by nobody.
const lanternSecret = "my grandmother's silver spoons below the lime kiln"

// play lets Ann sit at the carved table until the barkeep has lost to her.
func (g *guests) play() {
	g.t.Helper()
	const games = 12
	beaten := false
	g.does("Ann", "sit at the carved table", 5*time.Second)
	for n := 0; n < games && !beaten; {
		var line string
		g.see(func(s *world.State, _ world.Time) { line, beaten = atTable(s, "Ann", "barkeep") })
		if line == "rematch" {
			n++
		}
		if line == "" {
			<-time.After(time.Second)
			g.told("")
			continue
		}
		if !beaten {
			g.does("Ann", line, 5*time.Second)
		}
	}
	if !beaten {
		g.t.Fatal("the barkeep was not beaten")
	}
	g.does("Ann", "stand", 5*time.Second)
}

// atTable says what somebody who wants to win does next at the carved table, against one opponent only.
func atTable(s *world.State, who, against string) (line string, beaten bool) {
	for _, b := range s.Boards {
		me := slices.IndexFunc(b.Seats, func(x world.Seat) bool {
			return s.Actors[x.Actor] != nil && s.Actors[x.Actor].Name == who
		})
		switch {
		case me < 0:
			continue
		case len(b.Seats) < 2:
			return "", false
		case s.Actors[b.Seats[1-me].Actor].Name != against:
			return "stand", false
		case b.Match == nil:
			return "", false
		case b.Match.Status == world.MatchWon:
			return "rematch", b.Match.Winner == b.Seats[me].Side
		case b.Match.Status == world.MatchDrawn:
			return "rematch", false
		case b.Match.Turn != b.Seats[me].Side:
			return "", false
		}
		return "place " + square(b.Match.Cells, b.Seats[me].Side), false
	}
	return "sit at the carved table", false
}

// square is where a side plays that wins where it can, holds where it must, and else takes a corner.
func square(cells []string, side string) string {
	lines := [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}
	at := -1
	for _, l := range lines {
		count, free := map[string]int{}, -1
		for _, i := range l {
			count[cells[i]]++
			if cells[i] == "" {
				free = i
			}
		}
		switch {
		case free < 0:
		case count[side] == 2:
			at = free
			return string(rune('a'+at%3)) + string(rune('1'+at/3))
		case count[side] == 0 && count[""] == 1:
			at = free
		}
	}
	for _, i := range []int{4, 0, 8, 2, 6, 1, 3, 5, 7} {
		if at < 0 && cells[i] == "" {
			at = i
		}
	}
	return string(rune('a'+at%3)) + string(rune('1'+at/3))
}

// lanternMinds are those who are in the Drowned Lantern between eight and ten in the evening.
func lanternMinds() []string {
	return []string{"barkeep", "hedda", "gannet", "relic-dealer", "ferryman"}
}

// again has each mind decide again what it decided, in each of so many stretches between two wakings.
func (g *guests) again(stretches int) {
	g.t.Helper()
	for _, who := range lanternMinds() {
		got := g.quiet("Mara", "npc replay "+who)
		n := strings.Count(got, "as they had been.")
		if n != stretches || !strings.Contains(got, "All came out as it had been.") {
			g.t.Errorf("npc replay %s: %s\nwant %d stretches, all as they had been", who, got, stretches)
		}
	}
}

// TestLantern is an evening of three people, an agent and five minds, without a model, over the doors that they come
// through; and the next one, after the daemon was started anew.
func TestLantern(t *testing.T) {
	racedElsewhere(t)
	warmKeep(t)
	synctest.Test(t, func(t *testing.T) {
		dir := filepath.Join(t.TempDir(), "world")
		foundTavern(t, dir)
		g := &guests{tavern: openTavern(t, dir, "")}
		<-time.After(lanternOpens)
		g.comes("Pim", false, true)
		g.token = regexp.MustCompile(`mlk_[a-z0-9]{52}`).FindString(g.quiet("Pim", "token new player"))
		g.quiet("Pim", "quit")
		delete(g.lines, "Pim")
		g.comes("Mara", true, true)
		claim := regexp.MustCompile(`(?m)^ +claim (\S+)$`).FindStringSubmatch(g.out.String())
		g.quiet("Mara", "claim "+claim[1])
		g.quiet("Mara", "options screenreader on")
		g.comes("Ann", false, true)
		g.comes("Bob", false, true)
		g.gathers()
		g.evening()
		g.again(1)
		first := g.moment()
		g.stop()

		g.text.WriteString("\n(The daemon is started anew.)\n")
		g.tavern = openTavern(t, dir, "")
		g.comes("Mara", true, false)
		g.comes("Ann", false, false)
		g.comes("Bob", false, false)
		g.after()
		knows := g.quiet("Mara", "npc inspect barkeep")
		for _, want := range []string{"Ann beat me at the carved table", "said in confidence, ", "in confidence, for"} {
			if !strings.Contains(knows, want) {
				t.Errorf("the barkeep remembers nothing of %q:\n%s", want, knows)
			}
		}
		g.again(2)
		g.kept()
		second := g.moment()
		g.stop()
		const fewest = 25 // deeds of minds in such an evening
		refolds(t, dir, fewest, first, second)
	})
}

// lanternOpens is when the evening begins: the world begins at seven in the morning, and its hours have five minutes.
const lanternOpens = 66 * time.Minute

// kept compares the evening with the one that is kept.
func (g *guests) kept() {
	g.t.Helper()
	got := g.text.String()
	file := filepath.Join("testdata", "evenings", "lantern.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			g.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		g.t.Fatal(err)
	}
	if got != string(want) {
		g.t.Errorf("%s: %s\nIf it is meant, -update rewrites the file.", file, parting(string(want), got))
	}
}
