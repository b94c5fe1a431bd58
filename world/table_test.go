package world_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// scene is a small world with Anna (a player), Benno (another), Gast (a guest) and Merla (a wizard), all on the quay at
// noon of the first day and at low water, when everywhere can be reached.
type scene struct {
	*testing.T
	s    *world.State
	now  world.Time
	last *world.Record
}

const (
	anna  world.ActorID = "pc-anna"
	benno world.ActorID = "pc-benno"
	gast  world.ActorID = "pc-gast"
	merla world.ActorID = "pc-merla"
	bess  world.ActorID = "npc-bess"
)

const (
	lowWater  = world.GameDay/8 + world.Minute // the second eighth of the day is low water; it is mid-morning then
	highWater = 3*world.GameDay/8 + world.Minute
)

func newScene(t *testing.T) *scene {
	t.Helper()
	c := &scene{T: t, s: worldtest.Small(), now: lowWater}
	worldtest.RunTimers(c.s, c.now)
	worldtest.Join(c.s, c.now, worldtest.Person{Name: "Anna", Account: "a-anna"})
	worldtest.Join(c.s, c.now, worldtest.Person{Name: "Benno", Account: "a-benno"})
	worldtest.Join(c.s, c.now, worldtest.Person{Name: "Gast"})
	worldtest.Join(c.s, c.now, worldtest.Person{Name: "Merla", Account: "a-merla", Role: world.RoleWizard})
	t.Cleanup(func() {
		if err := c.s.Check(); err != nil {
			t.Errorf("at the end of the test: %v", err)
		}
	})
	return c
}

// at decides an input and returns the events it made, or the refusal's code.
func (c *scene) at(in world.Input) (string, world.Code) {
	c.Helper()
	c.now += world.Second
	before := len(c.s.Dirty)
	rec, r := c.s.Decide(c.now, in)
	if r != nil {
		if len(c.s.Dirty) != before {
			c.Errorf("%T was refused and changed the state", in.Action)
		}
		if r.Text == "" || r.Error() != r.Text {
			c.Errorf("%T was refused without a word", in.Action)
		}
		return "", r.Code
	}
	c.last = rec
	if rec == nil {
		return "", ""
	}
	return names(rec), ""
}

// names lists a record's events but for timers'.
func names(rec *world.Record) string {
	var out []string
	for _, n := range rec.Notices {
		switch n.Event.(type) {
		case world.TimerSet, world.TimerGone:
		default:
			out = append(out, reflect.TypeOf(n.Event).Name())
		}
	}
	return strings.Join(out, " ")
}

// does decides what somebody types and fails the test unless it happens.
func (c *scene) does(who world.ActorID, a world.Action) *world.Record {
	c.Helper()
	if _, code := c.at(worldtest.Typed(who, a)); code != "" {
		c.Fatalf("%s: %T%+v: refused: %s", who, a, a, code)
	}
	return c.last
}

// refused fails the test unless what somebody types is refused by a code.
func (c *scene) refused(who world.ActorID, a world.Action, want world.Code) {
	c.Helper()
	if got, code := c.at(worldtest.Typed(who, a)); code != want {
		c.Errorf("%s: %T%+v: got %q %q, want the refusal %q", who, a, a, got, code, want)
	}
}

// emits fails the test unless what somebody types makes these events, timers' left out.
func (c *scene) emits(who world.ActorID, a world.Action, want string) {
	c.Helper()
	if got, code := c.at(worldtest.Typed(who, a)); got != want || code != "" {
		c.Errorf("%s: %T%+v: got %q %q, want %q", who, a, a, got, code, want)
	}
}

// gets conjures a thing into somebody's hands.
func (c *scene) gets(who world.ActorID, proto world.ProtoID) world.ItemID {
	c.Helper()
	made := eventOf[world.ItemMade](c.T, c.does(merla, world.Conjure{Item: proto}))
	if who == merla || made.Place.Actor == "" {
		return made.Item
	}
	home := c.s.Actors[merla].Room
	there := c.s.Actors[who].Room
	c.goes(merla, there)
	c.does(merla, world.Give{Items: []world.ItemID{made.Item}, To: who})
	c.goes(merla, home)
	return made.Item
}

// goes hauls somebody somewhere, if they are not there.
func (c *scene) goes(who world.ActorID, to world.RoomID) {
	c.Helper()
	if c.s.Actors[who].Room != to {
		c.does(merla, world.Haul{Body: who, To: to})
	}
}

