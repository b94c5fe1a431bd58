package world

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Applied returns entries as what a pack applies.
func (e *Entries) Applied() PackApplied {
	return PackApplied{
		Rooms: e.Rooms, Doors: e.Doors, Items: e.Items, Mobs: e.Mobs, Spawns: e.Spawns, Quests: e.Quests,
		Socials: e.Socials, Help: e.Help, Tables: e.Tables, Zones: e.Zones,
		Channels: e.Channels, Crafts: e.Crafts, Scripts: e.Scripts, Figures: e.Figures, Liquids: e.Liquids,
		Recipes: e.Recipes, RecipesGone: e.Gone.Recipes,
		RoomsGone: e.Gone.Rooms, DoorsGone: e.Gone.Doors, ItemsGone: e.Gone.Items, MobsGone: e.Gone.Mobs,
		SpawnsGone: e.Gone.Spawns, QuestsGone: e.Gone.Quests, SocialsGone: e.Gone.Socials, HelpGone: e.Gone.Help,
		TablesGone: e.Gone.Tables, ZonesGone: e.Gone.Zones, ChannelsGone: e.Gone.Channels,
		CraftsGone: e.Gone.Crafts, ScriptsGone: e.Gone.Scripts,
		FiguresGone: e.Gone.Figures, LiquidsGone: e.Gone.Liquids,
	}
}

// EntryKey returns how an entry of content is called: its kind and its id.
func EntryKey(kind, id string) string { return kind + ":" + id }

// entry names what a key of a kind of content is about; see [EntryKey].
func (k Key) entry() string { return EntryKey(k.Kind, k.ID) }

// shelf is one kind of content: how its entries are found in the state, and in an edit.
type shelf struct {
	kind string
	get  func(s *State, id string) any          // the entry as a value, nil for none
	all  func(s *State) (ids []string)          // the ids of all that there are, in order
	set  func(e *Entries) (ids []string)        // the ids of those that are set
	gone func(e *Entries) (ids []string)        // and of those withdrawn
	pick func(e *Entries, id string) any        // what is set under an id, nil for nothing
	put  func(e *Entries, id string, entry any) // sets an entry, or withdraws it when it is nil
	drop func(e *Entries, out func(id string) bool)
	lay  func(s, of *State, id string, entry any) // sets an entry in a state that shares its maps with another
	copy func(e *Entries)                         // has the lists of an edit be its own
}

// shelfOf makes a shelf of a kind: where the state has its entries, and which part of those is content.
func shelfOf[K ~string, E, V any](kind string, in func(*State) *map[K]*E, of func(*E) *V, set func(*Entries) *[]V,
	gone func(*Entries) *[]K, id func(*V) K,
) shelf {
	ids := func(e *Entries) (out []string) {
		for i := range *set(e) {
			out = append(out, string(id(&(*set(e))[i])))
		}
		return out
	}
	return shelf{
		kind: kind,
		set:  ids,
		get: func(s *State, id string) any {
			if v := (*in(s))[K(id)]; v != nil {
				return *of(v)
			}
			return nil
		},
		all: func(s *State) []string { return idsOf(*in(s)) },
		gone: func(e *Entries) (out []string) {
			for _, k := range *gone(e) {
				out = append(out, string(k))
			}
			return out
		},
		pick: func(e *Entries, want string) any {
			for i := range *set(e) {
				if v := &(*set(e))[i]; string(id(v)) == want {
					return *v
				}
			}
			return nil
		},
		put: func(e *Entries, id string, entry any) {
			if v, ok := entry.(V); ok {
				*set(e) = append(*set(e), v)
				return
			}
			*gone(e) = append(*gone(e), K(id))
		},
		drop: func(e *Entries, out func(string) bool) {
			*set(e) = slices.DeleteFunc(*set(e), func(v V) bool { return out(string(id(&v))) })
			*gone(e) = slices.DeleteFunc(*gone(e), func(k K) bool { return out(string(k)) })
		},
		lay: func(s, from *State, id string, entry any) {
			if reflect.ValueOf(*in(s)).Pointer() == reflect.ValueOf(*in(from)).Pointer() {
				*in(s) = maps.Clone(*in(from))
			}
			if v, ok := entry.(V); ok {
				e := new(E)
				*of(e) = v
				(*in(s))[K(id)] = e
				return
			}
			delete(*in(s), K(id))
		},
		copy: func(e *Entries) { *set(e), *gone(e) = slices.Clone(*set(e)), slices.Clone(*gone(e)) },
	}
}

