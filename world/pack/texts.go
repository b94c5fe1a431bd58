package pack

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

const (
	lineRunesMax   = 400 // of a text of the rules: it is told in one go, and kept with what it tells
	phraseRunesMax = 80  // of one that is part of a sentence, or stands about in a fight
)

// textFields are the fields of [world.Texts], from its own table.
func textFields() []field {
	var out []field
	for _, row := range world.TextRows() {
		about := fmt.Sprintf("%s Left out: \"%s\"", row.About, row.Plain)
		out = append(out, field{"texts." + string(row.Key), ruleText(row), about})
	}
	return append(out,
		field{"texts.indoors", phrase(), "What stands about in a fight on a ground that nobody drew: a crate."},
		field{"texts.outdoors", phrase(), "The same under the open sky: a boulder."},
		field{"texts.guest_first", guestWord(), "First words of guests' names: Grey, of GreyHeron."},
		field{"texts.guest_last", guestWord(), "Their last words; both lists or neither."},
	)
}

// ruleText is a text with the placeholders of its row.
func ruleText(row world.TextRow) class {
	c := class{shown: "text", form: endsWith(row.Ends), check: func(s string) (string, string) {
		if n := utf8.RuneCountInString(s); n > lineRunesMax {
			return fmt.Sprintf("%d characters long", n), fmt.Sprintf("at most %d", lineRunesMax)
		}
		return yaml.Prose(s, row.Ends)
	}}
	if row.Ends == "" {
		c = phrase()
	}
	for _, mark := range row.Marks {
		c.shown += " with " + mark
	}
	return c
}

// phrase is part of a sentence.
func phrase() class {
	return class{shown: "part of a sentence", check: func(s string) (string, string) {
		if n := utf8.RuneCountInString(s); n > phraseRunesMax {
			return fmt.Sprintf("%d characters long", n), fmt.Sprintf("at most %d", phraseRunesMax)
		}
		if strings.Contains(s, "\n") {
			return "is of several paragraphs", "write it on one line"
		}
		return yaml.Prose(s, "")
	}}
}

func guestWord() class {
	const shown = "3 to 6 letters, the first a capital"
	good := form{`^\s*[A-Z][a-z]{2,5}\s*$`, "Write " + shown + "."}
	return class{shown: shown, form: good, flat: true, check: func(s string) (string, string) {
		if !world.GuestWord(s) {
			return fmt.Sprintf("%q cannot be part of a guest's name", yaml.Brief(s)), shown
		}
		return "", ""
	}}
}

// checkTexts holds that each text has its placeholders, each once and no others, and is one paragraph.
func checkTexts(c *checker) {
	own := c.pack.Texts
	if own == nil || len(c.sites[headFile]) == 0 {
		return
	}
	at := c.sites[headFile][0].at("texts")
	for _, row := range world.TextRows() {
		text, here := own.Text(row.Key), at.at(string(row.Key))
		if text == "" {
			continue
		}
		if strings.Contains(text, "\n") {
			c.fault(here, fmt.Sprintf("the text %q has several paragraphs", row.Key), "write one")
		}
		for _, mark := range row.Marks {
			switch strings.Count(text, mark) {
			case 1:
			case 0:
				c.fault(here, mark+" is missing", "write it where it belongs")
			default:
				c.fault(here, mark+" stands there more than once", "once is enough")
			}
		}
		c.strangeMarks(here, text, row.Marks)
	}
	if (len(own.GuestFirst) == 0) != (len(own.GuestLast) == 0) {
		c.fault(at, "guests have only half a name", "give both guest_first and guest_last, or neither")
	}
}