// wait lets time pass and its timers fire.
func (c *scene) wait(d world.Time) []*world.Record {
	c.now += d
	return worldtest.RunTimers(c.s, c.now)
}

// floor finds a thing of a pattern in a room.
func (c *scene) floor(room world.RoomID, proto world.ProtoID) world.ItemID {
	c.Helper()
	for _, id := range c.s.Index.Floor[room] {
		if c.s.Items[id].Proto == proto {
			return id
		}
	}
	c.Fatalf("no %s in %s", proto, room)
	return ""
}

// mob finds a creature of a pattern.
func (c *scene) mob(proto world.ProtoID) world.ActorID {
	c.Helper()
	for id, a := range world.Ordered(c.s.Actors) {
		if a.Proto == proto {
			return id
		}
	}
	c.Fatalf("no %s lives", proto)
	return ""
}

func one(id world.ItemID) []world.ItemID { return []world.ItemID{id} }

// eventOf returns the first event of a kind in a record.
func eventOf[E world.Event](t *testing.T, rec *world.Record) E {
	t.Helper()
	for _, n := range rec.Notices {
		if e, ok := n.Event.(E); ok {
			return e
		}
	}
	var none E
	t.Fatalf("%T has no %T but %s", rec.Action, none, names(rec))
	return none
}

// heardBy returns the events that somebody perceived, with how.
func (c *scene) heardBy(who world.ActorID, rec *world.Record) map[string]world.Sense {
	out := map[string]world.Sense{}
	for i := range rec.Notices {
		if sense, ok := rec.Notices[i].SenseOf(c.s.Actors[who].Num); ok {
			out[reflect.TypeOf(rec.Notices[i].Event).Name()] = sense
		}
	}
	return out
}

func TestMoving(t *testing.T) {
	c := newScene(t)
	c.refused(anna, world.Move{Dir: world.West}, world.CodeNoExit)
	c.refused(anna, world.Move{Dir: "sideways"}, world.CodeBadValue)
	c.emits(anna, world.Move{Dir: world.North}, "Moved")
	moved := eventOf[world.Moved](t, c.last)
	if want := (world.Moved{Actor: anna, From: worldtest.Quay, To: worldtest.Market, Dir: world.North}); moved != want {
		t.Errorf("got %+v, want %+v", moved, want)
	}
	if got, want := c.heardBy(benno, c.last)["Moved"], world.Saw|world.Heard|world.Left; got != want {
		t.Errorf("those left behind perceive %b, want %b", got, want)
	}
	c.refused(anna, world.Move{Dir: world.East}, world.CodeClosed)

	t.Run("hidden exits are walked and not listed", func(t *testing.T) {
		c.goes(anna, worldtest.Store)
		for _, w := range c.s.Ways(worldtest.Store, anna, c.now) {
			if w.Dir == world.Up {
				t.Error("the hidden exit is listed")
			}
		}
		c.emits(anna, world.Move{Dir: world.Up}, "Moved WayFound")
	})
	t.Run("nobody walks away from a fight", func(*testing.T) {
		c.goes(anna, worldtest.Arena)
		c.does(anna, world.Attack{Target: c.mob("rat")})
		c.refused(anna, world.Move{Dir: world.South}, world.CodeFighting)
		c.refused(anna, world.Depart{}, world.CodeFighting)
	})
}

func TestFollowing(t *testing.T) {
	c := newScene(t)
	c.refused(benno, world.Follow{Leader: "pc-nobody"}, world.CodeNotHere)
	c.refused(benno, world.Follow{}, world.CodeAlready)
	c.emits(benno, world.Follow{Leader: anna}, "FollowBegan")
	c.refused(benno, world.Follow{Leader: anna}, world.CodeAlready)
	c.emits(anna, world.Move{Dir: world.North}, "Moved Moved")
	if got := c.s.Actors[benno].Room; got != worldtest.Market {
		t.Errorf("benno followed to %s, want market", got)
	}
	c.refused(benno, world.Follow{Leader: gast}, world.CodeNotHere)
	t.Run("two do not follow each other", func(*testing.T) { // PLAYERS B18
		c.refused(anna, world.Follow{Leader: benno}, world.CodeCannot)
		c.emits(anna, world.Move{Dir: world.South}, "Moved Moved")
	})
	t.Run("another leader ends the first following", func(*testing.T) {
		c.emits(benno, world.Follow{Leader: gast}, "FollowEnded FollowBegan")
	})
	t.Run("who is link-dead stays behind", func(t *testing.T) {
		c.does(gast, world.Follow{Leader: anna})
		c.at(world.Input{Via: world.Via{Kind: world.ViaHost}, Action: world.Sever{Body: gast}})
		c.emits(anna, world.Move{Dir: world.North}, "Moved")
	})
	t.Run("a crowd has an end", func(*testing.T) {
		const followersMost = 60
		for i := range followersMost + 1 {
			name := "Zed" + string(rune('a'+i/26)) + string(rune('a'+i%26))
			id := worldtest.Join(c.s, c.now, worldtest.Person{Name: name})
			if i < followersMost {
				c.does(id, world.Follow{Leader: merla})
				continue
			}
			c.refused(id, world.Follow{Leader: merla}, world.CodeFull)
		}
		c.emits(merla, world.Move{Dir: world.North}, strings.TrimSpace(strings.Repeat("Moved ", followersMost+1)))
		c.emits(merla, world.Depart{}, strings.Repeat("FollowEnded ", followersMost)+"Departed")
	})
}

