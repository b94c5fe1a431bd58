package client

import (
	"regexp"
	"strconv"
	"strings"
)

// meter is one kind of points.
type meter struct {
	known     bool
	now, most int
}

// The kinds of points, in the order they are shown.
const (
	health = iota
	mana
	moves
	spirit
	endurance
	will
	meterCount
)

// meterNames are how MUDs call them: the first is ours.
func meterNames(kind int) (name string, now, most []string) {
	switch kind {
	case health:
		return "health", []string{"hp", "health", "hitpoints"}, []string{"maxhp", "hpmax", "maxhealth", "max_hp", "hp_max"}
	case mana:
		return "mana", []string{"mp", "mana", "mn"}, []string{"maxmp", "mpmax", "maxmana", "max_mp", "mana_max"}
	case moves:
		return "moves", []string{"mv", "moves", "move", "movement"},
			[]string{"maxmv", "mvmax", "maxmoves", "maxmove", "maxmovement", "max_mv", "moves_max"}
	case spirit:
		return "spirit", []string{"sp"}, []string{"maxsp", "spmax", "max_sp"}
	case endurance:
		return "endurance", []string{"ep", "endurance"}, []string{"maxep", "epmax", "max_ep"}
	default:
		return "will", []string{"wp", "willpower"}, []string{"maxwp", "wpmax", "max_wp"}
	}
}

// points takes all points that fields tell, and reports whether there were any.
func (s *Facts) points(f fields) bool {
	any := false
	for kind := range s.meters {
		_, now, most := meterNames(kind)
		m := &s.meters[kind]
		for _, name := range most {
			if n, ok := f.number(name); ok {
				m.most, any = max(n, 0), true
				break
			}
		}
		for _, name := range now {
			if n, ok := f.number(name); ok {
				m.now, m.known, any = n, true, true
				break
			}
		}
	}
	return any
}

// Gauge is points as they are shown.
type Gauge struct {
	Name      string
	Now, Most int
	Low       bool
}

// Gauges are the points that are known, those of the body first. The most of a kind whose bounds nobody told is the
// highest that was seen.
func (s *Facts) Gauges() []Gauge {
	var out []Gauge
	for kind, m := range s.meters {
		if !m.known {
			continue
		}
		name, _, _ := meterNames(kind)
		out = append(out, Gauge{Name: name, Now: m.now, Most: m.most, Low: m.most > 0 && m.now*4 <= m.most})
	}
	return out
}

// What prompts that count points look like: "<100H 83M 82V>", "24hp 100/100m 84mv >", "HP:90/100 SP: 3/4".
var (
	pointsBefore = regexp.MustCompile( // immutable
		`(?i)(-?\d{1,9})(?:\s*/\s*(\d{1,9}))?\s*(hp|h|mana|mn|mp|m|mv|moves|move|v|sp|ep|wp)\b`)
	pointsBehind = regexp.MustCompile( // immutable
		`(?i)\b(hp|h|health|mana|mn|mp|m|mv|moves|move|v|sp|ep|wp)\s*[:=]\s*(-?\d{1,9})(?:\s*/\s*(\d{1,9}))?`)
)

// promptMost is how much of a prompt is looked at, in bytes.
const promptMost = 300

// Prompt reads the points off a prompt and reports whether it counted any. A prompt without health counts none: "2m"
// may be the tide.
func (s *Facts) Prompt(prompt string) bool {
	if s.vitals {
		return false
	}
	prompt = cut(prompt, promptMost)
	seen := [meterCount]bool{}
	var found [meterCount]meter
	take := func(word, now, most string) {
		kind := kindOf(word)
		n, err := strconv.Atoi(now)
		if err != nil || seen[kind] {
			return
		}
		seen[kind], found[kind] = true, meter{known: true, now: n}
		if top, err := strconv.Atoi(most); err == nil {
			found[kind].most = top
		}
	}
	for _, m := range pointsBehind.FindAllStringSubmatch(prompt, -1) {
		take(m[1], m[2], m[3])
	}
	if !seen[health] {
		for _, m := range pointsBefore.FindAllStringSubmatch(prompt, -1) {
			take(m[3], m[1], m[2])
		}
	}
	if !seen[health] {
		return false
	}
	for kind, m := range found {
		if !m.known {
			continue
		}
		if m.most == 0 {
			m.most = max(m.now, s.meters[kind].most)
		}
		s.meters[kind] = m
	}
	return true
}

func kindOf(word string) int {
	switch strings.ToLower(word) {
	case "mana", "mn", "mp", "m":
		return mana
	case "mv", "moves", "move", "v":
		return moves
	case "sp":
		return spirit
	case "ep":
		return endurance
	case "wp":
		return will
	}
	return health
}

// statusWord is a word that the MUD told of oneself under one of these keys, the first that says something.
func (s *Facts) statusWord(keys ...string) string {
	for _, key := range keys {
		if v := s.status[key]; v != "" {
			return v
		}
	}
	return ""
}

// Number is statusWord for a number; 0 where there is none. Of "10 (33%)" it is 10.
func (s *Facts) Number(keys ...string) int {
	words := strings.Fields(s.statusWord(keys...))
	if len(words) == 0 {
		return 0
	}
	n, err := strconv.ParseFloat(strings.ReplaceAll(words[0], ",", ""), 64)
	if err != nil || n != n {
		return 0
	}
	return int(min(max(n, 0), pointsMost))
}

// Effects are what harms and what helps, as long as it lasts.
func (s *Facts) Effects() (harms, helps []Effect) { return s.bad, s.good }

// Aspect is a word of the status with the name that the MUD has for it.
type Aspect struct{ Name, Value string }

// Aspects are all words of the status, in the order of their names.
func (s *Facts) Aspects() []Aspect {
	var out []Aspect
	for _, key := range sorted(s.status) {
		name := s.vars[key]
		if name == "" {
			name = key
		}
		if s.status[key] != "" {
			out = append(out, Aspect{Name: name, Value: s.status[key]})
		}
	}
	return out
}
