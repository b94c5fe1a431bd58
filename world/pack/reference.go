package pack

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// Reference returns the content reference: what a pack may hold, in Markdown, made from the table.
func Reference() string {
	var b strings.Builder
	b.WriteString("# What a world pack may hold\n\n" +
		"A pack is a folder. " + head().about + " Every other `.yaml` or `.yml` file in it or below may say\n" +
		"`zone: name of the zone` for its rooms and hold any of these lists:\n\n")
	for _, k := range kinds() {
		fmt.Fprintf(&b, "- [`%s`](#%s): %s\n", k.key, k.key, k.about)
	}
	b.WriteString("\nTexts are plain: straight quotes, single spaces, whole sentences.\n" +
		"Line breaks are folded into spaces and a blank line parts paragraphs.\n" +
		"Lines that begin with `| ` stand as they are, without the stroke: a map on a wall, a list of prices. They are\n" +
		"at most 80 characters wide. Who has things read out hears of them what is words.\n" +
		"Ids are lower-case letters, digits and hyphens, at most 64.\n" +
		"Files whose name begins with a dot are left alone. Anchors, aliases and tags are refused.\n\n" +
		"`draft: true` at the top of a file, or in an entry of a list, says that it is half built. Its form is checked,\n" +
		"and it is no part of the world: nobody need be able to get there, and it may name what is still to come.\n" +
		"Exits that lead to a draft room are left out with it, and what is spawned, offered or played there.\n" +
		"Anything else that names a draft is an error. In a draft file `draft: false` makes an entry part of the world.\n\n" +
		"`mudlark import tba DIR --into PACK` makes a pack of the areas of tbaMUD, `circle` of CircleMUD, `rom` of ROM\n" +
		"and Merc. Its files say `imported: true` at the top, by which a room or key that nobody can get at is a warning\n" +
		"and no error, and nothing is said of rooms of one title and of ways without a way back. What a pack cannot say\n" +
		"stands under `was`, in any file or entry of a list: it may be anything, and is read by nothing.\n\n" +
		"`mudlark new DIR` makes a small pack to begin with. `mudlark schema` prints a JSON Schema of these files: with\n" +
		"that in the folder as schema.json, and `# yaml-language-server: $schema=./schema.json` as the first line of a\n" +
		"file, an editor with the YAML language server completes and checks as one types.\n\n")
	fmt.Fprintf(&b, "Limits: %d KiB a file, %d files, %d MiB and %d entries a pack,\n"+
		"%d characters a text, %d a paragraph, %d a name, %d a word, %d entries in a list within an entry.\n",
		yaml.FileBytesMax>>10, yaml.FilesMax, yaml.PackBytesMax>>20, entriesMax,
		yaml.TextRunesMax, yaml.ParagraphRunesMax,
		yaml.LabelRunesMax, yaml.WordRunesMax, nestedMax)
	for _, k := range append([]kind{head()}, kinds()...) {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| key | what | meaning |\n|---|---|---|\n", k.key, k.about)
		reference(&b, k.plan, "")
	}
	b.WriteString(scriptReference())
	return b.String()
}

func reference(b *strings.Builder, p *plan, prefix string) {
	for _, s := range p.slots {
		shown := s.class.shown
		if s.list && s.sub == nil {
			shown = "list of: " + shown
		}
		if s.required {
			shown += " (required)"
		}
		fmt.Fprintf(b, "| `%s%s` | %s | %s |\n", prefix, s.key, shown, s.about)
		if s.sub != nil {
			reference(b, s.sub, prefix+s.key+".")
		}
	}
}
