package agentapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/agentapi"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/mind/npc"
	"github.com/mudlark-mud/mudlark/ai/store"
)

// S1-06, S1-24: whoever makes, uses and removes agents of few ids from many sides at once finds after a restart the
// agents that were there before it, and no others; and what a removed one remembered is no successor's.
func TestAllAtOnce(t *testing.T) {
	const hands, calls, ids = 24, 60, 4
	path := filepath.Join(t.TempDir(), store.FileName)
	k := shelf(t, path)
	r := open(t, func(c *agentapi.Config) { c.Keeper = k })
	var all sync.WaitGroup
	for hand := range hands {
		all.Go(func() {
			dice := rand.New(rand.NewPCG(1, uint64(hand)))
			for range calls {
				who, id := []string{me, you}[dice.IntN(2)], fmt.Sprint(dice.IntN(ids))
				switch dice.IntN(3) {
				case 0:
					r.says(who, agentapi.Create, named(id))
				case 1:
					r.says(who, agentapi.Process, seen(id, "A goblin attacks me!"))
				case 2:
					r.says(who, agentapi.Cleanup, fmt.Sprintf(`{"agent_id":%q}`, id))
				}
			}
		})
	}
	all.Wait()
	before := r.census(ids)
	r.Close()
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	k = shelf(t, path)
	again := open(t, func(c *agentapi.Config) { c.Keeper = k })
	if after := again.census(ids); after != before {
		t.Errorf("before the restart:\n%s\nafter it:\n%s", before, after)
	}
	for _, who := range []string{me, you} {
		for id := range ids {
			again.says(who, agentapi.Cleanup, fmt.Sprintf(`{"agent_id":"%d"}`, id))
			rows, err := k.Rows(fmt.Sprintf("agent:%s:%d", who, id))
			if err != nil || len(rows) > 0 {
				t.Errorf("of %s's %d, which is no more, %d memories are kept, %v", who, id, len(rows), err)
			}
		}
	}
}

// census is what can be read of all agents that there may be.
func (r *rig) census(ids int) string {
	var out strings.Builder
	for _, who := range []string{me, you} {
		for id := range ids {
			fmt.Fprintln(&out, who, id, r.info(who, fmt.Sprintf("agent://%d/info", id)))
		}
	}
	return out.String()
}

// A record that is written when its agent is removed already comes back with the next start: what is handed to the
// keeper comes in the order in which it was decided.
func TestNoneComesBack(t *testing.T) {
	d := newDesk()
	removed := make(chan string, 1)
	slow := &slowDesk{desk: d, began: make(chan struct{}), goOn: make(chan struct{})}
	r := open(t, func(c *agentapi.Config) { c.Keeper = slow })
	made := make(chan string, 1)
	go func() { made <- r.says(me, agentapi.Create, named("a")) }()
	<-slow.began // it is being written down
	go func() {
		removed <- r.says(me, agentapi.Cleanup, `{"agent_id":"a"}`)
		close(slow.goOn)
	}()
	if got := code(t, <-made); got != "" {
		t.Fatalf("made: %q", got)
	}
	if got := code(t, <-removed); got != "" {
		t.Fatalf("removed: %q", got)
	}
	if _, is := d.kept("agent:grant-me:a"); is {
		t.Error("it is kept, and was removed")
	}
}

// slowDesk takes its time with the first agent that it is given: until goOn is closed, or until it is clear that this
// waits for it.
type slowDesk struct {
	*desk

	isNext      atomic.Bool // the first has come
	began, goOn chan struct{}
}

func (d *slowDesk) SetAgent(id string, text json.RawMessage) {
	if d.isNext.CompareAndSwap(false, true) {
		close(d.began)
		select {
		case <-d.goOn:
		case <-time.After(200 * time.Millisecond):
		}
	}
	d.desk.SetAgent(id, text)
}

// Agents go with their owner's token: when somebody looks, and before anybody is told that all places are taken. What
// such an agent thinks about is broken off, nothing of it is kept, and calls behind it find it gone.
func TestOwnersGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newDesk()
		var gone []string
		asked := 0
		hold := make(chan struct{})
		r := upon(t, d, func(c *agentapi.Config) {
			c.Gone = func(_ context.Context, owners []string) ([]string, error) {
				asked++
				if !slices.IsSorted(owners) {
					t.Errorf("asked of %v", owners)
				}
				return slices.DeleteFunc(owners, func(o string) bool { return !slices.Contains(gone, o) }), nil
			}
			c.Model = model(func(ctx context.Context, ask mind.Ask) mind.Reply {
				close(hold)
				<-ctx.Done()
				return mind.Reply{ID: ask.ID, Failed: "timeout"}
			})
			c.Stages = npc.All()
		})
		r.says(me, agentapi.Create, curious)
		r.says(you, agentapi.Create, curious)
		if got := r.Sweep(t.Context()); len(got) != 0 || asked != 1 {
			t.Fatalf("nobody is gone, and %v went", got)
		}
		answers := [2]chan string{make(chan string, 1), make(chan string, 1)}
		for _, answer := range answers {
			go func() { answer <- r.says(me, agentapi.Process, dimRoom) }()
		}
		<-hold
		synctest.Wait()
		gone = []string{me}
		if got := r.Sweep(t.Context()); !slices.Equal(got, gone) {
			t.Errorf("got %v, want %v", got, gone)
		}
		first, second := code(t, <-answers[0]), code(t, <-answers[1])
		if first != agentapi.AgentNotFound && second != agentapi.AgentNotFound {
			t.Errorf("the one behind it: %q and %q", first, second)
		}
		if n, is := d.kept("agent:grant-me:network-test"); n > 0 || is {
			t.Errorf("%d things are kept of it, %v", n, is)
		}
		if got := code(t, r.info(me, "agent://network-test/info")); got != agentapi.AgentNotFound {
			t.Errorf("it is there still: %q", got)
		}
		if got := code(t, r.info(you, "agent://network-test/info")); got != "" {
			t.Errorf("another's went along: %q", got)
		}
	})
}

func TestOwnersGoneMakeRoom(t *testing.T) {
	d := newDesk()
	var gone []string
	var fails error
	r := upon(t, d, func(c *agentapi.Config) {
		c.Gone = func(context.Context, []string) ([]string, error) { return gone, fails }
	})
	for i := range agentapi.AgentsMost {
		r.says(fmt.Sprintf("grant-%02d", i/agentapi.AgentsPerPrincipalMost), agentapi.Create, named(fmt.Sprint(i)))
	}
	if got := code(t, r.says(me, agentapi.Create, named("more"))); got != agentapi.AgentLimit {
		t.Fatalf("all places are taken: %q", got)
	}
	gone, fails = []string{"grant-03"}, errors.New("the world stops")
	if got := code(t, r.says(me, agentapi.Create, named("more"))); got != agentapi.AgentLimit {
		t.Errorf("nobody knows who is gone: %q", got)
	}
	fails = nil
	if got := code(t, r.says(me, agentapi.Create, named("more"))); got != "" {
		t.Errorf("one is gone: %q", got)
	}
	if _, is := d.kept("agent:grant-03:350"); is {
		t.Error("what was theirs is kept")
	}
	if _, is := d.kept("agent:grant-04:450"); !is {
		t.Error("another's went along")
	}
}
