package world

import (
	"cmp"
	"reflect"
	"slices"
)

// ApplyPack makes a world pack part of the state. What the pack changed is replaced, what it no longer has is
// withdrawn; things and people stay, and those of a withdrawn room go to the pack's start. Of a pack that is too large
// for one record it is the part Part of Of, which says itself what is withdrawn; [State.Parts] makes these.
type ApplyPack struct {
	Pack Pack       `json:"pack" words:"fixed"`
	Part int        `json:"part,omitempty"`
	Of   int        `json:"of,omitempty"` // 0 for a whole pack
	Gone *Withdrawn `json:"gone,omitempty" words:"fixed"`

	// Of the last part: what of the pack differs from what was edited from inside, see [PackApplied].
	Kept    []Edited `json:"kept,omitempty" words:"fixed"`
	Settled []string `json:"settled,omitempty" words:"fixed"`

	// Keep has what was built from inside stay, as an edit, where the pack says what was there before: at a start nobody
	// has decided to take it back.
	Keep bool `json:"keep,omitempty"`
}

// PackApplied says that content changed: the specs that are new or different, and the ids of those withdrawn.
type PackApplied struct {
	ID      PackID       `json:"id"`
	Info    PackInfo     `json:"info" words:"fixed"`
	Rooms   []RoomSpec   `json:"rooms,omitempty" words:"fixed"`
	Doors   []DoorSpec   `json:"doors,omitempty" words:"fixed"`
	Items   []ItemSpec   `json:"items,omitempty" words:"fixed"`
	Mobs    []MobSpec    `json:"mobs,omitempty" words:"fixed"`
	Spawns  []SpawnSpec  `json:"spawns,omitempty" words:"fixed"`
	Quests  []QuestSpec  `json:"quests,omitempty" words:"fixed"`
	Socials []SocialSpec `json:"socials,omitempty" words:"fixed"`
	Help    []HelpSpec   `json:"help,omitempty" words:"fixed"`
	Tables  []TableSpec  `json:"tables,omitempty" words:"fixed"`
	Zones   []ZoneSpec   `json:"zones,omitempty" words:"fixed"`
	Crafts  []CraftSpec  `json:"crafts,omitempty" words:"fixed"`
	Scripts []ScriptSpec `json:"scripts,omitempty" words:"fixed"`

	Channels []ChannelSpec `json:"channels,omitempty" words:"fixed"`
	Figures  []FigureSpec  `json:"figures,omitempty" words:"fixed"`
	Liquids  []LiquidSpec  `json:"liquids,omitempty" words:"fixed"`
	Recipes  []RecipeSpec  `json:"recipes,omitempty" words:"fixed"`

	RoomsGone   []RoomID   `json:"rooms_gone,omitempty"`
	DoorsGone   []DoorID   `json:"doors_gone,omitempty"`
	ItemsGone   []ProtoID  `json:"items_gone,omitempty"`
	MobsGone    []ProtoID  `json:"mobs_gone,omitempty"`
	SpawnsGone  []SpawnID  `json:"spawns_gone,omitempty"`
	QuestsGone  []QuestID  `json:"quests_gone,omitempty"`
	SocialsGone []SocialID `json:"socials_gone,omitempty"`
	HelpGone    []string   `json:"help_gone,omitempty" words:"fixed"`
	TablesGone  []BoardID  `json:"tables_gone,omitempty"`
	ZonesGone   []ZoneID   `json:"zones_gone,omitempty"`
	CraftsGone  []CraftID  `json:"crafts_gone,omitempty"`
	ScriptsGone []ScriptID `json:"scripts_gone,omitempty"`

	ChannelsGone []ChannelID `json:"channels_gone,omitempty"`
	FiguresGone  []FigureID  `json:"figures_gone,omitempty"`
	LiquidsGone  []LiquidID  `json:"liquids_gone,omitempty"`
	RecipesGone  []RecipeID  `json:"recipes_gone,omitempty"`

	// What was edited from inside and stays as it is, because the pack changed it too; and what is as the pack says again.
	Kept    []Edited `json:"kept,omitempty" words:"fixed"`
	Settled []string `json:"settled,omitempty" words:"fixed"`
}

