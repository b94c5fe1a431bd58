package rewind

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// command is something that a visitor can type.
type command struct {
	names []string // the first is the one that help shows
	usage string
	brief string
	do    func(w *Walk, ctx context.Context, words string) (prose.Text, error)
}

// places reports whether a command is about what there is, and so needs a world.
func (c *command) places() bool {
	return !slices.Contains([]string{"time", "next", "wait", "back", "to", "help", "quit"}, c.names[0])
}

// commands are all there is, in the order of help. A direction stands alone and is none of them.
func commands() []command {
	return []command{
		{[]string{"look", "l"}, "look [at WHAT]", "Look around, or at a thing, a person, a way or a detail.", (*Walk).look},
		{[]string{"examine", "x", "ex"}, "examine WHAT", "The same, closely.", (*Walk).look},
		{[]string{"read"}, "read WHAT", "Read what is written on something.", (*Walk).read},
		{[]string{"exits"}, "exits", "List the ways out. Type a direction to go; no door stops you.", (*Walk).read},
		{[]string{"goto", "go"}, "goto PLACE|PERSON|THING", "Be there at once.", (*Walk).goTo},
		{[]string{"who"}, "who", "List who is in the world.", (*Walk).read},
		{[]string{"where"}, "where [NAME]", "Say where everybody is, or one person, or the things of a name.", (*Walk).where},
		{
			[]string{"inventory", "i", "inv"}, "inventory PERSON", "List what somebody carries, wears and wields.",
			(*Walk).inventory,
		},
		{[]string{"stat"}, "stat [WHAT]", "See somebody, something or a place field by field.", (*Walk).read},
		{[]string{"time", "now"}, "time", "Say what moment this is, in the world and by the wall clock.", (*Walk).time},
		{[]string{"next", "+"}, "next [N]", "Let the next record pass, or N, and tell what happens here.", (*Walk).next},
		{[]string{"wait"}, "wait", "Let records pass until something happens here.", (*Walk).wait},
		{[]string{"back", "-"}, "back [N]", "Go back by one record, or by N.", (*Walk).back},
		{
			[]string{"to"}, "to TIME|SEQUENCE", "Go to another moment: 48211, 21:04, 2026-11-21 21:04, 10m ago, first, last.",
			(*Walk).to,
		},
		{[]string{"help", "?"}, "help", "Show this list.", (*Walk).help},
		{[]string{"quit", "q", "exit"}, "quit", "Leave the past.", (*Walk).quit},
	}
}

// lineBytesMost is the longest line that is read as a command.
const lineBytesMost = verb.LineBytesMax

// Do does what a line asks for. What cannot be done is said in the text; an error is that the past cannot be read.
func (w *Walk) Do(ctx context.Context, line string) (prose.Text, error) {
	if len(line) > lineBytesMost {
		return say("That line is too long."), nil
	}
	line = world.Clean(line)
	word, rest, _ := strings.Cut(line, " ")
	low := strings.ToLower(word)
	rest = strings.TrimSpace(rest)
	if low == "" {
		return nil, nil
	}
	if n := len(low); n > 1 && (low[0] == '+' || low[0] == '-') {
		if _, err := strconv.ParseUint(low[1:], 10, 64); err == nil {
			low, rest = low[:1], low[1:] // "+3" is "next 3"
		}
	}
	list := commands()
	c := find(list, func(name string) bool { return name == low })
	if c == nil && rest == "" && w.stands() {
		if text, ok := w.walk(low); ok {
			return text, nil
		}
	}
	if c == nil {
		c = find(list, func(name string) bool { return len(name) > 1 && strings.HasPrefix(name, low) })
	}
	switch {
	case !w.stands() && (c == nil || c.places()):
		return say("There is no world yet at this moment. Type next or to last."), nil
	case c == nil:
		return w.unknown(line), nil
	}
	return c.do(w, ctx, c.words(rest))
}

// stands reports whether there is a place to stand in.
func (w *Walk) stands() bool { return w.state.Rooms[w.room] != nil }

// words are what a command is given: those that a verb of the game reads begin with its name.
func (c *command) words(rest string) string {
	switch c.names[0] {
	case "read", "exits", "who", "stat", "look", "examine":
		return strings.TrimSpace(c.names[0] + " " + rest)
	}
	return rest
}

func find(list []command, is func(name string) bool) *command {
	for i := range list {
		if slices.ContainsFunc(list[i].names, is) {
			return &list[i]
		}
	}
	return nil
}

// say is a line of the visitor's guide.
func say(text string) prose.Text { return prose.Text{prose.L(prose.System, prose.Clean(text))} }

// unknown tells what the game knows and the past does not from what nobody knows.
func (w *Walk) unknown(line string) prose.Text {
	call := w.table.Parse(w.ctx(), line)
	if call.Input != nil || call.Ask.Kind != "" || call.Verb != nil {
		return say("That is over and done: in the past you can only look. Type help for what you can do.")
	}
	word, _, _ := strings.Cut(line, " ")
	return say("There is no command " + strconv.Quote(word) + ". Type help for what you can do.")
}

