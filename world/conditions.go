package world

import (
	"slices"
	"strconv"
	"strings"
)

// Conditions. Some of what a pack says is so only at times, or only for some: a wreck that low water lays bare, a
// thanks to whoever did the errand. The condition stands beside what it is about. To look is a view: it may differ by
// who looks and when, and changes nothing.

// AlsoMost is how many further paragraphs a room may have.
const AlsoMost = 8

// hoursSpan is how many numbers the hours of a condition are: from and to.
const hoursSpan = 2

// WhenSpec says when something of a pack is so: everything that it says must hold. The zero value and nil always hold.
type WhenSpec struct {
	Tide    []Tide    `json:"tide,omitempty" yaml:"tide,omitempty"`       // it is one of these
	Hours   []int     `json:"hours,omitempty" yaml:"hours,omitempty"`     // of the game day: from, and to which it lasts
	Carries ProtoID   `json:"carries,omitempty" yaml:"carries,omitempty"` // who looks or asks has one, see [State.Carries]
	Quest   QuestID   `json:"quest,omitempty" yaml:"quest,omitempty"`     // who looks or asks stands so with it:
	Stage   WhenStage `json:"stage,omitempty" yaml:"stage,omitempty"`     // [WhenDone] when left out

	Craft CraftID `json:"craft,omitempty" yaml:"craft,omitempty"` // who looks or asks is so sure of this craft:
	From  int     `json:"from,omitempty" yaml:"from,omitempty"`   // at least this much
	Below int     `json:"below,omitempty" yaml:"below,omitempty"` // and less than this; 0 for however much
}

// WhenStage is where somebody stands with a quest, as a condition says it.
type WhenStage string

// The stages of a condition.
const (
	WhenNone   WhenStage = "none" // not taken on, or given up
	WhenActive WhenStage = "active"
	WhenDone   WhenStage = "done"
)

// WhenStages lists the stages that a condition may name.
func WhenStages() []WhenStage { return []WhenStage{WhenNone, WhenActive, WhenDone} }

// AlsoSpec is a paragraph that stands behind the description of a room for whoever its condition holds for.
type AlsoSpec struct {
	When *WhenSpec `json:"when,omitempty" yaml:"when,omitempty"`
	Text string    `json:"text" yaml:"text"`
}

// Holds reports whether everything is so for somebody at a time. Nil is nobody in particular, who carries nothing and
// has taken on no quest.
func (w *WhenSpec) Holds(s *State, who *Actor, now Time) bool {
	return w == nil || w.isTime(now) && w.isFor(s, who)
}

// isTime reports whether tide and hour are right.
func (w *WhenSpec) isTime(now Time) bool {
	if len(w.Tide) > 0 && !slices.Contains(w.Tide, now.Tide()) {
		return false
	}
	if len(w.Hours) != hoursSpan {
		return true
	}
	h, from, to := now.Hour(), w.Hours[0], w.Hours[1]
	if from < to {
		return h >= from && h < to
	}
	return h >= from || h < to // past midnight
}

// isFor reports whether somebody carries what is asked for, is so sure of the craft, and stands with the quest as it
// says.
func (w *WhenSpec) isFor(s *State, who *Actor) bool {
	if w.Carries != "" && (who == nil || s.Carries(who.ID, w.Carries) == "") {
		return false
	}
	if w.Craft != "" {
		sure := 0
		if who != nil {
			sure = who.Crafts[w.Craft]
		}
		if sure < w.From || w.Below > 0 && sure >= w.Below {
			return false
		}
	}
	if w.Quest == "" {
		return true
	}
	var run QuestRun
	if who != nil {
		run = who.Quests[w.Quest]
	}
	switch w.Stage {
	case WhenNone:
		return run.Stage == QuestNone
	case WhenActive:
		return run.Stage == QuestActive
	default:
		return run.Done() // who is on it again has done it too
	}
}

// IsOfTime reports whether a condition asks for the tide or the hour.
func (w *WhenSpec) IsOfTime() bool { return w != nil && len(w.Tide)+len(w.Hours) > 0 }

// IsOfViewer reports whether a condition asks who looks.
func (w *WhenSpec) IsOfViewer() bool {
	return w != nil && (w.Carries != "" || w.Quest != "" || w.Craft != "")
}