// Count says how many entries of a pack are new or changed, and how many are withdrawn.
func (e *PackApplied) Count() (changed, gone int) {
	changed = len(e.Rooms) + len(e.Doors) + len(e.Items) + len(e.Mobs) + len(e.Spawns) + len(e.Quests) +
		len(e.Socials) + len(e.Help) + len(e.Tables) + len(e.Zones) + len(e.Channels) + len(e.Crafts) +
		len(e.Scripts) + len(e.Figures) + len(e.Liquids) + len(e.Recipes)
	gone = len(e.RoomsGone) + len(e.DoorsGone) + len(e.ItemsGone) + len(e.MobsGone) + len(e.SpawnsGone) +
		len(e.QuestsGone) + len(e.SocialsGone) + len(e.HelpGone) + len(e.TablesGone) + len(e.ZonesGone) +
		len(e.ChannelsGone) + len(e.CraftsGone) + len(e.ScriptsGone) + len(e.FiguresGone) +
		len(e.LiquidsGone) + len(e.RecipesGone)
	return changed, gone
}

// Clashes lists what was edited from inside and stays so, though the pack says something new of it.
func (e *PackApplied) Clashes() (out []string) {
	for _, row := range e.Kept {
		if row.Clash {
			out = append(out, row.Entry)
		}
	}
	return out
}

// Started says that a daemon took the world up: which build, by which rules, at which wall clock (Unix milliseconds).
type Started struct {
	Build string `json:"build" words:"fixed"`
	Rules int    `json:"rules"`
	Wall  int64  `json:"wall"`
	At    Time   `json:"at"`
	Seed  uint64 `json:"seed,omitempty"` // of the dice, at the very first start
}

// Start is a daemon taking the world up. Everybody in it is link-dead until their owner comes back.
type Start struct {
	Build string `json:"build" words:"fixed"`
	Wall  int64  `json:"wall"`
	Seed  uint64 `json:"seed,omitempty"` // counts only at the very first start
}

func (ApplyPack) needs() Role { return RoleHost }

func (ApplyPack) deed() deed { return deed{} }
func (ApplyPack) bodiless()  {}
func (Start) needs() Role    { return RoleHost }

func (Start) deed() deed { return deed{} }
func (Start) bodiless()  {}

func (a Start) decide(t *Turn) *Refusal {
	started := Started{Build: a.Build, Rules: Rules, Wall: a.Wall, At: t.now}
	if t.s.Seq == 0 {
		started.Seed = a.Seed
	}
	t.emit(started)
	if kind, waiting := t.s.halting(); waiting { // it was stopped: one that ran out meanwhile must not stop it again
		t.cancel(kind, haltSubject)
	}
	for id, body := range Ordered(t.s.Actors) {
		if body.Player() && body.Presence == Here {
			t.comeBack(body)
			t.emit(Severed{Actor: id, At: t.now})
			t.after(linkdeadWait, TimerLeave, string(id))
		}
		if body.IsDeleted() {
			t.awaitErasure(body)
		}
	}
	t.mend()
	t.handAllBack() // whoever played a creature from elsewhere is not there yet
	return nil
}

func (e Started) fold(s *State) {
	s.Wall, s.WallAt = e.Wall, e.At
	if e.Seed != 0 {
		s.Seed = e.Seed
	}
	s.unhear(wasHeard) // a state that is read from the disk has nothing of it
}

func (Started) scene(*State) scene     { return scene{} }
func (PackApplied) scene(*State) scene { return scene{} }

func (Started) traits() Traits     { return Traits{} }
func (PackApplied) traits() Traits { return Traits{} }

// builtin returns the patterns that the rules themselves need; a pack may bring its own under the same ids.
func builtin(items []ItemSpec) []ItemSpec {
	have := map[ProtoID]bool{}
	for _, it := range items {
		have[it.ID] = true
	}
	out := slices.Clone(items)
	for _, it := range []ItemSpec{
		{ID: corpseProto, Name: "corpse", A: "the", Keys: []string{"body"}, Fixed: true, Desc: "It is past caring who looks.",
			Refuse: "Let the dead lie where they fell.", Holds: &HoldsSpec{Most: 2 * carryMost}},
		{ID: coinProto, Name: "coins", A: "some", Keys: []string{"coin", "pile", "money"}, Coins: true, Value: 1,
			Desc: "Pennies, mostly, green at the rim.", Long: "A few coins lie here."},
	} {
		if !have[it.ID] {
			out = append(out, it)
		}
	}
	return out
}

func (a ApplyPack) decide(t *Turn) *Refusal {
	if r := a.fits(t.s); r != nil {
		return r
	}
	if t.s.Packs[a.Pack.ID].Hash == a.Pack.Hash {
		return nil
	}
	var e PackApplied
	if a.Of == 0 {
		e = t.s.diff(&a.Pack, a.Keep)
		if bad := t.s.unsound(&e); len(bad) > 0 {
			return refuse(CodeBadValue, bad[0].sentence())
		}
	} else {
		e = t.s.partDiff(&a)
	}
	t.change(&e, e)
	return nil
}

