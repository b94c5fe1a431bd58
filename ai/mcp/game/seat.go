package game

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// seat is one principal's place at its body. It outlives being given up, for the cursor's sake; what remains then is a
// few words for each grant that was ever used since the start.
type seat struct {
	game      *Game
	who       mcp.Principal
	by        *loop.By
	keys      KeyedCalls[mcp.Result]
	memory    verb.Memory    // what "it" means; used on the writer only
	approvals ApprovalWaiter // of its owner

	mu       sync.Mutex
	seated   bool      // a sink is attached; changed on the writer only
	gone     bool      // the grant was withdrawn
	last     time.Time // of the last call
	num      uint32    // the body's short number
	since    world.Time
	name     string // the body's
	ring     []entry
	from     uint64        // the ring holds all that was told behind this sequence
	cursor   uint64        // what the token's results have told up to
	ahead    []uint64      // records behind the cursor that were told already, to whoever made them
	kept     uint64        // the cursor as it was kept last
	news     chan struct{} // closed and replaced when something is told
	due      ResourceSet   // resources to hint at
	sight    uint64        // the contextual entries that the client was last shown, as bits
	listed   bool          // and whether it was shown any
	tellings []*telling    // by client, who was told something last behind
	intent   string        // what the agent last said that it is about
	wake     func(bool)    // nil: nobody wants to be woken
}

// entry is one event on its way to a client.
type entry struct {
	told *loop.Told
	text string // in plain words, never empty
	now  bool   // it is worth an answer at once
}

func (e entry) seq() uint64 { return e.told.Seq }

// Tell takes what the body perceives. It is part of [loop.Sink].
func (s *seat) Tell(t *loop.Told) {
	text := result.EventText(t)
	s.approvals.Tell(t, s.who.Grant)
	s.mu.Lock()
	s.due |= Touched(t)
	wake, isNow := s.wake, false
	if text != "" {
		if len(s.ring) >= RingMax {
			s.from = s.ring[0].seq()
			s.ring = append(s.ring[:0], s.ring[1:]...)
		}
		isNow = result.IsUrgent(t, s.name) || s.who.Mind && result.IsTalk(t)
		s.ring = append(s.ring, entry{told: t, text: text, now: isNow})
		close(s.news)
		s.news = make(chan struct{})
	}
	s.mu.Unlock()
	s.game.mark(s)
	if wake != nil && text != "" {
		wake(isNow)
	}
}

// used notes that the principal is there.
func (s *seat) used() {
	now := s.game.clock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = now
}

func (s *seat) isSeated() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seated
}

// isLeft reports whether the seat was given up, or is about to be because its grant was withdrawn.
func (s *seat) isLeft() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gone || !s.seated
}

// sit notes that the seat is taken from a sequence on. It runs on the writer.
func (s *seat) sit(st *world.State) {
	body, grant := st.Actors[s.who.Actor], st.Grants[s.who.Grant]
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seated, s.ring, s.from = true, nil, st.Seq
	if s.cursor == 0 {
		s.cursor = st.Seq
	}
	switch {
	case body == nil:
	case s.who.Mind:
		s.num, s.name = body.Num, body.Name
	case grant != nil:
		s.num, s.since, s.name = body.Num, grant.Since, body.Name
	}
}

// stand notes that the seat is given up, unless it is not taken or was used later than before, which is zero for at any
// rate. It runs on the writer.
func (s *seat) stand(before time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.seated || !s.gone && !before.IsZero() && s.last.After(before) {
		return false
	}
	s.seated, s.ring, s.tellings = false, nil, nil
	return true
}

// between returns the ring's entries behind one sequence up to another. The mutex is held.
func (s *seat) between(after, upTo uint64) []entry {
	i, _ := slices.BinarySearchFunc(s.ring, after+1, compareSeq)
	j, _ := slices.BinarySearchFunc(s.ring, upTo+1, compareSeq)
	return s.ring[i:max(i, j)]
}

func compareSeq(e entry, seq uint64) int {
	switch {
	case e.seq() < seq:
		return -1
	case e.seq() > seq:
		return 1
	}
	return 0
}

// holds reports whether the ring holds all that was told behind a position.
func (s *seat) holds(pos uint64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return pos >= s.from
}

// span is what to ask the journal for.
func (s *seat) span(after uint64, limit int) Span {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Span{Body: s.num, After: after, From: s.since, Limit: limit}
}

// wait returns when something was told behind a position (the cursor when after is nil) that matters, or the time is
// over, or nobody wants to know any more. What does not matter so much is gathered for a while first.
func (s *seat) wait(ctx context.Context, after *uint64, most time.Duration) {
	over := time.NewTimer(most)
	defer over.Stop()
	deadline := time.Now().Add(most)
	reached := urgency(0)
	for {
		s.mu.Lock()
		pos, news := s.cursor, s.news
		if after != nil {
			pos = *after
		}
		is := s.urgency(pos)
		isOver := s.gone || !s.seated
		s.mu.Unlock()
		switch {
		case isOver:
			return
		case is > reached:
			reached = is
			over.Reset(min(is.patience(), time.Until(deadline)))
		}
		if is == urgent {
			news = nil
		}
		select {
		case <-news:
		case <-over.C:
			return
		case <-ctx.Done():
			return
		case <-s.game.stopping:
			return
		}
	}
}

// urgency says how soon somebody who waits should be answered.
type urgency int

const (
	ambient urgency = 1 // something happened
	urgent  urgency = 2 // something that matters
)

func (u urgency) patience() time.Duration {
	if u == urgent {
		return gather
	}
	return AmbientMax
}

// urgency weighs what the ring holds behind a position. The mutex is held.
func (s *seat) urgency(pos uint64) urgency {
	var out urgency
	i, _ := slices.BinarySearchFunc(s.ring, pos+1, compareSeq)
	for _, e := range s.ring[i:] {
		if e.now {
			return urgent
		}
		out = ambient
	}
	return out
}