func TestDoors(t *testing.T) {
	c := newScene(t)
	door := func(w world.Work) world.WorkDoor { return world.WorkDoor{Door: "store-door", Work: w} }
	c.refused(anna, door(world.WorkOpen), world.CodeNotHere)
	c.goes(anna, worldtest.Market)
	c.refused(anna, world.WorkDoor{Door: "no-door", Work: world.WorkOpen}, world.CodeNotHere)
	c.refused(anna, door(world.WorkOpen), world.CodeLocked)
	c.refused(anna, door(world.WorkClose), world.CodeAlready)
	c.refused(anna, door(world.WorkLock), world.CodeAlready)
	c.refused(anna, door(world.WorkUnlock), world.CodeNoKey)
	c.refused(anna, door("kick"), world.CodeBadValue)
	c.gets(anna, "brass-key")
	c.emits(anna, door(world.WorkUnlock), "DoorWorked")
	c.emits(anna, door(world.WorkOpen), "DoorWorked")
	c.refused(anna, door(world.WorkLock), world.CodeCannot) // it stands open
	c.emits(anna, world.Move{Dir: world.East}, "Moved")
	c.goes(benno, worldtest.Market)
	closed := c.does(anna, door(world.WorkClose))
	if got, want := c.heardBy(benno, closed)["DoorWorked"], world.Heard|world.Far; got != want {
		t.Errorf("beyond the door one perceives %b, want %b", got, want)
	}
	c.does(anna, door(world.WorkOpen))

	t.Run("a door returns to how it was", func(t *testing.T) {
		c.wait(61 * world.Second)
		if d := c.s.Doors["store-door"]; !d.Shut || !d.Bolt {
			t.Errorf("a minute later the door is %+v, want closed and locked", *d)
		}
	})
	t.Run("so does one that its pack calls locked and forgets to call closed", func(t *testing.T) {
		c.goes(anna, worldtest.Arena)
		c.gets(anna, "iron-key")
		for _, w := range []world.Work{world.WorkUnlock, world.WorkOpen} {
			c.does(anna, world.WorkDoor{Door: "grate", Work: w})
		}
		c.wait(31 * world.Second)
		if d := c.s.Doors["grate"]; !d.Shut || !d.Bolt {
			t.Errorf("half a minute later the grate is %+v, want closed and locked", *d)
		}
	})
	t.Run("a key in an open pouch counts", func(*testing.T) {
		c.goes(benno, worldtest.Market)
		pouch, key := c.gets(benno, "pouch"), c.gets(benno, "brass-key")
		c.does(benno, world.Put{Items: one(key), Into: pouch})
		c.emits(benno, door(world.WorkUnlock), "DoorWorked")
	})
}

