package verb

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// AskWrite is the kind of an Ask for an editor of a long text, line by line.
const AskWrite = "write"

// AskRehearse is the kind of an Ask for a copy of the world in which a draft is published; its argument is the draft.
const AskRehearse = "rehearse"

// Writing is a text that is to be written line by line: a field of an entry of content, and what it says.
type Writing struct {
	Typed          string // how it was asked for: redit quay desc
	Kind, ID, Path string
	Was            string // what it said then, on one line as it is typed
	Draft          string // into which draft it goes; "" for the world
	Lines          []string
}

// writingArgs is how many arguments of an Ask stand before the lines.
const writingArgs = 6

// Writing returns what an Ask of the kind AskWrite is about.
func (a Ask) Writing() Writing {
	var f [writingArgs]string
	copy(f[:], a.Args)
	w := Writing{Typed: f[0], Kind: f[1], ID: f[2], Path: f[3], Was: f[4], Draft: f[5]}
	if len(a.Args) > len(f) {
		w.Lines = a.Args[len(f):]
	}
	return w
}

// isLong reports whether a field is a text of lines.
func isLong(kind, path string) bool {
	path = strings.ToLower(path)
	return path == "desc" || strings.HasSuffix(path, ".desc") || kind == "help" && path == "text" ||
		kind == kindScript && path == "source"
}

// writes opens the editor of a field.
func (c Ctx) writes(w Writing, entry any) Call {
	if _, err := pack.Set(w.Kind, entry, w.Path, "Something."); err != nil && w.Kind != kindScript {
		return Call{Refusal: refuse(world.CodeBadValue, sentenceOf(err.Error()))}
	}
	text := longText(w.Kind, entry, w.Path)
	w.Was, w.Draft = text, c.draftName()
	if text != "" && text != unwelcoming {
		w.Lines = strings.Split(text, "\n")
	}
	args := []string{w.Typed, w.Kind, w.ID, w.Path, w.Was, w.Draft}
	return Call{Ask: Ask{Kind: AskWrite, Args: append(args, w.Lines...)}}
}

// draftName is the name of the draft into which goes what is edited; "" for the world.
func (c Ctx) draftName() string {
	if d := c.draftOpen(); d != nil {
		return string(d.ID)
	}
	return ""
}

// WritesInto says into what a text goes that was begun in a draft, or in none.
func WritesInto(w Writing) string {
	if w.Draft == "" {
		return "the world, at once"
	}
	return "the draft " + w.Draft
}

// longText is what a field says, a paragraph or a line of a program on each line.
func longText(kind string, entry any, path string) string {
	for _, v := range pack.Values(kind, entry) {
		if strings.EqualFold(v.Path, path) {
			if kind == kindScript {
				return strings.TrimRight(v.Text, "\n")
			}
			return strings.ReplaceAll(strings.TrimSpace(v.Text), "\n\n", "\n")
		}
	}
	return ""
}

// Write makes the call that sets what was written. It is refused when somebody changed the text meanwhile, or when it
// would go elsewhere than it was begun for, unless it is to be set all the same.
func (c Ctx) Write(w Writing, anyway bool) Call {
	now := w
	now.Draft = c.draftName()
	c = c.inDraft()
	entry := c.State.Entry(w.Kind, w.ID)
	switch {
	case c.Actor.Rank() < world.RoleBuilder:
		return Call{Refusal: refuse(world.CodeNotAllowed, "You build no longer.")}
	case entry == nil:
		return Call{Refusal: refuse(world.CodeUnknown, "There is no "+w.Kind+" "+w.ID+" any more.")}
	case now.Draft != w.Draft && !anyway:
		return Call{Refusal: refuse(world.CodeAlready, "You began that for "+WritesInto(w)+", and what you edit goes into "+
			WritesInto(now)+" now. .s! puts it there all the same.")}
	case longText(w.Kind, entry, w.Path) != w.Was && !anyway:
		return Call{Refusal: refuse(world.CodeAlready, "Somebody changed that text since you began. .s! sets yours all the "+
			"same.")}
	}
	var text string
	if w.Kind == kindScript {
		escape := strings.NewReplacer(`\n`, `\\n`, `\t`, `\\t`, "\t", `\t`)
		for i, line := range w.Lines {
			if i > 0 {
				text += `\n`
			}
			text += escape.Replace(line)
		}
	} else {
		var filled []string
		for _, line := range w.Lines {
			if line = plain(line); line != "" {
				filled = append(filled, line)
			}
		}
		text = strings.Join(filled, ` \n `)
	}
	if strings.TrimSpace(text) == "" {
		return Call{Refusal: refuse(world.CodeMissing, "There is no text. drop and the field take it out.")}
	}
	set, err := pack.Set(w.Kind, entry, w.Path, text)
	return c.puts(w.Kind, w.ID, entry, set, err)
}

// withCommas says of what is wrong with a list of scripts what stands between them.
func withCommas(path, text string, err error) error {
	if err != nil && strings.EqualFold(path, "scripts") && strings.Contains(text, " ") {
		return fmt.Errorf("%w Ids stand behind each other with commas: scripts one, two", err)
	}
	return err
}
