package world

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
)

// The world is built from inside as well as from a pack. An edit sets whole entries of content and withdraws others,
// all at once or not at all, and is kept as a change: who made it, and how what it set was before, so that it can be
// undone. Of an entry that is not as its pack says it is kept besides what the pack said. The pack may then be applied
// again: what was edited stays, what the pack alone changed follows it, and where both changed it is said.

// Limits of building.
const (
	ChangesMost     = 500       // changes that can be looked up and undone; older ones stand in the record alone
	EditEntriesMost = 50        // entries of one edit
	editBytesMost   = 128 << 10 // of the text of one edit; what a mind says may be long
	ChangeNoteBytes = 200       // of a word about a change
	digestBytes     = 12        // of SHA-256, enough to tell entries apart
)

// Entries are entries of content: those to be set, each whole, and those to be withdrawn.
type Entries struct {
	Rooms   []RoomSpec   `json:"rooms,omitempty"`
	Doors   []DoorSpec   `json:"doors,omitempty"`
	Items   []ItemSpec   `json:"items,omitempty"`
	Mobs    []MobSpec    `json:"mobs,omitempty"`
	Spawns  []SpawnSpec  `json:"spawns,omitempty"`
	Quests  []QuestSpec  `json:"quests,omitempty"`
	Socials []SocialSpec `json:"socials,omitempty"`
	Help    []HelpSpec   `json:"help,omitempty"`
	Tables  []TableSpec  `json:"tables,omitempty"`
	Gone    Withdrawn    `json:"gone,omitzero"`
}

// EditContent changes content from inside the world. Note says why, if anybody wants to say it.
type EditContent struct {
	Set  Entries `json:"set" words:"fixed"`
	Note string  `json:"note,omitempty" words:"fixed"`
}

// UndoChange makes what a change set be again as it was before. It is refused when something of it was changed since.
type UndoChange struct {
	Change int `json:"change"`
}

// ContentChanged says that content was edited from inside: what is so now, and what was. A thing of Now that has no
// Was is new. Edited are the entries that are from now on not as their pack says, and Settled those that are again.
type ContentChanged struct {
	Actor   ActorID  `json:"actor"`
	Change  int      `json:"change"`
	Now     Entries  `json:"now" words:"fixed"`
	Was     Entries  `json:"was" words:"fixed"`
	Note    string   `json:"note,omitempty" words:"fixed"`
	Undoes  int      `json:"undoes,omitempty"`
	Edited  []Edited `json:"edited,omitempty" words:"fixed"`
	Settled []string `json:"settled,omitempty" words:"fixed"`
	Stale   []PackID `json:"stale,omitempty"` // which say something newer of one of those, and are to be applied again
	At      Time     `json:"at"`
}

// Change is an edit that was made: what it takes to tell of it, and to undo it.
type Change struct {
	N      int     `json:"n"`
	By     ActorID `json:"by"`
	Name   string  `json:"name"` // of By, then
	At     Time    `json:"at"`
	Note   string  `json:"note,omitempty"`
	Undoes int     `json:"undoes,omitempty"`
	Undone int     `json:"undone,omitempty"` // by which change
	Now    []Mark  `json:"now"`              // what it set, by digests
	Was    Entries `json:"was"`
}

// Mark is an entry of content, as kind and id, and the digest of what it says; "" of one that there is not.
type Mark struct {
	Entry  string `json:"entry"`
	Digest string `json:"digest,omitempty"`
}

// Edited is an entry that is not as its pack says. Base is the digest of what the pack said when it was first edited,
// "" when the pack had none of it; Theirs, with Clash, of what the pack says now, if that is neither.
type Edited struct {
	Entry  string `json:"entry"`
	Base   string `json:"base,omitempty"`
	Change int    `json:"change"` // the newest that changed it
	Clash  bool   `json:"clash,omitempty"`
	Theirs string `json:"theirs,omitempty"`
}

func (EditContent) needs() Role { return RoleBuilder }
func (UndoChange) needs() Role  { return RoleBuilder }

func (EditContent) deed() deed { return deed{} }
func (UndoChange) deed() deed  { return deed{} }

