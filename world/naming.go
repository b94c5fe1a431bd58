package world

import (
	"slices"
	"strings"
)

const nameTakenText = "Somebody of that name lives here already."

// authority reports whether a name, in lower case, would pass for somebody who has a say over the world, a player or an
// agent: a model reads "Owner tells you" as it reads what its owner says.
func authority(name string) bool {
	switch name {
	case "owner", "yourowner", "theowner", "myowner", "user", "users", "human", "assistant", "assistants", "tool",
		"tools", "system", "admin", "administrator", "sysadmin", "sysop", "root", "wizard", "operator", "moderator",
		"staff", "host", "server", "console", "daemon", "builder", "developer", "narrator", "gamemaster", "storyteller",
		"god", "immortal", "creator", "player", "players", "agent", "agents", "model", "bot", "npc", "prompt",
		"instruction", "instructions", "event", "events", "error", "warning", "result", "support", "helpdesk", "security",
		"mudlark", "lowtide", "game", "world":
		return true
	}
	return false
}

// creatureNamed reports whether a name, in lower case, is what somebody of the world is called, however it is written,
// or a proper name of theirs. A common word that is only a part of a name, as mud of mud-crab, is free.
func (s *State) creatureNamed(name string) bool {
	for _, m := range anyhow(s.MobSpecs) {
		if lettersOf(m.Name) == name {
			return true
		}
		for _, w := range strings.FieldsFunc(m.Name, notLetter) {
			if w != strings.ToLower(w) && strings.EqualFold(w, name) {
				return true
			}
		}
		for _, k := range m.Keys { // a key of several words is what somebody is called in full: miss fenn
			words := strings.FieldsFunc(strings.ToLower(k), notLetter)
			if len(words) > 1 && (lettersOf(k) == name || slices.Contains(words, name)) {
				return true
			}
		}
	}
	return false
}

// lettersOf is a name in lower case, with nothing between its words.
func lettersOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), notLetter), "")
}
