package verb

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// LineBytesMax is the longest line that is read as a command.
const LineBytesMax = 4096

// marks are the characters that stand for a verb at the beginning of a line.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var marks = map[byte]string{'\'': "say", '"': "say", ':': "emote", ';': "emote", '?': "help"}

// Parse reads one typed line. An empty line is an empty call. The order in which a word is understood is fixed: a
// verb's whole name or alias, a direction (or its first letter), a gesture, a channel, the beginning of a verb in the
// order of the table. Gestures and channels are not shortened: too many begin like a verb that somebody hoped for.
func (t *Table) Parse(c Ctx, line string) Call {
	if len(line) > LineBytesMax {
		return Call{Refusal: refuse(world.CodeBadValue, "That line is too long.")}
	}
	c.line = line
	line = plain(line)
	if line == "" {
		return Call{}
	}
	if name, ok := marks[line[0]]; ok {
		if line[0] == ';' && c.role() >= world.RoleWizard {
			name = "wiznet"
		}
		if words := unquoted(line); name == "say" && words != line {
			line = "'" + words
		}
		line = name + " " + line[1:]
	}
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	low := strings.ToLower(word)
	return t.orScripts(c, low, rest, func(c Ctx) Call { return t.meant(c, word, rest) })
}

// meant reads a line of one word and what stands behind it.
func (t *Table) meant(c Ctx, word, rest string) Call {
	word, rest = plainly(strings.ToLower(word), rest)
	low := strings.ToLower(word)
	c.word = low
	if low == "i" && rest != "" && !courteous(rest) {
		return Call{Refusal: refuse(world.CodeUnknown, questioned(low, rest))}
	}
	if v := t.named(c, low); v != nil {
		if v.Name == "move" && rest == "" {
			rest = string(c.onlyWay())
		}
		v, rest = t.onBoard(c, v, rest)
		return t.afoot(c, v, rest).parse(c, rest)
	}
	if v := t.byName[low]; v != nil && v.Need == forMinds && c.minded() {
		return v.parse(c, rest)
	}
	if d := dirOf(low); d != "" && rest == "" {
		return t.byName["move"].bindRaw(c, given{{"direction", string(d)}})
	}
	if s := c.State.Socials[world.SocialID(low)]; s != nil {
		return t.gesture(c, s.ID, rest)
	}
	if ch := c.State.Channels[world.ChannelID(low)]; ch != nil {
		return t.channel(c, ch.ID, rest)
	}
	if v := t.beginning(c, low); v != nil {
		return t.afoot(c, v, rest).parse(c, rest)
	}
	if dirOf(low) != "" {
		return Call{Refusal: refuse(world.CodeBadValue, "A direction stands alone: "+string(dirOf(low))+".")}
	}
	return Call{Refusal: t.unknown(c, low, rest)}
}

// plain makes words from outside fit to be read and repeated: without control characters, white space folded.
func plain(text string) string {
	return world.Clean(breaks.Replace(text))
}

// breaks are what parts lines.
//
//nolint:gochecknoglobals // immutable: a fixed table, only read
var breaks = strings.NewReplacer("\n", " ", "\r", " ", "\v", " ", "\f", " ")

// social finds a gesture by its name or a beginning of at least two letters, or "".
func (c Ctx) social(low string) world.SocialID {
	if s := c.State.Socials[world.SocialID(low)]; s != nil {
		return s.ID
	}
	for id := range world.Ordered(c.State.Socials) {
		if len(low) > 1 && strings.HasPrefix(string(id), low) {
			return id
		}
	}
	return ""
}

func (t *Table) gesture(c Ctx, id world.SocialID, rest string) Call {
	raw := given{{"gesture", string(id)}}
	if rest != "" {
		raw.put("person", t.byName["gesture"].args[1].dropPrep(rest, 0))
	}
	return t.byName["gesture"].bindRaw(c, raw)
}

// unknown says that there is no such verb, and what may have been meant.
func (t *Table) unknown(c Ctx, word, rest string) *world.Refusal {
	if v := t.byName[word]; v != nil && c.Actor.Guest() && v.Need == world.RolePlayer {
		return refuse(world.CodeUnknown, "That is for those with an account. "+
			"Type quit, come in again, and give a name of your own in place of guest.")
	}
	if v := t.byName[word]; v != nil && c.role() >= world.RoleBuilder && v.Need < world.RoleHost && !c.may(v) {
		return c.short(v)
	}
	if advice := questioned(word, rest); advice != "" {
		return refuse(world.CodeUnknown, advice)
	}
	if instead := meant(word, c.role()); instead != "" {
		return refuse(world.CodeUnknown, instead)
	}
	if rest != "" && c.scripted(word) {
		return refuse(world.CodeNotHere, "There is no "+bareName(rest)+" here to "+world.Clean(clip(word))+".")
	}
	text := "Nobody here knows how to " + world.Clean(clip(word)) + "."
	if near := t.near(c, word); len(near) > 0 {
		text += " Did you mean " + strings.Join(near, " or ") + "?"
	} else {
		text += " Type help for what one can do."
	}
	return refuse(world.CodeUnknown, text)
}

