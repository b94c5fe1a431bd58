package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Meta is the part of the state that is no entity.
type Meta struct {
	Seq    uint64 `json:"seq"`
	Now    Time   `json:"now"`
	Seed   uint64 `json:"seed"`
	Made   uint64 `json:"made"`
	Wall   int64  `json:"wall"`
	WallAt Time   `json:"wall_at"`
}

// Row returns the entity under a key for writing into a cut, or nil when it is gone. It points into the state: encode
// it before anything else happens.
func (s *State) Row(k Key) any {
	switch k.Kind {
	case kindMeta:
		return &Meta{Seq: s.Seq, Now: s.Now, Seed: s.Seed, Made: s.Made, Wall: s.Wall, WallAt: s.WallAt}
	case kindPack:
		if p, ok := s.Packs[PackID(k.ID)]; ok {
			return &p
		}
		return nil
	case kindRoom:
		return orNil(s.Rooms[RoomID(k.ID)])
	case kindDoor:
		return orNil(s.Doors[DoorID(k.ID)])
	case kindThing:
		return orNil(s.ItemSpecs[ProtoID(k.ID)])
	case kindMob:
		return orNil(s.MobSpecs[ProtoID(k.ID)])
	case kindSpawn:
		return orNil(s.Spawns[SpawnID(k.ID)])
	case kindQuest:
		return orNil(s.Quests[QuestID(k.ID)])
	case kindSocial:
		return orNil(s.Socials[SocialID(k.ID)])
	case kindHelp:
		return orNil(s.Help[k.ID])
	case kindItem:
		return s.unheardRow(k)
	case kindActor:
		return s.unheardRow(k)
	case kindTimer:
		return orNil(s.Timers[TimerID(k.ID)])
	case kindGrant:
		return orNil(s.Grants[GrantID(k.ID)])
	case kindBoard:
		return orNil(s.Boards[BoardID(k.ID)])
	case kindDeal:
		return orNil(s.Deals[DealID(k.ID)])
	case kindPromise:
		return orNil(s.Promises[PromiseID(k.ID)])
	case kindLore:
		return orNil(s.Lore[LoreID(k.ID)])
	case kindBattle:
		return orNil(s.Encounters[EncounterID(k.ID)])
	case kindSanction:
		return orNil(s.Sanctions[SanctionID(k.ID)])
	case kindChange:
		return orNil(s.Changes[changeNumber(k.ID)])
	case kindEdited:
		return orNil(s.Edits[k.ID])
	case kindBulletin:
		if !s.Bulletin.empty() {
			return &s.Bulletin
		}
		return nil
	case kindAgents:
		if !s.Agents.zero() {
			return &s.Agents
		}
		return nil
	}
	return s.laterRow(k)
}

// laterRow is Row for kinds that came later.
func (s *State) laterRow(k Key) any {
	switch k.Kind {
	case kindZone:
		return orNil(s.Zones[ZoneID(k.ID)])
	case kindParty:
		return orNil(s.Parties[PartyID(k.ID)])
	case kindChannel:
		return orNil(s.Channels[ChannelID(k.ID)])
	case kindCraft:
		return orNil(s.Crafts[CraftID(k.ID)])
	case kindScript:
		return orNil(s.Scripts[ScriptID(k.ID)])
	case kindRunning:
		return s.unheardRow(k)
	case kindFigure:
		return orNil(s.Figures[FigureID(k.ID)])
	case kindLiquid:
		return orNil(s.Liquids[LiquidID(k.ID)])
	case kindPlot:
		return orNil(s.Plots[PlotID(k.ID)])
	case kindRecipe:
		return orNil(s.Recipes[RecipeID(k.ID)])
	case kindPinboard:
		return orNil(s.Pinboards[RoomID(k.ID)])
	case kindDraft:
		return orNil(s.Drafts[DraftID(k.ID)])
	}
	return nil
}

// orNil keeps a nil pointer from becoming an interface that is not nil.
func orNil[V any](v *V) any {
	if v == nil {
		return nil
	}
	return v
}

// Entity is a row of a cut, read and not yet put back.
type Entity struct {
	key Key
	is  any // a pointer to what it is
}