func TestDarkness(t *testing.T) {
	c := newScene(t)
	c.goes(anna, worldtest.Loft)
	c.goes(benno, worldtest.Loft)
	stone := c.gets(anna, "stone")
	c.does(anna, world.Drop{Items: one(stone)})
	c.refused(anna, world.Take{Items: one(stone)}, world.CodeDark)
	c.refused(anna, world.Put{Items: one(stone), Into: "x"}, world.CodeDark)
	if got, want := c.heardBy(benno, c.does(anna, world.Say{Text: "hello"}))["Said"], world.Heard; got != want {
		t.Errorf("in the dark speech is perceived as %b, want %b", got, want)
	}
	if got := c.heardBy(benno, c.does(anna, world.Emote{Text: "waves"})); len(got) != 0 {
		t.Errorf("in the dark a silent deed is perceived: %v", got)
	}
	if r := c.s.LookAround(benno, c.now); !r.Dark {
		t.Errorf("in the dark one sees %+v", r)
	}
	lamp := c.gets(anna, "lamp")
	if got, want := c.heardBy(benno, c.does(anna, world.Say{Text: "light"}))["Said"], world.Heard|world.Saw; got != want {
		t.Errorf("by a lamp speech is perceived as %b, want %b", got, want)
	}
	c.does(anna, world.Drop{Items: one(lamp)})
	c.emits(benno, world.Take{Items: one(stone)}, "ItemTaken")

	t.Run("outdoors it is dark by night", func(t *testing.T) {
		night := 14 * world.GameHour // nine in the evening
		if c.s.Bright(worldtest.Market, night) || !c.s.Bright(worldtest.Market, lowWater) {
			t.Error("the market is not dark by night and light by day")
		}
	})
	t.Run("light is judged at the time of the deed", func(t *testing.T) {
		c.goes(anna, worldtest.Market)
		c.goes(benno, worldtest.Market)
		c.does(merla, world.Purge{Item: lamp})
		worldtest.RunTimers(c.s, 14*world.GameHour)
		c.now = 14*world.GameHour + 9*world.Minute // nothing happened since, and it was dark all along
		if got, want := c.heardBy(benno, c.does(anna, world.Say{Text: "night"}))["Said"], world.Heard; got != want {
			t.Errorf("at night speech is perceived as %b, want %b", got, want)
		}
	})
}

func TestTides(t *testing.T) {
	c := newScene(t)
	c.emits(anna, world.Move{Dir: world.Down}, "Moved")
	c.emits(anna, world.Move{Dir: world.East}, "Moved")
	c.goes(benno, worldtest.Arena)
	recs := c.wait(2 * world.GameDay / 8)
	var swept []string
	for _, r := range recs {
		if strings.Contains(names(r), "Moved") {
			swept = append(swept, names(r))
		}
	}
	if got, want := strings.Join(swept, "; "), "TideTurned Moved SeaHurt"; got != want {
		t.Errorf("the sea came with %q, want %q", got, want)
	}
	a := c.s.Actors[anna]
	if a.Room != worldtest.Quay || a.HP != 1 {
		t.Errorf("anna is in %s with %d hp, want the quay and 1: the sea batters and never kills", a.Room, a.HP)
	}
	c.refused(anna, world.Move{Dir: world.Down}, world.CodeDrowned)

	t.Run("a place says itself why one cannot come there", func(t *testing.T) {
		strand := *c.s.Rooms[worldtest.Strand]
		tidal := *strand.Tidal
		tidal.Shut = "the lane has run dry"
		strand.Tidal = &tidal
		c.does(merla, edit(strand))
		_, r := c.s.Decide(c.now, worldtest.Typed(anna, world.Move{Dir: world.Down}))
		const want = "Cannot move down - the lane has run dry. That is in about "
		if r == nil || r.Code != world.CodeDrowned || !strings.HasPrefix(r.Text, want) {
			t.Errorf("got %+v", r)
		}
	})

	t.Run("who slept in the sea wakes where it sweeps to", func(t *testing.T) {
		c.goes(gast, worldtest.Strand) // a wizard may
		c.does(gast, world.Depart{})
		c.does(gast, world.Enter{})
		if got := c.s.Actors[gast].Room; got != worldtest.Quay {
			t.Errorf("gast entered in %s, want the quay", got)
		}
	})
	t.Run("an empty world writes nothing and catches up", func(t *testing.T) {
		for _, who := range []world.ActorID{anna, benno, gast, merla} {
			c.does(who, world.Depart{})
		}
		worldtest.RunTimers(c.s, c.now+3*world.GameDay)
		c.now += 9 * world.GameDay
		if due, ok := c.s.NextTimer(nil); ok {
			t.Errorf("nobody is in the world and a timer is due at %d", due)
		}
		c.does(anna, world.Enter{})
		if due, ok := c.s.NextTimer(nil); !ok || due <= c.now {
			t.Errorf("somebody is in the world and the tide's clock stands at %d, %v", due, ok)
		}
	})
}

