package main

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// Whatever stands on somebody's sheet of facts is what they answer to two of the questions under which it stands, put
// as it stands there, politely, or by name; whatever else single words of the question would be taken for (PEOPLE 4).
func TestFactsAreAnswered(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	const apart, factsLeast, askedLeast = 21 * world.Minute, 800, 2 // who asks so much later is not told "as I said"
	p := newParlance(t)
	facts := 0
	for _, id := range p.s.Index.Minds {
		a := p.s.Actors[id]
		for _, l := range p.s.Minded(a).Lines {
			var asked []string
			for _, q := range l.About {
				if world.IsQuestion(q) && l.Mood == "" {
					asked = append(asked, q)
				}
			}
			if len(asked) < askedLeast || !l.When.Holds(p.s, nil, p.now+apart) {
				continue // or it is for who has practised, and nobody who asks here has
			}
			facts++
			for i, q := range asked[:askedLeast] {
				ways := []string{q + "?", "Tell me, " + q + "?", strings.ToUpper(q[:1]) + q[1:] + ", " + p.called(a) + "?"}
				said := ways[(facts+i)%len(ways)]
				p.now += apart
				if got := p.hear(a, said); !strings.Contains(got, strings.ReplaceAll(l.Text, `"`, "'")) {
					t.Errorf("%s, %q: got %q, want %q", a.Name, said, got, l.Text)
				}
			}
		}
	}
	if facts < factsLeast {
		t.Errorf("%d facts were asked for, want %d", facts, factsLeast)
	}
}

// called is how somebody is spoken to.
func (p *parlance) called(a *world.Actor) string {
	word, last, _ := strings.Cut(a.Name, " ")
	if strings.HasPrefix(word, "M") && len(word) <= len("Mrs") && last != "" { // Mr Quarles
		word = last
	}
	if word == strings.ToLower(word) {
		word = p.s.MobSpecs[a.Proto].Keys[0]
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
