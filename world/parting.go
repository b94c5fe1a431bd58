package world

import (
	"cmp"
	"reflect"
	"slices"
)

// A pack may be larger than a record should be. Then it is applied in parts, each an action that says what changes and
// what goes; only the last carries the hash, so that whoever finds a world with half a pack begins anew.

// PartBytes is about how much text one part of a pack holds. Its record holds that twice, and what comes of it.
const PartBytes = 1 << 20

const (
	packBytesMost = 4 << 20 // of a pack that is applied whole
	entryBytes    = 64      // what an entry of a pack takes beside its text
	madeBytes     = 256     // what making or moving one thing takes in a record
)

// Withdrawn lists what a part of a pack withdraws.
type Withdrawn struct {
	Rooms   []RoomID   `json:"rooms,omitempty"`
	Doors   []DoorID   `json:"doors,omitempty"`
	Items   []ProtoID  `json:"items,omitempty"`
	Mobs    []ProtoID  `json:"mobs,omitempty"`
	Spawns  []SpawnID  `json:"spawns,omitempty"`
	Quests  []QuestID  `json:"quests,omitempty"`
	Socials []SocialID `json:"socials,omitempty"`
	Help    []string   `json:"help,omitempty"`
	Tables  []BoardID  `json:"tables,omitempty"`
	Zones   []ZoneID   `json:"zones,omitempty"`

	Channels []ChannelID `json:"channels,omitempty"`
	Crafts   []CraftID   `json:"crafts,omitempty"`
	Scripts  []ScriptID  `json:"scripts,omitempty"`
	Figures  []FigureID  `json:"figures,omitempty"`
	Liquids  []LiquidID  `json:"liquids,omitempty"`
	Recipes  []RecipeID  `json:"recipes,omitempty"`
}

// Parts returns the actions that apply a pack, to be decided in their order while nobody else changes the content: none
// when the state has it, the whole pack when it and what it withdraws take no more than most bytes, else what differs,
// in parts of about that size. It only reads the state and keeps nothing of it.
func (s *State) Parts(p *Pack, most int) []ApplyPack { return s.partsOf(p, most, false) }

// KeepingParts is [State.Parts] with [ApplyPack.Keep].
func (s *State) KeepingParts(p *Pack, most int) []ApplyPack { return s.partsOf(p, most, true) }

func (s *State) partsOf(p *Pack, most int, keep bool) []ApplyPack {
	if s.Packs[p.ID].Hash == p.Hash {
		return nil
	}
	e := s.diff(p, keep)
	sum := weight(p)
	for i := range e.RoomsGone {
		sum += s.crowd(&e.RoomsGone[i])
	}
	if sum <= most {
		return []ApplyPack{{Pack: *p, Keep: keep}}
	}
	head := *p
	head.Rooms, head.Doors, head.Items, head.Mobs = nil, nil, nil, nil
	head.Spawns, head.Quests, head.Socials, head.Help, head.Tables, head.Zones = nil, nil, nil, nil, nil, nil
	head.Channels = nil
	head.Crafts, head.Scripts, head.Figures, head.Liquids, head.Recipes = nil, nil, nil, nil, nil
	b := &parting{head: head, most: most}
	slices.SortStableFunc(e.Rooms, func(x, y RoomSpec) int { // the place to start comes first
		return boolInt(x.ID != p.Start) - boolInt(y.ID != p.Start)
	})
	split(b, e.Zones, weight, func(a *ApplyPack) *[]ZoneSpec { return &a.Pack.Zones })
	split(b, e.Rooms, weight, func(a *ApplyPack) *[]RoomSpec { return &a.Pack.Rooms })
	split(b, e.Doors, weight, func(a *ApplyPack) *[]DoorSpec { return &a.Pack.Doors })
	split(b, e.Figures, weight, func(a *ApplyPack) *[]FigureSpec { return &a.Pack.Figures })
	split(b, e.Liquids, weight, func(a *ApplyPack) *[]LiquidSpec { return &a.Pack.Liquids })
	split(b, e.Items, weight, func(a *ApplyPack) *[]ItemSpec { return &a.Pack.Items })
	split(b, e.Mobs, weight, func(a *ApplyPack) *[]MobSpec { return &a.Pack.Mobs })
	for _, group := range families(e.Spawns) {
		sum := 0
		for i := range group {
			sum += weight(&group[i]) + madeBytes*max(group[i].Max, 1)
		}
		into := &b.part(sum).Pack.Spawns
		*into = append(*into, group...)
	}
	split(b, e.Quests, weight, func(a *ApplyPack) *[]QuestSpec { return &a.Pack.Quests })
	split(b, e.Socials, weight, func(a *ApplyPack) *[]SocialSpec { return &a.Pack.Socials })
	split(b, e.Help, weight, func(a *ApplyPack) *[]HelpSpec { return &a.Pack.Help })
	split(b, e.Tables, weight, func(a *ApplyPack) *[]TableSpec { return &a.Pack.Tables })
	split(b, e.Channels, weight, func(a *ApplyPack) *[]ChannelSpec { return &a.Pack.Channels })
	split(b, e.Crafts, weight, func(a *ApplyPack) *[]CraftSpec { return &a.Pack.Crafts })
	split(b, e.Scripts, weight, func(a *ApplyPack) *[]ScriptSpec { return &a.Pack.Scripts })
	split(b, e.Recipes, weight, func(a *ApplyPack) *[]RecipeSpec { return &a.Pack.Recipes })
	s.splitGone(b, &e)
	out := b.numbered()
	last := &out[len(out)-1]
	last.Kept, last.Settled = e.Kept, e.Settled
	return out
}

