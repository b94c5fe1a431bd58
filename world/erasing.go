package world

// EraseReasonBytesMax is the longest reason for an erasure.
const EraseReasonBytesMax = 500

// Erase says that the operator takes the words out of an older record. The daemon blanks them in its journal; this is
// the trace that it leaves, for what is taken out of a record must not be taken out in secret. The daemon asks.
type Erase struct {
	Record uint64 `json:"record"`
	All    bool   `json:"all,omitempty"` // what was said aloud, too
	Reason string `json:"reason" words:"fixed"`
}

// Erased says that words were taken out of a record, and why.
type Erased struct {
	Record uint64 `json:"record"`
	All    bool   `json:"all,omitempty"`
	Reason string `json:"reason" words:"fixed"`
}

func (Erase) needs() Role { return RoleHost }

func (Erase) deed() deed { return deed{} }
func (Erase) bodiless()  {}

func (a Erase) decide(t *Turn) *Refusal {
	reason := Clean(a.Reason)
	switch {
	case a.Record == 0 || a.Record > t.s.Seq:
		return refuse(CodeUnknown, "There is no such record.")
	case reason == "":
		return refuse(CodeMissing, "Say why: the reason is kept.")
	case len(reason) > EraseReasonBytesMax:
		return refuse(CodeBadValue, "That reason is too long.")
	}
	t.emit(Erased{Record: a.Record, All: a.All, Reason: reason})
	if a.All {
		t.forgetHeard(ScriptsForgot{Record: a.Record})
	}
	return nil
}

func (Erased) fold(*State)        {}
func (Erased) scene(*State) scene { return scene{} }

func (Erased) traits() Traits { return Traits{} }
