package world

import "slices"

// Limits of reports.
const (
	ReportBytesMax  = 1000 // of text
	ReportsHourMost = 10   // by one body in an hour
	reportHour      = 60 * Minute

	answersMost = 20 // kept for somebody who is away; older ones stay in the list of reports
)

// Report asks whoever looks after the world to look at something. The daemon keeps beside it what the reporter was
// shown lately.
type Report struct {
	Text string `json:"text" words:"few"`
}

// CloseReport answers a report: the daemon knows whose it was.
type CloseReport struct {
	Report uint64  `json:"report"` // the sequence of its record
	To     ActorID `json:"to"`     // whose it was
	Text   string  `json:"text" words:"few"`
}

// TellAnswer tells somebody who came back how a report of theirs was answered meanwhile. The daemon asks: the words of
// the answer are no part of the state, so that they can be erased.
type TellAnswer struct {
	Body   ActorID `json:"body"`
	Report uint64  `json:"report"`
	By     ActorID `json:"by,omitempty"` // the wizard who answered
	Text   string  `json:"text,omitempty" words:"few"`
}

// Reported says that somebody asked whoever looks after the world to look at something. It is their report number Nth
// of the hour that began at Hour.
type Reported struct {
	Actor ActorID `json:"actor"`
	Text  string  `json:"text" words:"few"`
	Nth   int     `json:"nth"`
	Hour  Time    `json:"hour"`
}

// ReportClosed says that a wizard answered a report. Kept says that its author was away, and is told when they come
// back; Late, that they came back and are told now.
type ReportClosed struct {
	Actor  ActorID `json:"actor"`
	Report uint64  `json:"report"`
	To     ActorID `json:"to"`
	Text   string  `json:"text" words:"few"`
	Kept   bool    `json:"kept,omitempty"`
	Late   bool    `json:"late,omitempty"`
}

// ReportCount is how many reports somebody made in the hour that began at Hour.
type ReportCount struct {
	N    int  `json:"n"`
	Hour Time `json:"hour"`
}

func (Report) needs() Role      { return RoleGuest }
func (CloseReport) needs() Role { return RoleWizard }
func (TellAnswer) needs() Role  { return RoleHost }

func (Report) deed() deed      { return deed{verbs: []string{"report"}} }
func (CloseReport) deed() deed { return deed{} }
func (TellAnswer) deed() deed  { return deed{} }
func (TellAnswer) bodiless()   {}

func (a Report) decide(t *Turn) *Refusal {
	text, r := t.s.ReportFit(t.me, a.Text, t.now)
	if r != nil {
		return r
	}
	e := Reported{Actor: t.me.ID, Text: text, Nth: t.me.Reports.N + 1, Hour: t.me.Reports.Hour}
	if t.now >= e.Hour+reportHour || t.me.Reports.N == 0 {
		e.Nth, e.Hour = 1, t.now
	}
	t.emit(e)
	return nil
}

// ReportFit returns the words of a report as they would be kept, or why it cannot be made.
func (s *State) ReportFit(who *Actor, text string, now Time) (string, *Refusal) {
	text = Clean(text)
	switch {
	case text == "":
		return "", refuse(CodeMissing, "Say what is the matter: report and a sentence or two.")
	case len(text) > ReportBytesMax:
		return "", refuse(CodeBadValue, "That is too long for a report. Say the most important thing; what you saw is kept.")
	case who.Reports.N >= ReportsHourMost && now < who.Reports.Hour+reportHour:
		return "", refuse(CodeFull, "You have made as many reports as one may in an hour. They are all kept.")
	}
	return text, nil
}

func (a CloseReport) decide(t *Turn) *Refusal {
	text := Clean(a.Text)
	switch {
	case text == "":
		return refuse(CodeMissing, "Say a word to close it with; whoever made the report reads it.")
	case len(text) > ReportBytesMax:
		return refuse(CodeBadValue, "That is too long.")
	}
	to := t.s.Actors[a.To]
	t.emit(ReportClosed{
		Actor: t.me.ID, Report: a.Report, To: a.To, Text: text, Kept: to != nil && to.Player() && to.Presence != Here,
	})
	return nil
}

func (a TellAnswer) decide(t *Turn) *Refusal {
	body := t.s.Actors[a.Body]
	switch {
	case body == nil || body.Presence != Here:
		return refuse(CodeAbsent, "They are not in the world just now.")
	case !slices.Contains(body.Answers, a.Report):
		return refuse(CodeAlready, "They have read that answer.")
	case len(a.Text) > ReportBytesMax:
		return refuse(CodeBadValue, "That is too long.")
	}
	t.emit(ReportClosed{Actor: a.By, Report: a.Report, To: a.Body, Text: a.Text, Late: true})
	return nil
}

func (e Reported) fold(s *State) { s.actor(e.Actor).Reports = ReportCount{N: e.Nth, Hour: e.Hour} }

func (e ReportClosed) fold(s *State) {
	if !e.Kept && !e.Late {
		return
	}
	a := s.actor(e.To)
	a.Answers = slices.DeleteFunc(slices.Clone(a.Answers), func(n uint64) bool { return n == e.Report })
	if e.Kept {
		a.Answers = append(a.Answers, e.Report)
		a.Answers = a.Answers[max(0, len(a.Answers)-answersMost):]
	}
	if len(a.Answers) == 0 {
		a.Answers = nil
	}
}

// answered looks into which answers wait for somebody.
func (c *checker) answered(a *Actor) {
	if len(a.Answers) > answersMost || len(a.Answers) > 0 && !a.Player() {
		c.bad("actor %s has %d answers to reports to read", a.ID, len(a.Answers))
	}
	for i, n := range a.Answers {
		if slices.Contains(a.Answers[:i], n) {
			c.bad("actor %s is to read the answer to report %d twice", a.ID, n)
		}
	}
}

// The reporter is told by a receipt; wizards in the world learn that there is something to look at.
func (e Reported) scene(s *State) scene {
	sc := scene{actor: e.Actor}
	for _, id := range s.Index.Awake {
		if s.Actors[id].Role >= RoleWizard {
			sc.others = append(sc.others, id)
		}
	}
	return sc
}

func (e ReportClosed) scene(*State) scene {
	return scene{actor: e.Actor, target: e.To, sound: true, closed: true}
}

func (Reported) traits() Traits     { return Traits{Names: anySense, Cue: cue("Report")} }
func (ReportClosed) traits() Traits { return Traits{Names: anySense, Cue: cue("Report closed")} }