// splitGone spreads what goes over the last parts.
func (s *State) splitGone(b *parting, e *PackApplied) {
	split(b, e.TablesGone, weight, func(a *ApplyPack) *[]BoardID { return &a.gone().Tables })
	split(b, e.RecipesGone, weight, func(a *ApplyPack) *[]RecipeID { return &a.gone().Recipes })
	split(b, e.RoomsGone, s.crowd, func(a *ApplyPack) *[]RoomID { return &a.gone().Rooms })
	split(b, e.DoorsGone, weight, func(a *ApplyPack) *[]DoorID { return &a.gone().Doors })
	split(b, e.ItemsGone, weight, func(a *ApplyPack) *[]ProtoID { return &a.gone().Items })
	split(b, e.MobsGone, weight, func(a *ApplyPack) *[]ProtoID { return &a.gone().Mobs })
	split(b, e.SpawnsGone, weight, func(a *ApplyPack) *[]SpawnID { return &a.gone().Spawns })
	split(b, e.QuestsGone, weight, func(a *ApplyPack) *[]QuestID { return &a.gone().Quests })
	split(b, e.SocialsGone, weight, func(a *ApplyPack) *[]SocialID { return &a.gone().Socials })
	split(b, e.HelpGone, weight, func(a *ApplyPack) *[]string { return &a.gone().Help })
	split(b, e.CraftsGone, weight, func(a *ApplyPack) *[]CraftID { return &a.gone().Crafts })
	split(b, e.ScriptsGone, weight, func(a *ApplyPack) *[]ScriptID { return &a.gone().Scripts })
	split(b, e.FiguresGone, weight, func(a *ApplyPack) *[]FigureID { return &a.gone().Figures })
	split(b, e.LiquidsGone, weight, func(a *ApplyPack) *[]LiquidID { return &a.gone().Liquids })
	split(b, e.ZonesGone, weight, func(a *ApplyPack) *[]ZoneID { return &a.gone().Zones })
	split(b, e.ChannelsGone, weight, func(a *ApplyPack) *[]ChannelID { return &a.gone().Channels })
}

// crowd is about how many bytes it takes to withdraw a room and to bring who and what is in it elsewhere.
func (s *State) crowd(id *RoomID) int {
	return weight(id) + madeBytes*(len(s.Index.Floor[*id])+len(s.Index.Present[*id]))
}

func (a *ApplyPack) gone() *Withdrawn {
	if a.Gone == nil {
		a.Gone = &Withdrawn{}
	}
	return a.Gone
}

// parting is a pack being split.
type parting struct {
	head  Pack // with no content
	most  int
	used  int // bytes in the last part
	parts []ApplyPack
}

// part returns a part that has room for so many bytes.
func (b *parting) part(bytes int) *ApplyPack {
	if len(b.parts) == 0 || b.used > 0 && b.used+bytes > b.most {
		b.parts = append(b.parts, ApplyPack{Pack: b.head})
		b.used = 0
	}
	b.used += bytes
	return &b.parts[len(b.parts)-1]
}

// numbered says of each part which of how many it is; a pack of which nothing but its hash changed is one part.
func (b *parting) numbered() []ApplyPack {
	b.part(0)
	for i := range b.parts {
		b.parts[i].Part, b.parts[i].Of = i+1, len(b.parts)
	}
	return b.parts
}

// split spreads a list over parts.
func split[V any](b *parting, list []V, bytes func(*V) int, of func(*ApplyPack) *[]V) {
	for i := range list {
		into := of(b.part(bytes(&list[i])))
		*into = append(*into, list[i])
	}
}

// weight is about how many bytes a value takes.
func weight[V any](v *V) int {
	sum, _ := weigh(reflect.ValueOf(v))
	return sum + entryBytes
}

