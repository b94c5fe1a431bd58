package world

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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
	Zones   []ZoneSpec   `json:"zones,omitempty"`

	Channels []ChannelSpec `json:"channels,omitempty"`

	Crafts []CraftSpec `json:"crafts,omitempty"`

	Scripts []ScriptSpec `json:"scripts,omitempty"`
	Figures []FigureSpec `json:"figures,omitempty"`
	Liquids []LiquidSpec `json:"liquids,omitempty"`
	Recipes []RecipeSpec `json:"recipes,omitempty"`

	Gone Withdrawn `json:"gone,omitzero"`
}

// EditContent changes content from inside the world.
type EditContent struct {
	Set Entries `json:"set" words:"fixed"`
}

// UndoChange makes what a change set be again as it was before. It is refused when something of it was changed since,
// unless All is said: then what was built on it is undone as well.
type UndoChange struct {
	Change int  `json:"change"`
	All    bool `json:"all,omitempty"`
}

// ContentChanged says that content was edited from inside: what is so now, and what was. A thing of Now that has no
// Was is new. Edited are the entries that are from now on not as their pack says, and Settled those that are again.
type ContentChanged struct {
	Actor   ActorID  `json:"actor"`
	Change  int      `json:"change"`
	Now     Entries  `json:"now" words:"fixed"`
	Was     Entries  `json:"was" words:"fixed"`
	Undoes  int      `json:"undoes,omitempty"`
	With    []int    `json:"with,omitempty"` // later changes that are undone as well
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
	Change int    `json:"change"`          // the newest that changed it
	Maker  uint32 `json:"maker,omitempty"` // the number of whoever made it, of one of which the pack had none
	Clash  bool   `json:"clash,omitempty"`
	Theirs string `json:"theirs,omitempty"`
	// Staff says that a wizard was the last who changed it, or approved it since; see [State.Vouched].
	Staff bool `json:"staff,omitempty"`
}

func (EditContent) needs() Role { return RoleBuilder }
func (UndoChange) needs() Role  { return RoleBuilder }

func (EditContent) deed() deed { return deed{} }
func (UndoChange) deed() deed  { return deed{} }

func (a EditContent) decide(t *Turn) *Refusal {
	if t.me != nil {
		if d := t.s.DraftOf(t.me.ID, t.in.Via.Kind == ViaGrant); d != nil {
			return t.draft(d, a.Set)
		}
	}
	if t.in.Via.Kind == ViaGrant {
		return refuse(CodeNotAllowed, "An agent edits in a draft, and a person publishes it: draft and a name open one.")
	}
	if keys, _ := a.Set.touched(); len(keys) > EditEntriesMost {
		return refuse(CodeBadValue, fmt.Sprintf("That changes %d things; one edit changes at most %d.", len(keys),
			EditEntriesMost))
	}
	return t.edit(a.Set, 0)
}

func (a UndoChange) decide(t *Turn) *Refusal {
	c := t.s.Changes[a.Change]
	switch {
	case c == nil:
		return refuse(CodeUnknown, fmt.Sprintf("There is no change %d that could be undone; changes lists them.", a.Change))
	case c.Undone != 0:
		return t.s.undoneAlready(c)
	}
	later, was, now := t.s.builtOn(c)
	if !a.All {
		was, now = c.Was, c.Now
	}
	for _, m := range now {
		if kind, id := cutEntry(m.Entry); Digest(t.s.Entry(kind, id)) != m.Digest {
			return refuse(CodeAlready, fmt.Sprintf("The %s %s was changed since%s", kind, id, t.s.since(c.N, later, a.All)))
		}
	}
	if !a.All {
		later = nil
	}
	return t.edit(was, c.N, later...)
}

// undoneAlready says by which change one was undone, or by which it is in force again.
func (s *State) undoneAlready(c *Change) *Refusal {
	if undo := s.Changes[c.Undone]; undo != nil {
		if again := s.Changes[undo.Undone]; again != nil && again.Undoes == undo.N && again.Undone == 0 {
			return refuse(CodeAlready, fmt.Sprintf("Change %d is in force again, by change %d; undo that one.", c.N, again.N))
		}
	}
	return refuse(CodeAlready, fmt.Sprintf("Change %d was undone already, by change %d.", c.N, c.Undone))
}

