package verb

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Markdown returns COMMANDS.md: every verb of the table, by topic.
func (t *Table) Markdown() string {
	var b strings.Builder
	b.WriteString("# Commands\n\nMade from the verb table by `mudlark commands`; do not edit.\n\n" +
		"Any verb can be shortened to a beginning that no verb before it in this list shares. Things and people are " +
		"named by any of their words or the beginning of one: `rusty`, `key`, `2.key` for the second, `all`, " +
		"`all.coin`; `it` is the thing and `him`, `her`, `them` the person you spoke of last; `me` is you and " +
		"`here` the room. Directions work by themselves: " +
		"`north`, `n`. A line that begins with `'` is said, one with `:` acted out.\n")
	for _, topic := range t.topics(func(v *Verb) bool { return v.usable(world.RoleHead) }) {
		b.WriteString("\n## " + topic + "\n\n" +
			"| command | what it does | example | who | MCP tool |\n| --- | --- | --- | --- | --- |\n")
		for _, v := range t.verbs {
			if v.Topic == topic {
				v.row(&b)
			}
		}
	}
	return b.String()
}

func (v *Verb) row(b *strings.Builder) {
	typed, example, tool := "`"+cell(v.Usage())+"`", "`"+cell(v.Example)+"`", ""
	if len(v.Aliases) > 0 {
		typed += " (" + cell(strings.Join(v.Aliases, ", ")) + ")"
	}
	if v.Only == Called {
		typed, example = "", ""
	}
	if v.Only != Typed {
		tool = "`" + v.ToolName() + "`"
	}
	cells := []string{typed, cell(v.Brief), example, v.Need.String(), tool}
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

// Version is that of all verbs and of what they take, for records of what was decided by them: the beginning of a hash
// of [Table.Markdown].
func Version() string {
	const shown = 12
	sum := sha256.Sum256([]byte(New().Markdown()))
	return hex.EncodeToString(sum[:])[:shown]
}