// Applied returns entries as what a pack applies.
func (e *Entries) Applied() PackApplied {
	return PackApplied{
		Rooms: e.Rooms, Doors: e.Doors, Items: e.Items, Mobs: e.Mobs, Spawns: e.Spawns, Quests: e.Quests,
		Socials: e.Socials, Help: e.Help, Tables: e.Tables,
		RoomsGone: e.Gone.Rooms, DoorsGone: e.Gone.Doors, ItemsGone: e.Gone.Items, MobsGone: e.Gone.Mobs,
		SpawnsGone: e.Gone.Spawns, QuestsGone: e.Gone.Quests, SocialsGone: e.Gone.Socials, HelpGone: e.Gone.Help,
		TablesGone: e.Gone.Tables,
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
	set  func(e *Entries) (ids []string)        // the ids of those that are set
	gone func(e *Entries) (ids []string)        // and of those withdrawn
	pick func(e *Entries, id string) any        // what is set under an id, nil for nothing
	put  func(e *Entries, id string, entry any) // sets an entry, or withdraws it when it is nil
	drop func(e *Entries, out func(id string) bool)
}

func shelfOf[K ~string, V any](kind string, get func(*State, K) *V, set func(*Entries) *[]V,
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
			if v := get(s, K(id)); v != nil {
				return *v
			}
			return nil
		},
		gone: func(e *Entries) (out []string) {
			for _, k := range *gone(e) {
				out = append(out, string(k))
			}
			return out
		},
		pick: func(e *Entries, id string) any {
			if i := slices.Index(ids(e), id); i >= 0 {
				return (*set(e))[i]
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
	}
}

// shelves are the kinds of content in the order of [Entries].
//
//nolint:gochecknoglobals // immutable: a table of functions
var shelves = []shelf{
	shelfOf("room", func(s *State, id RoomID) *RoomSpec { return s.Rooms[id] },
		func(e *Entries) *[]RoomSpec { return &e.Rooms }, func(e *Entries) *[]RoomID { return &e.Gone.Rooms },
		func(v *RoomSpec) RoomID { return v.ID }),
	shelfOf("door", func(s *State, id DoorID) *DoorSpec {
		if d := s.Doors[id]; d != nil {
			return &d.DoorSpec
		}
		return nil
	}, func(e *Entries) *[]DoorSpec { return &e.Doors }, func(e *Entries) *[]DoorID { return &e.Gone.Doors },
		func(v *DoorSpec) DoorID { return v.ID }),
	shelfOf("item", func(s *State, id ProtoID) *ItemSpec { return s.ItemSpecs[id] },
		func(e *Entries) *[]ItemSpec { return &e.Items }, func(e *Entries) *[]ProtoID { return &e.Gone.Items },
		func(v *ItemSpec) ProtoID { return v.ID }),
	shelfOf("mob", func(s *State, id ProtoID) *MobSpec { return s.MobSpecs[id] },
		func(e *Entries) *[]MobSpec { return &e.Mobs }, func(e *Entries) *[]ProtoID { return &e.Gone.Mobs },
		func(v *MobSpec) ProtoID { return v.ID }),
	shelfOf("spawn", func(s *State, id SpawnID) *SpawnSpec { return s.Spawns[id] },
		func(e *Entries) *[]SpawnSpec { return &e.Spawns }, func(e *Entries) *[]SpawnID { return &e.Gone.Spawns },
		func(v *SpawnSpec) SpawnID { return v.ID }),
	shelfOf("quest", func(s *State, id QuestID) *QuestSpec { return s.Quests[id] },
		func(e *Entries) *[]QuestSpec { return &e.Quests }, func(e *Entries) *[]QuestID { return &e.Gone.Quests },
		func(v *QuestSpec) QuestID { return v.ID }),
	shelfOf("social", func(s *State, id SocialID) *SocialSpec { return s.Socials[id] },
		func(e *Entries) *[]SocialSpec { return &e.Socials }, func(e *Entries) *[]SocialID { return &e.Gone.Socials },
		func(v *SocialSpec) SocialID { return v.ID }),
	shelfOf("help", func(s *State, id string) *HelpSpec { return s.Help[id] },
		func(e *Entries) *[]HelpSpec { return &e.Help }, func(e *Entries) *[]string { return &e.Gone.Help },
		func(v *HelpSpec) string { return v.ID }),
	shelfOf("table", func(s *State, id BoardID) *TableSpec {
		if b := s.Boards[id]; b != nil {
			return &b.TableSpec
		}
		return nil
	}, func(e *Entries) *[]TableSpec { return &e.Tables }, func(e *Entries) *[]BoardID { return &e.Gone.Tables },
		func(v *TableSpec) BoardID { return v.ID }),
}

// EntryKinds names the kinds of content, in the order in which packs hold them.
func EntryKinds() []string {
	var out []string
	for _, k := range shelves {
		out = append(out, k.kind)
	}
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

func (a EditContent) decide(t *Turn) *Refusal {
	a.Note = Clean(a.Note)
	if len(a.Note) > ChangeNoteBytes {
		return refuse(CodeBadValue, "The word about it has up to "+strconv.Itoa(ChangeNoteBytes)+" bytes.")
	}
	return t.edit(a.Set, a.Note, 0)
}

func (a UndoChange) decide(t *Turn) *Refusal {
	c := t.s.Changes[a.Change]
	switch {
	case c == nil:
		return refuse(CodeUnknown, fmt.Sprintf("There is no change %d that could be undone; changes lists them.", a.Change))
	case c.Undone != 0:
		return refuse(CodeAlready, fmt.Sprintf("Change %d was undone already, by change %d.", c.N, c.Undone))
	}
	for _, m := range c.Now {
		kind, id := cutEntry(m.Entry)
		if Digest(t.s.Entry(kind, id)) != m.Digest {
			return refuse(CodeAlready, fmt.Sprintf("The %s %s was changed since; undo what came later first: changes %s %s.",
				kind, id, kind, id))
		}
	}
	return t.edit(c.Was, "", c.N)
}

// edit sets and withdraws entries.
func (t *Turn) edit(set Entries, note string, undoes int) *Refusal {
	keys, twice := set.touched()
	switch {
	case twice:
		return refuse(CodeBadValue, "That sets one thing twice.")
	case len(keys) > EditEntriesMost:
		return refuse(CodeBadValue, fmt.Sprintf("That changes %d things; one edit changes at most %d.", len(keys),
			EditEntriesMost))
	case len(t.s.Packs) == 0:
		return refuse(CodeBadValue, "There is no world yet.")
	}
	keys = slices.DeleteFunc(keys, func(k Key) bool { // what stays as it is
		return Digest(t.s.Entry(k.Kind, k.ID)) == Digest(set.Entry(k.Kind, k.ID))
	})
	if len(keys) == 0 {
		return refuse(CodeAlready, "That is as it is already.")
	}
	e := ContentChanged{Actor: t.in.Actor, Change: t.s.LastChange() + 1, Note: note, Undoes: undoes, At: t.now}
	for _, k := range keys {
		e.Now.Put(k.Kind, k.ID, set.Entry(k.Kind, k.ID))
		e.Was.Put(k.Kind, k.ID, t.s.Entry(k.Kind, k.ID))
	}
	slices.SortStableFunc(e.Now.Spawns, func(a, b SpawnSpec) int { return len(a.In) - len(b.In) })
	applied := e.Now.Applied()
	if bad := t.s.unsound(&applied); len(bad) > 0 {
		return refuse(CodeBadValue, bad[0].sentence())
	}
	if r := cmp.Or(t.s.dangling(&e.Now), t.s.inUse(&e.Now), t.s.coined(&e.Now)); r != nil {
		return r
	}
	t.s.marks(&e)
	made := t.s.madeBy(e.Now.Gone.Spawns)
	t.change(&applied, e)
	t.unmake(made)
	return nil
}

// madeBy lists what rules made and what is still as they made it: creatures, and things where they were put.
func (s *State) madeBy(rules []SpawnID) (out stranded) {
	if len(rules) == 0 {
		return out
	}
	for id, it := range anyhow(s.Items) {
		if it.Home && slices.Contains(rules, it.Spawn) {
			out.items = append(out.items, id)
		}
	}
	for id, a := range anyhow(s.Actors) {
		if a.Proto != "" && slices.Contains(rules, a.Spawn) {
			out.actors = append(out.actors, id)
		}
	}
	slices.Sort(out.items)
	slices.Sort(out.actors)
	return out
}

// unmake removes what a withdrawn rule made. What it held lies where it was.
func (t *Turn) unmake(made stranded) {
	for _, id := range made.items {
		if t.s.Items[id] != nil {
			t.purgeItem(id)
		}
	}
	for _, id := range made.actors {
		t.purgeMob(t.s.Actors[id])
	}
}

// marks says of each entry of a change whether it is as its pack says.
func (s *State) marks(e *ContentChanged) {
	keys, _ := e.Now.touched()
	for _, k := range keys {
		row := Edited{Entry: k.entry(), Base: Digest(s.Entry(k.Kind, k.ID))}
		if old := s.Edits[k.entry()]; old != nil {
			row = *old
		}
		row.Change = e.Change
		now := Digest(e.Now.Entry(k.Kind, k.ID))
		if now == row.Base || row.Clash && now == row.Theirs {
			e.Settled = append(e.Settled, k.entry())
			if row.Clash && now != row.Theirs {
				e.Stale = slices.Sorted(maps.Keys(s.Packs))
			}
			continue
		}
		e.Edited = append(e.Edited, row)
	}
}

// LastChange is the number of the newest change of content from inside, 0 before the first.
func (s *State) LastChange() int {
	last := 0
	for n := range anyhow(s.Changes) {
		last = max(last, n)
	}
	return last
}

func (e ContentChanged) fold(s *State) {
	c := &Change{
		N: e.Change, By: e.Actor, At: e.At, Note: e.Note, Undoes: e.Undoes, Was: e.Was,
	}
	if a := s.Actors[e.Actor]; a != nil {
		c.Name = a.Name
	}
	keys, _ := e.Now.touched()
	for _, k := range keys {
		c.Now = append(c.Now, Mark{Entry: k.entry(), Digest: Digest(e.Now.Entry(k.Kind, k.ID))})
	}
	s.putChange(c)
	if old := s.Changes[e.Undoes]; old != nil {
		undone := *old
		undone.Undone = e.Change
		s.putChange(&undone)
	}
	if e.Change > ChangesMost {
		delete(s.Changes, e.Change-ChangesMost)
		s.touch(kindChange, strconv.Itoa(e.Change-ChangesMost))
	}
	s.markEdits(e.Edited, e.Settled)
	for _, id := range e.Stale {
		info := s.Packs[id]
		info.Hash = ""
		s.Packs[id] = info
		s.touch(kindPack, string(id))
	}
	applied := e.Now.Applied()
	s.foldContent(&applied)
}

func (s *State) putChange(c *Change) {
	s.Changes[c.N] = c
	s.touch(kindChange, strconv.Itoa(c.N))
}

// markEdits keeps which entries are not as their pack says.
func (s *State) markEdits(edited []Edited, settled []string) {
	for i := range edited {
		row := edited[i]
		s.Edits[row.Entry] = &row
		s.touch(kindEdited, row.Entry)
	}
	for _, k := range settled {
		delete(s.Edits, k)
		s.touch(kindEdited, k)
	}
}

// Nobody sees it happen but who did it; whoever looks sees what has come of it.
func (e ContentChanged) scene(*State) scene { return scene{actor: e.Actor} }

func (ContentChanged) traits() Traits { return Traits{} }

// edits looks into what is kept of edits.
func (c *checker) edits() {
	for n, ch := range all(c, c.s.Changes) {
		if ch.N != n || n < 1 || len(ch.Now) == 0 || ch.At > c.s.Now || ch.Undone != 0 && ch.Undone <= n {
			c.bad("change %d is filed wrongly, or cannot be: %d of %d, undone by %d", n, ch.N, ch.At, ch.Undone)
		}
	}
	for entry, row := range all(c, c.s.Edits) {
		kind, id := cutEntry(entry)
		if row.Entry != entry || row.Change < 1 || Digest(c.s.Entry(kind, id)) == row.Base {
			c.bad("%s counts as edited and is as its pack has it", entry)
		}
	}
}