// families groups rules: one that puts things into or onto what another makes has to be known when that one makes it.
func families(spawns []SpawnSpec) [][]SpawnSpec {
	index := make(map[SpawnID]int, len(spawns))
	for i := range spawns {
		index[spawns[i].ID] = i
	}
	root := func(i int) int {
		for range nestedMost {
			up, ok := index[cmp.Or(spawns[i].In, spawns[i].On)]
			if !ok {
				break
			}
			i = up
		}
		return i
	}
	var out [][]SpawnSpec
	at := map[int]int{} // root -> its group
	for i := range spawns {
		r := root(i)
		if _, ok := at[r]; !ok {
			at[r] = len(out)
			out = append(out, nil)
		}
		out[at[r]] = append(out[at[r]], spawns[i])
	}
	return out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fits refuses a pack, or a part of one, that cannot be applied to this state.
func (a ApplyPack) fits(s *State) *Refusal {
	p := a.Pack
	start := slices.ContainsFunc(p.Rooms, func(r RoomSpec) bool { return r.ID == p.Start })
	switch {
	case !ValidID(string(p.ID)) || !start && (a.Of == 0 || s.Rooms[p.Start] == nil):
		return refuse(CodeBadValue, "The pack has no id, or no place to start.")
	case a.Of == 0 && weight(&p) > packBytesMost:
		return refuse(CodeBadValue, "The pack is too large to be applied whole; it has to be applied in parts.")
	case a.Of != 0 && (a.Part < 1 || a.Part > a.Of):
		return refuse(CodeBadValue, "There is no such part of a pack.")
	case a.Gone != nil && (a.Of == 0 || slices.Contains(a.Gone.Rooms, p.Start)):
		return refuse(CodeBadValue, "The pack withdraws what it has.")
	}
	for other := range Ordered(s.Packs) {
		if other != p.ID {
			return refuse(CodeAlready, "This world was made from the pack "+string(other)+"; one world, one pack.")
		}
	}
	return nil
}

// partDiff says what a part of a pack changes.
func (s *State) partDiff(a *ApplyPack) PackApplied {
	p := &a.Pack
	e := PackApplied{ID: p.ID, Info: PackInfo{
		Name: p.Name, Start: p.Start, Jail: p.Jail, Welcome: p.Welcome, Texts: p.Texts,
	}}
	if a.Part == a.Of {
		e.Info.Hash = p.Hash
	}
	e.Kept, e.Settled = a.Kept, a.Settled
	e.Rooms = differing(s.Rooms, p.Rooms, func(v *RoomSpec) RoomID { return v.ID })
	if len(p.Doors) > 0 {
		e.Doors = differing(s.doorSpecs(), p.Doors, func(v *DoorSpec) DoorID { return v.ID })
	}
	e.Items = differing(s.ItemSpecs, p.Items, func(v *ItemSpec) ProtoID { return v.ID })
	e.Mobs = differing(s.MobSpecs, p.Mobs, func(v *MobSpec) ProtoID { return v.ID })
	e.Spawns = differing(s.Spawns, p.Spawns, func(v *SpawnSpec) SpawnID { return v.ID })
	e.Quests = differing(s.Quests, p.Quests, func(v *QuestSpec) QuestID { return v.ID })
	e.Socials = differing(s.Socials, p.Socials, func(v *SocialSpec) SocialID { return v.ID })
	e.Help = differing(s.Help, p.Help, func(v *HelpSpec) string { return v.ID })
	e.Zones = differing(s.Zones, p.Zones, func(v *ZoneSpec) ZoneID { return v.ID })
	e.Channels = differing(s.Channels, p.Channels, func(v *ChannelSpec) ChannelID { return v.ID })
	e.Crafts = differing(s.Crafts, p.Crafts, func(v *CraftSpec) CraftID { return v.ID })
	e.Scripts = differing(s.Scripts, p.Scripts, func(v *ScriptSpec) ScriptID { return v.ID })
	e.Figures = differing(s.Figures, p.Figures, func(v *FigureSpec) FigureID { return v.ID })
	e.Liquids = differing(s.Liquids, p.Liquids, func(v *LiquidSpec) LiquidID { return v.ID })
	e.Recipes = differing(s.Recipes, p.Recipes, func(v *RecipeSpec) RecipeID { return v.ID })
	if len(p.Tables) > 0 {
		e.Tables = differing(s.tableSpecs(), p.Tables, func(v *TableSpec) BoardID { return v.ID })
	}
	if g := a.Gone; g != nil {
		e.RoomsGone, e.DoorsGone = known(s.Rooms, g.Rooms), known(s.Doors, g.Doors)
		e.ItemsGone, e.MobsGone = known(s.ItemSpecs, g.Items), known(s.MobSpecs, g.Mobs)
		e.SpawnsGone, e.QuestsGone = known(s.Spawns, g.Spawns), known(s.Quests, g.Quests)
		e.SocialsGone, e.HelpGone = known(s.Socials, g.Socials), known(s.Help, g.Help)
		e.TablesGone, e.ZonesGone = known(s.Boards, g.Tables), known(s.Zones, g.Zones)
		e.ChannelsGone = known(s.Channels, g.Channels)
		e.CraftsGone = known(s.Crafts, g.Crafts)
		e.ScriptsGone = known(s.Scripts, g.Scripts)
		e.FiguresGone, e.LiquidsGone = known(s.Figures, g.Figures), known(s.Liquids, g.Liquids)
		e.RecipesGone = known(s.Recipes, g.Recipes)
	}
	return e
}

// known returns the ids of a list that there are, each once.
func known[K cmp.Ordered, V any](have map[K]*V, ids []K) []K {
	out := slices.DeleteFunc(slices.Clone(ids), func(id K) bool { return have[id] == nil })
	slices.Sort(out)
	return slices.Compact(out)
}
