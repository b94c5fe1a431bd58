package gmcp

import "slices"

// thing is an entry of a list that a client keeps: something by its id.
type thing struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Attrib string `json:"attrib,omitempty"`
}

// list is what a client knows of a list.
type list struct {
	known   bool
	entries []thing
}

// listing words what happens to a list.
type listing interface {
	whole(where string, all []thing) []byte
	added(where string, t thing) []byte
	removed(where string, t thing) []byte
	changed(where string, was, is thing) [][]byte
}

// changesMost is how many changes of a list are said one by one; for more the whole list is shorter.
const changesMost = 16

// tell says how a list differs from what the client knows of it: first what is gone, then what changed, then what came.
// anew has the whole of it said.
func (l *list) tell(out [][]byte, words listing, where string, now []thing, anew bool) [][]byte {
	if l.known && !anew && slices.Equal(l.entries, now) {
		return out
	}
	now = distinct(now)
	before, known := l.entries, l.known
	l.known, l.entries = true, now
	if !known || anew {
		return append(out, words.whole(where, now))
	}
	var changes [][]byte
	was := byID(before)
	is := byID(now)
	for _, t := range before {
		if _, still := is[t.ID]; !still {
			changes = append(changes, words.removed(where, t))
		}
	}
	for _, t := range now {
		if old, there := was[t.ID]; there && old != t {
			changes = append(changes, words.changed(where, old, t)...)
		}
	}
	for _, t := range now {
		if _, there := was[t.ID]; !there {
			changes = append(changes, words.added(where, t))
		}
	}
	if len(changes) > changesMost {
		return append(out, words.whole(where, now))
	}
	return append(out, changes...)
}

func byID(all []thing) map[string]thing {
	out := make(map[string]thing, len(all))
	for _, t := range all {
		out[t.ID] = t
	}
	return out
}

// distinct leaves out what has the id of something before it: a client could not tell them apart.
func distinct(all []thing) []thing {
	seen := make(map[string]bool, len(all))
	return slices.DeleteFunc(all, func(t thing) bool {
		again := seen[t.ID]
		seen[t.ID] = true
		return again
	})
}

// itemList is Char.Items: of what one carries and uses, or of what is in the room.
type itemList struct{}

type itemsBody struct {
	Location string  `json:"location"`
	Items    []thing `json:"items"`
}

type itemBody struct {
	Location string `json:"location"`
	Item     thing  `json:"item"`
}

func (itemList) whole(where string, all []thing) []byte {
	if all == nil {
		all = []thing{}
	}
	return message("Char.Items.List", itemsBody{where, all})
}

func (itemList) added(where string, t thing) []byte {
	return message("Char.Items.Add", itemBody{where, t})
}

func (itemList) removed(where string, t thing) []byte {
	return message("Char.Items.Remove", itemBody{where, t})
}

func (itemList) changed(where string, _, is thing) [][]byte {
	return [][]byte{message("Char.Items.Update", itemBody{where, is})}
}

// playerList is Room.Players.
type playerList struct{}

type playerBody struct {
	Name string `json:"name"`
	Full string `json:"fullname"`
}

func playerOf(t thing) playerBody { return playerBody{Name: t.Name, Full: t.Name} }

func (playerList) whole(_ string, all []thing) []byte {
	out := make([]playerBody, len(all))
	for i, t := range all {
		out[i] = playerOf(t)
	}
	return message("Room.Players", out)
}

func (playerList) added(_ string, t thing) []byte { return message("Room.AddPlayer", playerOf(t)) }

func (playerList) removed(_ string, t thing) []byte { return message("Room.RemovePlayer", t.Name) }

func (p playerList) changed(where string, was, is thing) [][]byte {
	return [][]byte{p.removed(where, was), p.added(where, is)}
}
