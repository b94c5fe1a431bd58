package memory

import "github.com/mudlark-mud/mudlark/world"

// Limits of what was said lately.
const (
	TurnsMost     = 12                 // of one person
	TurnsKept     = 6 * world.GameHour // after the last of them a talk is over and its turns are gone
	TurnRunesMost = 400
	talkersMost   = 64 // people whose turns are kept; who was silent for longest makes room
)

// Turn is one thing said between a mind and a person.
type Turn struct {
	At   world.Time `json:"at"`
	Mine bool       `json:"mine,omitempty"` // the mind said it
	Text string     `json:"text"`
	// Agreed is the host to which whoever said it let their words go then; "": to none.
	Agreed string `json:"agreed,omitempty"`
}

// Turns are the last things said between one mind and each person. They are never written down, and none is shown to
// anybody but the person with whom it was said. The zero value is empty.
type Turns struct {
	talks map[string][]Turn
}

// Add keeps what was said with a person. Words without a person are not kept.
func (t *Turns) Add(person string, turn Turn) {
	turn.Text = line(turn.Text, TurnRunesMost)
	if person == "" || turn.Text == "" {
		return
	}
	if t.talks == nil {
		t.talks = map[string][]Turn{}
	}
	talk := append(t.With(person, turn.At), turn)
	t.talks[person] = talk[max(0, len(talk)-TurnsMost):]
	if len(t.talks) > talkersMost {
		t.expire(turn.At)
	}
}

// With returns what was said lately with a person, the newest last.
func (t *Turns) With(person string, now world.Time) []Turn {
	talk := t.talks[person]
	if len(talk) == 0 || now-talk[len(talk)-1].At > TurnsKept {
		return nil
	}
	return append([]Turn(nil), talk...)
}

// Forget drops what was said with a person.
func (t *Turns) Forget(person string) { delete(t.talks, person) }

// expire drops the talks that are over, and the oldest when none is.
func (t *Turns) expire(now world.Time) {
	oldest := ""
	for who, talk := range t.talks { // each by itself; the oldest by time, then id
		last := talk[len(talk)-1].At
		if now-last > TurnsKept {
			delete(t.talks, who)
			continue
		}
		if oldest == "" {
			oldest = who
			continue
		}
		if at := t.talks[oldest]; last < at[len(at)-1].At || last == at[len(at)-1].At && who < oldest {
			oldest = who
		}
	}
	if len(t.talks) > talkersMost {
		delete(t.talks, oldest)
	}
}
