package storm

import (
	"strconv"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/world"
)

// Stage is what those who play in a storm share.
type Stage struct {
	Notes    *Notes
	Chance   *bots.Chance
	Pipeline int  // commands that a client has on their way
	Life     int  // the number of the server's present life
	Calm     bool // nothing fails any more: everybody says one last thing
	Hush     bool // and then nothing new

	People []*Person
	Agents []*Agent
	Open   []*Visit
	Asked  map[Asking]int // how often somebody asked for a kind of action

	words int
}

// Asking is a kind of action, by its type's name, that somebody asked for at a keyboard.
type Asking struct {
	Who  world.ActorID
	Does string
}

// NewStage makes people and agents. With more than two people the last is a guest, each time another.
func NewStage(n *Notes, c *bots.Chance, people, agents int) *Stage {
	s := &Stage{Notes: n, Chance: c, Asked: map[Asking]int{}}
	names := []string{"Anna", "Berta", "Carla", "Dorothy", "Emma"}
	for i := range people {
		p := &Person{N: i + 1, Name: names[i], password: firstPassword}
		if i > 1 && i == people-1 {
			p.Name, p.IsGuest = "", true
		}
		s.People = append(s.People, p)
	}
	for i := range agents {
		a := &Agent{N: i + 1, Who: s.People[i]}
		a.Who.hasAgent = true
		s.Agents = append(s.Agents, a)
	}
	return s
}

// Count counts somebody's connections.
func (s *Stage) Count(p *Person) int {
	n := 0
	for _, v := range s.Open {
		if v.Who == p && !v.Gone {
			n++
		}
	}
	return n
}

// Prune forgets connections that are over.
func (s *Stage) Prune() {
	open := s.Open[:0]
	for _, v := range s.Open {
		if !v.Gone {
			open = append(open, v)
		}
	}
	s.Open = open
}

// Served reports whether everybody is in and was answered in the calm.
func (s *Stage) Served() bool {
	for _, p := range s.People {
		isServed := false
		for _, v := range s.Open {
			isServed = isServed || v.Who == p && v.isFinal && v.Answers == len(v.Sent)
		}
		if !isServed {
			return false
		}
	}
	for _, a := range s.Agents {
		if a.Who.Token() != "" && !a.isServed {
			return false
		}
	}
	return true
}

// word is a speech that nobody makes but once.
func (s *Stage) word() string {
	s.words++
	return "w" + strconv.Itoa(s.words) + "w"
}

func pickOne[T any](c *bots.Chance, list ...T) T { return list[c.Below(len(list))] }

// Person is somebody with a name of their own, or for whom every visit is one by a guest, and what they remember.
type Person struct {
	N       int
	Name    string // "" for guests
	IsGuest bool

	hasAgent bool
	isKnown  bool   // they were told that they have an account
	password string // the one that opens the door
	maybe    string // one that may open it by now: they asked for it and had no answer
	asked    int    // the life in which they did
	changes  int
	rejects  int    // passwords in a row that did not open the door though one of them should
	token    string // for an agent, as it was shown
	noToken  bool   // they asked for it to be revoked
	mints    int
}

// Token is what opens the agents' door for somebody; "" when they have none, or are not sure.
func (p *Person) Token() string {
	if p.noToken {
		return ""
	}
	return p.token
}

// wantsToken reports whether somebody has no token for their agent.
func (p *Person) wantsToken() bool { return p.Token() == "" && p.mints < mintsMost }

const (
	firstPassword = "tide and time 0" // of every account
	wrongPassword = "time and tide 0"
	mintsMost     = 8 // tokens that one person asks for; an account holds 16
)
