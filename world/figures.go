package world

import (
	"slices"
	"strconv"
)

// Figures: what a pack counts of people beside what the rules know of themselves, such as strength or alignment.
// Everybody begins with the same; what somebody wears adds to it; and a pack may say that a figure adds to blows and to
// what protects from a height on, that whoever slays moves away from what they slew, that things are not for some, that
// creatures attack some, or that people choose one of several once. Nothing else moves a figure but a wizard.

// Limits of figures.
const (
	FigureLeast     = -100_000 // that any figure can be
	FigureMost      = 100_000
	FiguresMost     = 40 // of a world
	FigureLinesMost = 20 // heights and words of one, and figures and spans of a thing or creature
	FigureSwingMost = 1000
)

// FigureSpec is a figure of people.
type FigureSpec struct {
	ID     FigureID     `json:"id" yaml:"id"`
	Name   string       `json:"name" yaml:"name"`                       // "Strength"
	About  string       `json:"about" yaml:"about"`                     // a sentence
	Least  int          `json:"least,omitempty" yaml:"least,omitempty"` // it is never below, whatever they wear
	Most   int          `json:"most,omitempty" yaml:"most,omitempty"`
	Begins int          `json:"begins,omitempty" yaml:"begins,omitempty"`
	Bonus  []HeightSpec `json:"bonus,omitempty" yaml:"bonus,omitempty"`
	Words  []FigureWord `json:"words,omitempty" yaml:"words,omitempty"`

	// Swings above 0 lets whoever slays a creature move away from it: by one part in so many of the way from where they
	// are to the creature's opposite.
	Swings int `json:"swings,omitempty" yaml:"swings,omitempty"`

	// Choice names several figures of which a player may choose one, once: it is then Most.
	Choice string `json:"choice,omitempty" yaml:"choice,omitempty"`
}

// FigureWord says what somebody counts as whose figure lies within From and To, both included.
type FigureWord struct {
	From int    `json:"from,omitempty" yaml:"from,omitempty"`
	To   int    `json:"to,omitempty" yaml:"to,omitempty"`
	Word string `json:"word" yaml:"word"` // "evil"
}

// FigureSum is what a thing adds to a figure of its wearer, or by how much a creature's is more than people begin with.
type FigureSum struct {
	Figure FigureID `json:"figure" yaml:"figure"`
	By     int      `json:"by" yaml:"by"`
}

// FigureSpan is those whose figure lies within From and To, both included.
type FigureSpan struct {
	Figure FigureID `json:"figure" yaml:"figure"`
	From   int      `json:"from,omitempty" yaml:"from,omitempty"`
	To     int      `json:"to,omitempty" yaml:"to,omitempty"`
}

// Become chooses a figure that is one of a choice, for good.
type Become struct {
	Figure FigureID `json:"figure"`
}

// FigureMoved says that a player's own figure is now Value: By a decree, because they slew somebody, or because they
// chose it. Word is what they count as now, if that is something else than before.
type FigureMoved struct {
	Actor  ActorID  `json:"actor"`
	Figure FigureID `json:"figure"`
	Name   string   `json:"name" words:"fixed"`
	Was    int      `json:"was"`
	Value  int      `json:"value"`
	Begins bool     `json:"begins,omitempty"` // it is what people begin with
	Word   string   `json:"word,omitempty" words:"fixed"`
	Chosen bool     `json:"chosen,omitempty"`
	By     ActorID  `json:"by,omitempty"`
}

func (Become) needs() Role { return RoleGuest }
func (Become) deed() deed  { return deed{verbs: []string{"become"}} }

// clamp brings a value within the bounds of a figure.
func (f *FigureSpec) clamp(n int) int { return min(max(n, f.Least), f.Most) }

// word is what somebody counts as with a value; "" for nothing.
func (f *FigureSpec) word(n int) string {
	for _, w := range f.Words {
		if w.From <= n && n <= w.To {
			return w.Word
		}
	}
	return ""
}

