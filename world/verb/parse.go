package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// LineBytesMax is the longest line that is read as a command.
const LineBytesMax = 4096

// marks are the characters that stand for a verb at the beginning of a line. immutable.
var marks = map[byte]string{'\'': "say", '"': "say", ':': "emote", ';': "emote", '?': "help"}

// Parse reads one typed line. An empty line is an empty call. The order in which a word is understood is fixed: a verb's
// whole name or alias, a direction (or its first letter), a gesture, the beginning of a verb in the order of the table, the beginning of a
// gesture.
func (t *Table) Parse(c Ctx, line string) Call {
	line = strings.TrimSpace(line)
	if line == "" {
		return Call{}
	}
	if len(line) > LineBytesMax {
		return Call{Refusal: &world.Refusal{Code: world.CodeBadValue, Text: "That line is too long."}}
	}
	if name, ok := marks[line[0]]; ok {
		line = name + " " + line[1:]
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	low := strings.ToLower(word)
	role := c.Actor.Role
	if v := t.named(low, role); v != nil {
		return v.parse(c, rest)
	}
	if d := dirOf(low); d != "" && rest == "" {
		return t.byName["move"].bindRaw(c, map[string]string{"direction": string(d)})
	}
	if s := c.State.Socials[world.SocialID(low)]; s != nil {
		return t.gesture(c, s.ID, rest)
	}
	if v := t.beginning(low, role); v != nil {
		return v.parse(c, rest)
	}
	for id := range world.Ordered(c.State.Socials) {
		if len(low) > 1 && strings.HasPrefix(string(id), low) {
			return t.gesture(c, id, rest)
		}
	}
	return Call{Refusal: t.unknown(c, low)}
}

func (t *Table) gesture(c Ctx, id world.SocialID, rest string) Call {
	raw := map[string]string{"gesture": string(id)}
	if rest != "" {
		raw["person"] = strings.TrimPrefix(strings.TrimPrefix(rest, "at "), "to ")
	}
	return t.byName["gesture"].bindRaw(c, raw)
}

// unknown says that there is no such verb, and what may have been meant.
func (t *Table) unknown(c Ctx, word string) *world.Refusal {
	text := "Nobody here knows how to " + world.Clean(clip(word)) + "."
	if near := t.near(c, word); len(near) > 0 {
		text += " Did you mean " + strings.Join(near, " or ") + "?"
	} else {
		text += " Type help for what one can do."
	}
	return &world.Refusal{Code: world.CodeUnknown, Text: text}
}

const nearMost = 3 // guesses at what was meant

// near lists what a mistyped word may have meant, the likeliest first.
func (t *Table) near(c Ctx, word string) []string {
	type guess struct {
		name string
		far  int
	}
	var list []guess
	most := 1 + len(word)/4
	try := func(name string) {
		if d := distance(word, name); d <= most {
			list = append(list, guess{name, d})
		}
	}
	for _, v := range t.verbs {
		if !v.usable(c.Actor.Role) || v.Only == Called {
			continue
		}
		try(v.Name)
		for _, a := range v.Aliases {
			try(a)
		}
	}
	for _, d := range world.Dirs() {
		try(string(d))
	}
	for id := range world.Ordered(c.State.Socials) {
		try(string(id))
	}
	slices.SortStableFunc(list, func(a, b guess) int { return a.far - b.far })
	var out []string
	for _, g := range list {
		if len(out) < nearMost && !slices.Contains(out, g.name) {
			out = append(out, g.name)
		}
	}
	return out
}

const distanceBytesMost = 24 // longer words are no typing mistakes

// distance counts the letters that have to be changed, added, dropped or swapped with a neighbour.
func distance(a, b string) int {
	if len(a) > distanceBytesMost || len(b) > distanceBytesMost {
		return distanceBytesMost
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// parse splits the rest of a line into the verb's arguments and binds them.
func (v *Verb) parse(c Ctx, rest string) Call {
	raw, extra := v.split(rest)
	if extra != "" {
		return Call{Verb: v, Refusal: &world.Refusal{
			Code: world.CodeBadValue, Text: "Usage: " + v.Usage(),
		}}
	}
	return v.bindRaw(c, raw)
}

// split gives each argument its words. An argument takes the words up to the preposition of a later one; the last takes the rest; a
// person or word with more to come takes one word. What nothing takes is returned as extra.
func (v *Verb) split(rest string) (raw map[string]string, extra string) {
	raw = map[string]string{}
	for i, a := range v.args {
		rest = a.dropPrep(rest)
		if rest == "" {
			break
		}
		if a.take == "text" || i == len(v.args)-1 {
			raw[a.name], rest = rest, ""
			break
		}
		if at, n := v.nextPrep(i, rest); at >= 0 {
			raw[a.name] = strings.TrimSpace(rest[:at])
			rest = strings.TrimSpace(rest[at+n:])
			raw, rest = v.splitFrom(i+1, at, raw, rest)
			return raw, rest
		}
		if v.laterLoose(i) {
			raw[a.name], rest, _ = strings.Cut(rest, " ")
			rest = strings.TrimSpace(rest)
			continue
		}
		raw[a.name], rest = rest, ""
	}
	return raw, rest
}

// splitFrom goes on behind a preposition that was found and dropped.
func (v *Verb) splitFrom(i, _ int, raw map[string]string, rest string) (map[string]string, string) {
	for ; i < len(v.args); i++ {
		a := v.args[i]
		if a.take == "text" || i == len(v.args)-1 {
			raw[a.name] = rest
			return raw, ""
		}
		if at, n := v.nextPrep(i, rest); at >= 0 {
			raw[a.name] = strings.TrimSpace(rest[:at])
			rest = strings.TrimSpace(rest[at+n:])
			continue
		}
		raw[a.name], rest, _ = strings.Cut(rest, " ")
	}
	return raw, rest
}

// dropPrep takes an argument's own preposition off the front.
func (a arg) dropPrep(rest string) string {
	rest = strings.TrimSpace(rest)
	for _, p := range a.preps {
		if low := strings.ToLower(rest); strings.HasPrefix(low, p+" ") {
			return strings.TrimSpace(rest[len(p):])
		}
	}
	return rest
}

// nextPrep finds the preposition of the next argument that has one.
func (v *Verb) nextPrep(i int, rest string) (at, length int) {
	if i+1 >= len(v.args) {
		return -1, 0
	}
	low := " " + strings.ToLower(rest)
	best := -1
	for _, p := range v.args[i+1].preps {
		if j := strings.Index(low, " "+p+" "); j > 0 && (best < 0 || j < best) {
			best, length = j, len(p)+1
		}
	}
	return best, length
}

// laterLoose reports whether the next argument may come without a preposition.
func (v *Verb) laterLoose(i int) bool {
	next := v.args[i+1]
	return len(next.preps) == 0 || next.loose
}

// Forge returns a typed line's call for another body, as force does.
func (t *Table) forge(c Ctx, line string) Call {
	call := t.Parse(c, line)
	if call.Refusal == nil && (call.Ask.Kind != "" || call.Input == nil && call.Report == nil) {
		return Call{Verb: call.Verb, Refusal: &world.Refusal{
			Code: world.CodeNotAllowed, Text: "Nobody can be made to do that.",
		}}
	}
	return call
}
