package wire

import "strings"

// clientAndTerminal tells the two apart. A system telnet gives its TERM alone, a MUD client its name first.
func clientAndTerminal(names []string) (client, terminal string) {
	switch {
	case len(names) == 0:
		return "", ""
	case len(names) == 1 && looksLikeTerminal(names[0]):
		return "", names[0]
	case len(names) == 1:
		return names[0], ""
	case looksLikeTerminal(names[0]) && !isKnownClient(names[0]):
		return "", names[0]
	}
	return names[0], names[1]
}

// isKnownClient reports whether a name is that of a MUD client, whatever it says of its terminal.
func isKnownClient(name string) bool {
	name = strings.ToLower(name)
	for _, known := range []string{
		"tintin", "kildclient", "mudlet", "blightmud", "tinyfugue", "kbtin", "mushclient", "mudrammer", "atlantis",
		"cmud", "zmud", "beip", "potato", "mudlark",
	} {
		if strings.Contains(name, known) {
			return true
		}
	}
	return false
}

// looksLikeTerminal reports whether a name is that of a terminal rather than of a client.
func looksLikeTerminal(name string) bool {
	name = strings.ToLower(name)
	for _, prefix := range []string{
		"xterm", "screen", "tmux", "putty", "linux", "ansi", "vt1", "vt2", "vt3", "vt4", "vt5", "rxvt", "dumb",
		"hardcopy", "unknown", "network", "konsole", "gnome", "alacritty", "kitty", "wezterm", "ghostty", "st-", "foot",
		"cygwin", "eterm", "iterm", "nsterm", "dtterm", "sun", "wy", "scoansi", "pcansi",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// colourDepth decides the colours to begin with. Claims of MTTS count unless the terminal is one that is known not to
// have them; without MTTS the terminal's name decides.
func colourDepth(client, terminal string, mtts flags) Colour {
	byName := colourDepthByName(client, terminal)
	if !mtts.given {
		return byName
	}
	claimed := ColourNone
	switch {
	case mtts.bits&MTTSTrueColour != 0:
		claimed = ColourTrue
	case mtts.bits&MTTSColours256 != 0:
		claimed = Colour256
	case mtts.bits&MTTSANSI != 0:
		claimed = Colour16
	}
	switch strings.ToLower(terminal) {
	case "dumb":
		return ColourNone
	case "linux", "vt100", "vt220":
		return min(claimed, Colour16)
	}
	if claimed >= Colour16 { // a client that shows colours may know its terminal better than its bits
		return max(claimed, byName)
	}
	return claimed
}

// colourDepthByName goes by what terminals are called. KBtin says "hardcopy" and "unknown" of itself and shows colours,
// so such names count only when no known client stands in front of them.
func colourDepthByName(client, terminal string) Colour {
	name := strings.ToLower(terminal)
	switch {
	case strings.HasSuffix(name, "-truecolor"), strings.HasSuffix(name, "-direct"),
		strings.Contains(name, "kitty"), strings.Contains(name, "alacritty"),
		strings.Contains(name, "wezterm"), strings.Contains(name, "ghostty"):
		return ColourTrue
	case strings.Contains(name, "256color"):
		return Colour256
	case (name == "dumb" || name == "hardcopy") && !isKnownClient(client):
		return ColourNone
	}
	return Colour16
}
