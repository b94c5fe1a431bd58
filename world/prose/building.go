package prose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// built tells whoever edited the world what has changed, and how it is undone.
func (v view) built(e world.Event) Text {
	if e, is := e.(world.DraftClosed); is && v.mine() {
		return tell(System, "@ @", v.name(e.Actor, Person), plain(closedByAnother(e)))
	}
	if !v.did() {
		return nil
	}
	c, ok := e.(world.ContentChanged)
	if !ok {
		return tell(System, "@", plain(drafted(e)))
	}
	return tell(System, "Change @: @. undo @ takes it back.", number(c.Change), plain(changed(c)), number(c.Change))
}

// ofBuilding tells, in the third person, what was edited.
func (h teller) ofBuilding(e world.Event) Line {
	switch e := e.(type) {
	case world.DraftHeld:
		if e.Draft == "" {
			return line(Plain, "@ leaves the draft @.", h.whom(e.Actor), plain(string(e.Left)))
		}
		return line(Plain, "@ opens the draft @.", h.whom(e.Actor), plain(string(e.Draft)))
	case world.DraftEdited:
		return line(Plain, "@ drafts @: @.", h.whom(e.Actor), plain(string(e.Draft)), plain(draftedEntries(e)))
	case world.DraftClosed:
		if e.Change == 0 {
			return line(Plain, "@ discards the draft @.", h.whom(e.Actor), plain(string(e.Draft)))
		}
		return line(Plain, "@ publishes the draft @ as change @.", h.whom(e.Actor), plain(string(e.Draft)), number(e.Change))
	default:
	}
	c, ok := e.(world.ContentChanged)
	if !ok {
		return Line{}
	}
	return line(Plain, "@ edits the world, change @: @.", h.whom(c.Actor), number(c.Change), plain(changed(c)))
}

// closedByAnother tells a builder what somebody did with a draft of theirs.
func closedByAnother(e world.DraftClosed) string {
	said := fmt.Sprintf("throws your draft %s away.", e.Draft)
	if e.Change != 0 {
		said = fmt.Sprintf("publishes your draft %s, as change %d.", e.Draft, e.Change)
	}
	if e.Open {
		said += " What you edit now is in the world at once."
	}
	return said
}

// drafted tells a builder what became of a draft of theirs.
func drafted(e world.Event) string {
	switch e := e.(type) {
	case world.DraftHeld:
		switch {
		case e.Agent && e.Draft == "":
			return fmt.Sprintf("The draft %s is not open for agents any more.", e.Left)
		case e.Agent && e.Room != "":
			return fmt.Sprintf("In the draft %s an agent stands in %s.", e.Draft, e.Room)
		case e.Agent:
			return fmt.Sprintf("The draft %s is open for agents: what they edit goes there.", e.Draft)
		case e.Draft == "":
			return fmt.Sprintf("You leave the draft %s as it is. What you edit is in the world at once.", e.Left)
		case e.Room != "":
			return fmt.Sprintf("In the draft %s you stand in %s.", e.Draft, e.Room)
		}
		return fmt.Sprintf("The draft %s is open: what you edit goes there. diff shows it, publish makes it so, "+
			"draft off leaves it.", e.Draft)
	case world.DraftEdited:
		return fmt.Sprintf("Draft %s: %s.", e.Draft, draftedEntries(e))
	case world.DraftClosed:
		if e.Change == 0 {
			return fmt.Sprintf("The draft %s is thrown away.", e.Draft)
		}
		return fmt.Sprintf("The draft %s is published. undo %d takes all of it back.", e.Draft, e.Change)
	default:
		return ""
	}
}

// draftedEntries says what an edit made of a draft.
func draftedEntries(e world.DraftEdited) string {
	var out []string
	for _, entry := range e.Set.Touched() {
		kind, id, _ := strings.Cut(entry, ":")
		how := "is changed"
		switch {
		case slices.Contains(e.Out, entry):
			how = "is again as the world has it"
		case e.Set.Entry(kind, id) == nil:
			how = "is withdrawn"
		case slices.ContainsFunc(e.Bases, func(m world.Mark) bool { return m.Entry == entry && m.Digest == "" }):
			how = "is new"
		}
		out = append(out, kind+" "+id+" "+how)
	}
	return strings.Join(atMost(out), "; ")
}

// entriesTold is how many entries of one change are told one by one.
const entriesTold = 20

// atMost tells the first of many, and how many there are beside them.
func atMost(list []string) []string {
	if len(list) <= entriesTold {
		return list
	}
	return append(list[:entriesTold:entriesTold], fmt.Sprintf("and %d more", len(list)-entriesTold))
}

// changed says what a change did: "room lane is new; item lamp is withdrawn; change 12 is undone".
func changed(e world.ContentChanged) string {
	var out []string
	for _, entry := range e.Now.Touched() {
		kind, id, _ := strings.Cut(entry, ":")
		how := "is changed"
		switch {
		case e.Now.Entry(kind, id) == nil:
			how = "is withdrawn"
		case e.Was.Entry(kind, id) == nil:
			how = "is new"
		}
		out = append(out, kind+" "+id+" "+how)
	}
	out = atMost(out)
	if e.Undoes != 0 {
		out = append(out, fmt.Sprintf("change %d is undone", e.Undoes))
	}
	for _, n := range e.With {
		out = append(out, fmt.Sprintf("change %d, too", n))
	}
	return strings.Join(out, "; ")
}
