package loop

import (
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
)

// Intent is one wish. Do runs on the writer, with the live state: it must only read it and keep no pointer into it.
// Reply is called once, from the releaser, when what Do saw is durable; it must not block. A nil Reply is allowed.
type Intent struct {
	Do    func(s *world.State, now world.Time) Step
	Reply func(Reply)

	arrived time.Duration // when it was offered, since the loop began
}

// By is who offers an intent, for those who watch the loop. It does not change once it was handed over.
type By struct {
	Door    string        // telnet, ssh, mcp
	Session string        // names the session in logs
	Actor   world.ActorID // "" before play
}

// Step is what an intent wants done. Everything is optional; the order is: Refusal ends it; Input is decided, and a
// refusal ends it; Puts ride with the batch; Detach and Attach change who is told; Then makes the next step; Report
// takes the answer. By and Name only say, to whoever watches, who wants what; of several steps the last that says it
// counts.
type Step struct {
	By      *By
	Name    string // the verb's name, or another word of a fixed list: never anything that was typed
	Refusal *world.Refusal
	Input   *world.Input
	Puts    []journal.Put
	Detach  []Attachment
	Attach  []Attachment
	Then    func(s *world.State, now world.Time) Step
	Report  func(s *world.State, now world.Time) any
}

// Attachment ties a sink to a body: from here on it is told what that body perceives.
type Attachment struct {
	Actor world.ActorID
	Sink  Sink
}

// Sink takes what a body perceives, in order. Tell is called from the releaser and must not block: a sink that cannot
// keep up drops its connection, never the world.
type Sink interface {
	Tell(t *Told)
}

// Reply answers an intent. Of Refusal and Report at most one is set. Seq is the sequence that the answer saw; Acts
// are the records that the intent made.
type Reply struct {
	Seq     uint64
	Refusal *world.Refusal
	Report  any
	Records []*world.Record
	Err     error // the world stopped before it could answer; what was asked was done once or not at all
}

// Told is a notice on its way to all who perceived it in the same way. They share it, and with Render each rendering
// of it.
type Told struct {
	*world.Notice
	Actor world.ActorID // who acted, as the record says
	Via   world.Via     // and through which door
	Sense world.Sense

	mu    sync.Mutex
	first rendering   // most are perceived by few, who look at things alike
	more  map[any]any // further profiles
}

// rendering is what was made for a profile; without one, nothing was.
type rendering struct{ profile, made any }

// Render returns what render makes for a profile, made once for all who share the profile. Profiles are comparable
// values.
func (t *Told) Render(profile any, render func() any) any {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.first.profile == profile {
		return t.first.made
	}
	if t.first.profile == nil {
		t.first = rendering{profile, render()}
		return t.first.made
	}
	if v, ok := t.more[profile]; ok {
		return v
	}
	v := render()
	if t.more == nil {
		t.more = map[any]any{}
	}
	t.more[profile] = v
	return v
}
