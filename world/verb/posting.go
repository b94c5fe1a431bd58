package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// newsShown is how many pieces of news one list shows: the latest.
const newsShown = 10

// wordOff takes the message of the day away.
const wordOff = "off"

type motdArgs struct {
	Text string `json:"text" take:"text" opt:"yes" help:"nothing, to read it; a wizard says what it shall be, or off"`
}

type newsArgs struct {
	Text string `json:"text" take:"text" opt:"yes" help:"nothing, or all; a wizard adds with add, takes away with drop"`
}

// postingVerbs are about what those who look after the world tell everybody.
func postingVerbs() []*Verb {
	verb := func(name, brief, help string) Verb {
		return Verb{
			Name: name, Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed, Brief: brief, Help: help,
			Example: name,
			Rare:    true,
		}
	}
	return []*Verb{
		calls(verb(verbNews, "Read what is new in the world, the latest first.",
			"What you have not read yet is counted when you come in. news all reads everything that is kept. Wizards add a "+
				"piece with news add and the text, and take one away with news drop and its number."),
			func(c Ctx, a newsArgs) Call { return c.news(strings.Fields(a.Text)) }),
		calls(verb(verbMotd, "Read again what everybody reads who comes in: the message of the day.",
			"Wizards set it with motd and the text, and take it away with motd off."),
			func(c Ctx, a motdArgs) Call { return c.motd(strings.Fields(a.Text)) }),
	}
}

// motd shows the message of the day, or sets it.
func (c Ctx) motd(words []string) Call {
	if len(words) == 0 {
		return Call{Report: func(c Ctx) any {
			m := c.State.Bulletin.Motd
			if m == nil {
				return DoneReport{Text: "There is no message of the day."}
			}
			return DoneReport{Text: m.Text + signed(m.By, m.At)}
		}}
	}
	act := world.SetMotd{Text: strings.Join(words, " ")}
	if len(words) == 1 && strings.EqualFold(words[0], wordOff) {
		act.Text = ""
	}
	return c.decides(act, func(Ctx) string {
		if act.Text == "" {
			return "There is no message of the day any more."
		}
		return "Whoever comes in reads that from now on. motd off takes it away."
	})
}

// news shows what is new, or adds to it, or takes away of it.
func (c Ctx) news(words []string) Call {
	first := ""
	if len(words) > 0 {
		first = strings.ToLower(words[0])
	}
	switch {
	case first == "" || first == wordAll && len(words) == 1:
		return c.readNews(first == wordAll)
	case first == "add":
		return c.decides(world.PostNews{Text: strings.Join(words[1:], " ")}, func(c Ctx) string {
			return "That is news " + strconv.Itoa(c.State.Bulletin.Made) + ". Who is in the world is told that there is some."
		})
	case first == wordDrop && len(words) == 2:
		n, err := strconv.Atoi(words[1])
		if err != nil {
			break
		}
		return c.decides(world.DropNews{N: n}, func(Ctx) string { return "News " + words[1] + " is gone." })
	}
	return Call{Refusal: refuse(world.CodeBadValue, "Say news, news all, news add and the text, or news drop and a "+
		"number.")}
}

// readNews shows the news and, to somebody at a keyboard, counts it as read.
func (c Ctx) readNews(whole bool) Call {
	from := 0
	if c.Actor != nil {
		from = c.Actor.Read
	}
	call := Call{Report: func(c Ctx) any {
		out := RecordReport{Title: "News"}
		for _, p := range slices.Backward(c.State.Bulletin.News) {
			if !whole && len(out.Lines) >= newsShown && p.N <= from {
				out.Notes = []string{"There is older news: news all."}
				break
			}
			text := strconv.Itoa(p.N) + ". " + p.Text + signed(p.By, p.At)
			if c.Actor != nil && p.N > from {
				text = "New: " + text
			}
			out.Lines = append(out.Lines, RecordLine{Text: text})
		}
		if len(out.Lines) == 0 {
			out.Notes = []string{"There is no news."}
		}
		return out
	}}
	if c.Actor != nil && c.Via.Kind == world.ViaKeyboard && c.State.Unread(c.Actor) > 0 {
		call.Input = &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.ReadNews{}}
	}
	return call
}
