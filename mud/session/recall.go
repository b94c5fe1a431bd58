package session

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	recallLinesMost = 60               // paragraphs of every kind that are kept for who listens to read back
	recallSeenMost  = 8                // and of the last frame, for who sees, and can look further up
	recallRoomsMost = 1000             // places that are kept as told
	chatAfter       = time.Minute      // how long the people of the world are heard after one spoke
	arriving        = 10 * time.Second // how long nobody greets who has just come in

	// RecallPageLines is how many lines are read back at a time; a single thing that has more is read back whole.
	RecallPageLines = 24
)

// The further kinds of what is read back: everything lately, and the last thing again.
const (
	recallAll   talkKind = "all"
	recallAgain talkKind = "again"
)

// recalled is something that was shown, and when.
type recalled struct {
	text prose.Text
	told *loop.Told
	at   time.Time
}

// recall is what one session was shown lately. The zero value was shown nothing.
type recall struct {
	lines []recalled // the oldest first
	last  int        // how many of them the last frame had
	mute  bool       // what is shown next is read back, and is not kept again
	rooms map[world.RoomID]bool
	came  time.Time // to the place
	spoke time.Time
}

// keep keeps what is shown now: beside what was shown before if all is kept, instead of it if not.
func (r *recall) keep(parts []Part, at time.Time, all bool) {
	if r.mute {
		r.mute = false
		return
	}
	n, most := 0, recallLinesMost
	if !all {
		most = recallSeenMost
	}
	for _, p := range parts {
		isBlank := p.Told == nil && strings.TrimSpace(p.Text.String()) == ""
		if p.Art != nil || isBlank || p.Told != nil && world.TraitsOf(p.Told.Event).Wordless {
			continue
		}
		if n++; n == 1 && !all {
			if clear(r.lines); cap(r.lines) > most {
				r.lines = nil
			}
			r.lines = r.lines[:0]
		}
		if len(r.lines) == most {
			r.lines = slices.Delete(r.lines, 0, 1)
		}
		r.lines = append(r.lines, recalled{p.Text, p.Told, at})
	}
	if n > 0 {
		r.last = min(n, len(r.lines))
	}
}

// keepsAll reports whether all that is shown is kept to be read back. Who sees can look further up, and there are
// thousands of them: eight paragraphs of each, with the rooms told in them, weighed 10 kB a player.
func (s *Session) keepsAll() bool { return s.screen.Style().ScreenReader }

// told notes that a place was told.
func (r *recall) told(room world.RoomID) {
	if r.rooms == nil || len(r.rooms) >= recallRoomsMost {
		r.rooms = map[world.RoomID]bool{}
	}
	r.rooms[room] = true
}

// hushes reports whether something told is left out for who wants little chatter: what people of the world say and act
// out, unless one has just spoken, or they say one's name and one did not just come in.
func (r *recall) hushes(t *loop.Told, now time.Time, name string) bool {
	said := world.TraitsOf(t.Event).Speech
	if t.Sense&world.Did != 0 {
		if said.Channel != "" {
			r.spoke = now
		}
		return false
	}
	var who world.ActorID
	var text string
	switch e := t.Event.(type) { // what is said or acted out to all; the rest is for one's own ears
	case world.Said:
		who, text = e.Actor, e.Text
	case world.Emoted:
		who, text = e.Actor, e.Text
	case world.Gestured:
		who = e.Actor
		if t.Sense&world.Mine != 0 {
			text = name
		}
	default:
		return false
	}
	if t.Caption(string(who)).Kind != world.KindCreature {
		return false
	}
	if r.spoke.After(r.came) && now.Sub(r.spoke) < chatAfter {
		return false
	}
	return now.Sub(r.came) < arriving || name == "" || !strings.Contains(strings.ToLower(text), strings.ToLower(name))
}

// page is the part of what was shown lately that is a page long, the newest page first: 1. hasOlder says whether
// anything is kept from before it.
func (r *recall) page(n int) (lines []recalled, hasOlder bool) {
	for end := len(r.lines); end > 0; n-- {
		begin := end
		for height := 0; begin > 0; begin-- {
			l := r.lines[begin-1]
			if height += len(Part{Text: l.text, Told: l.told}.Words()); height > RecallPageLines && begin < end {
				break
			}
		}
		if n <= 1 {
			return r.lines[begin:end], begin > 0
		}
		end = begin
	}
	return nil, false
}

// showAgain reads back the last that was shown.
func (s *Session) showAgain() {
	s.showRecalled(s.recall.lines[len(s.recall.lines)-s.recall.last:], "Nothing was told yet.")
}

// showLately reads back a page of what was shown lately; "" is the newest.
func (s *Session) showLately(page string) {
	n, err := strconv.Atoi(page)
	if err != nil {
		n = 1
	}
	lines, hasOlder := s.recall.page(n)
	none := "Nothing was told yet."
	if n > 1 {
		none = "No more is kept of what you were told."
	}
	s.showRecalled(lines, none)
	switch {
	case hasOlder:
		s.say(prose.System, "That was not all: history all "+strconv.Itoa(n+1)+" tells what came before it.")
	case !s.keepsAll():
		s.say(prose.System, "That was the last of it. More is kept for who listens: options screenreader on.")
	}
}

// showRecalled shows anew what was shown, or says that there is none of it.
func (s *Session) showRecalled(lines []recalled, none string) {
	s.recall.mute = true
	if len(lines) == 0 {
		s.say(prose.System, none)
	}
	for _, l := range lines {
		s.frame.Parts = append(s.frame.Parts, Part{Text: l.text, Told: l.told, Stamp: s.stamp(l.at)})
	}
}