// ReadRow reads one row of a cut; decode fills what it is given. It knows no state: rows may be read side by side.
func ReadRow(key string, decode func(any) error) (Entity, error) {
	kind, id, ok := strings.Cut(key, "/")
	if !ok {
		return Entity{}, fmt.Errorf("row %q has no kind", key)
	}
	e := Entity{key: Key{kind, id}, is: hollow(kind)}
	if e.is == nil {
		return Entity{}, fmt.Errorf("row %q is of a kind this release does not know", key)
	}
	if err := decode(e.is); err != nil {
		return Entity{}, err
	}
	if a, ok := e.is.(*Actor); ok {
		if a.Quests == nil {
			a.Quests = map[QuestID]QuestRun{}
		}
		if a.Known == nil {
			a.Known = map[RoomID]bool{}
		}
	}
	return e, nil
}

// hollow returns a pointer to nothing of a kind, nil when the kind is unknown.
func hollow(kind string) any {
	switch kind {
	case kindMeta:
		return new(Meta)
	case kindPack:
		return new(PackInfo)
	case kindDoor:
		return new(Door)
	case kindItem:
		return new(Item)
	case kindActor:
		return new(Actor)
	case kindTimer:
		return new(Timer)
	case kindGrant:
		return new(Grant)
	case kindBoard:
		return new(Board)
	case kindDeal:
		return new(Deal)
	case kindPromise:
		return new(Pledge)
	case kindLore:
		return new(LoreFact)
	case kindBattle:
		return new(Encounter)
	case kindSanction:
		return new(Sanction)
	case kindParty:
		return new(Party)
	case kindRunning:
		return new(Running)
	case kindPinboard:
		return new(Pinboard)
	case kindDraft:
		return new(Draft)
	case kindPlot:
		return new(Plot)
	case kindChange:
		return new(Change)
	case kindEdited:
		return new(Edited)
	case kindBulletin:
		return new(Bulletin)
	case kindAgents:
		return new(AgentPolicy)
	}
	return hollowContent(kind)
}

// hollowContent is [hollow] for what a pack says.
func hollowContent(kind string) any {
	switch kind {
	case kindRoom:
		return new(RoomSpec)
	case kindThing:
		return new(ItemSpec)
	case kindMob:
		return new(MobSpec)
	case kindSpawn:
		return new(SpawnSpec)
	case kindQuest:
		return new(QuestSpec)
	case kindSocial:
		return new(SocialSpec)
	case kindHelp:
		return new(HelpSpec)
	case kindZone:
		return new(ZoneSpec)
	case kindChannel:
		return new(ChannelSpec)
	case kindCraft:
		return new(CraftSpec)
	case kindScript:
		return new(ScriptSpec)
	case kindFigure:
		return new(FigureSpec)
	case kindLiquid:
		return new(LiquidSpec)
	case kindRecipe:
		return new(RecipeSpec)
	}
	return nil
}

// PutRow puts one row of a cut back. Call [State.Reindex] after the last.
func (s *State) PutRow(e Entity) {
	id := e.key.ID
	switch is := e.is.(type) {
	case *Meta:
		s.Seq, s.Now, s.Seed, s.Made, s.Wall, s.WallAt = is.Seq, is.Now, is.Seed, is.Made, is.Wall, is.WallAt
	case *PackInfo:
		s.Packs[PackID(id)] = *is
	case *Door:
		s.Doors[DoorID(id)] = is
	case *Item:
		s.Items[ItemID(id)] = is
	case *Actor:
		s.Actors[ActorID(id)] = is
	case *Timer:
		s.Timers[TimerID(id)] = is
	case *Grant:
		s.Grants[GrantID(id)] = is
	case *Board:
		s.Boards[BoardID(id)] = is
	case *Deal:
		s.Deals[DealID(id)] = is
	case *Pledge:
		s.Promises[PromiseID(id)] = is
	case *LoreFact:
		s.Lore[LoreID(id)] = is
	case *Encounter:
		s.Encounters[EncounterID(id)] = is
	case *Sanction:
		s.Sanctions[SanctionID(id)] = is
	case *Party:
		s.Parties[PartyID(id)] = is
	case *Running:
		s.Running[ScriptID(id)] = is
	case *Plot:
		s.Plots[PlotID(id)] = is
	case *Pinboard:
		s.Pinboards[RoomID(id)] = is
	case *Draft:
		s.Drafts[DraftID(id)] = is
	case *Change:
		s.Changes[is.N] = is
	case *Edited:
		s.Edits[id] = is
	case *Bulletin:
		s.Bulletin = *is
	case *AgentPolicy:
		s.Agents = *is
	default:
		s.putContent(id, is)
	}
}

