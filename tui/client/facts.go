package client

import (
	"encoding/json"
	"strings"
)

// Limits of what is remembered.
const (
	listMost   = 200 // entries of one list
	textMost   = 400 // bytes of one name or value
	speechMost = 4096
	statusMost = 64
	pointsMost = 1_000_000_000
)

// Facts is what a MUD has said up to now. The zero Facts are ready.
type Facts struct {
	name   string // who one plays
	Room   Room
	meters [meterCount]meter
	status map[string]string // by key in lower case
	vars   map[string]string // how the MUD calls those keys
	lists  map[string][]Item // by place: inv, room
	people []string
	bad    []Effect
	good   []Effect

	vitals bool // GMCP tells points, so prompts are not read for them
}

// News is what a message brought beside facts of the state.
type News struct {
	Changed bool    // something that the screen shows
	Said    *Speech // somebody said something
	Moved   bool    // Facts.Room is a room newly told
	Wrong   string  // there is no way out in this direction
	Word    string  // the MUD's own last words, or why it did not let one in
}

// Speech is one line on a channel.
type Speech struct {
	Channel, Talker string
	Text            string // with SGR sequences, as it came
}

// Room is a room as the MUD tells it.
type Room struct {
	ID          string // "" for a room that no mapper could know again
	Name, Area  string
	Environment string
	X, Y, Z     int
	Placed      bool
	Exits       []Exit
}

// Exit is a way out, To the id of the room beyond, if that was told.
type Exit struct{ Dir, To string }

// Item is a thing, or a creature where the MUD says so.
type Item struct {
	ID, Name       string
	Worn, Held     bool
	Creature, Dead bool
}

// Effect is something that lasts.
type Effect struct{ Name, Note string }

// Take takes a message: its package's name, and JSON that is valid or empty.
func (s *Facts) Take(pkg string, data []byte) News {
	pkg = strings.ToLower(pkg)
	family, _, _ := strings.Cut(pkg, ".")
	switch family {
	case "char":
		return s.char(pkg, data)
	case "room":
		return s.room(pkg, data)
	case "comm":
		return s.comm(pkg, data)
	case "core":
		if pkg == "core.goodbye" {
			return News{Word: text(data)}
		}
	}
	return News{}
}

// char takes what is told of oneself.
func (s *Facts) char(pkg string, data []byte) News {
	f := objectOf(data)
	switch pkg {
	case "char.name", "char.base":
		name, ok := f.text("name")
		if ok {
			s.name = name
		}
		return News{Changed: ok}
	case "char.vitals", "char.maxstats":
		s.vitals = s.points(f) || s.vitals
		return News{Changed: true}
	case "char.status", "char.worth":
		s.noted(f)
		return News{Changed: true}
	case "char.statusvars":
		s.vars = map[string]string{}
		for key := range f {
			if name, ok := f.text(key); ok && len(s.vars) < statusMost {
				s.vars[key] = name
			}
		}
		return News{Changed: true}
	case "char.login.result":
		if ok, told := f.flag("success"); told && !ok {
			word, _ := f.text("message")
			return News{Word: word}
		}
		return News{}
	}
	switch {
	case strings.HasPrefix(pkg, "char.items."):
		return News{Changed: s.items(strings.TrimPrefix(pkg, "char.items."), f)}
	case strings.HasPrefix(pkg, "char.afflictions."):
		return News{Changed: effect(&s.bad, strings.TrimPrefix(pkg, "char.afflictions."), data)}
	case strings.HasPrefix(pkg, "char.defences."):
		return News{Changed: effect(&s.good, strings.TrimPrefix(pkg, "char.defences."), data)}
	}
	return News{}
}

// noted remembers keys of the status; a message tells the changed ones.
func (s *Facts) noted(f fields) {
	if s.status == nil {
		s.status = map[string]string{}
	}
	for key := range f {
		value, ok := f.text(key)
		if !ok {
			continue
		}
		if _, known := s.status[key]; known || len(s.status) < statusMost {
			s.status[key] = value
		}
	}
	if name, ok := f.text("name"); ok {
		s.name = name
	}
	if s.points(f) {
		s.vitals = true
	}
}

// comm takes what is said on channels: in IRE's form, and in that of Aardwolf.
func (s *Facts) comm(pkg string, data []byte) News {
	var speech Speech
	f := objectOf(data)
	switch pkg {
	case "comm.channel.text":
		speech.Channel, _ = f.text("channel")
		speech.Talker, _ = f.text("talker")
		speech.Text = f.long("text")
	case "comm.channel":
		speech.Channel, _ = f.text("chan")
		speech.Talker, _ = f.text("player")
		speech.Text = f.long("msg")
	}
	if speech.Text == "" {
		return News{}
	}
	return News{Said: &speech}
}

// effect keeps a list of what lasts: List [{name, desc}], Add {name, desc}, Remove ["name"].
func effect(list *[]Effect, deed string, data []byte) bool {
	switch deed {
	case "list":
		*list = nil
		for _, raw := range arrayOf(data) {
			add(list, raw)
		}
	case "add":
		add(list, data)
	case "remove":
		for _, raw := range append(arrayOf(data), data) {
			if name := text(raw); name != "" {
				*list = without(*list, name)
			}
		}
	default:
		return false
	}
	return true
}

func add(list *[]Effect, raw json.RawMessage) {
	f := objectOf(raw)
	name, ok := f.text("name")
	if !ok {
		name = text(raw)
	}
	if name == "" {
		return
	}
	note, _ := f.text("cause")
	if *list = without(*list, name); len(*list) < listMost {
		*list = append(*list, Effect{Name: name, Note: note})
	}
}

func without(list []Effect, name string) []Effect {
	var out []Effect
	for _, e := range list {
		if e.Name != name {
			out = append(out, e)
		}
	}
	return out
}
