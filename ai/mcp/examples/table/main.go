// Command table is an agent that sits down at a table and plays noughts and crosses without a mistake: look at the
// board, ask whose turn it is, read the moves so far, move, and perhaps say something about it.
//
// Its one idea is that the six tools of the table are enough: view_game_state, get_turn, get_game_history, make_move,
// taunt_player and restart_game, whatever else the world around the table is up to.
//
//	MUDLARK_TOKEN=mlk_... go run ./ai/mcp/examples/table -games 3
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/examples/play"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Getenv("MUDLARK_TOKEN"), os.Stdout)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
}

// run finds a table and plays.
func run(ctx context.Context, args []string, token string, out io.Writer) error {
	flags, c := play.Flags("table")
	games := flags.Int("games", 1, "how many `games` to play")
	if err := flags.Parse(args); err != nil {
		return err //nolint:wrapcheck // flag has told it already
	}
	c.Token = token
	s, err := play.Dial(ctx, *c)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	p := &player{s: s, out: out}
	if err := p.sit(ctx); err != nil {
		return err
	}
	for n := 1; n <= *games; n++ {
		result, err := p.game(ctx)
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(out, "Game %d: %s.\n", n, result)
		if n < *games {
			if _, err := s.Call(ctx, "restart_game", nil); err != nil {
				return err
			}
		}
	}
	_, err = s.Command(ctx, "stand")
	return err
}

// player plays at one table.
type player struct {
	s   *play.Session
	out io.Writer
}

// stepsMost is how far the player walks in search of a table.
const stepsMost = 200

// sit walks to where it has been the least until something there offers a seat.
func (p *player) sit(ctx context.Context) error {
	been := map[string]int{}
	v, err := p.s.Call(ctx, "look", nil)
	for n := 0; err == nil && n < stepsMost; n++ {
		if tables, ok := v.Can("sit", "table"); ok && len(tables) > 0 {
			v, err = p.s.Command(ctx, "sit "+tables[0])
			if err == nil && v.Error == nil {
				_, _ = fmt.Fprintf(p.out, "%s\n", v.Text)
				return nil
			}
		}
		v, err = p.s.Explore(ctx, v, been)
	}
	if err == nil {
		err = errors.New("there is no table to be found")
	}
	return err
}

// state is what view_game_state answers.
type state struct {
	Board  [][]cell `json:"board"`
	AI     string   `json:"aiPlayer"` // whoever calls these tools
	Status string   `json:"status"`
}

// cell is a square: "Empty", or who occupies it.
type cell string

// UnmarshalJSON reads "Empty" or {"Occupied":"X"}.
func (c *cell) UnmarshalJSON(b []byte) error {
	if string(b) == `"Empty"` {
		*c = ""
		return nil
	}
	var taken struct{ Occupied string }
	if err := json.Unmarshal(b, &taken); err != nil {
		return fmt.Errorf("read a square: %w", err)
	}
	*c = cell(taken.Occupied)
	return nil
}

// game plays one game to its end.
func (p *player) game(ctx context.Context) (result string, err error) {
	for alone := 0; ; {
		var now state
		if isOn, err := p.ask(ctx, "view_game_state", &now); err != nil {
			return "", err
		} else if isOn && now.Status != "InProgress" {
			return now.Status + ", and I am " + now.AI, nil
		}
		var turn struct {
			IsMine bool `json:"isAiTurn"`
		}
		if isOn, err := p.ask(ctx, "get_turn", &turn); err != nil {
			return "", err
		} else if !isOn || !turn.IsMine {
			if _, err := p.s.Wait(ctx, waitMost); err != nil { // it answers as soon as something happens
				return "", err
			}
			if alone++; isOn {
				alone = 0
			}
			if alone == aloneMost { // whoever sat there has tired of waiting; somebody may join who sits down anew
				if _, err := p.s.Command(ctx, "stand"); err != nil {
					return "", err
				}
				if err := p.sit(ctx); err != nil {
					return "", err
				}
				alone = 0
			}
			continue
		}
		if err := p.move(ctx, now); err != nil {
			return "", err
		}
	}
}

const (
	waitMost  = 5 * time.Second
	aloneMost = 6 // so often it waits for company
)

// move makes the best move, and says so when it wins.
func (p *player) move(ctx context.Context, now state) error {
	var past struct {
		Moves []struct{ Player string } `json:"moves"`
	}
	if _, err := p.ask(ctx, "get_game_history", &past); err != nil {
		return err
	}
	b := boardOf(now.Board)
	at, value := b.best(now.AI)
	v, err := p.s.Call(ctx, "make_move", play.Args{"row": at / side, "col": at % side})
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(p.out, "After %d moves: %s\n", len(past.Moves), v.Text)
	if value > 0 && v.Error == nil && len(past.Moves) > side {
		_, err = p.s.Call(ctx, "taunt_player", play.Args{"message": "Take the corner next time."})
	}
	return err
}

// ask calls a tool and reads the keys of its own from the answer. It reports whether there was a game to ask about.
func (p *player) ask(ctx context.Context, tool string, answer any) (bool, error) {
	v, err := p.s.Call(ctx, tool, nil)
	if err != nil || v.Error != nil {
		return false, err
	}
	if err := json.Unmarshal(v.Raw, answer); err != nil {
		return false, fmt.Errorf("read what %s answered: %w", tool, err)
	}
	return true, nil
}
