package diku

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// pagesFile holds the help pages that a world needs and areas have not.
const pagesFile = "help.yaml"

// page makes a help page of paragraphs.
func page(id ident, keys []string, parts ...string) fields {
	var e fields
	e.add("id", id)
	e.add("keys", keys)
	e.add("text", text(strings.Join(parts, "\n\n")))
	return e
}

// pages writes the page that newcomers are sent to, the one about manners, and those with the credits.
func (a *Area) pages() []byte {
	var f fields
	f.add("help", append([]fields{
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
	}, a.credits()...))
	return f.yaml()
}

// Bounds of the pages with the credits.
const (
	creditsID       = "credits"
	creditsPageMost = 30                        // pages; what does not fit is in the folder
	creditsLeft     = len("\n\n") + len(goesOn) // for the line that names the next page, and its number
	goesOn          = `It goes on: "help credits-999".`
)

// credits are the licences and credits, each behind the name of its file, the licences first, on as many pages as it
// takes: a page has room for yaml.TextRunesMax characters.
func (a *Area) credits() []fields {
	c := creditPages{keys: []string{"licence", "license", "authors"}, taken: map[string]bool{}}
	for _, w := range []string{
		"newbie", "start", "new", "beginner", "tutorial", "rules", "etiquette", "manners", "conduct", "policy", creditsID,
		"licence", "license", "authors",
	} {
		c.taken[w] = true
	}
	c.put("The places, creatures and things of this world were written by others, for another game. Whose they are, and " +
		`on which terms, stands here and in the folder "was" of the world's pack.`)
	for _, n := range byWeight(a.Notices) {
		if !n.isShown() {
			continue
		}
		body := strings.Split(paragraphs(unruled(visible(utf8ed(n.Data)))).whole, "\n\n") // with the @ of addresses
		if len(n.help) > 0 {
			c.put(sentence(strings.Join(n.help, " "), ".:!?"))
		} else {
			c.put(label(path.Base(n.Path)) + ":")
		}
		c.call(n.help)
		for _, p := range body {
			c.put(p)
		}
	}
	c.turn(false)
	return c.done
}

// creditPages are pages as they fill.
type creditPages struct {
	done  []fields
	keys  []string // of the page
	parts []string
	size  int
	taken map[string]bool // words that lead to a page
}

// put adds a paragraph, in pieces if it is longer than a pack allows.
func (c *creditPages) put(p string) {
	for _, piece := range pieces(p, yaml.ParagraphRunesMax-1) { // and a full stop
		n := utf8.RuneCountInString(piece) + len("\n\n")
		if c.size+n > yaml.TextRunesMax-creditsLeft {
			c.turn(true)
		}
		c.parts = append(c.parts, piece)
		c.size += n
	}
}

// call makes words lead to the page that is being filled.
func (c *creditPages) call(names []string) {
	for _, w := range names {
		w = slug(w, "")
		if what, _ := yaml.Word(w); w != "" && what == "" && !c.taken[w] {
			c.taken[w] = true
			c.keys = append(c.keys, w)
		}
	}
}

// turn ends the page, and says whether there is another.
func (c *creditPages) turn(hasNext bool) {
	n := len(c.done) + 1
	if n > creditsPageMost || len(c.parts) == 0 {
		c.parts, c.size = nil, 0
		return
	}
	id := creditsID
	if n > 1 {
		id = fmt.Sprintf("%s-%d", creditsID, n)
	}
	c.taken[id] = true
	switch {
	case hasNext && n == creditsPageMost:
		c.parts = append(c.parts, `The rest is in the folder "was".`)
	case hasNext:
		c.parts = append(c.parts, fmt.Sprintf(`It goes on: "help %s-%d".`, creditsID, n+1))
	default:
		c.parts[len(c.parts)-1] = sentence(c.parts[len(c.parts)-1], ".!?")
	}
	c.done = append(c.done, page(ident(id), c.keys, c.parts...))
	c.keys, c.parts, c.size = nil, nil, 0
}

// unruled makes lines empty in which neither a letter nor a digit is.
func unruled(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if !strings.ContainsFunc(line, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// pieces cuts a paragraph where it is longer than most characters, between words.
func pieces(p string, most int) (out []string) {
	for r := []rune(p); len(r) > 0; {
		n := min(len(r), most)
		if n < len(r) {
			if i := slices.Index(r[:n], ' '); i > 0 {
				for n > 0 && r[n-1] != ' ' {
					n--
				}
			}
		}
		out = append(out, strings.TrimSpace(string(r[:n])))
		r = r[n:]
	}
	return out
}

// weight sorts notices: the terms first, then whom to thank, then what is to be read first.
func (n Notice) weight() int {
	name := strings.ToLower(path.Base(n.Path))
	switch {
	case len(n.help) > 0:
		return 2
	case isReadme(name):
		return 3
	case strings.Contains(name, "credit"):
		return 1
	}
	return 0
}

func byWeight(list []Notice) []Notice {
	return slices.SortedStableFunc(slices.Values(list), func(a, b Notice) int {
		return cmp.Compare(a.weight(), b.weight())
	})
}

// isShown reports whether a file is about terms and authors: a README may be about how the program is built alone.
func (n Notice) isShown() bool {
	if !isReadme(strings.ToLower(path.Base(n.Path))) {
		return true
	}
	low := strings.ToLower(string(n.Data))
	for _, word := range []string{"licen", "copyright", "credit", "permission", "distribut"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}

// isReadme reports whether a file of that name, in small letters, wants to be read first.
func isReadme(name string) bool { return strings.HasPrefix(name, "readme") }
