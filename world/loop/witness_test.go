package loop_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// words is what the clients of these tests are told of a notice.
func words(n *world.Notice, sense world.Sense) string {
	return fmt.Sprintf("%b %T %+v", sense, n.Event, n.Event)
}

// listener is a client's ear: it reports to the witness.
type listener struct {
	who world.ActorID
	mu  *sync.Mutex
	w   *worldtest.Witness
}

func (l *listener) Tell(t *loop.Told) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Told(l.who, words(t.Notice, t.Sense))
}

// killed runs a busy server, kills it in the middle, and returns a witness and the records that survived.
func killed(t *testing.T, w *worldtest.Witness) ([]*world.Record, *world.State) {
	t.Helper()
	var mu sync.Mutex
	r := run(t, 12, 2*time.Millisecond)
	first := r.j.Last()
	var wg sync.WaitGroup
	for i, who := range r.people {
		_, err := r.l.Do(t.Context(), func(s *world.State, _ world.Time) loop.Step {
			mu.Lock()
			defer mu.Unlock()
			w.Joined(who, s.Seq)
			return loop.Step{Attach: []loop.Attachment{{Actor: who, Sink: &listener{who, &mu, w}}}}
		})
		if err != nil {
			t.Fatal(err)
		}
		deeds := []world.Action{
			world.Move{Dir: world.Dirs()[i%4]}, world.Say{Text: "hi"}, world.Whisper{To: r.people[0], Text: "psst"},
			world.Move{Dir: world.South}, world.Move{Dir: world.North}, world.Emote{Text: "waves"},
		}
		wg.Go(func() {
			for n := 0; ; n++ {
				mu.Lock()
				w.Sent(who)
				mu.Unlock()
				reply, err := r.l.Do(t.Context(), types(who, deeds[n%len(deeds)]))
				if err != nil {
					return
				}
				mu.Lock()
				w.Answered(who, len(reply.Records))
				mu.Unlock()
			}
		})
	}
	<-time.After(41 * time.Millisecond)
	disk := r.j.Crash()
	wg.Wait()
	<-r.ended
	s, err := recovered(disk)
	if err != nil {
		t.Fatal(err)
	}
	var recs []*world.Record
	err = disk.Records(first+1, 1<<60, func(b journal.Record) error {
		rec, err := journal.Decode(b.Bytes)
		recs = append(recs, rec)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return recs, s
}

// A busy server is killed: what was told is a prefix of what was recorded, and each unanswered deed happened once
// or not at all. When records are lost, altered or made up, the witness says so.
func TestWitness(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(recs []*world.Record) []*world.Record
		want  string
	}{
		"nothing is amiss":       {func(r []*world.Record) []*world.Record { return r }, ""},
		"the last batch is lost": {func(r []*world.Record) []*world.Record { return r[:len(r)/2] }, "no record tells it"},
		"a record is lost":       {func(r []*world.Record) []*world.Record { return append(r[:5:5], r[6:]...) }, "follows"},
		"a record is another": {func(r []*world.Record) []*world.Record {
			for i := range r {
				for n := range r[i].Notices {
					if e, ok := r[i].Notices[n].Event.(world.Said); ok {
						e.Text = "ho"
						r[i].Notices[n].Event = e
						return r
					}
				}
			}
			return r
		}, "was told"},
		"a deed happened twice": {func(r []*world.Record) []*world.Record {
			last := *r[len(r)-1]
			for range 3 {
				last.Seq++
				again := last
				r = append(r, &again)
			}
			return r
		}, "unanswered commands"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := worldtest.NewWitness(words)
				recs, s := killed(t, w)
				for _, rec := range tt.spoil(recs) {
					w.Recorded(rec, func(who world.ActorID) uint32 { return s.Actors[who].Num })
				}
				err := w.Close()
				if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
					t.Errorf("got %.300v, want %q", err, tt.want)
				}
				if tt.want == "" && len(recs) < 50 {
					t.Errorf("only %d records: nothing was at stake", len(recs))
				}
			})
		})
	}
}
