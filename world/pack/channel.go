package pack

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// commands are the words that commands have, one a line: a channel called so could not be spoken on. The test of the
// verb table in world/verb writes the list.
//
//go:embed commands.txt
var commands string

// IsCommand reports whether a word is a command's, or one of its other names.
func IsCommand(word string) bool { return slices.Contains(strings.Fields(commands), word) }

func channels() kind {
	return entry(kind{
		key: "channels", one: "channel", check: checkChannels,
		about: "Talk heard all over the world, by every player who has not switched it off, and by no creature. Its id and " +
			"words speak on it.",
	}, func(p *world.Pack) *[]world.ChannelSpec { return &p.Channels }, []field{
		{"id", newID("channel"), "What one types: the name of no command, gesture or direction."},
		{"name", phrase(), "What it is called within a sentence: the Row."},
		{"about", text(), "What the list of channels says of it."},
		{"says", phrase(), `What somebody does who speaks there: "calls over the Row". Left out: says on and its name.`},
	})
}

func checkChannels(c *checker) {
	gestures := index(c.pack.Socials, func(s *world.SocialSpec) world.SocialID { return s.ID })
	each(c, "channels", c.pack.Channels, func(at site, ch *world.ChannelSpec) {
		id := string(ch.ID)
		switch {
		case IsCommand(id):
			c.fault(at.at("id"), fmt.Sprintf("%q is a command", id), "call the channel otherwise")
		case gestures[world.SocialID(id)] != nil:
			c.fault(at.at("id"), fmt.Sprintf("%q is a gesture", id), "call one of the two otherwise")
		case isDirection(id):
			c.fault(at.at("id"), fmt.Sprintf("%q is a direction", id), "call the channel otherwise")
		}
		first, _, _ := strings.Cut(ch.Says, " ")
		if ch.Says != "" && !strings.HasSuffix(first, "s") {
			c.fault(at.at("says"), fmt.Sprintf("begins with %q", first), `write it as "calls over the Row"`)
		}
	})
}

// isDirection reports whether a word is a direction, or the letter of one.
func isDirection(word string) bool {
	return slices.ContainsFunc(world.Dirs(), func(d world.Dir) bool {
		return string(d) == word || len(word) == 1 && word[0] == d[0]
	})
}
