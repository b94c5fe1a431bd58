package diku

import (
	"io/fs"
	"regexp"
	"strconv"
)

// Procedures that CircleMUD and tbaMUD give to creatures, things and rooms in their source, not in their files: which
// have them stands in src/spec_assign.c, where the engine's whole folder is given. What a bank, a board or somebody who
// picks things up is, a pack says too; nobody rents a room here, and letters are sent from anywhere.

// assigned is one procedure and who has it.
type assigned struct {
	to   string // MOB, OBJ or ROOM
	vnum Vnum
	name string
}

const assignFile = "src/spec_assign.c"

// boardDesc is what one sees of a board: how it is read here, which is otherwise than what is written on it.
const boardDesc = "People pin notes to it. Type board to read them."

// The procedures that mean something here.
const (
	procBank    = "bank"
	procBoard   = "gen_board"
	procJanitor = "janitor"
)

// needless are procedures of which nobody needs anything here, and why.
func needless() map[string]string {
	return map[string]string{
		"receptionist":  "nobody rents a room, and what one carries stays one's own",
		"cryogenicist":  "nobody rents a room, and what one carries stays one's own",
		"postmaster":    "letters are sent from anywhere",
		"dump":          "what lies about is not collected for coins",
		"pray_for_item": "nobody prays for things",
	}
}

var assignLine = regexp.MustCompile(
	`(?m)^[ \t]*ASSIGN(MOB|OBJ|ROOM)[ \t]*\([ \t]*(\d{1,9})[ \t]*,[ \t]*(\w{1,60})[ \t]*\)`)

// assignments reads who has which procedure, if the source is there.
func (f *folder) assignments() {
	data, err := fs.ReadFile(f.fsys, assignFile)
	if err != nil || len(data) > fileBytesMax {
		return
	}
	for _, m := range assignLine.FindAllStringSubmatch(string(data), filesMax) {
		n, _ := strconv.Atoi(m[2]) // at most nine digits
		f.area.assigned = append(f.area.assigned, assigned{m[1], Vnum(n), m[3]})
		f.area.read[Specials]++
	}
}

// procedure returns which procedure somebody or something has; "" for none.
func (c *converter) procedure(to string, v Vnum) string {
	for _, x := range c.area.assigned {
		if x.to == to && x.vnum == v {
			return x.name
		}
	}
	return ""
}

// isServed reports whether what a creature's procedure does is done here too, or needs not be.
func (c *converter) isServed(v Vnum) bool {
	name := c.procedure("MOB", v)
	return name == procBank || name == procJanitor || needless()[name] != ""
}

// service is what things with a procedure make of the room in which they lie.
type service struct {
	hasBank bool
	board   *Thing
}

// services finds the rooms of banks and boards.
func (c *converter) services() map[Vnum]service {
	out := map[Vnum]service{}
	if len(c.area.assigned) == 0 {
		return out
	}
	for i := range c.area.Zones {
		for _, x := range c.area.Zones[i].Resets {
			o := c.things[x.Args[0]]
			if x.Letter != 'O' || o == nil {
				continue
			}
			at := out[x.Args[2]]
			switch c.procedure("OBJ", o.Vnum) {
			case procBank:
				at.hasBank = true
			case procBoard:
				at.board = o
			default:
				continue
			}
			out[x.Args[2]] = at
		}
	}
	return out
}

// serves says of a room that a bank or a board is in it.
func (c *converter) serves(v Vnum, e *fields) {
	at := c.served[v]
	e.add("bank", at.hasBank)
	if at.board != nil {
		var unheard fate
		article, name := unheard.named(at.board.Short, "board")
		e.add("board", fields{{"name", label(called(article, name))}})
	}
}

// countAssigned counts what became of procedures.
func (c *converter) countAssigned() {
	for _, x := range c.area.assigned {
		var f fate
		there := map[string]bool{
			"MOB": c.creatures[x.vnum] != nil, "OBJ": c.things[x.vnum] != nil, "ROOM": c.rooms[x.vnum] != nil,
		}[x.to]
		why := needless()[x.name]
		switch {
		case !there:
			f.left("of what is not there")
		case why != "":
			f.idle = append(f.idle, x.name+": "+why)
		case x.to != "ROOM" && x.name == procBank, x.to == "OBJ" && x.name == procBoard,
			x.to == "MOB" && x.name == procJanitor:
		default:
			f.left(x.name)
		}
		c.report.count(Specials, f)
	}
}