// change makes a change of content happen, and all that has to follow: nobody is left in a room that is gone.
func (t *Turn) change(e *PackApplied, event Event) {
	stranded, closed, rested := t.s.strandedIn(e.RoomsGone), t.s.closing(e), t.s.atRest()
	t.clearTables(e)
	t.emit(event)
	t.supplyAgain(rested)
	t.rescue(stranded)
	t.empty(closed)
	for _, sp := range e.Spawns {
		if sp.On == "" && (sp.In == "" || t.s.Spawns[sp.In] != nil) || t.s.equips(sp.On) {
			t.respawn(sp.ID)
		}
	}
	t.seasonAll()
	for i := range e.Tables {
		t.openHouse(t.s.Boards[e.Tables[i].ID])
	}
	if len(t.s.Index.Awake) > 0 {
		t.wakeWorld() // perhaps there is a sea now
	}
}

// equips reports whether a rule made a creature with a mind, which has what its pack gives it as soon as the pack does:
// what it lives by are its wares and gifts. The others keep what they were made with.
func (s *State) equips(on SpawnID) bool {
	sp := s.Spawns[on]
	return sp != nil && s.MobSpecs[sp.Mob] != nil && s.MobSpecs[sp.Mob].Mind != nil
}

// diff says what a pack changes, see [ApplyPack.Keep] for keep. Spawns in containers come after those in rooms, so that
// their places exist.
func (s *State) diff(p *Pack, keep bool) PackApplied {
	info := PackInfo{
		Name: p.Name, Hash: p.Hash, Start: p.Start, Jail: p.Jail, Welcome: p.Welcome, Texts: p.Texts,
	}
	e := PackApplied{ID: p.ID, Info: info}
	e.Rooms, e.RoomsGone = changed(s.Rooms, p.Rooms, func(v *RoomSpec) RoomID { return v.ID })
	e.Items, e.ItemsGone = changed(s.ItemSpecs, builtin(p.Items), func(v *ItemSpec) ProtoID { return v.ID })
	e.Mobs, e.MobsGone = changed(s.MobSpecs, p.Mobs, func(v *MobSpec) ProtoID { return v.ID })
	e.Spawns, e.SpawnsGone = changed(s.Spawns, p.Spawns, func(v *SpawnSpec) SpawnID { return v.ID })
	e.Quests, e.QuestsGone = changed(s.Quests, p.Quests, func(v *QuestSpec) QuestID { return v.ID })
	e.Socials, e.SocialsGone = changed(s.Socials, p.Socials, func(v *SocialSpec) SocialID { return v.ID })
	e.Help, e.HelpGone = changed(s.Help, p.Help, func(v *HelpSpec) string { return v.ID })
	e.Doors, e.DoorsGone = changed(s.doorSpecs(), p.Doors, func(v *DoorSpec) DoorID { return v.ID })
	e.Tables, e.TablesGone = changed(s.tableSpecs(), p.Tables, func(v *TableSpec) BoardID { return v.ID })
	e.Zones, e.ZonesGone = changed(s.Zones, p.Zones, func(v *ZoneSpec) ZoneID { return v.ID })
	e.Channels, e.ChannelsGone = changed(s.Channels, p.Channels, func(v *ChannelSpec) ChannelID { return v.ID })
	e.Crafts, e.CraftsGone = changed(s.Crafts, p.Crafts, func(v *CraftSpec) CraftID { return v.ID })
	e.Scripts, e.ScriptsGone = changed(s.Scripts, p.Scripts, func(v *ScriptSpec) ScriptID { return v.ID })
	e.Figures, e.FiguresGone = changed(s.Figures, p.Figures, func(v *FigureSpec) FigureID { return v.ID })
	e.Liquids, e.LiquidsGone = changed(s.Liquids, p.Liquids, func(v *LiquidSpec) LiquidID { return v.ID })
	e.Recipes, e.RecipesGone = changed(s.Recipes, p.Recipes, func(v *RecipeSpec) RecipeID { return v.ID })
	slices.SortStableFunc(e.Spawns, func(a, b SpawnSpec) int { return len(a.In) - len(b.In) })
	s.keepEdits(p, &e, keep)
	return e
}

func (s *State) doorSpecs() map[DoorID]*DoorSpec {
	out := make(map[DoorID]*DoorSpec, len(s.Doors))
	for id, d := range anyhow(s.Doors) {
		out[id] = &d.DoorSpec
	}
	return out
}

