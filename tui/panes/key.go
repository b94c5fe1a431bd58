package panes

// Key is a pane with the keys that show it, give it the keys, and hide it again.
type Key struct {
	Name, Word string
	Fn, Alt    string // "" for none
}

// Keys lists the panes that have keys of their own. Terminals and desktops take some of the keys with an f for
// themselves, so that each pane has another one too.
func Keys() [13]Key {
	return [13]Key{
		{Board, "the board that is played on", "f3", "ctrl+g"},
		{Arena, "the ground of a fight by turns", "f11", "alt+g"},
		{Map, "the map", "f4", "alt+m"},
		{Chat, "what was said, by channel", "f5", "alt+t"},
		{Quests, "the quests that you are on", "f7", "alt+q"},
		{Gear, "what you carry, wear and wield", "f8", "alt+i"},
		{Who, "who is in the world", "f9", "alt+w"},
		{Help, "help, to browse and search", "f10", "alt+h"},
		{Sheet, "your character sheet", "f12", "alt+s"},
		{Room, "who and what is here, and the ways out", "", "alt+r"},
		{Vitals, "your points, level and coins", "", "alt+v"},
		{Effects, "what lasts on you for a while", "", "alt+e"},
		{Log, "the log of what is played", "", "alt+l"},
	}
}

// KeyFor returns the pane that a key is for, "" for none.
func KeyFor(key string) string {
	for _, p := range Keys() {
		if key == p.Alt || key == p.Fn && p.Fn != "" {
			return p.Name
		}
	}
	return ""
}

// IsKey reports whether a key is for the panes as a whole, or for one of them.
func IsKey(key string) bool {
	switch key {
	case "f2", "ctrl+b", "f6", "shift+f6", "ctrl+o":
		return true
	}
	return KeyFor(key) != ""
}
