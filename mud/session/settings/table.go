package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// The names of the settings.
const (
	Theme        = "theme"
	Color        = "color"
	Width        = "width"
	Prompt       = "prompt"
	Brief        = "brief"
	Combat       = "combat"
	Dice         = "dice"
	Hints        = "hints"
	Map          = "map"
	Sounds       = "sounds"
	ScreenReader = "screenreader"
	Timestamps   = "timestamps"
	Charset      = "charset"
	Mouse        = "mouse"
	AI           = "ai"
	Chatter      = "chatter"
)

// The values that several settings share.
const (
	On   = "on"
	Off  = "off"
	Auto = "auto" // as the client says, or as the screen reader mode wants it
	All  = "all"  // of Combat: every blow
	Few  = "brief"
)

// The bounds of a width, in cells.
const (
	WidthMin = 20
	WidthMax = 500
)

// Face is a set of kinds of screens.
type Face uint8

// The kinds of screens.
const (
	Lines Face = 1 << iota // one line below the other: telnet, SSH without a terminal
	Drawn                  // the whole of a terminal: SSH
)

// Setting is one thing to choose.
type Setting struct {
	Name    string
	Aliases []string
	Values  []string // the words it takes
	Default string   // what it is while nothing was chosen; a client's own word is Auto
	takes   string   // in words, what it takes, when that is more than the words
	Faces   Face     // which screens obey it
	Brief   string   // a sentence
	help    []string // paragraphs, if there is more to say
	// elsewhere is said on a screen that does not obey it; "" is that it follows the terminal.
	elsewhere string

	// check judges what is none of the words.
	check func(value string) error
}

// The settings, by their place and by their names and aliases; every line that is shown asks for some.
//
//nolint:gochecknoglobals // immutable: made once
var (
	theTable = sync.OnceValue(makeTable)
	byName   = sync.OnceValue(func() map[string]int {
		places := map[string]int{}
		for i, s := range Table() {
			for _, name := range append([]string{s.Name}, s.Aliases...) {
				places[name] = i
			}
		}
		return places
	})
)

// Table lists the settings in the order in which they are shown. It is everybody's: nobody changes it.
func Table() []Setting { return theTable() }

func makeTable() []Setting {
	return []Setting{
		{
			Name: Theme, Values: prose.Themes(), Default: prose.Themes()[0], Faces: Lines | Drawn,
			Brief: "Which colours mean what.",
			help:  themeHelp(),
		},
		{
			Name: Color, Aliases: []string{"colour", "colors", "colours", "depth"},
			Values: []string{Auto, "none", "16", "256", "true"}, Default: Auto, Faces: Lines,
			Brief: "How many colours are used.",
			help:  []string{"auto believes what your client says of itself; none sends no colour at all."},
		},
		{
			Name: Width, Values: []string{Auto}, Default: Auto, Faces: Lines,
			takes: fmt.Sprintf("auto, or a number from %d to %d", WidthMin, WidthMax), check: checkWidth,
			Brief: "How many columns a line may have.",
			help: []string{"auto follows your window. In screen reader mode auto breaks no lines, so that each is read out in " +
				"one piece; but in a terminal over ssh, which would cut words in two, it breaks them between words. If another " +
				"terminal cuts words, choose a number."},
		},
		{
			Name: Prompt, Values: []string{Off}, Default: DefaultFormat, Faces: Lines | Drawn,
			takes: "off, or words with %-fields", check: checkPrompt,
			Brief: "What stands before your typing.", help: formatHelp(),
		},
		{
			Name: Brief, Values: append([]string{Auto}, switched()...), Default: Auto, Faces: Lines | Drawn,
			Brief: "Leave out the descriptions of places as you walk.",
			help: []string{
				"look shows them still when you look at something.",
				"auto is off; in screen reader mode it leaves out those that you have heard since you came, and look tells all.",
			},
		},
		{
			Name: Combat, Values: []string{Auto, All, Few}, Default: Auto, Faces: Lines | Drawn,
			Brief: "Every blow of a fight, or one line a round.",
			help:  []string{"auto is all, and brief in screen reader mode."},
		},
		dice(),
		hints(),
		{
			Name: Map, Values: switched(), Default: On, Faces: Lines | Drawn,
			Brief: "Let map draw; off has it tell in words.",
			help:  []string{"In screen reader mode it tells in words in any case."},
		},
		{
			Name: Sounds, Values: switched(), Default: Off, Faces: Lines,
			Brief:     "Let your client play sounds.",
			help:      []string{"It takes a client that speaks GMCP's Client.Media, as Mudlet does. Every sound has its words."},
			elsewhere: "This screen plays no sounds. It takes a client of telnet that does, as Mudlet is.",
		},
		{
			Name: ScreenReader, Aliases: []string{"reader", "screen-reader"},
			Values: []string{Auto, On, Off}, Default: Auto, Faces: Lines | Drawn,
			Brief: "Show everything for the ear.",
			help:  readerHelp(),
		},
		{
			Name: Timestamps, Aliases: []string{"timestamp"}, Values: switched(), Default: Off, Faces: Lines | Drawn,
			Brief: "Put the time, in UTC, before what happens.",
		},
		chatter(),
		mouse(),
		model(),
		charset(),
	}
}