func (s *State) tableSpecs() map[BoardID]*TableSpec {
	out := make(map[BoardID]*TableSpec, len(s.Boards))
	for id, b := range anyhow(s.Boards) {
		out[id] = &b.TableSpec
	}
	return out
}

// changed compares what is with what a pack has.
func changed[K ~string, V any](have map[K]*V, want []V, id func(*V) K) (set []V, gone []K) {
	keep := make(map[K]bool, len(want))
	for i := range want {
		keep[id(&want[i])] = true
	}
	for k := range anyhow(have) {
		if !keep[k] {
			gone = append(gone, k)
		}
	}
	slices.Sort(gone)
	return differing(have, want, id), gone
}

// differing returns what is new or different.
func differing[K ~string, V any](have map[K]*V, want []V, id func(*V) K) (set []V) {
	for i := range want {
		if old := have[id(&want[i])]; old == nil || !reflect.DeepEqual(*old, want[i]) {
			set = append(set, want[i])
		}
	}
	return set
}

// stranded is who and what is in rooms that a pack withdraws.
type stranded struct {
	items  []ItemID
	actors []ActorID
}

func (s *State) strandedIn(rooms []RoomID) stranded {
	var out stranded
	lost := make(map[RoomID]bool, len(rooms))
	for _, r := range rooms {
		lost[r] = true
		out.items = append(out.items, s.Index.Floor[r]...)
		out.items = append(out.items, s.Index.Buried[r]...)
	}
	if len(rooms) == 0 {
		return out
	}
	for id, a := range Ordered(s.Actors) {
		if lost[a.Room] {
			out.actors = append(out.actors, id)
		}
	}
	return out
}

// rescue brings who and what was in withdrawn rooms to the start.
func (t *Turn) rescue(lost stranded) {
	for _, id := range lost.items {
		t.emit(ItemMoved{Item: id, Place: Place{Room: t.s.start()}})
	}
	for _, id := range lost.actors {
		a := t.s.Actors[id]
		t.endFights(a)
		t.emit(Moved{Actor: id, From: a.Room, To: t.s.start(), Manner: Conjured})
	}
}

// closing lists the patterns of containers that will be containers no more.
func (s *State) closing(e *PackApplied) map[ProtoID]bool {
	closed := map[ProtoID]bool{}
	was := func(id ProtoID) bool { return s.ItemSpecs[id] != nil && s.ItemSpecs[id].Holds != nil }
	for _, id := range e.ItemsGone {
		if was(id) {
			closed[id] = true
		}
	}
	for i := range e.Items {
		if e.Items[i].Holds == nil && was(e.Items[i].ID) {
			closed[e.Items[i].ID] = true
		}
	}
	return closed
}

// empty brings what lies in things that are containers no more to where these lie.
func (t *Turn) empty(closed map[ProtoID]bool) {
	if len(closed) == 0 {
		return
	}
	for id, it := range Ordered(t.s.Items) {
		if closed[it.Proto] {
			for _, inner := range slices.Clone(t.s.Index.Inside[id]) {
				t.emit(ItemMoved{Item: inner, Place: it.At})
			}
		}
	}
}

func (e PackApplied) fold(s *State) {
	s.Packs[e.ID] = e.Info
	s.touch(kindPack, string(e.ID))
	s.Atlas = nil // it depends on where people arrive, too
	s.markEdits(e.Kept, e.Settled)
	s.foldContent(&e)
}

