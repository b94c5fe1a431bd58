package terminals_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/scripts/agentstorm/keyboard"
	"github.com/mudlark-mud/mudlark/scripts/terminals"
	"github.com/mudlark-mud/mudlark/scripts/terminals/pane"
	"github.com/mudlark-mud/mudlark/scripts/terminals/tap"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Some of the clients can do more when they are asked to. Each way is played by a guest.
func TestWays(t *testing.T) {
	if !*play {
		t.Skip("needs the clients that scripts/terminals/run installs, and -terminals.play")
	}
	h := open(t)
	t.Run("ways", func(t *testing.T) {
		for i, w := range []struct {
			name     string
			client   terminals.Client
			isSecret bool
			does     func(*player)
		}{
			{"a screen reader", tintin("-s -G -e '#session lowtide HOST PORT'"), false, (*player).listens},
			{"a script that takes GMCP", tintin("-G -r FOLDER/script"), false, (*player).takesGMCP},
			{"words while a line is typed", tintin("-G -e '#session lowtide HOST PORT'"), false, (*player).isDisturbed},
			{"KildClient and GMCP", terminals.Client{Name: "KildClient", Package: "kildclient", Program: "kildclient",
				Needs: []string{"Xvfb", "xdotool"}}, false, (*player).isMapped},
			{"TinTin++ with TLS", tintin("-G -e '#ssl lowtide HOST PORT'"), true, (*player).looks},
			{"TinyFugue with TLS", terminals.Client{Name: "TinyFugue", Package: "tf5", Program: "tf5",
				Command: script("tf5 -fFOLDER/tf -n")}, true, (*player).looks},
			{"openssl s_client", terminals.Client{Name: "openssl", Package: "openssl", Program: "openssl",
				Command: script("openssl s_client -quiet -connect HOST:PORT")}, true, (*player).looks},
		} {
			if !wanted(t, w.client) {
				continue
			}
			t.Run(w.name, func(t *testing.T) {
				t.Parallel()
				p := &player{T: t, ctx: t.Context(), house: h, name: fmt.Sprintf("way%d", i), client: w.client}
				p.client.Name = p.name
				if p.address = h.at.TLS; !w.isSecret {
					var err error
					p.tap, err = tap.Listen(p.ctx, h.at.Telnet, 100+i)
					check(t, err)
					t.Cleanup(func() { _ = p.tap.Close() })
				}
				p.connect()
				p.awaits(0, firstQuestion)
				p.does("guest", steps)
				w.does(p)
			})
		}
	})
	check(t, h.at.Stop())
}

// tintin is TinTin++ with some words behind its name.
func tintin(words string) terminals.Client {
	return terminals.Client{Name: "TinTin++", Package: "tintin++", Program: "tt++", Command: script("tt++ " + words)}
}

// scripts are the files that some commands read.
func scripts() map[string]string {
	return map[string]string{
		"script": `#event {IAC WILL GMCP} {#send {\xFF\xFD\xC9\}}
#event {IAC SB GMCP Room.Info IAC SE} {#showme {ROOM %0}}
#session lowtide HOST PORT
`,
		"tf": "/addworld -x lowtide HOST PORT\n/connect lowtide\n",
	}
}

// script is the command of a client that may read one of the scripts.
func script(command string) func(terminals.Door) (string, error) {
	return func(d terminals.Door) (string, error) {
		at := strings.NewReplacer("HOST", d.Host, "PORT", d.Port, "FOLDER", d.Folder)
		for name, text := range scripts() {
			if err := os.WriteFile(filepath.Join(d.Folder, name), []byte(at.Replace(text)), 0o600); err != nil {
				return "", fmt.Errorf("prepare a client: %w", err)
			}
		}
		return at.Replace(command), nil
	}
}

// looks is all that is played where what is said is secret.
func (p *player) looks() {
	p.does("north", row)
	p.does("quit", "Goodbye.")
}

// finishes types a line and waits until the server has answered it, whatever it says: the answer to a word that nobody
// knows comes behind it.
func (p *player) finishes(line string) {
	p.Helper()
	p.marks++
	mark := fmt.Sprintf("zq%dx", p.marks)
	check(p.T, p.screen.Type(p.ctx, line))
	p.does(mark, "how to "+mark)
}

