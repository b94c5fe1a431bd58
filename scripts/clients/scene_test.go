package clients_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/agentstorm/daemon"
	"github.com/mudlark-mud/mudlark/scripts/agentstorm/keyboard"
	"github.com/mudlark-mud/mudlark/scripts/clients"
)

var (
	play = flag.Bool("clients.play", false, "play the scene with the clients that scripts/clients/run has installed")
	only = flag.String("clients.only", "", "play it with the clients whose names match this pattern")
)

const (
	password = "the-slack-of-the-tide"
	waitMS   = 10000 // how long events waits
)

// step is one thing that an agent does. {me} stands for its name in all texts.
type step struct {
	stage []string  // what a wizard types before, who stands where the agent stands
	watch [2]string // what the watcher types before, and must see of it
	tool  string    // what the agent calls; "" if it does something longer
	does  func(context.Context, clients.Client) (clients.Sight, error)
	args  map[string]any // with what
	told  string         // what it must be told, a pattern
	sees  string         // what the watcher must see, a pattern
}

func move(way, room string) step {
	return step{tool: "move", args: map[string]any{"direction": way}, told: room, sees: room}
}

// scene is what every client plays: it speaks, finishes a game, picks up, accepts the quest, fights, and hears.
func scene() []step {
	return []step{
		{tool: "say", args: map[string]any{"text": "Good evening."}, told: "Good evening",
			sees: `{me} says: "Good evening\."`},
		{watch: [2]string{"follow {me}", "fall in behind {me}"}, tool: "look", told: "Harbour Steps"},
		move("north", "Lantern Row"), move("east", "The Drowned Lantern"),
		{tool: "command", args: map[string]any{"line": "sit table"}, told: "sit down",
			sees: "{me} sits down at the carved table"},
		{does: finishGame, sees: "(has beaten|have drawn)[^.]* at the carved table"},
		{tool: "view_game_state", told: "X"},
		{tool: "get_game_history", told: "X"},
		{tool: "command", args: map[string]any{"line": "stand"}, told: "carved table"},
		move("west", "Lantern Row"),
		{stage: []string{"load mudlark-lamp", "drop lamp"}, tool: "pick_up", args: map[string]any{"item": "mudlark's lamp"},
			told: "lamp", sees: `{me} picks up (a|the) mudlark's lamp`},
		move("north", "Bell Square"), move("east", "Chapel of the Settling"), move("north", "Chapel Yard"),
		move("east", "Dry Well"), move("down", "Dungeon Entrance"),
		{tool: "accept", told: "Three Keys", args: map[string]any{}},
		{tool: "quests", told: "Three Keys", args: map[string]any{}},
		move("north", "Dark Hallway"),
		{stage: []string{"load rusty-key", "drop rusty"}, tool: "pick_up", args: map[string]any{"item": "rusty key"},
			told: "rusty key", sees: `{me} picks up (a|the) rusty key`},
		{stage: []string{"set {me} level 20", "set {me} hpmax 500", "restore {me}", "load bilge-rat", "set rat hpmax 1",
			"goto harbour-steps"}, does: finishFight, sees: "bilge rat falls dead"},
		{watch: [2]string{"say Well fought.", "You say"}, tool: "events", args: map[string]any{"wait_ms": waitMS},
			told: `Wren says: "Well fought\."`},
	}
}

// stage is the server and the people around the agents.
type stage struct {
	*testing.T

	ctx     context.Context //nolint:containedctx // of the test
	at      *daemon.Daemon
	watcher *keyboard.Person
	hand    *keyboard.Person // the wizard who sets the stage
}

// S2-34: the Inspector plays too, and its strict look finds nothing amiss.
func TestScene(t *testing.T) {
	if !*play {
		t.Skip("needs the clients that scripts/clients/run installs, and -clients.play")
	}
	ctx := t.Context()
	program, err := daemon.Build(ctx, t.TempDir())
	check(t, err)
	log, err := os.Create(filepath.Join(t.TempDir(), "serve.log"))
	check(t, err)
	s := &stage{T: t, ctx: ctx}
	s.at, err = daemon.Start(ctx, program, t.TempDir(), log, "--pace=8")
	check(t, err)
	defer s.at.Kill()
	s.hand = s.sit(1, "Hand")
	s.does(s.hand, "claim "+s.at.Claim, "wizard")
	s.watcher = s.sit(2, "Wren")
	makers := clients.All()
	for i, name := range []string{"Anna", "Bess", "Cole", "Dora", "Enid", "Finn", "Gwen"} {
		if matched, err := regexp.MatchString(*only, makers[i].Name); err != nil || !matched {
			continue
		}
		t.Run(makers[i].Name, func(t *testing.T) {
			began := time.Now()
			one := *s
			one.T = t
			one.plays(makers[i], 3+i, name)
			t.Logf("%s: %d steps in %s", makers[i].Name, len(scene()), time.Since(began).Round(100*time.Millisecond))
		})
	}
	check(t, s.at.Stop())
	check(t, s.at.Verify(ctx))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *stage) sit(id int, name string) *keyboard.Person {
	s.Helper()
	p, err := keyboard.Sit(s.ctx, s.at.Telnet, id, name, password)
	check(s.T, err)
	return p
}

