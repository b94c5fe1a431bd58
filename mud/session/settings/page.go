package settings

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Screen is what a page wants to know of whoever reads it.
type Screen interface {
	// Face says what kind of screen it is.
	Face() Face
	// Now says what a setting is at this moment that follows the client; "" when none does.
	Now(name string) string
	// Style is how reports are liked there.
	Style() prose.Style
}

// Change is what came of `options`.
type Change struct {
	Words   prose.Text
	Changed string // the name of the setting that is another now; "" for none
}

// Ask answers `options`, with a setting's name and value if they were typed. What it changes it changes in the sheet.
func (s *Sheet) Ask(name, value string, on Screen) Change {
	if name == "" {
		return Change{Words: s.list(on)}
	}
	set, ok := Find(name)
	if !ok {
		return refused(`There is no option "` + clip(name) + `"; options alone lists those that there are.`)
	}
	if set.Faces&on.Face() == 0 {
		return refused(cmp.Or(set.elsewhere, "On this screen "+set.Name+" follows your terminal."))
	}
	if value = strings.TrimSpace(value); value == "" {
		return Change{Words: s.page(set, on)}
	}
	chosen := set.Default
	if !strings.EqualFold(value, resetWord) {
		var err error
		if set.Name == AI {
			chosen, err = s.agree(synonym(set, strings.ToLower(value)))
		} else {
			chosen, err = set.Parse(value)
		}
		if err != nil {
			return refused(prose.Capital(err.Error()) + ".")
		}
	}
	s.Set(set.Name, chosen)
	return Change{Changed: set.Name}
}

// Meant is the setting that somebody means: color dark was always understood.
func Meant(name, value string) string {
	if set, _ := Find(name); set.Name == Color && slices.Contains(prose.Themes(), strings.ToLower(value)) {
		return Theme
	}
	return name
}

// Says tells what a setting is now, as the answer to setting it.
func (s *Sheet) Says(name string, on Screen) prose.Text {
	set, ok := Find(name)
	if !ok {
		return nil
	}
	text := prose.Text{prose.L(prose.System, set.Name+": "+s.present(set, on))}
	if set.Name == Prompt && s.Value(Prompt) != Off {
		text = append(text, preview(s.Value(Prompt)))
	}
	return text
}

func refused(words string) Change { return Change{Words: prose.Text{prose.L(prose.Refusal, words)}} }

// present says what a setting is now: what was chosen, and what that comes to.
func (s *Sheet) present(set Setting, on Screen) string {
	value := strings.TrimSpace(s.Value(set.Name))
	now := s.Effective(set.Name, on)
	switch {
	case set.Name == AI:
		return s.agreement()
	case set.Name == Prompt && on.Style().ScreenReader:
		return now // whatever was chosen: nobody wants its signs read out
	case value == Auto || set.Name == Map:
		if now != value {
			return value + ", which is " + now + " at present"
		}
	}
	return value
}

// Effective returns what a setting comes to at this moment, whether it was chosen or follows the client or another.
func (s *Sheet) Effective(name string, on Screen) string {
	value, listens := s.Value(name), on.Style().ScreenReader
	switch {
	case name == AI:
		if yes, _ := s.Agreed(s.Model.Host()); yes {
			return On
		}
		return Off
	case name == ScreenReader && listens:
		return On
	case name == ScreenReader, listens && (name == Prompt || name == Map):
		return Off
	case name == Combat && value == Auto && listens:
		return Few
	case name == Combat && value == Auto:
		return All
	case name == Brief && value == Auto && !listens:
		return Off
	case value == Auto && on.Now(name) != "":
		return on.Now(name)
	}
	return value
}

// list shows every setting that the screen obeys.
func (s *Sheet) list(on Screen) prose.Text {
	reader := on.Style().ScreenReader
	text := prose.Text{prose.L(prose.Title, "Options")}
	widest := 0
	for _, set := range Table() {
		widest = max(widest, len(set.Name))
	}
	for _, set := range Table() {
		if set.Faces&on.Face() == 0 {
			continue
		}
		name := prose.Span{Text: set.Name, Role: prose.Command}
		l := prose.Line{Spans: []prose.Span{name, {Text: ": " + s.present(set, on) + ". " + set.Brief}}}
		if !reader {
			gap := strings.Repeat(" ", widest-len(set.Name)+2)
			l = prose.Line{Indent: widest + 4, Spans: []prose.Span{
				{Text: "  "}, name, {Text: gap + s.present(set, on) + ". "}, {Text: set.Brief, Role: prose.Hint},
			}}
		}
		text = append(text, l)
	}
	text = append(text, prose.L(prose.Hint, "options and a name tells more; options, a name and a value sets it."))
	if on.Face() == Drawn {
		text = append(text, prose.L(prose.Hint, keysOfScreen))
	}
	return text
}

// keysOfScreen says what the keys of the drawn screen are for.
const keysOfScreen = "F1 says what the keys do: ctrl+k finds any command, F2 shows or hides the panes, F6 goes from " +
	"one to the next, PgUp reads back."

// page tells all about one setting.
func (s *Sheet) page(set Setting, on Screen) prose.Text {
	text := prose.Text{
		{Spans: []prose.Span{{Text: set.Name, Role: prose.Title}, {Text: ": " + s.present(set, on)}}},
		prose.L(prose.Plain, set.Brief),
	}
	if set.Name == Prompt && on.Style().ScreenReader {
		return append(text, prose.L(prose.Plain, set.help[len(set.help)-1]))
	}
	text = append(text, prose.L(prose.Plain, "It takes "+set.says()+"; or default, which is "+
		strings.TrimSpace(set.Default)+"."))
	if host := s.Model.Host(); set.Name == AI && host != "" {
		text = append(text, prose.L(prose.Plain, "Your words would go to "+host+"."))
	}
	for _, p := range set.help {
		text = append(text, prose.L(prose.Plain, p))
	}
	if set.Name == Prompt && s.Value(Prompt) != Off {
		text = append(text, preview(s.Value(Prompt)))
	}
	return text
}

// preview shows what a format looks like in a fight, and out of one.
func preview(text string) prose.Line {
	f, err := ParseFormat(text)
	if err != nil {
		return prose.L(prose.Refusal, prose.Capital(err.Error())+".")
	}
	facts := Sample()
	fight := strings.TrimSpace(f.Show(facts))
	facts.Fights = false
	return prose.Line{Indent: 2, Spans: []prose.Span{
		{Text: "It looks like this: "}, {Text: strings.TrimSpace(f.Show(facts)), Role: prose.Command},
		{Text: " and in a fight: "}, {Text: fight, Role: prose.Command},
	}}
}
