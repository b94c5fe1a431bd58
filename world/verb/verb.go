package verb

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Effect says what a verb may do to the world; MCP's hints come from it.
type Effect uint8

// The effects. The zero one counts as Destroys: what forgets to say is treated with care.
const (
	Destroys Effect = iota // may harm or lose something
	Changes                // changes the world, without harm
	Reads                  // changes nothing
)

// Only restricts how a verb can be used.
type Only uint8

// The restrictions.
const (
	Anyhow Only = iota // typed and called
	Typed              // only at a keyboard
	Called             // only as a tool
)

// Verb is one entry of the table.
type Verb struct {
	Name    string
	Aliases []string
	Words   []string // further words for it, which are understood whole only and are not listed
	Topic   string
	Need    world.Role // the weakest role that may; for the others it does not exist
	Drafts  bool       // of builders, and agents whose grant drafts may use it, too
	Effect  Effect
	Only    Only
	Tool    string // its name over MCP, when that is another one
	Title   string // its title over MCP; made from the name when empty
	Brief   string // one sentence
	Help    string // more, if there is more to say
	Example string // a line that works; a test tries it
	Rare    bool   // typed whole: no beginning of it stands for it, and it is no guess at what was meant
	Inline  bool   // listed among what makes sense to do now only when When says so
	When    func(Ctx) bool
	Of      func(Ctx) bool // the world has what it is for; where it has not, help lists it nowhere. nil: every world

	args  []arg
	order []arg // args as they have to be resolved
	bind  func(Ctx, reflect.Value) Call
	kind  reflect.Type
	box   []int // where kind has its field From, the container that things are taken out of; nil: it has none
}

// Ctx is who asks, when, and through which door.
type Ctx struct {
	State  *world.State
	Now    world.Time
	Actor  *world.Actor
	Via    world.Via
	Memory *Memory // what "it" and "them" mean; may be nil
	Doors  Doors   // from where people come; nil where nobody knows

	word string // by which a typed line named its verb, lower case; "" for a call
	line string // as it was typed, with all its blanks; "" for a call

	seen *seen // nil keeps nothing
}

// Memory keeps what somebody spoke of last.
type Memory struct {
	It   world.ItemID
	Them world.ActorID
}

// role is how much the asker may do by this door: what builders and wizards may is done at a keyboard only. It is
// asked here too, because [world.State.Decide] never sees a verb that only tells.
func (c Ctx) role() world.Role {
	if c.Via.Kind == world.ViaKeyboard {
		return c.Actor.Rank()
	}
	return min(c.Actor.Role, world.RolePlayer)
}

// may reports whether a verb exists for the asker by this door: for their rank, or because it was allowed to them; see
// [world.Actor.May].
func (c Ctx) may(v *Verb) bool {
	if c.Via.Kind == world.ViaKeyboard && v.Need >= world.RoleWizard {
		return c.Actor.May(v.Name, v.Need)
	}
	return v.usable(c.role()) || v.Drafts && c.drafts()
}

// drafts reports whether it is an agent that asks, whose grant lets it draft what its character may build.
func (c Ctx) drafts() bool {
	g, body := c.State.Grants[c.Via.Grant], c.State.Actors[c.Actor.ID] // c.Actor has a player's role at most
	return c.Via.Kind == world.ViaGrant && g != nil && g.Role.Reach().Drafts && body != nil &&
		body.Rank() >= world.RoleBuilder
}

// Call is a resolved verb: what it wants. Of Refusal, Input, Report and Ask the first that is set counts, except
// that Report may follow an Input; Then makes the next call once the Input was decided.
type Call struct {
	Verb    *Verb
	Refusal *world.Refusal
	Input   *world.Input
	Then    func(Ctx) Call
	Report  func(Ctx) any
	Ask     Ask
}

func refuse(code world.Code, text string) *world.Refusal {
	return &world.Refusal{Code: code, Text: text}
}

// Ask is something wanted of the host: the daemon or the session, not the world.
type Ask struct {
	Kind string   // quit, password, key, token, option, audit
	Args []string // its words
}

// arg is one argument of a verb, from a field of its struct and the field's tags:
//
//	json:"item"   its name
//	take:"item"   what it takes: item, items, handful, actor, dir, way, lid, target, place, social, quest, table, square,
//	              ware, channel, number, word, topic, text
//	in:"held"     where things are looked for: held, worn, floor, reach, boxes, inside (From, or else the floor)
//	prep:"to"     the words before it, split by commas; a leading ? means that they may be left out
//	opt:"yes"     it may be left out
//	enum:"a,b"    the words it takes; "@agent" those of the verb agent
//	help:"…"      what it is, for people and models
type arg struct {
	field int
	name  string
	take  string
	in    string
	preps []string
	loose bool
	opt   bool
	enum  []string
	help  string
}