// ownFigure is a figure of somebody without what they wear.
func (s *State) ownFigure(a *Actor, f *FigureSpec) int {
	n := f.Begins
	if m := s.mob(a); m != nil {
		n += sumOf(m.Figures, f.ID)
	} else if own, has := a.Figures[f.ID]; has {
		n = own
	}
	return f.clamp(n)
}

// Figure is a figure of somebody with what they wear; 0 for one that there is not.
func (s *State) Figure(a *Actor, id FigureID) int {
	f := s.Figures[id]
	if f == nil || a == nil {
		return 0
	}
	n := s.ownFigure(a, f)
	for _, held := range s.Index.Held[a.ID] {
		if it := s.Items[held]; it.Worn != "" {
			n += sumOf(s.spec(it).Figures, id)
		}
	}
	return f.clamp(n)
}

func sumOf(sums []FigureSum, id FigureID) (n int) {
	for _, x := range sums {
		if x.Figure == id {
			n += x.By
		}
	}
	return n
}

// within reports whether somebody is one of those of a span.
func (s *State) within(a *Actor, span FigureSpan) bool {
	if a == nil || s.Figures[span.Figure] == nil {
		return false
	}
	n := s.Figure(a, span.Figure)
	return span.From <= n && n <= span.To
}

// hates reports whether a creature attacks somebody for what they are.
func (s *State) hates(a, prey *Actor) bool {
	m := s.mob(a)
	return m != nil && prey != nil && prey.Player() &&
		slices.ContainsFunc(m.Hates, func(x FigureSpan) bool { return s.within(prey, x) })
}

// barred refuses somebody a thing that is not for such as they are.
func (t *Turn) barred(it *Item) *Refusal {
	if !t.me.Player() {
		return nil
	}
	for _, span := range t.s.spec(it).Bars {
		if !t.s.within(t.me, span) {
			continue
		}
		f := t.s.Figures[span.Figure]
		n := t.s.Figure(t.me, span.Figure)
		if f.Choice != "" {
			return refuse(CodeCannot, capital(t.the(it))+" is not for those who chose this: "+f.Name+".")
		}
		as := strconv.Itoa(n)
		if w := f.word(n); w != "" {
			as += ", " + w
		}
		return refuse(CodeCannot, capital(t.the(it))+" is not for you: your "+f.Name+" ("+as+") keeps you from it.")
	}
	return nil
}

// figureBonus adds what somebody's figures add to what they strike with and are protected by.
func (s *State) figureBonus(a *Actor, sum *Bonus) {
	for id, f := range anyhow(s.Figures) {
		if len(f.Bonus) == 0 {
			continue
		}
		n := s.Figure(a, id)
		for _, h := range f.Bonus {
			if h.At <= n {
				sum.add(&Bonus{Skill: h.Skill, Damage: h.Damage, HP: h.HP, Armour: h.Armour})
			}
		}
	}
}

// swing moves whoever slew a creature away from it.
func (t *Turn) swing(e Died) {
	by, dead := t.s.Actors[e.By], t.s.Actors[e.Actor]
	if by == nil || dead == nil || !by.Player() || dead.Player() {
		return
	}
	for _, f := range Ordered(t.s.Figures) {
		if f.Swings < 1 {
			continue
		}
		own := t.s.ownFigure(by, f)
		if now := f.clamp(own + (-t.s.ownFigure(dead, f)-own)/f.Swings); now != own {
			t.emit(t.moved(by, f, now))
		}
	}
}

// moved is the event by which a figure of somebody becomes another.
func (t *Turn) moved(a *Actor, f *FigureSpec, now int) FigureMoved {
	was := t.s.ownFigure(a, f)
	e := FigureMoved{Actor: a.ID, Figure: f.ID, Name: f.Name, Was: was, Value: now, Begins: now == f.Begins}
	if w := f.word(now); w != f.word(was) {
		e.Word = w
	}
	return e
}

