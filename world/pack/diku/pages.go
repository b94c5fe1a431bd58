package diku

import (
	"path"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// pagesFile holds the help pages that a world needs and areas have not.
const pagesFile = "help.yaml"

// pages writes the page that newcomers are sent to, the one about manners, and the one with the credits.
func (a *Area) pages() []byte {
	var f fields
	page := func(id ident, keys []string, parts ...string) fields {
		var e fields
		e.add("id", id)
		e.add("keys", keys)
		e.add("text", text(strings.Join(parts, "\n\n")))
		return e
	}
	f.add("help", []fields{
		page("newbie", []string{"start", "new", "beginner", "tutorial"},
			`Type what you want to do and press Enter: "look", "north", "get lamp". Most words can be shortened: "l", "n".`,
			`"look" shows where you are and which ways lead out; "look" and a word what you read of. "inventory" is what you `+
				`carry, "get", "drop", "wear" and "wield" are for things, "open" and "unlock" for doors, "kill" for a fight, and `+
				`"list" and "buy" for whoever keeps a shop. "help" has all the rest.`,
			"These places were written for another game. Where their texts speak of something that does nothing here, it is "+
				"not your fault."),
		page("rules", []string{"etiquette", "manners", "conduct", "policy"},
			"Be kind to people whom you cannot see. Nobody is here to be your opponent who did not ask for it.",
			`Whoever troubles you, tell the wizards: "report" keeps what was said.`),
		page("credits", []string{"licence", "license", "authors"}, a.credits()...),
	})
	return f.yaml()
}

// credits are the licences and credits as far as a page holds them, each behind the name of its file.
func (a *Area) credits() []string {
	parts := []string{"The places, creatures and things of this world were written by others, for another game. Whose " +
		`they are, and on which terms, stands in the folder "was" of the world's pack.`}
	left := yaml.TextRunesMax - utf8.RuneCountInString(parts[0])
	for _, n := range a.Notices {
		body := paragraphs(visible(utf8ed(n.Data))).text // with the signs @ and & of addresses and firms
		part := label(path.Base(n.Path)) + ":\n\n" + body
		size := utf8.RuneCountInString(part) + 2*len("\n\n")
		if body == "" || size > left {
			continue // the folder has it
		}
		parts = append(parts, part)
		left -= size
	}
	if last := parts[len(parts)-1]; sentence(last, ".!?") != last {
		parts[len(parts)-1] = sentence(last, ".!?")
	}
	return parts
}
