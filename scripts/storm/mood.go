package storm

import (
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

const (
	downtimeMost = 7 * 24 * 60 * world.Minute // what may pass in the world while it is down
	partingMost  = 400                        // steps that sessions have to end by themselves
	intakeMost   = 4096                       // of loop.Loop, which keeps it to itself
)

// mood is what a seed decides before its first step: how many come, which limits hold, and how often what happens.
// Most limits are the real ones in most storms; small ones are met within a few steps.
type mood struct {
	people, agents int
	steps          int
	pipeline       int // commands that a client has on their way
	stepTime       time.Duration
	limits         loop.Limits
	intakeMost     int
	mailMost       int
	queueMost      int
	windowMost     int // bytes that a connection carries unread
	weights        []int
	odds           []int
}

func pick[T any](c *bots.Chance, list ...T) T { return list[c.Below(len(list))] }

// drawMood draws a mood. Of the faults each is left out of some storms, so that the others are met without it.
func drawMood(c *bots.Chance, moves []move) mood {
	m := mood{
		people: 2 + c.Below(4), agents: c.Below(3), steps: pick(c, 1200, 2000, 3000), pipeline: pick(c, 1, 1, 2, 4),
		stepTime: pick(c, time.Millisecond, 4*time.Millisecond, 20*time.Millisecond),
		limits: loop.Limits{
			BatchRecords: pick(c, 0, 0, 1, 3), CutDirty: pick(c, 0, 12, 40, 150), CutRecords: pick(c, 0, 0, 9),
			CutAge: pick(c, 0, world.Second, 5*world.Second),
		},
		intakeMost: pick(c, intakeMost, intakeMost, 1, 3), mailMost: pick(c, session.MailMost, session.MailMost, 4, 15),
		queueMost:  pick(c, telnet.QueueMaxBytes, telnet.QueueMaxBytes, 500, 900),
		windowMost: pick(c, 64<<10, 2000, 300, 120),
	}
	m.weights, m.odds = make([]int, len(moves)), make([]int, len(moves))
	for i, v := range moves {
		m.weights[i] = v.weight * pick(c, 4, 4, 4, 1, 16)
		m.odds[i] = v.odds * pick(c, 0, 0, 1, 1, 4)
	}
	return m
}