// setFigure refuses to set a figure of somebody by decree, or does it.
func (t *Turn) setFigure(who *Actor, f *FigureSpec, value int) *Refusal {
	switch {
	case !who.Player():
		return refuse(CodeCannot, "A creature's figures are those of its pattern.")
	case value != f.clamp(value):
		return refuse(CodeBadValue, "That value must be from "+strconv.Itoa(f.Least)+" to "+strconv.Itoa(f.Most)+".")
	case value == t.s.ownFigure(who, f):
		return refuse(CodeAlready, "It is that already.")
	}
	e := t.moved(who, f, value)
	e.By = t.in.Actor
	t.emit(e)
	return nil
}

func (b Become) decide(t *Turn) *Refusal {
	f := t.s.Figures[b.Figure]
	if f == nil || f.Choice == "" {
		return refuse(CodeBadValue, "That is nothing one can choose to be.")
	}
	if chosen := t.s.chosen(t.me, f.Choice); chosen != nil {
		return refuse(CodeAlready, "You have chosen already: "+chosen.Name+". Only a wizard can undo that.")
	}
	if !t.me.Player() {
		return refuse(CodeCannot, "Only people choose what they are.")
	}
	e := t.moved(t.me, f, f.Most)
	e.Chosen = true
	t.emit(e)
	return nil
}

// chosen returns what somebody chose of a choice, nil for nothing.
func (s *State) chosen(a *Actor, choice string) *FigureSpec {
	for id, f := range Ordered(s.Figures) {
		if _, has := a.Figures[id]; has && f.Choice == choice {
			return f
		}
	}
	return nil
}

// FigureValue is a figure as whoever has it knows it.
type FigureValue struct {
	ID    FigureID `json:"id"`
	Name  string   `json:"name"`
	Value int      `json:"value"`
	Word  string   `json:"word,omitempty"` // what they count as by it
	// Choice is set of what they chose, and says of which choice; what they did not choose is not listed.
	Choice string `json:"choice,omitempty"`
}

// FiguresOf lists the figures of somebody, in order of their ids; those that were chosen come last.
func (s *State) FiguresOf(a *Actor) (out []FigureValue) {
	var chosen []FigureValue
	for id, f := range Ordered(s.Figures) {
		n := s.Figure(a, id)
		v := FigureValue{ID: id, Name: f.Name, Value: n, Word: f.word(n), Choice: f.Choice}
		if _, has := a.Figures[id]; f.Choice == "" {
			out = append(out, v)
		} else if has {
			chosen = append(chosen, v)
		}
	}
	return append(out, chosen...)
}

// figureSums is what a thing adds to figures, with their names.
func (s *State) figureSums(sums []FigureSum) (out []FigureValue) {
	for _, x := range sums {
		if f := s.Figures[x.Figure]; f != nil {
			out = append(out, FigureValue{ID: f.ID, Name: f.Name, Value: x.By})
		}
	}
	return out
}

// Choices lists the figures that somebody may choose now, in order of their ids.
func (s *State) Choices(a *Actor) (out []FigureValue) {
	for id, f := range Ordered(s.Figures) {
		if f.Choice != "" && s.chosen(a, f.Choice) == nil {
			out = append(out, FigureValue{ID: id, Name: f.Name, Value: f.Most, Choice: f.Choice})
		}
	}
	return out
}

func (e FigureMoved) fold(s *State) {
	a := s.actor(e.Actor)
	switch {
	case e.Begins:
		delete(a.Figures, e.Figure)
	case a.Figures == nil:
		a.Figures = map[FigureID]int{e.Figure: e.Value}
	default:
		a.Figures[e.Figure] = e.Value
	}
	if len(a.Figures) == 0 {
		a.Figures = nil
	}
	s.refit(e.Actor)
}

func (e FigureMoved) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (FigureMoved) traits() Traits {
	return Traits{Wordless: true, Touches: AspectSelf, Cue: befalls("Figure")}
}