// foldContent makes the content of the state what a change says.
func (s *State) foldContent(e *PackApplied) {
	for _, id := range e.RoomsGone {
		s.unindexRoom(s.Rooms[id])
		s.Atlas = nil
	}
	for i := range e.Rooms {
		old := s.Rooms[e.Rooms[i].ID]
		if old != nil {
			s.unindexRoom(old)
		}
		if old == nil || !old.standsAs(&e.Rooms[i]) {
			s.Atlas = nil
		}
	}
	s.indexFillers(e, take[SpawnID, SpawnID])
	rezones := s.rezones(e)
	replace(s, kindRoom, s.Rooms, e.Rooms, e.RoomsGone, func(v *RoomSpec) RoomID { return v.ID })
	replace(s, kindThing, s.ItemSpecs, e.Items, e.ItemsGone, func(v *ItemSpec) ProtoID { return v.ID })
	replace(s, kindMob, s.MobSpecs, e.Mobs, e.MobsGone, func(v *MobSpec) ProtoID { return v.ID })
	replace(s, kindSpawn, s.Spawns, e.Spawns, e.SpawnsGone, func(v *SpawnSpec) SpawnID { return v.ID })
	replace(s, kindQuest, s.Quests, e.Quests, e.QuestsGone, func(v *QuestSpec) QuestID { return v.ID })
	replace(s, kindSocial, s.Socials, e.Socials, e.SocialsGone, func(v *SocialSpec) SocialID { return v.ID })
	replace(s, kindHelp, s.Help, e.Help, e.HelpGone, func(v *HelpSpec) string { return v.ID })
	replace(s, kindZone, s.Zones, e.Zones, e.ZonesGone, func(v *ZoneSpec) ZoneID { return v.ID })
	replace(s, kindChannel, s.Channels, e.Channels, e.ChannelsGone, func(v *ChannelSpec) ChannelID { return v.ID })
	replace(s, kindCraft, s.Crafts, e.Crafts, e.CraftsGone, func(v *CraftSpec) CraftID { return v.ID })
	s.foldScripts(e)
	replace(s, kindFigure, s.Figures, e.Figures, e.FiguresGone, func(v *FigureSpec) FigureID { return v.ID })
	replace(s, kindLiquid, s.Liquids, e.Liquids, e.LiquidsGone, func(v *LiquidSpec) LiquidID { return v.ID })
	replace(s, kindRecipe, s.Recipes, e.Recipes, e.RecipesGone, func(v *RecipeSpec) RecipeID { return v.ID })
	for _, id := range e.DoorsGone {
		delete(s.Doors, id)
		s.touch(kindDoor, string(id))
	}
	for _, d := range e.Doors {
		s.Doors[d.ID] = &Door{DoorSpec: d, Shut: d.Closed || d.Locked, Bolt: d.Locked}
		s.touch(kindDoor, string(d.ID))
	}
	for _, id := range e.TablesGone {
		s.dropTable(id)
	}
	for _, spec := range e.Tables {
		s.putTable(spec)
	}
	s.indexFillers(e, insert[SpawnID, SpawnID])
	if len(e.Mobs)+len(e.MobsGone) > 0 {
		s.indexMinds()
	}
	if len(e.Mobs)+len(e.MobsGone) > 0 || rezones {
		s.indexZones()
	}
	for i := range e.Rooms {
		s.indexRoom(s.Rooms[e.Rooms[i].ID])
	}
	if len(e.Rooms)+len(e.RoomsGone)+len(e.Spawns)+len(e.SpawnsGone) > 0 {
		s.indexSeasons()
	}
}

// standsAs reports whether a room is where another one is on the map.
func (r *RoomSpec) standsAs(other *RoomSpec) bool {
	return r.Zone == other.Zone && slices.Equal(r.At, other.At) && slices.Equal(r.Exits, other.Exits)
}

// indexFillers takes the rules of a change out of the index of what fills what, or puts them in.
func (s *State) indexFillers(e *PackApplied, do func(map[SpawnID][]SpawnID, SpawnID, SpawnID)) {
	one := func(id SpawnID) {
		if sp := s.Spawns[id]; sp != nil && sp.In+sp.On != "" {
			do(s.Index.Fillers, cmp.Or(sp.In, sp.On), id)
		}
	}
	for _, id := range e.SpawnsGone {
		one(id)
	}
	for i := range e.Spawns {
		one(e.Spawns[i].ID)
	}
}

func replace[K ~string, V any](s *State, kind string, m map[K]*V, set []V, gone []K, id func(*V) K) {
	for _, k := range gone {
		delete(m, k)
		s.touch(kind, string(k))
	}
	for i := range set {
		v := set[i]
		m[id(&v)] = &v
		s.touch(kind, string(id(&v)))
	}
}

// putTable makes a table what a pack says; what lies on it stays.
func (s *State) putTable(spec TableSpec) {
	b := &Board{TableSpec: spec}
	if old := s.Boards[spec.ID]; old != nil {
		take(s.Index.Tables, old.Room, spec.ID)
		b.Games, b.Seats, b.Watchers, b.Match = old.Games, old.Seats, old.Watchers, old.Match
		if old.House != spec.House {
			b.Seats = nil // chairs of the house, which nobody has to get up from
		}
	}
	s.Boards[spec.ID] = b
	s.touch(kindBoard, string(spec.ID))
	insert(s.Index.Tables, spec.Room, spec.ID)
}

func (s *State) dropTable(id BoardID) {
	if b := s.Boards[id]; b != nil {
		take(s.Index.Tables, b.Room, id)
	}
	delete(s.Boards, id)
	s.touch(kindBoard, string(id))
}