func dice() Setting {
	return Setting{
		Name: Dice, Values: switched(), Default: On, Faces: Lines | Drawn,
		Brief: "Show what the dice said of a blow in a fight by turns.",
		help: []string{"[12+2 against 11] is a throw of 12 and a skill of 2 against an armour of 11. In screen reader " +
			"mode the two sums are said behind the blow: 14 against 11."},
	}
}

func hints() Setting {
	return Setting{
		Name: Hints, Values: switched(), Default: On, Faces: Lines | Drawn,
		Brief: "Show the lines that say what you could type next.",
		help: []string{"off leaves them out of what happens and of what you look at. Help, options and refusals still " +
			"say what can be typed."},
	}
}

func chatter() Setting {
	return Setting{
		Name: Chatter, Values: []string{All, "low"}, Default: All, Faces: Lines | Drawn,
		Brief: "Hear all that the people of this world say, or what they say to you.",
		help: []string{
			"low leaves out what they say and act out of themselves: you hear them for a minute after you spoke, and when " +
				"they say your name and you have not just come in. history say has the rest. Players are always heard.",
		},
	}
}

func charset() Setting {
	return Setting{
		Name: Charset, Aliases: []string{"encoding"}, Values: []string{Auto, "utf-8", "latin-1", "ascii"}, Default: Auto,
		Faces: Lines,
		Brief: "How letters are sent.",
		help: []string{
			"auto is UTF-8 unless your client says otherwise. What a charset lacks is shown by what is nearest to it.",
		},
	}
}

func model() Setting {
	return Setting{
		Name: AI, Values: switched(), Default: Off, Faces: Lines | Drawn, takes: "on or off", check: checkAgreement,
		Brief: "Let what you say to the people of this world reach a language model on another machine.",
		help: []string{
			"It matters only where whoever runs this world has set one up. Your words go there without your name, to be " +
				"answered by whom you speak to, and so do those of agents that act for you. With off they answer out of their " +
				"own heads. forget me has them forget you.",
			"on is for the one host that is named, and kept with your account; should the model move to another, you are " +
				"asked again. A guest's lasts as long as the visit.",
		},
	}
}

func mouse() Setting {
	return Setting{
		Name: Mouse, Values: switched(), Default: Off, Faces: Drawn,
		Brief: "Let the screen take clicks and the wheel.",
		help: []string{
			"It is off by default because a terminal whose mouse is taken no longer selects and copies as you are used " +
				"to; many still do while you hold Shift. Every click has a key as well.",
		},
		elsewhere: "Nothing here can be clicked: that takes the drawn screen, as ssh shows it.",
	}
}

func themeHelp() []string {
	return []string{
		"balanced reads on a dark and on a light background alike; dark and light are livelier on the one they are " +
			"named for; plain has no colours, only weight and slant.",
		"redgreen and blueyellow are for dark backgrounds and for eyes that confuse those colours: what must be told " +
			"apart there differs in brightness as well. Colour never says anything that the words do not.",
	}
}

func readerHelp() []string {
	return []string{
		"No drawings, one thing a line, numbers in place of bars, no prompt, and a word first that says what kind of " +
			"thing happened. auto is on if your client says that you use a screen reader.",
		"A screen that is drawn is put away, and you go on in lines.",
		"hp, exits and survey tell what others see beside the text; history say, history tell and history channel " +
			"read back what was said.",
	}
}

// switched are the values of what is on or off.
func switched() []string { return []string{On, Off} }

// Find returns the setting of a name or alias.
func Find(name string) (Setting, bool) {
	place, ok := byName()[strings.ToLower(name)]
	if !ok {
		return Setting{}, false
	}
	return Table()[place], true
}

// says tells in words what the setting takes.
func (s Setting) says() string {
	if s.takes != "" {
		return s.takes
	}
	n := len(s.Values) - 1
	return strings.Join(s.Values[:n], ", ") + " or " + s.Values[n]
}

// Parse judges a value and returns it as it is kept. The error is a sentence for whoever typed it.
func (s Setting) Parse(value string) (string, error) {
	word := strings.ToLower(strings.TrimSpace(value))
	word = synonym(s, word)
	if slices.Contains(s.Values, word) {
		return word, nil
	}
	if s.check == nil {
		return "", fmt.Errorf("%s is %s, not %q", s.Name, s.says(), clip(value))
	}
	if err := s.check(value); err != nil {
		return "", err
	}
	return value, nil
}

// synonym understands the other words that people type for a value.
func synonym(s Setting, word string) string {
	other := ""
	switch word {
	case "yes", "true":
		other = On
	case "no", "false", "none":
		other = Off
	case "utf8":
		other = "utf-8"
	case "latin1", "iso-8859-1":
		other = "latin-1"
	case "us-ascii":
		other = "ascii"
	}
	if other != "" && slices.Contains(s.Values, other) && !slices.Contains(s.Values, word) {
		return other
	}
	return word
}

func checkWidth(value string) error {
	if n, err := strconv.Atoi(value); err != nil || n < WidthMin || n > WidthMax {
		return fmt.Errorf("width is auto, or a number from %d to %d", WidthMin, WidthMax)
	}
	return nil
}

func checkPrompt(value string) error {
	_, err := ParseFormat(value)
	return err
}

const clipBytes = 40

// clip shortens what somebody typed before it is said back to them.
func clip(s string) string {
	if len(s) <= clipBytes {
		return s
	}
	return strings.ToValidUTF8(s[:clipBytes], "") + "..."
}
