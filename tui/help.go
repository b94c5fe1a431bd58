package tui

import (
	"strings"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// keysHelp is what the keys do: a key and what it does, with a tab between them, or words about more than one.
const keysHelp = `The keys
ctrl+k	opens a box to find any command by a few of its letters
Tab	completes the word; again, takes the next one; shift+Tab the one before
Right, End	take the faint rest of a line that you typed before
Up, Down	go through the lines you typed that begin like this one
ctrl+r	finds a line that you typed before by any part of it
alt+Enter	begins another line; Enter then sends all of them, one by one
PgUp, PgDn	read back; End or Esc returns to the newest
ctrl+f	finds words in what was told, and so does / while you read back
alt+c	chooses lines to copy, with the arrows
F2	shows or hides all panes; F6 or ctrl+o gives the keys to the next one, Esc takes them back
+, -	where a pane has the keys: more rows for it, or fewer; = makes it as large as can be, and back; ` +
	`[ and ] make its column narrower or wider, { and } move it up or down, \ moves it to the other column, ` +
	`and Delete hides it
F3	plays on a board; F4 map, F5 chat, F7 quests, F8 gear, F9 who, F10 help, F12 sheet
alt+m	and the like do the same where F keys are taken: ctrl+k and "pane" lists them
Home, End	go to the beginning and the end of the line, like ctrl+a and ctrl+e; of what was told while the line is empty
ctrl+w, ctrl+u, alt+k	cut out a word, all before the cursor, all behind it; ctrl+y puts it back
ctrl+c	clears the line; on an empty line it leaves
Several lines in one: n;get lamp;s sends three. Words that you say, tell or act out are never cut at a semicolon, ` +
	`and \; is an ordinary one anywhere.
Walking: 3n2e is three times north and twice east; so is .nnnee, with a dot. A \ before a line sends it as it is.
Aliases: #alias gg get all;look makes gg stand for both lines. %1 to %9 are the words behind it, %* is all of them. ` +
	`#alias lists them, #unalias gg takes one away.
What you paste is shown first when it is more than a line, and goes out as it is, without any of this.`

// keyCells is how far what a key does is indented.
const keyCells = 16

// helpLine makes a line of the help of one of keysHelp.
func helpLine(line string) cell.Line {
	key, does, ok := strings.Cut(line, "\t")
	switch {
	case ok && len(key) < keyCells-3: // two blanks before it and one behind
		key += cell.Blanks(keyCells - 3 - len(key))
		fallthrough
	case ok:
		return cell.Line{Indent: keyCells, Spans: []cell.Span{
			{Text: "  " + key, Role: prose.Command}, {Text: " " + does},
		}}
	case strings.HasPrefix(line, "The "):
		return cell.L(prose.Title, line)
	}
	return cell.Line{Indent: 2, Spans: []cell.Span{{Text: line}}}
}
