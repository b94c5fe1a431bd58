package world

import "slices"

// Tending is what is done with a script from inside.
type Tending string

// What can be done.
const (
	TendResume  Tending = "resume"  // it runs again
	TendTrace   Tending = "trace"   // who asks is told of each run
	TendUntrace Tending = "untrace" // and no more
	TendApprove Tending = "approve" // a wizard vouches for it as it is now; see [State.Vouched]
)

// TendScript does something with a script. Who builds has one run again, and traces it; who is no wizard is told of the
// runs where they stand alone, for a script may show what people said.
type TendScript struct {
	Script ScriptID `json:"script"`
	Do     Tending  `json:"do" words:"fixed"`
}

// ScriptTended says that somebody did.
type ScriptTended struct {
	Actor  ActorID  `json:"actor"`
	Script ScriptID `json:"script"`
	Do     Tending  `json:"do" words:"fixed"`
}

// Vouched reports whether somebody answers for what a script or a spawn rule brings into the world: it is as its pack
// says, or a wizard was the last who changed it, or approved it since. What others build makes nothing that a shop
// buys, and teaches nobody: a builder is trusted with places, and not with everybody's purse and level.
func (s *State) Vouched(k Key) bool {
	row := s.Edits[k.entry()]
	return row == nil || row.Staff
}

func (TendScript) needs() Role { return RoleBuilder }
func (TendScript) deed() deed  { return deed{} }

func (a TendScript) decide(t *Turn) *Refusal {
	r := t.s.Running[a.Script]
	isTraced := r != nil && slices.Contains(r.Traced, t.me.ID)
	switch {
	case t.s.Scripts[a.Script] == nil:
		return refuse(CodeNotHere, "There is no script of that name.")
	case a.Do == TendResume:
		if r == nil || r.Parked == "" {
			return refuse(CodeAlready, "It is not parked.")
		}
	case a.Do == TendTrace:
		if isTraced {
			return refuse(CodeAlready, "You trace it already.")
		}
		if r != nil && len(r.Traced) >= tracersMost {
			return refuse(CodeFull, "Too many trace it already.")
		}
	case a.Do == TendUntrace:
		if !isTraced {
			return refuse(CodeAlready, "You do not trace it.")
		}
	case a.Do == TendApprove:
		if t.me.Rank() < RoleWizard {
			return refuse(CodeNotAllowed, "Only a wizard approves a script.")
		}
		if t.s.Vouched(Key{kindScript, string(a.Script)}) {
			return refuse(CodeAlready, "It is as the pack or a wizard has it, and needs nobody's yes.")
		}
	default:
		return refuse(CodeBadValue, "A script is resumed, approved, traced or traced no more.")
	}
	t.emit(ScriptTended{Actor: t.me.ID, Script: a.Script, Do: a.Do})
	return nil
}

func (e ScriptTended) fold(s *State) {
	if s.Scripts[e.Script] == nil {
		return
	}
	r := s.running(e.Script)
	switch e.Do {
	case TendApprove:
		entry := Key{kindScript, string(e.Script)}.entry()
		if old := s.Edits[entry]; old != nil {
			row := *old
			row.Staff = true
			s.Edits[entry] = &row
			s.touch(kindEdited, entry)
		}
	case TendResume:
		r.Parked, r.At = "", 0
	case TendTrace:
		r.Traced = append(slices.Clone(r.Traced), e.Actor)
		slices.Sort(r.Traced)
	case TendUntrace:
		r.Traced = slices.DeleteFunc(slices.Clone(r.Traced), func(id ActorID) bool { return id == e.Actor })
	default:
	}
}

func (e ScriptTended) scene(*State) scene { return scene{actor: e.Actor, closed: true} }

func (ScriptTended) traits() Traits {
	return Traits{OnlyTold: true, Touches: AspectsNone, Cue: cue("Script set")}
}