func argsOf(t reflect.Type) []arg {
	var out []arg
	for i := range t.NumField() {
		f := t.Field(i)
		a := arg{
			field: i, name: f.Tag.Get("json"), take: f.Tag.Get("take"), in: f.Tag.Get("in"),
			opt: f.Tag.Get("opt") != "", help: f.Tag.Get("help"),
		}
		if p := f.Tag.Get("prep"); p != "" {
			a.loose = strings.HasPrefix(p, "?")
			a.preps = strings.Split(strings.TrimPrefix(p, "?"), ",")
		}
		switch e := f.Tag.Get("enum"); e {
		case "":
		case "@agent":
			a.enum = agentWords
		default:
			a.enum = strings.Split(e, ",")
		}
		if a.name == "" || a.take == "" || a.help == "" {
			panic(fmt.Sprintf("verb: field %s of %s lacks json, take or help", f.Name, t))
		}
		out = append(out, a)
	}
	return out
}

// none is the arguments of a verb that takes none.
type none struct{}

func entry[T any](v Verb, bind func(Ctx, T) Call) *Verb {
	v.kind = reflect.TypeFor[T]()
	if f, ok := v.kind.FieldByName("From"); ok {
		v.box = f.Index
	}
	v.args = argsOf(v.kind)
	v.order = inOrder(v.args)
	v.bind = func(c Ctx, val reflect.Value) Call {
		a, _ := reflect.TypeAssert[T](val)
		return bind(c, a)
	}
	if v.Title == "" {
		v.Title = strings.ToUpper(v.Name[:1]) + v.Name[1:]
	}
	return &v
}

// acts makes a verb that asks the world for something.
func acts[T any](v Verb, f func(Ctx, T) world.Action) *Verb { return actsThen(v, f, nil) }

// actsThen makes a verb that asks the world and then reports.
func actsThen[T any](v Verb, f func(Ctx, T) world.Action, report func(Ctx) any) *Verb {
	return entry(v, func(c Ctx, a T) Call {
		return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: f(c, a)}, Report: report}
	})
}

// tells makes a verb that answers with a report.
func tells[T any](v Verb, f func(Ctx, T) (any, *world.Refusal)) *Verb {
	v.Effect = Reads
	return entry(v, func(c Ctx, a T) Call {
		answer, refusal := f(c, a)
		if refusal != nil {
			return Call{Refusal: refusal}
		}
		state, seq, now := c.State, c.State.Seq, c.Now
		return Call{Report: func(c Ctx) any {
			// It is made anew when it is asked for in another moment than this, for it is to tell of that one.
			if c.State == state && c.State.Seq == seq && c.Now == now {
				return answer
			}
			anew, _ := f(c, a)
			return anew
		}}
	})
}

// asks makes a verb that wants something of the host: only somebody at a keyboard may.
func asks[T any](v Verb, f func(Ctx, T) Ask) *Verb {
	return entry(v, func(c Ctx, a T) Call {
		if c.Via.Kind != world.ViaKeyboard {
			return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, at a keyboard, can do that.")}
		}
		return Call{Ask: f(c, a)}
	})
}

// calls makes a verb that makes its call itself.
func calls[T any](v Verb, f func(Ctx, T) Call) *Verb { return entry(v, f) }

// ToolName returns the verb's name over MCP.
func (v *Verb) ToolName() string {
	if v.Tool != "" {
		return v.Tool
	}
	return v.Name
}

// usable reports whether a verb exists for a role.
func (v *Verb) usable(role world.Role) bool { return v.Need != 0 && v.Need <= role }

// Usage returns how the verb is typed: "give <thing> to <person>".
func (v *Verb) Usage() string {
	parts := []string{v.Name}
	for _, a := range v.args {
		word := "<" + a.word() + ">"
		if len(a.enum) > 0 {
			word = strings.Join(a.enum, "|")
		}
		if len(a.preps) > 0 && !a.loose {
			word = a.preps[0] + " " + word
		}
		if a.opt {
			word = "[" + word + "]"
		}
		parts = append(parts, word)
	}
	return strings.Join(parts, " ")
}

// word is what an argument is called where a person reads of it.
func (a arg) word() string {
	switch {
	case a.take == "actor":
		return "person"
	case a.in == "boxes":
		return "container"
	case a.take == "way":
		return "where"
	case a.take == "item" || a.take == "items" || a.name == "item":
		return "thing"
	case a.name == "text":
		return "words"
	}
	return a.name
}