// listens: a client that says that a screen reader reads it is shown nothing that is drawn.
func (p *player) listens() {
	told := p.record.AwaitCommand(p.ctx, 0, func(c tap.Command) bool {
		const screenReader = 64
		number, isMTTS := strings.CutPrefix(string(c.Payload), "\x00MTTS ")
		bits, err := strconv.Atoi(number)
		return c.FromClient && c.Option == tap.TermType && isMTTS && err == nil && bits&screenReader != 0
	})
	check(p.T, told)
	for _, line := range []string{
		"read board", "exits", "hp", "map", "score", "inventory", "equipment", "who", "help", "help newbie", "commands",
		"options", "quests", "north", "map", "get lamp", "inventory", "drop lamp", "south", "say Good evening.",
		"history say",
	} {
		p.finishes(line)
	}
	for _, fault := range worldtest.HardToHear(tap.Plain(p.record.Shown())) {
		p.Errorf("a screen reader is shown what is hard to hear: %s", fault)
	}
	p.leaves()
}

// takesGMCP: a script that agrees to GMCP is told where its player is.
func (p *player) takesGMCP() {
	p.does("north", row)
	p.shows("ROOM {", "Lantern Row")
	p.leaves()
}

// shows waits until the screen shows some texts.
func (p *player) shows(texts ...string) {
	p.Helper()
	p.sees(func(lines []string) error {
		shown := tap.Words(strings.Join(lines, " "))
		for _, text := range texts {
			if !strings.Contains(shown, text) {
				return fmt.Errorf("the screen does not show %q", text)
			}
		}
		return nil
	})
}

// isDisturbed: what is half typed stays whole when somebody speaks, and the prompt comes again.
func (p *player) isDisturbed() {
	terminal, ok := p.screen.(*pane.Pane)
	if !ok {
		p.Fatalf("%s has no terminal", p.client.Name)
	}
	ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
	defer cancel()
	wren, err := keyboard.Sit(ctx, p.house.at.Telnet, 200, "Wren", "the-slack-of-the-tide")
	check(p.T, err)
	from := len(p.record.Shown())
	check(p.T, terminal.Press(ctx, "say The tide "))
	check(p.T, wren.Finish(ctx, "say Mind the bell."))
	const said = `Wren says: "Mind the bell."`
	p.awaits(from, said)
	p.sees(func(lines []string) error { // others may come and go before the prompt, as they please
		shown := tap.Words(strings.Join(lines, " "))
		if at := strings.LastIndex(shown, said); at < 0 || !strings.Contains(shown[at:], "[30/30] >") {
			return fmt.Errorf("no prompt comes again behind %q", said)
		}
		return nil
	})
	p.does("turns.", `You say: "The tide turns."`)
	_, err = wren.Await(ctx, `says: "The tide turns\."`)
	check(p.T, err)
	check(p.T, wren.Leave(ctx))
	p.leaves()
}

// isMapped: a client that agrees to GMCP and says no more is told of rooms in a way that a mapper can use.
func (p *player) isMapped() {
	isRoom := func(c tap.Command) bool {
		return !c.FromClient && c.Option == tap.GMCP && strings.HasPrefix(string(c.Payload), "Room.Info ")
	}
	from := 0
	told := func() {
		p.Helper()
		ctx, cancel := context.WithTimeout(p.ctx, *waitMax)
		defer cancel()
		check(p.T, p.record.AwaitCommand(ctx, from, isRoom))
		from = len(p.record.Commands())
	}
	told() // who walks on before hears of where they are, and not of where they were
	p.does("north", row)
	told()
	p.does("south", steps)
	told()
	type room struct {
		Num   int            `json:"num"`
		Name  string         `json:"name"`
		Exits map[string]int `json:"exits"`
	}
	var walked []room
	for _, c := range p.record.Commands() {
		if !isRoom(c) {
			continue
		}
		body := strings.TrimPrefix(string(c.Payload), "Room.Info ")
		var r room
		check(p.T, json.Unmarshal([]byte(body), &r))
		walked = append(walked, r)
	}
	if len(walked) != 3 {
		p.Fatalf("three rooms were walked, told was of %+v", walked)
	}
	harbour, lantern, again := walked[0], walked[1], walked[2]
	if harbour.Num <= 0 || harbour.Num != again.Num || harbour.Name != again.Name {
		p.Errorf("the first room is %+v, and later %+v", harbour, again)
	}
	if again.Exits["n"] != lantern.Num || lantern.Exits["s"] != harbour.Num {
		p.Errorf("%+v north of %+v: their exits do not name each other", lantern, again)
	}
	p.leaves()
}