const (
	nearMost     = 3 // guesses at what was meant
	nearShortest = 3 // letters; anything is near to a shorter word
)

// near lists what a mistyped word may have meant, the likeliest first.
func (t *Table) near(c Ctx, word string) []string {
	type guess struct {
		name string
		far  int
	}
	var list []guess
	most := 1 + len(word)/4
	meant := lettersOf(word)
	may := func(name string) bool {
		return len(word) >= nearShortest && len(name) >= nearShortest &&
			max(len(word)-len(name), len(name)-len(word)) <= most && bits.OnesCount64(meant^lettersOf(name)) <= 2*most
	}
	try := func(name string) {
		if !may(name) {
			return
		}
		if d := distance(word, name); d <= most {
			list = append(list, guess{name, d})
		}
	}
	for _, v := range t.verbs {
		if !c.may(v) || v.Only == Called || v.Rare {
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
	for _, id := range world.Picked(c.State.Socials, func(id world.SocialID, _ *world.SocialSpec) bool {
		return may(string(id))
	}) {
		try(string(id))
	}
	for _, id := range c.channelIDs() {
		try(id)
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

// lettersOf is the set of the bytes of a word, by their lowest bits. One mistake takes at most one out of it and puts
// one in, so that sets which differ by more tell most words apart without comparing them.
func lettersOf(word string) uint64 {
	var set uint64
	for i := range len(word) {
		set |= 1 << (word[i] % 64)
	}
	return set
}

const distanceBytesMost = 24 // longer words are no typing mistakes

// distance counts the letters that have to be changed, added, dropped or swapped with a neighbour.
func distance(a, b string) int {
	if len(a) > distanceBytesMost || len(b) > distanceBytesMost {
		return distanceBytesMost
	}
	// Of the whole table, which has a row for each letter of a, three rows are needed at a time.
	var rows [3][distanceBytesMost + 1]int
	before, last, row := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// parse splits the rest of a line into the verb's arguments and binds them. A preposition may be left out where the
// words make sense without it: give lamp ann.
func (v *Verb) parse(c Ctx, rest string) Call {
	if len(v.args) == 0 && courteous(rest) {
		rest = ""
	}
	raw, extra := v.split(c, rest)
	if v.Topic == "Talking" && len(v.args) > 0 && v.Name != "emote" {
		last := v.args[len(v.args)-1].name
		if text, ok := raw.of(last); ok {
			raw.put(last, unquoted(text))
		}
	}
	if extra != "" {
		return Call{Verb: v, Refusal: refuse(world.CodeBadValue, "Usage: "+v.Usage())}
	}
	call := v.bindRaw(c, raw)
	if call.Refusal == nil || len(v.args) != 2 || v.args[1].take == "text" {
		return call
	}
	for _, pair := range v.otherSplits(rest, raw) {
		raw.put(v.args[0].name, pair[0])
		raw.put(v.args[1].name, pair[1])
		if again := v.bindRaw(c, raw); again.Refusal == nil {
			return again
		}
	}
	return call
}

const splitsMost = 3 // ways to part words that make no sense as they were parted

// otherSplits lists how else the words of two arguments may be parted: at the last preposition, for a name may hold one
// too, and where there is none before one of the last words.
func (v *Verb) otherSplits(rest string, raw given) (out [][2]string) {
	first, _ := raw.of(v.args[0].name)
	if second, _ := raw.of(v.args[1].name); second != "" {
		at, end := v.args[1].lastPrep(rest)
		if at <= len(first) {
			return nil
		}
		return [][2]string{{strings.TrimSpace(rest[:at]), strings.TrimSpace(rest[end:])}}
	}
	for at := len(first); len(out) < splitsMost; {
		if at = strings.LastIndexByte(first[:at], ' '); at < 1 {
			break
		}
		out = append(out, [2]string{first[:at], first[at+1:]})
	}
	return out
}

// lastPrep finds the last of an argument's prepositions that stands between words, or returns -1.
func (a arg) lastPrep(rest string) (at, end int) {
	at = -1
	low := lower(rest)
	for _, p := range a.preps {
		if i := strings.LastIndex(low, " "+p+" "); i > at {
			at, end = i, i+len(p)+2
		}
	}
	return at, end
}

// unquoted takes off the quotation marks that somebody typed round all of their words, for what is said is shown in
// such marks anyway.
func unquoted(text string) string {
	for _, pair := range []string{`""`, "''", "“”"} {
		open, shut := string([]rune(pair)[:1]), string([]rune(pair)[1:])
		inner, ok := strings.CutPrefix(text, open)
		if !ok {
			continue
		}
		inner, ok = strings.CutSuffix(inner, shut)
		if ok && strings.TrimSpace(inner) != "" && !strings.Contains(inner, `"`) {
			return strings.TrimSpace(inner)
		}
	}
	return text
}

// split gives each argument its words. An argument takes the words up to the preposition that a later one needs;
// the last takes the rest; what comes before words without such a mark takes one word, or somebody's whole name.
// What nothing takes is returned as extra.
func (v *Verb) split(c Ctx, rest string) (raw given, extra string) {
	raw = make(given, 0, len(v.args))
	for i, a := range v.args {
		before := rest
		if rest = a.dropPrep(rest, i); rest == "" {
			if before != "" {
				raw.put(a.name, "") // its preposition stands there alone: something is missing
			}
			return raw, ""
		}
		if a.take == "text" || i == len(v.args)-1 {
			raw.put(a.name, rest)
			return raw, ""
		}
		words, at := v.cut(c, i, rest)
		raw.put(a.name, words)
		rest = strings.TrimSpace(rest[at:])
	}
	return raw, rest
}

// given is the raw words of those arguments that were given, by name. It is a list, because verbs have few.
type given []struct{ name, text string }

// of returns the words of an argument, and whether it was given.
func (g given) of(name string) (string, bool) {
	for _, a := range g {
		if a.name == name {
			return a.text, true
		}
	}
	return "", false
}

// put gives an argument its words.
func (g *given) put(name, text string) {
	for i := range *g {
		if (*g)[i].name == name {
			(*g)[i].text = text
			return
		}
	}
	*g = append(*g, struct{ name, text string }{name, text})
}

// cut returns the words of an argument that others follow, and where in rest it ends.
func (v *Verb) cut(c Ctx, i int, rest string) (words string, end int) {
	a, next := v.args[i], v.args[i+1]
	if len(next.preps) > 0 && !next.loose {
		if at := next.prepAt(rest); at >= 0 {
			return strings.TrimSpace(rest[:at]), at
		}
		return rest, len(rest)
	}
	skip := 0
	if word, _, more := strings.Cut(rest, " "); more && a.take == "actor" && slices.Contains(fillers, lower(word)) {
		skip = len(word) + 1
	}
	end = skip + len(rest[skip:])
	if at := strings.IndexByte(rest[skip:], ' '); at >= 0 {
		end = skip + at
	}
	if a.take == "actor" {
		end = max(end, skip+c.whole(a.in, rest[skip:]))
	}
	return rest[skip:end], end
}

// whole returns the length of the longest name of somebody, of several words, that the words begin with.
func (c Ctx) whole(where, words string) int {
	longest := 0
	if where == "world" || where == "players" {
		return 0 // players' names are single words
	}
	for _, who := range c.actors(where) {
		name := lower(who.bare)
		if len(name) > longest && strings.Contains(name, " ") && strings.HasPrefix(lower(words)+" ", name+" ") {
			longest = len(name)
		}
	}
	return longest
}

// dropPrep takes an argument's own preposition off the front.
func (a arg) dropPrep(rest string, i int) string {
	rest = strings.TrimSpace(rest)
	for _, p := range a.preps {
		if i > 0 && lower(rest) == p || strings.HasPrefix(lower(rest), p+" ") {
			return strings.TrimSpace(rest[len(p):])
		}
	}
	return rest
}

// prepAt finds where the first of an argument's prepositions begins behind at least one word, or returns -1.
func (a arg) prepAt(rest string) int {
	best := -1
	low := lower(rest) + " "
	for _, p := range a.preps {
		if at := strings.Index(low, " "+p+" "); at >= 0 && (best < 0 || at+1 < best) {
			best = at + 1
		}
	}
	return best
}

// lower makes the letters A to Z small and keeps every byte where it is, which strings.ToLower does not promise:
// what is found in the result is at the same place in s.
func lower(s string) string {
	b := []byte(s)
	for i, x := range b {
		if 'A' <= x && x <= 'Z' {
			b[i] = x | 0x20
		}
	}
	return string(b)
}

// forge reads a line for another body or from another place, as force and at do. What is asked of the host, or is a
// wizard's own, is nothing that can be done so.
func (t *Table) forge(c Ctx, line string) Call {
	call := t.Parse(c, line)
	keyboard := call.Refusal != nil && call.Refusal.Code == world.CodeKeyboard
	if keyboard || call.Refusal == nil && (call.Ask.Kind != "" || call.Input == nil && call.Report == nil) {
		return Call{Verb: call.Verb, Refusal: refuse(world.CodeNotAllowed, "Nobody can be made to do that.")}
	}
	return call
}