// shelves are the kinds of content in the order of [Entries].
//
//nolint:gochecknoglobals // immutable: a table of functions
var shelves = []shelf{
	shelfOf("room", func(s *State) *map[RoomID]*RoomSpec { return &s.Rooms }, same[RoomSpec],
		func(e *Entries) *[]RoomSpec { return &e.Rooms }, func(e *Entries) *[]RoomID { return &e.Gone.Rooms },
		func(v *RoomSpec) RoomID { return v.ID }),
	shelfOf("door", func(s *State) *map[DoorID]*Door { return &s.Doors }, func(d *Door) *DoorSpec { return &d.DoorSpec },
		func(e *Entries) *[]DoorSpec { return &e.Doors }, func(e *Entries) *[]DoorID { return &e.Gone.Doors },
		func(v *DoorSpec) DoorID { return v.ID }),
	shelfOf("item", func(s *State) *map[ProtoID]*ItemSpec { return &s.ItemSpecs }, same[ItemSpec],
		func(e *Entries) *[]ItemSpec { return &e.Items }, func(e *Entries) *[]ProtoID { return &e.Gone.Items },
		func(v *ItemSpec) ProtoID { return v.ID }),
	shelfOf("mob", func(s *State) *map[ProtoID]*MobSpec { return &s.MobSpecs }, same[MobSpec],
		func(e *Entries) *[]MobSpec { return &e.Mobs }, func(e *Entries) *[]ProtoID { return &e.Gone.Mobs },
		func(v *MobSpec) ProtoID { return v.ID }),
	shelfOf("spawn", func(s *State) *map[SpawnID]*SpawnSpec { return &s.Spawns }, same[SpawnSpec],
		func(e *Entries) *[]SpawnSpec { return &e.Spawns }, func(e *Entries) *[]SpawnID { return &e.Gone.Spawns },
		func(v *SpawnSpec) SpawnID { return v.ID }),
	shelfOf("quest", func(s *State) *map[QuestID]*QuestSpec { return &s.Quests }, same[QuestSpec],
		func(e *Entries) *[]QuestSpec { return &e.Quests }, func(e *Entries) *[]QuestID { return &e.Gone.Quests },
		func(v *QuestSpec) QuestID { return v.ID }),
	shelfOf("social", func(s *State) *map[SocialID]*SocialSpec { return &s.Socials }, same[SocialSpec],
		func(e *Entries) *[]SocialSpec { return &e.Socials }, func(e *Entries) *[]SocialID { return &e.Gone.Socials },
		func(v *SocialSpec) SocialID { return v.ID }),
	shelfOf("help", func(s *State) *map[string]*HelpSpec { return &s.Help }, same[HelpSpec],
		func(e *Entries) *[]HelpSpec { return &e.Help }, func(e *Entries) *[]string { return &e.Gone.Help },
		func(v *HelpSpec) string { return v.ID }),
	shelfOf("table", func(s *State) *map[BoardID]*Board { return &s.Boards },
		func(b *Board) *TableSpec { return &b.TableSpec }, func(e *Entries) *[]TableSpec { return &e.Tables },
		func(e *Entries) *[]BoardID { return &e.Gone.Tables }, func(v *TableSpec) BoardID { return v.ID }),
	shelfOf("zone", func(s *State) *map[ZoneID]*ZoneSpec { return &s.Zones }, same[ZoneSpec],
		func(e *Entries) *[]ZoneSpec { return &e.Zones }, func(e *Entries) *[]ZoneID { return &e.Gone.Zones },
		func(v *ZoneSpec) ZoneID { return v.ID }),
	shelfOf("channel", func(s *State) *map[ChannelID]*ChannelSpec { return &s.Channels }, same[ChannelSpec],
		func(e *Entries) *[]ChannelSpec { return &e.Channels }, func(e *Entries) *[]ChannelID { return &e.Gone.Channels },
		func(v *ChannelSpec) ChannelID { return v.ID }),
	shelfOf("craft", func(s *State) *map[CraftID]*CraftSpec { return &s.Crafts }, same[CraftSpec],
		func(e *Entries) *[]CraftSpec { return &e.Crafts }, func(e *Entries) *[]CraftID { return &e.Gone.Crafts },
		func(v *CraftSpec) CraftID { return v.ID }),
	shelfOf("script", func(s *State) *map[ScriptID]*ScriptSpec { return &s.Scripts }, same[ScriptSpec],
		func(e *Entries) *[]ScriptSpec { return &e.Scripts }, func(e *Entries) *[]ScriptID { return &e.Gone.Scripts },
		func(v *ScriptSpec) ScriptID { return v.ID }),
	shelfOf("figure", func(s *State) *map[FigureID]*FigureSpec { return &s.Figures }, same[FigureSpec],
		func(e *Entries) *[]FigureSpec { return &e.Figures }, func(e *Entries) *[]FigureID { return &e.Gone.Figures },
		func(v *FigureSpec) FigureID { return v.ID }),
	shelfOf("liquid", func(s *State) *map[LiquidID]*LiquidSpec { return &s.Liquids }, same[LiquidSpec],
		func(e *Entries) *[]LiquidSpec { return &e.Liquids }, func(e *Entries) *[]LiquidID { return &e.Gone.Liquids },
		func(v *LiquidSpec) LiquidID { return v.ID }),
	shelfOf("recipe", func(s *State) *map[RecipeID]*RecipeSpec { return &s.Recipes }, same[RecipeSpec],
		func(e *Entries) *[]RecipeSpec { return &e.Recipes }, func(e *Entries) *[]RecipeID { return &e.Gone.Recipes },
		func(v *RecipeSpec) RecipeID { return v.ID }),
}

