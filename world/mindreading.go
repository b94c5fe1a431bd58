package world

// ReadMind has it recorded that a wizard is shown what people told a creature in confidence, where the operator lets
// wizards read that. It changes nothing: who looked, and into whom, must not be a secret itself. The daemon asks for
// the wizard, before anything is shown.
type ReadMind struct {
	Mind ActorID `json:"mind"`
	What string  `json:"what" words:"fixed"` // one of [ReadInspect] and [ReadWhy]
}

// MindRead says that a wizard was shown what people told a creature in confidence.
type MindRead struct {
	Actor ActorID `json:"actor"`
	Mind  ActorID `json:"mind"`
	What  string  `json:"what" words:"fixed"`
}

// What a wizard reads of a mind: what it remembers, or how its last choice came about.
const (
	ReadInspect = "inspect"
	ReadWhy     = "why"
)

func (ReadMind) needs() Role { return RoleWizard }

func (ReadMind) deed() deed { return deed{} }
func (ReadMind) bodiless()  {}

func (a ReadMind) decide(t *Turn) *Refusal {
	switch {
	case t.s.Minded(t.s.Actors[a.Mind]) == nil:
		return refuse(CodeUnknown, "Nobody of that name has a mind that could be read.")
	case a.What != ReadInspect && a.What != ReadWhy:
		return refuse(CodeBadValue, "One reads what a mind remembers, or why it chose.")
	}
	t.emit(MindRead{Actor: t.me.ID, Mind: a.Mind, What: a.What})
	return nil
}

func (MindRead) fold(*State)        {}
func (MindRead) scene(*State) scene { return scene{} }

func (MindRead) traits() Traits { return Traits{Touches: AspectsNone} }