func (s *stage) does(p *keyboard.Person, line, pattern string) {
	s.Helper()
	_, err := p.Do(s.ctx, line, pattern)
	check(s.T, err)
}

// plays has one client play the whole scene.
func (s *stage) plays(m clients.Maker, id int, name string) {
	s.Helper()
	owner := s.sit(id, name)
	token, err := owner.Mint(s.ctx, "scout")
	check(s.T, err)
	check(s.T, owner.Leave(s.ctx))
	check(s.T, s.watcher.Finish(s.ctx, "follow"))
	check(s.T, s.hand.Finish(s.ctx, "goto harbour-steps"))
	check(s.T, s.hand.Finish(s.ctx, "summon "+s.watcher.Name))
	s.does(s.watcher, "look", "Harbour Steps")

	c, revision, err := m.Make(s.ctx, ".", s.at.MCP, token)
	check(s.T, err)
	if !slices.Contains(m.Revisions, revision) {
		s.Errorf("it speaks %s, want one of %v", revision, m.Revisions)
	}
	for kind, want := range map[string]string{
		"tools": "pick_up", "prompts": "room_description", "resources": "game://player/state",
	} {
		if names, err := c.Names(s.ctx, kind); err != nil || !slices.Contains(names, want) {
			s.Errorf("%s: got %v, %v; want %s among them", kind, names, err, want)
		}
	}
	for i, step := range scene() {
		if err := s.step(c, name, step); err != nil {
			s.Fatalf("step %d, %s %v: %v", i+1, step.tool, step.args, err)
		}
	}
	check(s.T, c.Close())
}

// step has a client take one step, and compares what it is told with what the watcher sees.
func (s *stage) step(c clients.Client, name string, do step) error {
	mine := strings.NewReplacer("{me}", name).Replace
	if len(do.stage) > 0 {
		check(s.T, s.hand.Finish(s.ctx, "goto "+name))
	}
	for _, line := range do.stage {
		check(s.T, s.hand.Finish(s.ctx, mine(line)))
	}
	if do.watch[0] != "" {
		s.does(s.watcher, mine(do.watch[0]), mine(do.watch[1]))
	}
	act := do.does
	if act == nil {
		act = func(ctx context.Context, c clients.Client) (clients.Sight, error) {
			return c.Call(ctx, do.tool, do.args)
		}
	}
	sight, err := act(s.ctx, c)
	if err != nil {
		return err
	}
	if sight.IsBad || !regexp.MustCompile(mine(do.told)).MatchString(sight.Text) {
		return fmt.Errorf("told %q, want %q", sight.Text, do.told)
	}
	if do.sees != "" {
		if _, err := s.watcher.Await(s.ctx, mine(do.sees)); err != nil {
			return err
		}
	}
	return s.agree(sight)
}

// finishGame plays noughts and crosses to its end, not well: it takes the first square that is free.
func finishGame(ctx context.Context, c clients.Client) (clients.Sight, error) {
	squares := []string{"b2", "a1", "c1", "a3", "c3", "b1", "a2", "c2", "b3"}
	for range 60 {
		sight, err := c.Call(ctx, "command", map[string]any{"line": "place " + squares[0]})
		if err != nil {
			return sight, err
		}
		switch sight.Code {
		case "", "cell_occupied":
			squares = append(squares[1:], squares[0])
		case "not_your_turn", "game_not_found":
			if sight, err = c.Call(ctx, "events", map[string]any{"wait_ms": waitMS}); err != nil {
				return sight, err
			}
		case "game_over":
			return c.Call(ctx, "look", map[string]any{})
		default:
			return sight, fmt.Errorf("the game is refused: %s", sight.Text)
		}
	}
	return clients.Sight{}, errors.New("the game did not end")
}

// finishFight opens a fight by turns, with a creature that does not begin one itself, and ends it with the first of the
// actions that are made ready, whenever there is one.
func finishFight(ctx context.Context, c clients.Client) (clients.Sight, error) {
	sight, err := c.Call(ctx, "command", map[string]any{"line": "battle bilge rat"})
	if err == nil && !sight.Fights {
		return sight, fmt.Errorf("no fight came of it: %s", sight.Text)
	}
	for range 60 {
		switch {
		case err != nil:
			return sight, err
		case !sight.Fights:
			return sight, nil
		case sight.IsBad && sight.Code != "not_your_turn":
			return sight, fmt.Errorf("the fight is refused: %s", sight.Text)
		case len(sight.May) > 0:
			sight, err = c.Call(ctx, "declare", sight.May[0])
		default:
			sight, err = c.Call(ctx, "events", map[string]any{"wait_ms": waitMS})
		}
	}
	return sight, errors.New("the fight did not end")
}

// agree compares where the agent believes to be, and with whom, with what the watcher sees by looking.
func (s *stage) agree(sight clients.Sight) error {
	if sight.Room == "" || !slices.Contains(sight.With, s.watcher.Name) {
		return fmt.Errorf("the agent is in %q with %v, and does not see the watcher", sight.Room, sight.With)
	}
	_, err := s.watcher.Do(s.ctx, "look", regexp.QuoteMeta(sight.Room))
	return err
}