// putContent is [State.PutRow] for what a pack says.
func (s *State) putContent(id string, row any) {
	switch is := row.(type) {
	case *RoomSpec:
		s.Rooms[RoomID(id)] = is
	case *ItemSpec:
		s.ItemSpecs[ProtoID(id)] = is
	case *MobSpec:
		s.MobSpecs[ProtoID(id)] = is
	case *SpawnSpec:
		s.Spawns[SpawnID(id)] = is
	case *QuestSpec:
		s.Quests[QuestID(id)] = is
	case *SocialSpec:
		s.Socials[SocialID(id)] = is
	case *HelpSpec:
		s.Help[id] = is
	case *ZoneSpec:
		s.Zones[ZoneID(id)] = is
	case *ChannelSpec:
		s.Channels[ChannelID(id)] = is
	case *CraftSpec:
		s.Crafts[CraftID(id)] = is
	case *ScriptSpec:
		s.Scripts[ScriptID(id)] = is
	case *FigureSpec:
		s.Figures[FigureID(id)] = is
	case *LiquidSpec:
		s.Liquids[LiquidID(id)] = is
	case *RecipeSpec:
		s.Recipes[RecipeID(id)] = is
	}
}

// Keys lists the keys of all that is, in order: what a whole cut or a digest covers.
func (s *State) Keys() []Key {
	keys := []Key{{kindMeta, kindMeta}}
	keys = addKeys(keys, kindPack, s.Packs)
	keys = addKeys(keys, kindRoom, s.Rooms)
	keys = addKeys(keys, kindDoor, s.Doors)
	keys = addKeys(keys, kindThing, s.ItemSpecs)
	keys = addKeys(keys, kindMob, s.MobSpecs)
	keys = addKeys(keys, kindSpawn, s.Spawns)
	keys = addKeys(keys, kindQuest, s.Quests)
	keys = addKeys(keys, kindSocial, s.Socials)
	keys = addKeys(keys, kindHelp, s.Help)
	keys = addKeys(keys, kindItem, s.Items)
	keys = addKeys(keys, kindActor, s.Actors)
	keys = addKeys(keys, kindTimer, s.Timers)
	keys = addKeys(keys, kindGrant, s.Grants)
	keys = addKeys(keys, kindBoard, s.Boards)
	keys = addKeys(keys, kindDeal, s.Deals)
	keys = addKeys(keys, kindPromise, s.Promises)
	keys = addKeys(keys, kindLore, s.Lore)
	keys = addKeys(keys, kindBattle, s.Encounters)
	keys = addKeys(keys, kindSanction, s.Sanctions)
	keys = addKeys(keys, kindEdited, s.Edits)
	keys = addKeys(keys, kindZone, s.Zones)
	keys = addKeys(keys, kindParty, s.Parties)
	keys = addKeys(keys, kindChannel, s.Channels)
	keys = addKeys(keys, kindCraft, s.Crafts)
	keys = addKeys(keys, kindScript, s.Scripts)
	keys = addKeys(keys, kindRunning, s.Running)
	keys = addKeys(keys, kindFigure, s.Figures)
	keys = addKeys(keys, kindLiquid, s.Liquids)
	keys = addKeys(keys, kindRecipe, s.Recipes)
	keys = addKeys(keys, kindPinboard, s.Pinboards)
	keys = addKeys(keys, kindDraft, s.Drafts)
	keys = addKeys(keys, kindPlot, s.Plots)
	for _, n := range slices.Sorted(maps.Keys(s.Changes)) {
		keys = append(keys, Key{kindChange, strconv.Itoa(n)})
	}
	if !s.Bulletin.empty() {
		keys = append(keys, Key{kindBulletin, kindBulletin})
	}
	if !s.Agents.zero() {
		keys = append(keys, Key{kindAgents, kindAgents})
	}
	slices.SortFunc(keys, byKey)
	return keys
}

// byKey orders keys as their strings are: a slash comes before every letter, so the kinds may be compared first.
func byKey(a, b Key) int { return cmp.Or(strings.Compare(a.Kind, b.Kind), strings.Compare(a.ID, b.ID)) }

func addKeys[K ~string, V any](keys []Key, kind string, m map[K]V) []Key {
	for _, id := range slices.Sorted(maps.Keys(m)) {
		keys = append(keys, Key{kind, string(id)})
	}
	return keys
}

// TakeDirty returns the keys changed since the last call, in order, and starts anew.
func (s *State) TakeDirty() []Key {
	keys := slices.SortedFunc(maps.Keys(s.Dirty), byKey)
	s.Dirty = map[Key]struct{}{}
	return keys
}
