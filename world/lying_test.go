package world_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// A creature that is asleep attacks nobody, wanders nowhere and answers to nothing, and is shown so.
func TestACreatureThatIsAsleepDoesNothing(t *testing.T) {
	s, anna := wild(t, world.MobSpec{
		Lies: world.PoseAsleep, Aggressive: true, Scavenges: true, Wanders: &world.WandersSpec{Every: 5},
		On:   []world.OnSpec{{Enter: true, Does: "growls."}, {Say: []string{"bear"}, Says: "Grr."}},
		Says: []string{"Grr."},
	}, worldtest.Market, 1)
	types(t, s, anna, world.Move{Dir: world.North})
	types(t, s, anna, world.Say{Text: "Good bear."})
	for _, e := range elapse(t, s, 5*world.Minute) {
		switch e.(type) {
		case world.FightBegan, world.Said, world.Emoted, world.ItemTaken:
			t.Errorf("in its sleep: %T%+v", e, e)
		default:
		}
	}
	b := beasts(s)[0]
	if b.Room != worldtest.Market || s.ActorRef(b).State != "asleep" {
		t.Errorf("it is in %s, %q", b.Room, s.ActorRef(b).State)
	}
}

// Who attacks a creature that sleeps strikes before it is up; then it fights as any other.
func TestWhoAttacksASleeperStrikesFirst(t *testing.T) {
	s, anna := wild(t, world.MobSpec{Lies: world.PoseAsleep, HP: 500, Skill: 20}, worldtest.Market, 1)
	types(t, s, anna, world.Move{Dir: world.North})
	b := beasts(s)[0]
	types(t, s, anna, world.Attack{Target: b.ID})
	if s.ActorRef(b).State == "asleep" {
		t.Error("it sleeps in a fight")
	}
	var blows []world.ActorID
	for _, e := range elapse(t, s, world.Minute) {
		switch e := e.(type) {
		case world.BlowLanded:
			blows = append(blows, e.Actor)
		case world.BlowMissed:
			blows = append(blows, e.Actor)
		default:
		}
	}
	if len(blows) < 3 || blows[0] != anna || blows[1] == b.ID && blows[0] == b.ID {
		t.Errorf("blows are struck by %v", blows)
	}
}

// A creature that sits attacks who comes, and does not wander.
func TestACreatureThatSitsStaysAndAttacks(t *testing.T) {
	s, anna := wild(t, world.MobSpec{
		Lies: world.PoseSitting, Aggressive: true, HP: 900, Wanders: &world.WandersSpec{Every: 5},
	}, worldtest.Market, 1)
	if all := elapse(t, s, 5*world.Minute); len(steps(all)) > 0 {
		t.Errorf("sitting it went %v", steps(all))
	}
	types(t, s, anna, world.Move{Dir: world.North})
	began := false
	for _, e := range elapse(t, s, world.Minute) {
		_, is := e.(world.FightBegan)
		began = began || is
	}
	if !began {
		t.Error("it attacks nobody")
	}
}

// Nobody sees a creature come and go that sneaks.
func TestNobodySeesWhatSneaks(t *testing.T) {
	s, anna := wild(t, world.MobSpec{Sneaks: true, Wanders: &world.WandersSpec{Every: 5}}, worldtest.Market, 1)
	num, went := s.Actors[anna].Num, 0
	for end := s.Now + 5*world.Minute; ; {
		due, ok := s.NextTimer(nil)
		if !ok || due > end {
			break
		}
		rec, r := s.Decide(due, worldtest.Timed())
		if r != nil {
			t.Fatal(r.Text)
		}
		for i := range rec.Notices {
			n := &rec.Notices[i]
			if e, is := n.Event.(world.Moved); is && (e.From == worldtest.Quay || e.To == worldtest.Quay) {
				went++
				if _, does := n.SenseOf(num); does {
					t.Errorf("she saw %+v", e)
				}
			}
		}
	}
	if went == 0 {
		t.Error("it went nowhere")
	}
}

// Nobody sees a creature that hides, nor does anything to it, until it fights; who has what reveals it does.
func TestWhatHidesIsSeenByWhoHasWhatRevealsIt(t *testing.T) {
	c := newScene(t)
	rat, lens := *c.s.MobSpecs["rat"], *c.s.ItemSpecs["stone"]
	rat.Hides, lens.Reveals = true, true
	c.does(merla, edit(rat, lens))
	c.goes(anna, worldtest.Arena)
	id := c.mob("rat")
	sees := func() bool { return c.s.Sees(c.s.Actors[anna], c.s.Actors[id]) }
	listed := func() (n int) {
		for _, p := range c.s.LookAround(anna, c.now).People {
			if p.ID == string(id) {
				n++
			}
		}
		return n
	}
	if sees() || listed() != 0 {
		t.Error("she sees what hides")
	}
	c.refused(anna, world.Attack{Target: id}, world.CodeNotHere)
	c.gets(anna, "stone")
	if !sees() || listed() != 1 {
		t.Error("she does not see what the stone reveals")
	}
	c.does(anna, world.Attack{Target: id})
	c.goes(benno, worldtest.Arena)
	if !c.s.Sees(c.s.Actors[benno], c.s.Actors[id]) {
		t.Error("a creature that fights is not seen")
	}
}
