package verb

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type sitArgs struct {
	Table string `json:"table" take:"table" in:"sit" prep:"?at,down at,down" opt:"yes" help:"a table with a free chair"`
}

type watchArgs struct {
	Table string `json:"table" take:"table" in:"watch" prep:"?at" opt:"yes" help:"a table here"`
}

type squareArgs struct {
	At world.Spot `json:"square" take:"square" prep:"?on,at,in" help:"a letter and a number (b2), or row and column (2 2)"`
}

type tauntArgs struct {
	Text string `json:"text" take:"text" help:"what you say across the table"`
}

func playingVerbs() []*Verb { return append(tableVerbs("Playing"), gameVerbs("Playing")...) }

// tableVerbs are about coming to a table and leaving it.
func tableVerbs(topic string) []*Verb {
	return []*Verb{
		calls(Verb{
			Name: "sit", Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  func(c Ctx) bool { _, sits := c.State.Seated(c.Actor.ID); return !sits && len(c.tables("sit")) > 0 },
			Brief: "Sit down at a table to play.",
			Help: "The game begins when somebody sits down across from you: another player, or somebody of the house who " +
				"plays. The dice say who begins. A creature gives up its chair to a person, unless you would break up a game.",
			Example: "sit table",
		}, func(c Ctx, a sitArgs) Call {
			if a.Table == "" && len(c.tables("sit")) == 0 && len(c.seats(c.tables("watch"))) == 0 && c.sight() == nil {
				return Call{Refusal: refuse(world.CodeNotHere, "There is no table to play at here, and nobody has to sit. "+
					"To be seen sitting down, type emote sits down.")}
			}
			return c.atTable(a.Table, "sit", func(id world.BoardID) world.Action { return world.Sit{Board: id} })
		}),
		calls(Verb{
			Name: "watch", Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When: func(c Ctx) bool {
				at, _ := c.State.Seated(c.Actor.ID)
				return at == "" && len(c.tables("watch")) > 0
			},
			Brief:   "Watch a table closely: you see the board after every move.",
			Help:    "It ends when you leave the room, or stand.",
			Example: "watch table",
		}, func(c Ctx, a watchArgs) Call {
			call := c.atTable(a.Table, "watch", func(id world.BoardID) world.Action { return world.WatchBoard{Board: id} })
			if call.Input != nil {
				call.Report = Ctx.board
			}
			return call
		}),
		acts(Verb{
			Name: "stand", Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  func(c Ctx) bool { at, _ := c.State.Seated(c.Actor.ID); return at != "" },
			Brief: "Get up from a table, or stop watching one.",
			Help:  "Whoever gets up from a game that has begun forfeits it.", Example: "stand",
		}, func(Ctx, none) world.Action { return world.Stand{} }),
	}
}

// gameVerbs are about what is played there.
func gameVerbs(topic string) []*Verb {
	return []*Verb{
		acts(Verb{
			Name: "place", Aliases: []string{"play"}, Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  func(c Ctx) bool { return len(c.State.FreeSpots(c.Actor.ID)) > 0 },
			Brief: "Put your mark on a square of the board.",
			Help: "place b2 names a square by the letter of its column and the number of its row; play 2 2 names the same " +
				"one by its row and its column. Rows are counted from the top.",
			Example: "place b2",
		}, func(_ Ctx, a squareArgs) world.Action { return world.PlaceMark(a.At) }),
		acts(Verb{
			Name: "taunt", Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  Ctx.faces,
			Brief: "Say something across the table.", Example: "taunt Is that the best you can do?",
		}, func(_ Ctx, a tauntArgs) world.Action { return world.TauntAt{Text: a.Text} }),
		acts(Verb{
			Name: "rematch", Topic: topic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  func(c Ctx) bool { return c.State.CanRematch(c.Actor.ID) },
			Brief: "Begin the game anew.",
			Help: "A game that is over begins anew at once. While one is on, the other side has to want it too; " +
				"creatures always do.",
			Example: "rematch",
		}, func(Ctx, none) world.Action { return world.Rematch{} }),
	}
}

