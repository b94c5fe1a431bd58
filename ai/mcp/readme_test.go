package mcp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/ai/mcp/read"
	"github.com/mudlark-mud/mudlark/ai/mcp/stdio"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/strictjson"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// limitRows are the limits that an agent's author meets.
func limitRows() string {
	var b strings.Builder
	row := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "| %s | %s |\n", what, fmt.Sprintf(format, args...))
	}
	b.WriteString("| what | at most |\n| --- | --- |\n")
	row("requests of a token", "%d a second, %d at once", guard.RequestsPerSecond, guard.RequestsBurst)
	row("requests of a token in progress", "%d, streams apart", guard.CallsPerPrincipalMax)
	row("sessions of a token", "%d; the one unused for longest goes first", guard.SessionsPerPrincipalMax)
	row("notification streams of a token", "%d", guard.StreamsPerPrincipalMax)
	row("a session without a request or a stream", "%.0f minutes", guard.SessionIdleMax.Minutes())
	row("a body whose agent says nothing", "%.0f minutes, then it stands link-dead", game.IdleMax.Minutes())
	row("a request", "%d KiB, nested %d deep, sent within %.0f seconds",
		guard.BodyBytesMax>>10, strictjson.DepthMax, guard.BodyReadMax.Seconds())
	row("a list of requests, in a session of 2025-03-26", "%d", guard.BatchMessagesMax)
	row("a result", "%d KiB of text, %d KiB of `events`", game.TextBytesMax>>10, game.EventBytesMax>>10)
	row("results without a session that leave out what was told", "%d, then one tells everything", game.RepeatAfter)
	row("a line for `command`", "%d bytes", verb.LineBytesMax)
	row("`wait_ms` of `events`", "%d", game.WaitMax.Milliseconds())
	row("what does not concern you is gathered for", "%.0f seconds", game.AmbientMax.Seconds())
	row("`limit` of `events`", "%d; %d when left out", game.EventsLimitMax, game.EventsShownMax)
	row("candidates of an argument in `actions`", "%d, nearest first", verb.CandidatesMost)
	row("tools that a player's token is shown", "%d", game.ToolsMax)
	row("keys remembered for a token", "%d, for %.0f minutes", game.KeysMax, game.KeyAge.Minutes())
	row("read tools of a narrator or an NPC", "%d a second, %d at once", read.ReadsPerSecond, read.ReadsBurst)
	row("tokens of a character", "%d", world.GrantsMost)
	row("a line for `mudlark mcp`", "%d KiB, answers %d MiB", stdio.LineBytesMax>>10, stdio.AnswerBytesMax>>20)
	return b.String()
}

// What the page for authors says of limits is what holds.
func TestReadmeLimits(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- limits: made from the constants; TestReadmeLimits compares -->\n", "<!-- /limits -->"
	_, rest, isThere := strings.Cut(string(page), begin)
	got, _, isWhole := strings.Cut(rest, end)
	if !isThere || !isWhole {
		t.Fatal("README.md has lost the marks around its limits")
	}
	if want := limitRows(); got != want {
		t.Errorf("the limits in README.md are not these:\n%s", want)
	}
}

// S2-24, S2-27: the page says what a client's questions and a tool's annotations are worth, and what others' words are.
// Our own clients act on no annotation: their programs do not name one.
func TestReadmeTrust(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(string(page)), " ")
	for _, want := range []string{
		"**Annotations are advice.**", "Claude Desktop has each tool confirmed", "**What others wrote is data.**",
		"(elicitation) is not the owner's yes unless the client's user is the owner",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
	var clients []string
	for _, glob := range []string{"examples/*/*.go", "stdio/*.go"} {
		found, err := filepath.Glob(glob)
		if err != nil || len(found) == 0 {
			t.Fatal(glob, err)
		}
		clients = append(clients, found...)
	}
	for _, client := range clients {
		source, err := os.ReadFile(client)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(source), "nnotations") || regexp.MustCompile(`[a-z]Hint\b`).Match(source) {
			t.Errorf("%s reads the annotations of whatever server it talks to", client)
		}
	}
}

// An example that does what cannot be undone asks before it begins.
func TestExamplesAskBeforeTheyDestroy(t *testing.T) {
	folders, err := filepath.Glob("examples/*/main.go")
	if err != nil || len(folders) < 4 {
		t.Fatal(folders, err)
	}
	destroys := regexp.MustCompile(`"(attack|drop|give|sell|buy|put|eat|drink|declare|battle) ?"`)
	asking := 0
	for _, main := range folders {
		files, err := filepath.Glob(filepath.Join(filepath.Dir(main), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var source strings.Builder
		for _, file := range files {
			b, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") {
				source.Write(b)
			}
		}
		isAsking := strings.Contains(source.String(), "play.ConfirmFlag(")
		if what := destroys.FindString(source.String()); what != "" && !isAsking {
			t.Errorf("%s does %s, and asks nobody", filepath.Dir(main), what)
		}
		if isAsking {
			asking++
		}
	}
	if asking == 0 {
		t.Error("no example asks, so that nothing was looked at")
	}
}
