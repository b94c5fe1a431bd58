package verb

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// changesOf lists changes, or shows one.
func changesOf(c Ctx, a changesArgs) (any, *world.Refusal) {
	text, page := askedPage(a.Which)
	if n, err := strconv.Atoi(text); err == nil {
		return changeReport(c.State, n)
	}
	if strings.EqualFold(text, "pack") {
		return editedList(c.State, page)
	}
	words := strings.Fields(strings.ToLower(text))
	made := madeOf{s: c.State, found: map[string]any{}}
	var lines []string
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(c.State.Changes))) {
		ch := c.State.Changes[n]
		var entries, told []string
		for _, m := range ch.Now {
			entries = append(entries, m.Entry)
			told = append(told, strings.Replace(m.Entry, ":", " ", 1)+made.fields(ch, m))
		}
		isMeant := len(words) == 0 || len(words) == 1 && strings.EqualFold(ch.Name, words[0]) ||
			len(words) > 1 && slices.Contains(entries, world.EntryKey(kindNamed(words[0]), words[1]))
		if isMeant {
			line := fmt.Sprintf("%d by %s: %s", n, cmp.Or(ch.Name, "the world"), strings.Join(told, ", "))
			if ch.Undoes != 0 {
				line += fmt.Sprintf("; undoes %d", ch.Undoes)
			}
			if ch.Undone != 0 {
				line += fmt.Sprintf("; undone by %d", ch.Undone)
			}
			lines = append(lines, line)
		}
	}
	return pageOf("Changes of the world, the newest first", lines, page, strings.TrimSpace("changes "+plain(clip(text))),
		"Nothing of that was changed from inside.")
}

// madeOf knows what changes made of entries, going from the newest back: what the next one found, or what there is.
type madeOf struct {
	s     *world.State
	found map[string]any
}

// fields says in brackets what a change did to an entry: that it is new or gone, or which fields it changed, the first
// few. It is to be asked of each change once, the newest first.
func (m *madeOf) fields(ch *world.Change, mark world.Mark) string {
	kind, id, _ := strings.Cut(mark.Entry, ":")
	was := ch.Was.Entry(kind, id)
	is, isLater := m.found[mark.Entry]
	if !isLater {
		is = m.s.Entry(kind, id)
	}
	m.found[mark.Entry] = was
	switch {
	case was == nil:
		return " (new)"
	case mark.Digest == "":
		return " (gone)"
	case world.Digest(is) != mark.Digest: // a pack changed it since
		return ""
	}
	const shown = 3
	var out []string
	for _, line := range differences(kind, was, is) {
		path, _, _ := strings.Cut(line, ":")
		if root, _, _ := strings.Cut(path, "."); !slices.Contains(out, root) {
			out = append(out, root)
		}
	}
	if left := len(out) - shown; left > 0 {
		out = append(out[:shown], fmt.Sprintf("%d more", left))
	}
	return " (" + strings.Join(out, ", ") + ")"
}

// changeReport shows what a change made of what.
func changeReport(s *world.State, n int) (any, *world.Refusal) {
	ch := s.Changes[n]
	if ch == nil {
		return nil, refuse(world.CodeUnknown, fmt.Sprintf("There is no change %d any more; changes lists them.", n))
	}
	out := RecordReport{Title: fmt.Sprintf("Change %d, by %s", n, ch.Name)}
	for _, m := range ch.Now {
		kind, id, _ := strings.Cut(m.Entry, ":")
		was, is := ch.Was.Entry(kind, id), s.Entry(kind, id)
		if world.Digest(is) != m.Digest {
			out.Notes = append(out.Notes, kind+" "+id+" was changed again since; beside what was stands what is now.")
		}
		for _, line := range differences(kind, was, is) {
			out.Lines = append(out.Lines, RecordLine{Text: kind + " " + id + " " + line})
		}
	}
	out.Lines = out.Lines[:min(len(out.Lines), 2*listShown)]
	if ch.Undone == 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("undo %d takes it back.", n))
	}
	return out, nil
}

// differences says field by field what is otherwise.
func differences(kind string, was, is any) (out []string) {
	switch {
	case was == nil && is == nil:
		return []string{"was not there, and is not"}
	case was == nil:
		return []string{"was not there"}
	case is == nil:
		return []string{"is gone"}
	}
	before := map[string]string{}
	for _, v := range pack.Values(kind, was) {
		before[v.Path] = v.Text
	}
	for _, v := range pack.Values(kind, is) {
		if old, had := before[v.Path]; !had || old != v.Text {
			out = append(out, fmt.Sprintf("%s: was %q, is %q", v.Path, old, v.Text))
		}
		delete(before, v.Path)
	}
	for _, path := range slices.Sorted(maps.Keys(before)) {
		out = append(out, fmt.Sprintf("%s: was %q, is gone", path, before[path]))
	}
	return out
}

// editedList lists what is not as the pack says.
func editedList(s *world.State, page int) (any, *world.Refusal) {
	var lines []string
	for entry, row := range world.Ordered(s.Edits) {
		kind, id, _ := strings.Cut(entry, ":")
		line := kind + " " + id
		switch {
		case row.Clash:
			line += ": the pack says something new of it, too; the edit stays"
		case row.Base == "":
			line += ": the pack has none of it"
		case s.Entry(kind, id) == nil:
			line += ": withdrawn from inside"
		default:
			line += ": edited"
		}
		lines = append(lines, fmt.Sprintf("%s, last by change %d", line, row.Change))
	}
	return pageOf("Not as the world's pack says", lines, page, "changes pack", "All of the world is as its pack says.")
}

// undoes takes a change back: the last of the builder's own that is not undone, unless a number is given.
func undoes(c Ctx, a undoArgs) Call {
	if a.Change != "" {
		n, err := strconv.Atoi(a.Change)
		if err != nil {
			return Call{Refusal: refuse(world.CodeBadValue, "undo takes the number of a change; changes lists them.")}
		}
		if a.All != "" && !strings.EqualFold(a.All, "all") {
			return Call{Refusal: refuse(world.CodeBadValue, "Behind the number there can stand all, and nothing else.")}
		}
		return c.does(world.UndoChange{Change: n, All: a.All != ""})
	}
	if d := c.draftOpen(); d != nil {
		return Call{Refusal: refuse(world.CodeUnclear, "The draft "+string(d.ID)+" is open: draft drop takes one thing out "+
			"of it, discard all of it. undo and a number take back a change of the world.")}
	}
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(c.State.Changes))) {
		if ch := c.State.Changes[n]; ch.By == c.Actor.ID && ch.Undone == 0 && ch.Undoes == 0 {
			return c.does(world.UndoChange{Change: n})
		}
	}
	return Call{Refusal: refuse(world.CodeMissing, "You have changed nothing that could be undone; changes lists what "+
		"was changed.")}
}