// builtOn returns, in order, the changes after one that changed what it did, or what another of them did; how all that
// was before, and what they made of it.
func (s *State) builtOn(c *Change) (later []int, was Entries, now []Mark) {
	at := map[string]int{} // where an entry stands in now
	for n := c.N; n <= s.LastChange(); n++ {
		ch := s.Changes[n]
		if ch == nil || n > c.N && !slices.ContainsFunc(ch.Now, func(m Mark) bool { _, is := at[m.Entry]; return is }) {
			continue
		}
		if n > c.N {
			later = append(later, n)
		}
		for _, m := range ch.Now {
			if i, known := at[m.Entry]; known {
				now[i] = m
				continue
			}
			at[m.Entry] = len(now)
			now = append(now, m)
			kind, id := cutEntry(m.Entry)
			was.Put(kind, id, ch.Was.Entry(kind, id))
		}
	}
	return later, was, now
}

// since says by which later changes something was changed, and how those are taken back.
func (s *State) since(n int, later []int, isAll bool) string {
	if isAll || len(later) == 0 {
		return ", by the world's pack."
	}
	var first []string
	for _, m := range slices.Backward(later) {
		if ch := s.Changes[m]; ch.Undone == 0 && !slices.Contains(later, ch.Undoes) {
			first = append(first, fmt.Sprintf("undo %d", m))
		}
	}
	all := fmt.Sprintf("undo %d all takes back that, too.", n)
	if len(first) == 0 {
		return "; " + all
	}
	const shown = 5
	if left := len(first) - shown; left > 0 {
		first = append(first[:shown], fmt.Sprintf("%d more", left))
	}
	return "; before it comes " + strings.Join(first, ", ") + ". Or " + all
}

// edit sets and withdraws entries, or takes a change back, with others if need be.
func (t *Turn) edit(set Entries, undoes int, with ...int) *Refusal {
	keys, twice := set.touched()
	switch {
	case twice:
		return refuse(CodeBadValue, "That sets one thing twice.")
	case len(keys) > DraftEntriesMost:
		return refuse(CodeBadValue, fmt.Sprintf("That changes %d things; at once at most %d are changed.", len(keys),
			DraftEntriesMost))
	case len(t.s.Packs) == 0:
		return refuse(CodeBadValue, "There is no world yet.")
	}
	keys = slices.DeleteFunc(keys, func(k Key) bool { // what stays as it is
		return Digest(t.s.Entry(k.Kind, k.ID)) == Digest(set.Entry(k.Kind, k.ID))
	})
	if len(keys) == 0 {
		return refuse(CodeAlready, "That is as it is already.")
	}
	if len(keys) > EditEntriesMost {
		t.most = draftEventsMost
	}
	if r := t.builds(keys, &set); r != nil {
		return r
	}
	e := ContentChanged{Undoes: undoes, With: with}
	for _, k := range keys {
		e.Now.Put(k.Kind, k.ID, set.Entry(k.Kind, k.ID))
	}
	slices.SortStableFunc(e.Now.Spawns, func(a, b SpawnSpec) int { return len(a.In) - len(b.In) })
	applied := e.Now.Applied()
	if bad := t.s.unsound(&applied); len(bad) > 0 {
		return refuse(CodeBadValue, bad[0].sentence())
	}
	if undoes == 0 { // what was once saved may come back
		if r := t.s.miswritten(&e.Now); r != nil {
			return r
		}
	}
	if r := cmp.Or(t.s.dangling(&e.Now), t.s.inUse(&e.Now), t.s.coined(&e.Now)); r != nil {
		return r
	}
	t.sets(e)
	return nil
}

// sets makes a change of content happen of which it is known what is so now.
func (t *Turn) sets(e ContentChanged) {
	e.Actor, e.Change, e.At = t.in.Actor, t.s.LastChange()+1, t.now
	keys, _ := e.Now.touched()
	for _, k := range keys {
		e.Was.Put(k.Kind, k.ID, t.s.Entry(k.Kind, k.ID))
	}
	t.s.marks(&e)
	made := t.s.madeBy(e.Now.Gone.Spawns)
	applied := e.Now.Applied()
	t.change(&applied, e)
	t.unmake(made)
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
		} else if who := s.Actors[e.Actor]; who != nil && row.Base == "" {
			row.Maker = who.Num
		}
		row.Change, row.Staff = e.Change, s.Actors[e.Actor] != nil && s.Actors[e.Actor].Rank() >= RoleWizard
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
		N: e.Change, By: e.Actor, At: e.At, Undoes: e.Undoes, Was: e.Was,
	}
	if a := s.Actors[e.Actor]; a != nil {
		c.Name = a.Name
	}
	keys, _ := e.Now.touched()
	for _, k := range keys {
		c.Now = append(c.Now, Mark{Entry: k.entry(), Digest: Digest(e.Now.Entry(k.Kind, k.ID))})
	}
	s.putChange(c)
	for _, n := range append([]int{e.Undoes}, e.With...) {
		if old := s.Changes[n]; old != nil && (old.Undone == 0 || n == e.Undoes) {
			undone := *old
			undone.Undone = e.Change
			s.putChange(&undone)
		}
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