// board reports the board that is somebody's business.
func (c Ctx) board() any {
	if r, ok := c.State.BoardNear(c.Actor.ID); ok {
		return r
	}
	return nil
}

// faces reports whether somebody sits across the table.
func (c Ctx) faces() bool {
	id, sits := c.State.Seated(c.Actor.ID)
	return sits && len(c.State.Boards[id].Seats) > 1
}

// tables lists the tables of the room at which one can sit down, or watch.
func (c Ctx) tables(where string) []candidate {
	if !c.State.BrightFor(c.Actor, c.Now) {
		return nil
	}
	var out []candidate
	for _, id := range c.State.TablesIn(c.Actor.Room) {
		if where == "sit" && !c.State.CanSit(id) {
			continue
		}
		name := c.State.Boards[id].Name
		out = append(out, candidate{id: string(id), name: "the " + name, bare: name, words: c.State.TableWords(id)})
	}
	return out
}

// oneTable finds the table that is meant. One at which nobody could sit down is found as well: the world says why.
func (c Ctx) oneTable(a arg, text string) (string, *world.Refusal) {
	if r := c.sight(); r != nil {
		return "", r
	}
	q := parseQuery(text)
	for _, where := range []string{a.in, "watch"} {
		if id, r := q.pick(c.tables(where), "table"); r != nil || id != "" {
			return id, r
		}
	}
	return "", refuse(world.CodeNotHere, "There is no table of that name to play at here. "+
		"One sits down to play; to be seen sitting anywhere else, type emote sits down.")
}

// atTable makes the call of a verb about a table: the one that was named, or else the only one that can be meant.
func (c Ctx) atTable(named, where string, act func(world.BoardID) world.Action) Call {
	if named == "" {
		list := c.tables(where)
		if where == "watch" && len(list) > 1 { // the house's own are watched by their name
			list = c.seats(list)
		}
		for _, more := range [][]candidate{c.seats(c.tables("watch")), c.tables("watch")} {
			if len(list) == 0 {
				list = more // the world says why not
			}
		}
		switch {
		case len(list) == 0:
			if r := c.sight(); r != nil {
				return Call{Refusal: r}
			}
			return Call{Refusal: refuse(world.CodeNotHere, "There is no table to play at here.")}
		case len(list) > 1:
			var names []string
			for _, x := range list {
				names = append(names, x.name)
			}
			return Call{Refusal: refuse(world.CodeUnclear, "Which do you mean: "+strings.Join(names, " or ")+"?")}
		}
		named = list[0].id
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act(world.BoardID(named))}}
}

// seats keeps the tables that have chairs.
func (c Ctx) seats(list []candidate) []candidate {
	var out []candidate
	for _, x := range list {
		if !c.State.Boards[world.BoardID(x.id)].House {
			out = append(out, x)
		}
	}
	return out
}

// squareOf reads a square: b2, B 2, or 2 2 for row and column.
func squareOf(text string) (world.Spot, *world.Refusal) {
	low := strings.ToLower(strings.NewReplacer(" ", "", ",", "", "(", "", ")", "").Replace(text))
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '(' || r == ')' })
	if len(low) >= 2 && low[0] >= 'a' && low[0] <= 'z' {
		if row, err := strconv.Atoi(low[1:]); err == nil {
			return world.Spot{Row: row - 1, Col: int(low[0] - 'a')}, nil
		}
	}
	if len(words) == 2 {
		row, err := strconv.Atoi(words[0])
		col, bad := strconv.Atoi(words[1])
		if err == nil && bad == nil {
			return world.Spot{Row: row - 1, Col: col - 1}, nil
		}
	}
	return world.Spot{}, refuse(world.CodeBadValue,
		"Name a square by the letter of its column and the number of its row, such as b2, or by row and column, such as 2 2.")
}