// EntryKinds names the kinds of content, in the order in which packs hold them.
func EntryKinds() []string {
	var out []string
	for _, k := range shelves {
		out = append(out, k.kind)
	}
	return out
}

// EntryIDs lists the ids of the entries of a kind of content, in order; nil for a kind that there is not.
func (s *State) EntryIDs(kind string) []string {
	if k := shelved(kind); k != nil {
		return k.all(s)
	}
	return nil
}

// same is for kinds of which the state has the entries as they are.
func same[V any](v *V) *V { return v }

func idsOf[K ~string, V any](m map[K]V) []string {
	out := make([]string, 0, len(m))
	for id := range anyhow(m) {
		out = append(out, string(id))
	}
	slices.Sort(out)
	return out
}

// shelved returns a kind of content by its name, nil when there is no such kind.
func shelved(kind string) *shelf {
	for i := range shelves {
		if shelves[i].kind == kind {
			return &shelves[i]
		}
	}
	return nil
}

// Entry returns an entry of content, such as a [RoomSpec], by its kind and id; nil where there is none. It is a copy
// whose lists are the state's: change none of them in place.
func (s *State) Entry(kind, id string) any {
	if k := shelved(kind); k != nil {
		return k.get(s, id)
	}
	return nil
}

// Entry returns what an edit sets under a kind and an id; nil where it sets nothing, or withdraws.
func (e *Entries) Entry(kind, id string) any {
	if k := shelved(kind); k != nil {
		return k.pick(e, id)
	}
	return nil
}

// Put sets an entry, such as a [RoomSpec], in an edit; nil withdraws it. A kind that there is not is passed over.
func (e *Entries) Put(kind, id string, entry any) {
	if k := shelved(kind); k != nil {
		k.put(e, id, entry)
	}
}

// clone returns entries whose lists are their own.
func (e *Entries) clone() Entries {
	out := *e
	for _, k := range shelves {
		k.copy(&out)
	}
	return out
}

// touched lists what an edit sets or withdraws, each once, and reports whether it names something twice.
func (e *Entries) touched() (keys []Key, twice bool) {
	seen := map[Key]bool{}
	for _, k := range shelves {
		for _, id := range slices.Concat(k.set(e), k.gone(e)) {
			key := Key{k.kind, id}
			twice = twice || seen[key]
			seen[key] = true
			keys = append(keys, key)
		}
	}
	return keys, twice
}

// Touched lists the entries that are set or withdrawn, as [EntryKey] names them.
func (e *Entries) Touched() []string {
	keys, _ := e.touched()
	out := make([]string, len(keys))
	for i, k := range keys {
		out[i] = k.entry()
	}
	return out
}

// Digest says in a few bytes what an entry says, so that two can be told apart; "" of no entry.
func Digest(entry any) string {
	if entry == nil {
		return ""
	}
	sum := sha256.Sum256(spelled(nil, reflect.ValueOf(entry)))
	return hex.EncodeToString(sum[:digestBytes])
}

// spelled writes what an entry says so that no two entries are written alike. What is left out of an entry is left out
// here, so that a field that a later release adds changes no digest.
func spelled(out []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer:
		return spelled(out, v.Elem())
	case reflect.Struct:
		out = append(out, '{')
		for i := range v.NumField() {
			if f := v.Field(i); !f.IsZero() {
				out = spelled(fmt.Appendf(out, "%s:", v.Type().Field(i).Name), f)
			}
		}
		return append(out, '}')
	case reflect.Slice:
		out = fmt.Appendf(out, "[%d:", v.Len())
		for i := range v.Len() {
			out = spelled(out, v.Index(i))
		}
		return append(out, ']')
	default:
		return fmt.Appendf(out, "%q;", fmt.Sprint(v))
	}
}
