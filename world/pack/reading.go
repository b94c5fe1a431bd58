package pack

import (
	"cmp"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/mudlark-mud/mudlark/world"
)

// A proof-reader's eye: what no rule forbids and a reader of the whole trips over. It judges words, not rules, so all
// of it is doubtful.

// Limits of a reading.
const (
	PhraseWords = 6  // a sequence of so many words that stands in two texts is a phrase said twice
	RoomWords   = 90 // in the description of a room; more is read by nobody who passes often
)

// engineWords are words of games and their programs; none belongs in the mouth of a world.
//
//nolint:gochecknoglobals // immutable: a table
var engineWords = []string{
	"aggro", "debuff", "dps", "gameplay", "hit point", "hit points", "hitpoints", "hp", "level up", "loot",
	"mob", "mobs", "mud server", "npc", "npcs", "pvp", "quest giver", "respawn", "respawns", "spawn point", "spawns",
	"the player", "players can", "xp",
}

// passage is a text of a pack and where it stands.
type passage struct {
	at    site
	what  string // "room quay desc"
	words []string
	raw   []string // as written
}

// ReadThrough is [Check] by a proof-reader: of a pack in which nothing is wrong it tells, in place of what else is
// doubtful, what repeats itself, what goes on for long, the words of the engine, and those of avoid, such as what the
// world's age does not know. The problems are in the order of the files, all doubtful, and none is left out.
func ReadThrough(fsys fs.FS, dir string, avoid []string) (*world.Pack, Problems, error) {
	f, err := Read(fsys, dir)
	if err != nil {
		return nil, Problems{}, err
	}
	d, problems := f.understand()
	if n, _ := problems.Counts(); n > 0 {
		return nil, problems, nil
	}
	problems.List = d.readThrough(avoid)
	return d.done(f), problems, nil
}

func (d *draft) readThrough(avoid []string) (found []Problem) {
	tell := func(p *passage, what, meant string) {
		found = append(found, Problem{Severity: Doubtful, File: p.at.file, Line: p.at.line(), What: p.what + " " + what,
			Meant: meant})
	}
	seen := map[string]*passage{}
	for _, p := range d.passages() {
		if strings.HasPrefix(p.what, "room ") && strings.HasSuffix(p.what, " desc") && strings.Count(p.what, " ") == 2 &&
			len(p.words) > RoomWords {
			tell(p, fmt.Sprintf("has %d words", len(p.words)), fmt.Sprintf("at most %d are read", RoomWords))
		}
		for _, word := range slices.Concat(engineWords, avoid) {
			if p.says(strings.Fields(strings.ToLower(word))) {
				tell(p, fmt.Sprintf("says %q", word), "say it in the world's words")
			}
		}
		p.repeats(seen, tell)
	}
	slices.SortStableFunc(found, func(a, b Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line)
	})
	return found
}

// repeats tells the longest runs of words that an earlier text has as well, and keeps its own.
func (p *passage) repeats(seen map[string]*passage, tell func(p *passage, what, meant string)) {
	for i := 0; i+PhraseWords <= len(p.words); i++ {
		phrase := strings.Join(p.words[i:i+PhraseWords], " ")
		first := seen[phrase]
		if !telling(p.words[i : i+PhraseWords]) {
			continue // "and at the end of it" is anybody's
		}
		if first == nil {
			seen[phrase] = p
			continue
		}
		if first == p {
			continue
		}
		end := i + PhraseWords
		for end < len(p.words) && seen[strings.Join(p.words[end-PhraseWords+1:end+1], " ")] == first {
			end++
		}
		tell(p, fmt.Sprintf("says %q", strings.Join(p.raw[i:end], " ")),
			fmt.Sprintf("so does %s in %s:%d", first.what, first.at.file, first.at.line()))
		i = end - 1
	}
}

// telling reports whether half of the words of a phrase are more than what holds sentences together.
func telling(words []string) bool {
	const short = 3
	n := 0
	for _, w := range words {
		if len(w) > short {
			n++
		}
	}
	return n >= len(words)/2
}

// says reports whether words stand in a text behind each other.
func (p *passage) says(words []string) bool {
	for i := 0; i+len(words) <= len(p.words); i++ {
		if slices.Equal(p.words[i:i+len(words)], words) {
			return true
		}
	}
	return false
}

// passages lists the texts of a pack that people read, kind by kind.
func (d *draft) passages() (out []*passage) {
	for _, k := range d.kinds {
		list := k.list(d.pack)
		for i := range min(list.Len(), len(d.sites[k.key])) {
			id := list.Index(i).FieldByName("ID").String()
			d.passagesOf(k.plan, list.Index(i), d.sites[k.key][i], strings.TrimSuffix(k.one, " page")+" "+id, &out)
		}
	}
	return out
}

func (d *draft) passagesOf(p *plan, v reflect.Value, at site, what string, out *[]*passage) {
	v = reflect.Indirect(v)
	if !v.IsValid() {
		return
	}
	for i := range p.slots {
		s := &p.slots[i]
		f, here := v.Field(s.index), at.at(s.key)
		switch {
		case s.list && s.sub != nil:
			for n := range f.Len() {
				d.passagesOf(s.sub, f.Index(n), here.nth(n), fmt.Sprintf("%s %s.%d", what, s.key, n+1), out)
			}
		case s.sub != nil:
			d.passagesOf(s.sub, f, here, what+" "+s.key, out)
		case s.class.flat:
		case s.list && f.Type().Elem().Kind() == reflect.String:
			for n := range f.Len() {
				*out = append(*out, newPassage(here.nth(n), what+" "+s.key, f.Index(n).String()))
			}
		case f.Kind() == reflect.String:
			*out = append(*out, newPassage(here, what+" "+s.key, f.String()))
		}
	}
}

// newPassage parts a text into words; marks are no part of them.
func newPassage(at site, what, text string) *passage {
	p := &passage{at: at, what: what}
	for w := range strings.FieldsSeq(text) {
		bare := strings.TrimFunc(strings.ToLower(w), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if bare != "" {
			p.words, p.raw = append(p.words, bare), append(p.raw, w)
		}
	}
	return p
}
