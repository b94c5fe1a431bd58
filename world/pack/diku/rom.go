package diku

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// The files of ROM 2.4 and of Merc 2.1: one for each area, with all its sections, and others with helps and socials.

// ErrSMAUG says that a folder holds areas of SMAUG, which has other records.
var ErrSMAUG = errors.New("it is an area of SMAUG, and those are not read")

const (
	areaList   = "area.lst"
	areaEnding = ".are"
	areaFolder = "area"
)

// romMinutes is after how long ROM makes an area anew where somebody is; an empty one it makes anew sooner.
const romMinutes = 30

// readROM reads an area's folder, or the one above it.
func readROM(ctx context.Context, fsys fs.FS, a *Area) (*Area, error) {
	f := &folder{fsys: fsys, area: a, tilde: true, stopped: ctx.Err}
	for _, dir := range []string{".", areaFolder} {
		if names := f.listed(dir, areaEnding, areaList); len(names) > 0 {
			f.root = dir
			m := &merc{folder: f, seen: map[seenKey]string{}}
			for _, name := range names {
				if err := m.read(path.Join(dir, name)); err != nil {
					return nil, err
				}
			}
			m.finish()
			f.notices()
			slices.SortStableFunc(a.Notices, func(x, y Notice) int { return len(x.help) - len(y.help) })
			return a, f.end()
		}
		if err := f.end(); err != nil {
			return nil, err
		}
		a.Faults = nil // of a folder that is none
	}
	return nil, ErrNoAreas
}

// seenKey is a number of a kind.
type seenKey struct {
	kind Kind
	vnum Vnum
}

// merc reads the files of the Merc family.
type merc struct {
	*folder
	*stream

	zone  *Zone // that the file has begun
	zones []*Zone
	seen  map[seenKey]string // where a number stood first
}

// read reads a file.
func (m *merc) read(name string) error {
	data, ok := m.folder.read(name, fileBytesMax)
	if !ok {
		return m.stopped()
	}
	// No code for a colour is @ here, see colourless.
	m.stream = &stream{path: name, line: 1, text: nothing().Replace(utf8ed(data))}
	m.zone = nil
	isKept := false
	for !m.hopeless() {
		section := m.section()
		if section == "" || section == "$" {
			break
		}
		if isSMAUG(section) {
			return fmt.Errorf("%s: %w", name, ErrSMAUG)
		}
		isKept = isKept || section == "HELPS" || section == "SOCIALS" || section == "MOBPROGS"
		m.readSection(section)
	}
	for _, x := range m.out {
		m.folder.fault(x)
	}
	if isKept && int64(len(data)) <= noticeBytesMax {
		m.area.Triggers = append(m.area.Triggers, Notice{Path: name, Data: data})
	}
	return m.stopped()
}

// nothing takes out bytes that are nothing: zeros, and the mark of UTF-8 that editors write before a file.
func nothing() *strings.Replacer { return strings.NewReplacer("@", "@@", "\x00", "", "\ufeff", "") }

// isSMAUG reports whether a section is one that only SMAUG's areas have.
func isSMAUG(section string) bool {
	return slices.Contains([]string{
		"VERSION", "AUTHOR", "RANGES", "RESETMSG", "FLAGS", "ECONOMY", "CLIMATE", "REPAIRS", "FUSSAREA", "MUDPROGS",
		"NEIGHBOR", "MOBILE", "OBJECT", "ROOM",
	}, section)
}

// section goes to the next section, and returns what it is called; "" at the end of the file.
func (m *merc) section() string {
	for {
		c := m.blank()
		if c == 0 {
			return ""
		}
		m.begin()
		if isBlank(c) || c != '#' {
			m.stream.fail(fmt.Sprintf("%q where a section begins", brief(m.token())), "such as #ROOMS, or #$ at the end")
			m.resume()
			if m.hopeless() {
				return ""
			}
			continue
		}
		m.skip(1)
		n := 0
		for rest := m.text[m.at:]; n < len(rest) && (isLetter(rest[n]) || rest[n] == '$'); {
			n++
		}
		if name := m.text[m.at : m.at+n]; name != "" {
			m.skip(n)
			return strings.ToUpper(name)
		}
		// A number: a record of a section that ended too soon, or the 0 of one that ended twice.
		if v := m.number("a section"); v == 0 && m.stream.fault == nil {
			continue
		}
		m.stream.fault = nil
		m.stream.fail("a record outside of a section", "such as #ROOMS before it")
		m.resume()
		if m.hopeless() {
			return ""
		}
	}
}

// readSection reads one section.
func (m *merc) readSection(name string) {
	switch name {
	case "AREA":
		m.areaHead()
	case "AREADATA":
		m.areaData()
	case "HELPS":
		m.helps()
	case "MOBILES", "MOBOLD":
		records(m, Creatures, m.creature, &m.area.Creatures)
	case "OBJECTS", "OBJOLD":
		records(m, Things, m.thing, &m.area.Things)
	case "ROOMS":
		records(m, Rooms, m.room, &m.area.Rooms)
	case "RESETS":
		m.resets()
	case "SHOPS":
		m.shops()
	case "SPECIALS":
		m.specials()
	case "SOCIALS":
		m.socials()
	case "MOBPROGS":
		m.programs()
	default:
		m.stream.fail(fmt.Sprintf("a section #%s", brief(name)), "none that ROM has; it is left out")
		m.resume()
	}
}

