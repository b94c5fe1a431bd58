package world

import (
	"slices"
	"strconv"
)

// Teaching. A lesson is a few words of the pack's, and sometimes a place that is known by them ever after, or a rise in
// a craft. One that costs something is for whoever asks for it and pays; one that is free may also be offered. Nobody
// learns one twice.

// lessonsMost is how many lessons one body can have learned.
const lessonsMost = 500

// Study asks somebody here for a lesson, and pays for it.
type Study struct {
	From   ActorID `json:"from"`
	Lesson string  `json:"lesson" words:"fixed"`
}

// Teach gives somebody here a lesson that costs nothing.
type Teach struct {
	To     ActorID `json:"to"`
	Lesson string  `json:"lesson" words:"fixed"`
}

// Taught says that a creature taught somebody. Lesson is the creature's pattern and the lesson's id, "ferryman/tides".
// Only whom it was taught to hears the words. Coins, if any, went out of the world.
type Taught struct {
	Actor  ActorID `json:"actor"`
	To     ActorID `json:"to"`
	Lesson string  `json:"lesson" words:"fixed"`
	Name   string  `json:"name" words:"fixed"`
	Text   string  `json:"text" words:"fixed"`
	Room   RoomID  `json:"room,omitempty"` // that is known from now on
	Coins  int     `json:"coins,omitempty"`
}

func (Study) needs() Role { return RoleGuest }
func (Teach) needs() Role { return RoleGuest }

func (Study) deed() deed { return deed{verbs: []string{"learn"}, spends: true} }
func (Teach) deed() deed { return deed{verbs: []string{"teach"}} }

// lesson returns one of a mind's lessons.
func (m *MindSpec) lesson(id string) (LessonSpec, bool) {
	if m == nil {
		return LessonSpec{}, false
	}
	i := slices.IndexFunc(m.Teaches, func(l LessonSpec) bool { return l.ID == id })
	if i < 0 {
		return LessonSpec{}, false
	}
	return m.Teaches[i], true
}

// Knows reports whether somebody learned a lesson of a creature's.
func (s *State) Knows(pupil, teacher *Actor, lesson string) bool {
	_, found := slices.BinarySearch(pupil.Lessons, lessonKey(teacher, lesson))
	return found
}

func lessonKey(teacher *Actor, lesson string) string { return string(teacher.Proto) + "/" + lesson }

func (a Study) decide(t *Turn) *Refusal {
	d, m, r := t.dealer(a.From)
	if r != nil {
		return r
	}
	l, ok := m.lesson(a.Lesson)
	switch {
	case !ok:
		return refuse(CodeNotHere, capital(t.whom(d))+" does not teach that. Type list to see what there is.")
	case l.Price > t.me.Coins:
		return refuse(CodePoor, t.short(l.Price))
	}
	return t.teach(d, t.me, l)
}

func (a Teach) decide(t *Turn) *Refusal {
	m := t.s.Minded(t.me)
	l, ok := m.lesson(a.Lesson)
	to := t.present(a.To)
	switch {
	case m == nil:
		return refuse(CodeCannot, "You keep no school.")
	case !ok:
		return refuse(CodeNotAllowed, "That is nothing that you teach.")
	case to == nil || !to.Player():
		return refuse(CodeNotHere, "They are not here.")
	case l.Price > 0:
		return refuse(CodeNotAllowed, "That costs "+count(l.Price, "coin")+", and it is for them to ask for it.")
	}
	return t.teach(t.me, to, l)
}

func (t *Turn) teach(teacher, pupil *Actor, l LessonSpec) *Refusal {
	switch {
	case t.s.Knows(pupil, teacher, l.ID) && pupil == t.me:
		return refuse(CodeAlready, "You know that already.")
	case t.s.Knows(pupil, teacher, l.ID):
		return refuse(CodeAlready, "They know that already.")
	case len(pupil.Lessons) >= lessonsMost:
		return refuse(CodeFull, "There is no room for more in one head.")
	}
	if r := t.unfit(pupil, l); r != nil {
		return r
	}
	room := l.Room
	if t.s.Rooms[room] == nil {
		room = ""
	}
	t.emit(Taught{
		Actor: teacher.ID, To: pupil.ID, Lesson: lessonKey(teacher, l.ID), Name: l.Name, Text: l.Text, Room: room,
		Coins: l.Price,
	})
	t.tutor(pupil, l)
	return nil
}

// tutor is what a lesson in a craft comes to.
func (t *Turn) tutor(pupil *Actor, l LessonSpec) {
	c := t.s.Crafts[l.Craft]
	if c == nil {
		return
	}
	was := pupil.Crafts[c.ID]
	rise := min(l.Raises, l.Upto-was, t.s.mayGrow(pupil, c.ID))
	if rise < 1 {
		return
	}
	t.emit(Practised{
		Actor: pupil.ID, Craft: c.ID, Name: c.Name, Value: was + rise, Rise: rise, At: t.now, Knacks: c.opened(was, was+rise),
	})
}

// Fit reports whether a lesson would raise somebody in its craft. One that is in none fits everybody.
func (s *State) Fit(pupil *Actor, l LessonSpec) bool {
	if s.Crafts[l.Craft] == nil {
		return true
	}
	sure := pupil.Crafts[l.Craft]
	return sure >= l.From && sure < l.Upto && s.mayGrow(pupil, l.Craft) > 0
}

// unfit refuses a lesson in a craft to who is not ready for it, and to who has outgrown it.
func (t *Turn) unfit(pupil *Actor, l LessonSpec) *Refusal {
	c := t.s.Crafts[l.Craft]
	if t.s.Fit(pupil, l) {
		return nil
	}
	if sure := pupil.Crafts[c.ID]; sure < l.From {
		if pupil != t.me {
			return refuse(CodeCannot, "They are not ready for that.")
		}
		return refuse(CodeCannot, "You are not ready for that. It wants "+c.Name+" at "+strconv.Itoa(l.From)+
			", and you stand at "+strconv.Itoa(sure)+". Get there by doing, and come back.")
	}
	if pupil != t.me {
		return refuse(CodeAlready, "They are past that already.")
	}
	if t.s.mayGrow(pupil, c.ID) == 0 {
		return refuse(CodeFull, "There is no room for more in one pair of hands: all your crafts together come to "+
			strconv.Itoa(pupil.CraftsTotal())+".")
	}
	return refuse(CodeAlready, "You are past that in "+c.Name+" already. The rest comes by doing.")
}

// sound reports whether a lesson may be.
func (l *LessonSpec) sound() bool {
	if l.Craft == "" {
		return l.Raises == 0 && l.Upto == 0 && l.From == 0
	}
	return l.From >= 0 && l.From < l.Upto && l.Raises >= 1 && l.Raises <= CraftMost && l.Upto >= 1 && l.Upto <= CraftMost
}

func (e Taught) fold(s *State) {
	a := s.actor(e.To)
	a.Coins -= e.Coins
	if e.Room != "" {
		a.Known[e.Room] = true
	}
	if i, found := slices.BinarySearch(a.Lessons, e.Lesson); !found {
		a.Lessons = slices.Insert(a.Lessons, i, e.Lesson)
	}
}

func (e Taught) scene(s *State) scene { return s.between(e.Actor, e.To) }

func (Taught) traits() Traits {
	return Traits{Public: true, Touches: AspectSelf | AspectMap, Cue: cue("Lesson")}
}