func TestRefusalsHaveTheirCode(t *testing.T) {
	c := newScene(t)
	long := strings.Repeat("x", world.SpeechBytesMax+1)
	flood := strings.Repeat("\x01", 40<<10) + "x"
	box := c.floor(worldtest.Quay, "box")
	for _, tt := range []struct {
		name string
		a    world.Action
		want world.Code
	}{
		{"say nothing", world.Say{Text: " \x07 "}, world.CodeMissing},
		{"say too much", world.Say{Text: long}, world.CodeBadValue},
		{"say bytes that are no letters", world.Say{Text: "caf\xe9"}, world.CodeBadValue},
		{"say a flood of marks that would be cleaned away", world.Say{Text: flood}, world.CodeBadValue},
		{"shout nothing", world.Shout{}, world.CodeMissing},
		{"emote nothing", world.Emote{}, world.CodeMissing},
		{"tell nobody", world.Tell{To: "pc-x", Text: "hi"}, world.CodeAbsent},
		{"tell yourself", world.Tell{To: anna, Text: "hi"}, world.CodeCannot},
		{"tell nothing", world.Tell{To: benno}, world.CodeMissing},
		{"whisper to nobody", world.Whisper{To: "pc-x", Text: "hi"}, world.CodeNotHere},
		{"whisper to yourself", world.Whisper{To: anna, Text: "hi"}, world.CodeCannot},
		{"an unknown gesture", world.Gesture{Social: "jig"}, world.CodeUnknown},
		{"a gesture at nobody", world.Gesture{Social: "bow", To: "pc-x"}, world.CodeNotHere},
		{"take nothing", world.Take{}, world.CodeMissing},
		{"take what is not there", world.Take{Items: one("x")}, world.CodeNotHere},
		{"take a hundred and one things", world.Take{Items: slices.Repeat(one("x"), 101)}, world.CodeBadValue},
		{"take what cannot be taken", world.Take{Items: one(c.floor(worldtest.Quay, "post"))}, world.CodeFixed},
		{"take out of nothing", world.Take{Items: one("x"), From: "y"}, world.CodeNotHere},
		{"take out of a post", world.Take{Items: one("x"), From: c.floor(worldtest.Quay, "post")}, world.CodeCannot},
		{"take out of a closed box", world.Take{Items: one("x"), From: c.floor(worldtest.Quay, "box")}, world.CodeClosed},
		{"drop what one has not", world.Drop{Items: one("x")}, world.CodeNotHeld},
		{"put what one has not", world.Put{Items: one("x"), Into: c.floor(worldtest.Quay, "box")}, world.CodeClosed},
		{"give to nobody", world.Give{Items: one("x"), To: "pc-x"}, world.CodeNotHere},
		{"give to oneself", world.Give{Items: one("x"), To: anna}, world.CodeCannot},
		{"give what one has not", world.Give{Items: one("x"), To: benno}, world.CodeNotHeld},
		{"wear what one has not", world.Wear{Items: one("x")}, world.CodeNotHeld},
		{"remove what one has not", world.Remove{Items: one("x")}, world.CodeNotHeld},
		{"open a thing that is not there", world.WorkLid{Item: "x", Work: world.WorkOpen}, world.CodeNotHere},
		{"open a post", world.WorkLid{Item: c.floor(worldtest.Quay, "post"), Work: world.WorkOpen}, world.CodeCannot},
		{"unlock what has no lock", world.WorkLid{Item: box, Work: world.WorkUnlock}, world.CodeCannot},
		{"attack nobody", world.Attack{Target: "npc-x"}, world.CodeNotHere},
		{"attack oneself", world.Attack{Target: anna}, world.CodeCannot},
		{"attack a person", world.Attack{Target: benno}, world.CodeSafe},
		{"attack in a safe place", world.Attack{Target: "npc-keeper"}, world.CodeSafe},
		{"flee from nothing", world.Flee{}, world.CodeNoEnemy},
		{"a quest that is not offered here", world.AcceptQuest{Quest: "pearls"}, world.CodeNotHere},
		{"abandon a quest one is not on", world.AbandonQuest{Quest: "pearls"}, world.CodeUnknown},
		{"complete a quest one is not on", world.CompleteQuest{Quest: "pearls"}, world.CodeUnknown},
		{"a grant without a label", world.MintGrant{Grant: "g-1", Label: "\x07"}, world.CodeMissing},
		{"a grant with too long a label", world.MintGrant{Grant: "g-1", Label: long}, world.CodeBadValue},
		{"a grant with a bad id", world.MintGrant{Grant: "G 1", Label: "x"}, world.CodeTaken},
		{"revoke a grant that is not there", world.RevokeGrant{Grant: "g-1"}, world.CodeUnknown},
	} {
		t.Run(tt.name, func(*testing.T) { c.refused(anna, tt.a, tt.want) })
	}
}