// String says a condition in words, for those who build: "tide low or flow, hours 22 to 5, carries lamp".
func (w *WhenSpec) String() string {
	if w == nil {
		return ""
	}
	var parts []string
	if len(w.Tide) > 0 {
		tides := make([]string, len(w.Tide))
		for i, t := range w.Tide {
			tides[i] = string(t)
		}
		parts = append(parts, "tide "+strings.Join(tides, " or "))
	}
	if len(w.Hours) == hoursSpan {
		parts = append(parts, "hours "+strconv.Itoa(w.Hours[0])+" to "+strconv.Itoa(w.Hours[1]))
	}
	if w.Carries != "" {
		parts = append(parts, "carries "+string(w.Carries))
	}
	if w.Craft != "" {
		part := "craft " + string(w.Craft) + " from " + strconv.Itoa(w.From)
		if w.Below > 0 {
			part += " to below " + strconv.Itoa(w.Below)
		}
		parts = append(parts, part)
	}
	if w.Quest != "" {
		stage := w.Stage
		if stage == "" {
			stage = WhenDone
		}
		parts = append(parts, "quest "+string(w.Quest)+" "+string(stage))
	}
	return strings.Join(parts, ", ")
}

// refs names what a condition names.
func (w *WhenSpec) refs(to refer) {
	if w != nil {
		to("item", string(w.Carries))
		to("quest", string(w.Quest))
		to("craft", string(w.Craft))
	}
}

// sound reports whether the numbers of a condition can be.
func (w *WhenSpec) sound() bool {
	isHour := func(h int) bool { return h >= 0 && h < hoursPerDay }
	return w == nil || w.soundCraft() && (len(w.Hours) == 0 ||
		len(w.Hours) == hoursSpan && isHour(w.Hours[0]) && isHour(w.Hours[1]) && w.Hours[0] != w.Hours[1])
}

// soundCraft reports whether somebody can be so sure of a craft.
func (w *WhenSpec) soundCraft() bool {
	if w.Craft == "" {
		return w.From == 0 && w.Below == 0
	}
	return w.From >= 0 && w.From <= CraftMost && w.Below >= 0 && w.Below <= CraftMost &&
		w.From+w.Below > 0 && (w.Below == 0 || w.From < w.Below)
}

// soundDetails reports whether the conditions of details can be.
func soundDetails(list []ExtraSpec) bool {
	return !slices.ContainsFunc(list, func(x ExtraSpec) bool { return !x.When.sound() })
}

// Described is what a lit room looks like to somebody: its description, and behind it each paragraph that holds for
// them, parted by blank lines. Nil is nobody in particular.
func (s *State) Described(r *RoomSpec, who *Actor, now Time) string {
	texts := []string{r.Desc}
	for i := range r.Also {
		if r.Also[i].When.Holds(s, who, now) {
			texts = append(texts, r.Also[i].Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// unsaidMost is for how many of those in a room a creature is told apart what it may say to whom.
const unsaidMost = 100

// Unsaid lists, of the lines of a creature with a mind that are under a condition, those that it does not say now to
// somebody who is here, by their places in its list; "" is nobody in particular, and stands for all others. It is nil
// for a creature that has no such lines.
func (s *State) Unsaid(a *Actor, now Time) map[ActorID][]int {
	m := s.Minded(a)
	if m == nil || !slices.ContainsFunc(m.Lines, func(l LineSpec) bool { return l.When != nil }) {
		return nil
	}
	unsaid := func(to *Actor) []int {
		out := []int{}
		for i := range m.Lines {
			if !m.Lines[i].When.Holds(s, to, now) {
				out = append(out, i)
			}
		}
		return out
	}
	out := map[ActorID][]int{"": unsaid(nil)}
	for _, id := range s.Index.Present[a.Room] {
		if id != a.ID && len(out) <= unsaidMost {
			out[id] = unsaid(s.Actors[id])
		}
	}
	return out
}

// whens lists the conditions of what a mind says, gives and promises.
func (m *MindSpec) whens() []*WhenSpec {
	var out []*WhenSpec
	for i := range m.Lines {
		out = append(out, m.Lines[i].When)
	}
	for i := range m.Gives {
		out = append(out, m.Gives[i].When)
	}
	for i := range m.Promises {
		out = append(out, m.Promises[i].When)
	}
	if m.Hire != nil {
		out = append(out, m.Hire.When)
	}
	return out
}

// DetailNamed finds the detail of a list that is called so and is there for somebody now; nil for none.
func (s *State) DetailNamed(list []ExtraSpec, word string, who *Actor, now Time) *ExtraSpec {
	i := slices.IndexFunc(list, func(x ExtraSpec) bool {
		return slices.Contains(x.Keys, word) && x.When.Holds(s, who, now)
	})
	if i < 0 {
		return nil
	}
	return &list[i]
}
