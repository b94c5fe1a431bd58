package verb

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type loreArgs struct {
	Do   string `json:"do" take:"word" enum:"list,show,add,edit,drop" opt:"yes" help:"what to do; nothing, to list"`
	Rest string `json:"rest" take:"text" opt:"yes" help:"a fact's id, and behind = what is so"`
}

const loreHelp = "What you write down here is so: the people of the world learn it at once and answer out of it, and " +
	"agents find it. lore list shows the facts with their ids; lore list bell those in which bell stands. lore show " +
	"old-bell shows one whole. lore add old-bell = It rings by itself at midnight. makes one. Words that " +
	"should ask for it, too, and who alone knows it, stand before the =: lore add old-bell about rope, ringer known " +
	"barkeep, ferryman = It rings by itself. lore edit takes the same and changes what you name: lore edit old-bell " +
	"about rope; lore edit old-bell known all; about none. lore drop old-bell strikes it out. There are at most " +
	"200 facts of 320 bytes each."

// loreVerbs let wizards write down what is so.
func loreVerbs() []*Verb {
	v := wizard("lore", "Write down what the people of the world know.",
		"lore add old-bell about rope = The bell rings by itself at midnight.", Destroys)
	v.Aliases, v.Help = []string{"@lore"}, loreHelp
	return []*Verb{calls(v, func(c Ctx, a loreArgs) Call {
		switch strings.ToLower(a.Do) {
		case "show":
			return loreShow(c, a.Rest)
		case "add", "edit":
			return loreWrite(c, strings.EqualFold(a.Do, "edit"), a.Rest)
		case "drop":
			f, r := loreNamed(c, a.Rest)
			if r != nil {
				return Call{Refusal: r}
			}
			return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.DropLore{Lore: f.ID}}}
		}
		return Call{Report: func(c Ctx) any { return loreList(c.State, a.Rest) }}
	})}
}

// loreListRunes is how much of a fact a list shows.
const loreListRunes = 100

// loreList lists the facts, or those in which a word stands.
func loreList(s *world.State, word string) RecordReport {
	out := RecordReport{Title: fmt.Sprintf("Lore: %d of at most %d facts", len(s.Lore), world.LoreMost)}
	for id, f := range world.Ordered(s.Lore) {
		all := strings.ToLower(strings.Join([]string{string(id), f.Text, strings.Join(f.About, " ")}, " "))
		if !strings.Contains(all, strings.ToLower(word)) {
			continue
		}
		text := []rune(f.Text)
		if len(text) > loreListRunes {
			text = append(text[:loreListRunes:loreListRunes], '…')
		}
		line := string(id) + ": " + string(text)
		if more := loreMore(f); more != "" {
			line += " (" + more + ")"
		}
		out.Lines = append(out.Lines, RecordLine{Text: line})
	}
	switch {
	case len(s.Lore) == 0:
		out.Notes = []string{"Nothing is written down yet. lore add old-bell = and a sentence makes the first fact."}
	case len(out.Lines) == 0:
		out.Notes = []string{"There is none in which " + plain(clip(word)) + " stands."}
	case len(s.Lore) >= world.LoreMost:
		out.Notes = []string{"There is no room for more. Drop what nobody asks about."}
	case len(s.Lore) >= world.LoreWarn:
		out.Notes = []string{fmt.Sprintf("There is room for %d more.", world.LoreMost-len(s.Lore))}
	}
	return out
}

// loreMore says what else asks for a fact, and who alone knows it.
func loreMore(f *world.LoreFact) string {
	var parts []string
	if len(f.About) > 0 {
		parts = append(parts, "about "+strings.Join(f.About, ", "))
	}
	if len(f.Known) > 0 {
		names := make([]string, len(f.Known))
		for i, id := range f.Known {
			names[i] = string(id)
		}
		parts = append(parts, "known "+strings.Join(names, ", "))
	}
	return strings.Join(parts, "; ")
}

func loreShow(c Ctx, id string) Call {
	f, r := loreNamed(c, id)
	if r != nil {
		return Call{Refusal: r}
	}
	out := RecordReport{Title: string(f.ID), Lines: []RecordLine{{Text: f.Text}}}
	if more := loreMore(f); more != "" {
		out.Notes = append(out.Notes, more)
	}
	return Call{Report: func(Ctx) any { return out }}
}