// ask has a verb of the game answer.
func (w *Walk) ask(line string) (any, *world.Refusal) {
	c := w.ctx()
	call := w.table.Parse(c, line)
	switch {
	case call.Refusal != nil:
		return nil, call.Refusal
	case call.Report != nil && call.Input == nil:
		return call.Report(c), nil
	}
	return nil, &world.Refusal{Code: world.CodeCannot, Text: "In the past you can only look."}
}

func (w *Walk) read(_ context.Context, line string) (prose.Text, error) {
	report, r := w.ask(line)
	if r != nil {
		return verb.Words(r, w.o.Style), nil
	}
	return verb.Words(report, w.o.Style), nil
}

// look is the game's, and shows what somebody who is looked at carries.
func (w *Walk) look(_ context.Context, line string) (prose.Text, error) {
	report, r := w.ask(line)
	switch report := report.(type) {
	case world.PersonReport:
		if report.ID == string(visitorID) {
			return say("You are not here: nobody sees you, and you have nothing."), nil
		}
		text := prose.PersonText(report, w.o.Style)
		return append(text, w.carried(world.ActorID(report.ID))...), nil
	case world.RoomReport:
		text := prose.Room(report, w.o.Style)
		if !w.state.Bright(w.room, w.state.Now) {
			text = append(text, say("It is dark here. You see all the same.")...)
		}
		return text, nil
	}
	if r != nil {
		return verb.Words(r, w.o.Style), nil
	}
	return verb.Words(report, w.o.Style), nil
}

// Look shows the place where the visitor stands.
func (w *Walk) Look() prose.Text {
	if !w.stands() {
		return say("There is no world yet at this moment.")
	}
	text, _ := w.look(context.Background(), "look") // it reads nothing but the state
	return text
}

// carried lists what somebody carries without wearing it.
func (w *Walk) carried(who world.ActorID) prose.Text {
	a := w.state.Actors[who]
	if a == nil {
		return nil
	}
	name := prose.Clean(w.state.ActorRef(a).Name)
	var things []string
	for _, ref := range w.state.Carried(who) {
		things = append(things, prose.Clean(ref.Name))
	}
	text := say(sentence(name + " carries " + listed(things) + "."))
	if a.Coins > 0 {
		text = append(text, say(fmt.Sprintf("The purse holds %s.", counted(a.Coins, "coin")))...)
	}
	return text
}

// body finds somebody by name, in the world or not.
func (w *Walk) body(name string) (*world.Actor, *world.Refusal) {
	call := w.table.Parse(w.ctx(), "summon "+name)
	if call.Input != nil {
		if haul, ok := call.Input.Action.(world.Haul); ok && haul.Body != visitorID {
			return w.state.Actors[haul.Body], nil
		}
	}
	if a := w.state.PlayerNamed(name); a != nil {
		return a, nil
	}
	if a := w.state.Actors[world.ActorID(name)]; a != nil {
		return a, nil
	}
	if call.Refusal != nil && call.Refusal.Code == world.CodeUnclear {
		return nil, call.Refusal
	}
	return nil, &world.Refusal{
		Code: world.CodeAbsent, Text: "There is nobody called " + strconv.Quote(name) + " at this moment.",
	}
}

func (w *Walk) inventory(_ context.Context, name string) (prose.Text, error) {
	if name == "" {
		return say("You have nothing: you are only a visitor. Say whose: inventory ann."), nil
	}
	for _, p := range []string{"of ", "for "} {
		name = strings.TrimPrefix(name, p)
	}
	a, r := w.body(name)
	if r != nil {
		return verb.Words(r, w.o.Style), nil
	}
	text := w.carried(a.ID)
	if used := w.state.Used(a.ID); len(used) > 0 {
		var things []string
		for _, ref := range used {
			thing := prose.Clean(ref.Name)
			if ref.State != "" {
				thing += " (" + prose.Clean(ref.State) + ")"
			}
			things = append(things, thing)
		}
		text = append(text, say(sentence(prose.Clean(w.state.ActorRef(a).Name)+" wears and wields "+listed(things)+"."))...)
	}
	return text, nil
}

func (w *Walk) help(context.Context, string) (prose.Text, error) {
	text := say("You walk unseen in a copy of the past. Nothing that you do is written anywhere.")
	width := 0
	for _, c := range commands() {
		width = max(width, len(c.usage))
	}
	for _, c := range commands() {
		lead, gap := c.usage, strings.Repeat(" ", width+2-len(c.usage))
		if w.o.Style.ScreenReader {
			gap = ": "
		}
		text = append(text, prose.Line{Spans: []prose.Span{
			{Text: lead, Role: prose.Command}, {Text: gap + c.brief},
		}, Indent: width + 2})
	}
	return text, nil
}

func (w *Walk) quit(context.Context, string) (prose.Text, error) {
	w.over = true
	return nil, nil
}

// listed puts things into a sentence.
func listed(things []string) string {
	switch n := len(things); n {
	case 0:
		return "nothing"
	case 1:
		return things[0]
	default:
		return strings.Join(things[:n-1], ", ") + " and " + things[n-1]
	}
}

// sentence begins with a capital letter.
func sentence(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
