package triggers

import (
	"embed"
	"strings"
)

// briefs says in a few words what each kind does.
func briefs() map[Kind]string {
	return map[Kind]string{
		Alias:      "a short word for longer commands",
		Trigger:    "commands given when the MUD says something",
		Highlight:  "words in a colour of your choice",
		Gag:        "lines you do not want to see",
		Substitute: "other words in place of the MUD's",
		Ticker:     "commands given again and again",
		Variable:   "a name for a text, used as $name",
		Macro:      "commands on a key",
		Tab:        "lines gathered in a tab of their own",
		GMCP:       "commands given when the MUD sends figures",
	}
}

// help is #help and #help TOPIC.
func (r *run) help(args []string) {
	if len(args) == 0 {
		r.Say("What you type goes to the MUD; what begins with # is for this client, and ## sends one #.")
		for _, c := range r.e.commands {
			if c.brief != "" {
				r.Say("  #" + strings.TrimSpace(c.name+" "+c.args) + ": " + c.brief + ".")
			}
		}
		r.Say("An un before the word takes away: #unalias {k}. What has no blanks in it needs no braces: " +
			"#alias k kill %1.\n#help alias tells about aliases; there are pages on patterns, colours, scripts, walking " +
			"and each command.")
		return
	}
	topic := strings.ToLower(strings.TrimPrefix(args[0], "#"))
	for _, c := range r.e.c.Commands {
		if c.Name == topic {
			r.Say("#" + strings.TrimSpace(c.Name+" "+c.Args) + ": " + c.Brief + ".\n" + c.Help)
			return
		}
	}
	if text, ok := page(topic); ok {
		r.Say(text)
		return
	}
	c, why := r.e.find(topic)
	if c == nil {
		r.Say("There is no page on " + topic + ". " + why)
		return
	}
	if text, ok := page(strings.TrimPrefix(c.name, "un")); ok {
		r.Say(text)
		return
	}
	r.Say("#" + strings.TrimSpace(c.name+" "+c.args) + ": " + c.brief + ".")
}

// page returns the text of #help TOPIC: a file of the folder help. A paragraph is one line, which the screen wraps;
// what begins with blanks stands by itself.
func page(topic string) (string, bool) {
	if strings.Trim(topic, "abcdefghijklmnopqrstuvwxyz") != "" {
		return "", false
	}
	b, err := pages.ReadFile("help/" + topic + ".txt")
	var out []string
	isOpen := false
	for line := range strings.SplitSeq(strings.TrimSuffix(string(b), "\n"), "\n") {
		isText := !strings.HasPrefix(line, " ")
		if isText && isOpen {
			out[len(out)-1] += " " + line
		} else {
			out = append(out, line)
		}
		isOpen = isText
	}
	return strings.Join(out, "\n"), err == nil
}

//go:embed help/*.txt
var pages embed.FS
