package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// The placeholders of socials.
const (
	actorMark  = "{actor}"
	targetMark = "{target}"
)

func socials() kind {
	return entry(kind{
		key: "socials", one: "social",
		about: "A gesture. {actor} and {target} stand for names.",
		check: checkSocials,
	}, func(p *world.Pack) *[]world.SocialSpec { return &p.Socials }, []field{
		{"id", newID("social"), "What one types."},
		{"alone", text(), `To the doer: "You bow."`},
		{"alone_all", text(), `To the others: "{actor} bows."`},
		{"at", text(), `To the doer: "You bow to {target}."`},
		{"at_target", text(), `To the target: "{actor} bows to you."`},
		{"at_all", text(), `To the others: "{actor} bows to {target}."`},
	})
}

func checkSocials(c *checker) {
	each(c, "socials", c.pack.Socials, func(at site, s *world.SocialSpec) {
		for _, t := range []struct {
			key, text     string
			actor, target bool // which placeholders it must hold; others it must not
		}{
			{"alone", s.Alone, false, false},
			{"alone_all", s.AloneAll, true, false},
			{"at", s.At, false, true},
			{"at_target", s.AtTarget, true, false},
			{"at_all", s.AtAll, true, true},
		} {
			if t.text == "" {
				continue // reported already
			}
			here := at.at(t.key)
			c.checkMark(here, t.text, actorMark, t.actor)
			c.checkMark(here, t.text, targetMark, t.target)
			c.strangeMarks(here, t.text, []string{actorMark, targetMark})
			if !t.actor && !strings.HasPrefix(t.text, "You ") {
				c.fault(here, fmt.Sprintf("begins with %q", yaml.Brief(t.text)),
					`what the doer reads begins with "You"`)
			}
		}
	})
}

func (c *checker) checkMark(at site, text, mark string, wanted bool) {
	if isThere := strings.Contains(text, mark); isThere && !wanted {
		c.fault(at, mark+" stands for nobody here", "leave it out")
	} else if wanted && !isThere {
		c.fault(at, mark+" is missing", "write it where the name belongs")
	}
}

// strangeMarks reports placeholders that stand for nothing here.
func (c *checker) strangeMarks(at site, text string, known []string) {
	for _, mark := range yaml.Placeholders(text) {
		if !slices.Contains(known, mark) {
			what := fmt.Sprintf("unknown placeholder %q", yaml.Brief(mark))
			c.unlike(at, what, mark, func() []string { return known })
		}
	}
}

func helps() kind {
	return entry(kind{
		key: "help", one: "help page", about: "A help page beyond those that commands have by themselves.",
		check: checkHelp,
	}, func(p *world.Pack) *[]world.HelpSpec { return &p.Help }, []field{
		{"id", newID("help page"), "What one asks help about."},
		{"keys", typed(), "Further words that find it."},
		{"text", text(), "The page; blank lines part paragraphs."},
	})
}

// checkManners doubts a pack without what the program itself sends people to, or what they have to know of each other.
func checkManners(c *checker) {
	heads := c.sites[headFile]
	if len(heads) == 0 {
		return
	}
	page := func(topic string) bool {
		return slices.ContainsFunc(c.pack.Help, func(h world.HelpSpec) bool {
			return h.ID == topic || slices.Contains(h.Keys, topic)
		})
	}
	const model = `; "mudlark new DIR" makes a pack that has one`
	if !page("newbie") {
		c.doubt(heads[0], `there is no help page "newbie"`, "whoever is new is told to type help newbie"+model)
	}
	if !page("rules") {
		c.doubt(heads[0], `there is no help page "rules"`, "say there how people are to treat each other"+model)
	}
	if len(c.pack.Socials) == 0 {
		c.doubt(heads[0], "there is no gesture", `give it "socials", such as bow`)
	}
}

// checkHelp sees to it that a word finds one page.
func checkHelp(c *checker) {
	owner := map[string]string{}
	for _, h := range c.pack.Help {
		owner[h.ID] = h.ID
	}
	each(c, "help", c.pack.Help, func(at site, h *world.HelpSpec) {
		for i, key := range h.Keys {
			if other, ok := owner[key]; ok && key != "" {
				c.fault(at.at("keys").nth(i), fmt.Sprintf("the word %q finds the help page %q already", key, other), "")
			}
			owner[key] = h.ID
		}
	})
}