// loreNamed finds a fact by its id, or the beginning of it.
func loreNamed(c Ctx, id string) (*world.LoreFact, *world.Refusal) {
	id = strings.ToLower(strings.TrimSpace(id))
	if id == "" {
		return nil, refuse(world.CodeMissing, "Which fact? Name it by its id; lore lists them.")
	}
	if f := c.State.Lore[world.LoreID(id)]; f != nil {
		return f, nil
	}
	found := world.Picked(c.State.Lore, func(have world.LoreID, _ *world.LoreFact) bool {
		return strings.HasPrefix(string(have), id)
	})
	switch len(found) {
	case 0:
		return nil, refuse(world.CodeUnknown, "There is no fact called "+plain(clip(id))+". lore lists them.")
	case 1:
		return c.State.Lore[found[0]], nil
	}
	return nil, refuse(world.CodeUnclear, "Which one: "+joinIDs(found)+"?")
}

func joinIDs[S ~string](ids []S) string {
	const most = 5
	var names []string
	for _, id := range ids[:min(len(ids), most)] {
		names = append(names, string(id))
	}
	if len(ids) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// loreWrite makes a fact, or changes what is named of one.
func loreWrite(c Ctx, isEdit bool, rest string) Call {
	head, text, isSaid := strings.Cut(rest, "=")
	words := strings.Fields(head)
	if len(words) == 0 {
		return Call{Refusal: refuse(world.CodeMissing,
			"Say it like this: lore add old-bell = The bell rings by itself at midnight.")}
	}
	act := world.WriteLore{Lore: world.LoreID(strings.ToLower(words[0])), Text: strings.TrimSpace(text), Edit: isEdit}
	about, known, r := loreHead(c, words[1:])
	switch {
	case r != nil:
		return Call{Refusal: r}
	case isEdit:
		f, r := loreNamed(c, words[0])
		switch {
		case r != nil:
			return Call{Refusal: r}
		case !isSaid && about == nil && known == nil:
			return Call{Refusal: refuse(world.CodeMissing, "Say what changes: lore edit "+string(f.ID)+
				" = what is so, or before the = about and words, or known and who.")}
		case !isSaid:
			act.Text = f.Text
		}
		act.Lore, act.About, act.Known = f.ID, f.About, f.Known
	}
	if about != nil {
		act.About = *about
	}
	if known != nil {
		act.Known = *known
	}
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: act}}
}

// loreHead reads what stands between a fact's id and the =: about and words, known and who. What is not named is nil.
func loreHead(c Ctx, words []string) (about *[]string, known *[]world.ProtoID, r *world.Refusal) {
	if len(words) > 0 && !slices.Contains([]string{"about", "known"}, strings.ToLower(words[0])) {
		return nil, nil, refuse(world.CodeBadValue, "A fact's id is one word, with hyphens: old-bell. What is so "+
			"stands behind an =.")
	}
	for len(words) > 0 {
		is := strings.ToLower(words[0])
		end := 1
		for end < len(words) && !slices.Contains([]string{"about", "known"}, strings.ToLower(words[end])) {
			end++
		}
		list := strings.FieldsFunc(strings.Join(words[1:end], " "), func(r rune) bool { return r == ',' })
		words = words[end:]
		if is == "about" {
			out := []string{}
			for _, w := range list {
				if w = strings.TrimSpace(w); w != "" && !strings.EqualFold(w, "none") {
					out = append(out, w)
				}
			}
			about = &out
			continue
		}
		out := []world.ProtoID{}
		for _, w := range list {
			id, r := lorePerson(c, w)
			if r != nil {
				return nil, nil, r
			}
			if id != "" {
				out = append(out, id)
			}
		}
		known = &out
	}
	return about, known, nil
}

// lorePerson finds whose a fact is: a creature with a mind, by its pattern, its id, its name or a word for it; "" is
// everybody.
func lorePerson(c Ctx, word string) (world.ProtoID, *world.Refusal) {
	low := strings.TrimPrefix(strings.ToLower(strings.TrimSpace(word)), "to ")
	if low == "" || slices.Contains([]string{"all", "everybody", "everyone"}, low) {
		return "", nil
	}
	if a := c.State.Actors[world.ActorID(low)]; c.State.Minded(a) != nil {
		return a.Proto, nil
	}
	var found []world.ProtoID
	for id, m := range world.Ordered(c.State.MobSpecs) {
		switch {
		case m.Mind == nil:
		case string(id) == low, strings.EqualFold(m.Name, low):
			return id, nil
		case slices.Contains(m.Keys, low), strings.HasPrefix(string(id), low):
			found = append(found, id)
		}
	}
	switch len(found) {
	case 0:
		return "", refuse(world.CodeUnknown, "Nobody called "+plain(clip(low))+" has a mind that could know it. npc list "+
			"shows who has, and with commas between them several can be named.")
	case 1:
		return found[0], nil
	}
	return "", refuse(world.CodeUnclear, "Who knows it: "+joinIDs(found)+"?")
}