// records reads the records of a section, each behind # and its number, to #0.
func records[T any](m *merc, k Kind, read func(Vnum) T, list *[]T) {
	for !m.hopeless() {
		c := m.blank()
		if m.isSection() {
			return // the #0 is missing
		}
		m.begin()
		if c == 0 {
			return
		}
		if c != '#' {
			m.stream.fail(fmt.Sprintf("%q where a record begins", brief(m.token())), "a number, as #3001, or #0 at the end")
			m.resume()
			continue
		}
		m.skip(1)
		vnum := Vnum(m.number("a number, as #3001"))
		if vnum == 0 && m.stream.fault == nil {
			return
		}
		m.area.read[k]++
		one := read(vnum)
		key := seenKey{k, vnum}
		if first, ok := m.seen[key]; ok && m.stream.fault == nil {
			m.line = m.began.line
			m.stream.fail(fmt.Sprintf("a second %s %d", k.One(), vnum), "first in "+first)
		}
		if m.resume() {
			continue
		}
		m.seen[key] = fmt.Sprintf("%s:%d", m.path, m.began.line)
		m.holds(vnum)
		*list = append(*list, one)
	}
}

// isSection reports whether a section begins here.
func (m *merc) isSection() bool {
	next := m.text[m.at:min(len(m.text), m.at+len("#A"))]
	return len(next) > 1 && next[0] == '#' && (isLetter(next[1]) || next[1] == '$')
}

// holds makes the file's zone reach to a number.
func (m *merc) holds(v Vnum) {
	if z := m.zone; z != nil {
		if z.Bottom <= 0 || z.Top <= 0 {
			z.Bottom, z.Top = v, v
		}
		z.Bottom, z.Top = min(z.Bottom, v), max(z.Top, v)
	}
}

// begins adds the zone of the file, of which there is one.
func (m *merc) begins(z *Zone) {
	m.area.read[Zones]++
	if m.zone != nil {
		m.wrong("a second area in one file", "the places of both are of the first")
		return
	}
	z.Origin, z.Life, z.Mode = m.origin(), romMinutes, 2
	m.zone = z
	m.zones = append(m.zones, z)
}

// areaHead reads the head of an area: ROM's file, name, author and numbers, or Merc's single text.
func (m *merc) areaHead() {
	m.begin()
	z := &Zone{}
	const meant = "the area's name"
	first := m.words(meant)
	if c := m.blank(); m.stream.fault == nil && c != '#' && c != 0 {
		z.Name = m.words(meant)
		z.credit(m.words("whose area it is, and for which levels"))
		z.Bottom, z.Top = Vnum(m.number("its first number")), Vnum(m.number("its last number"))
	} else {
		z.credit(first)
		z.Name, z.isMerc = z.called(first), true
	}
	if m.stream.fault != nil {
		m.area.read[Zones]++
		m.resume()
		return
	}
	m.begins(z)
}

// credit takes levels and author from a line such as "{ 5 35} Merc    Prototype".
func (z *Zone) credit(s string) {
	z.Builders = strings.Join(strings.Fields(s), " ")
	levels, _, ok := strings.Cut(strings.TrimPrefix(z.Builders, "{"), "}")
	if f := strings.Fields(levels); ok && len(f) == 2 {
		z.LevelMin, z.LevelMax = small(f[0]), small(f[1])
	}
}

// called is what is left of such a line without its levels and the author.
func (z *Zone) called(s string) string {
	_, rest, ok := strings.Cut(s, "}")
	if !ok {
		return s
	}
	if f := strings.Fields(rest); len(f) > 1 {
		return strings.Join(f[1:], " ")
	}
	return rest
}

// small reads a number of at most three digits, or 0.
func small(s string) (n int) {
	if len(s) > len("100") {
		return 0
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0') //nolint:mnd // the digits of a number
	}
	return n
}

// areaData reads the head of an area as ROM's editor writes it: keys and values to End.
func (m *merc) areaData() {
	m.begin()
	z := &Zone{}
	for m.stream.fault == nil {
		const meant = "a key of the area's head, or End"
		switch key := m.word(meant); strings.ToLower(key) {
		case "end":
			m.begins(z)
			return
		case "name":
			z.Name = m.words("the area's name")
		case "builders", "author":
			z.Builders = strings.Join(strings.Fields(m.words("who built it")), " ")
		case "credits":
			z.credit(m.words("whose area it is"))
		case "vnums":
			z.Bottom, z.Top = Vnum(m.number("its first number")), Vnum(m.number("its last number"))
		default:
			m.rest()
		}
	}
	m.area.read[Zones]++
	m.resume()
}
