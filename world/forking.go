package world

import (
	"maps"
	"reflect"
	"slices"
)

// A fork is a world beside the world: it begins as this one is, goes its own way by the same rules, and nothing of it
// is in any record. Content, which changes only by being replaced, is shared; all that changes in place is copied.

// ForkMost is of how many things and bodies together a world may be that is forked: the copy is made on the writer.
const ForkMost = 40_000

// Fork returns a fork whose dice fall otherwise than those of s, so that nobody learns there what luck is to come here;
// salt is any number. It shares nothing with s that either of them changes, so that it may be used in another
// goroutine. [State.Reindex] has to be called before anything else is done with it.
func (s *State) Fork(salt uint64) *State {
	out := *s
	out.Index, out.Atlas, out.Loose = Index{}, nil, maps.Clone(s.Loose)
	out.Dirty, out.Refit = map[Key]struct{}{}, maps.Clone(s.Refit)
	out.Seed = (s.Seed ^ salt ^ 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	fields := reflect.ValueOf(&out).Elem()
	for named, f := range fields.Fields() {
		switch named.Name {
		case "Index", "Atlas", "Dirty", "Refit", "Loose", "Scripter":
		default:
			f.Set(copied(f))
		}
	}
	return &out
}

// Entities is how many things and bodies there are.
func (s *State) Entities() int { return len(s.Items) + len(s.Actors) }

// copied copies all that a value refers to, but for content.
func copied(v reflect.Value) reflect.Value {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || isContent(v.Interface()) {
			return v
		}
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(copied(v.Elem()))
		return out
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeMapWithSize(v.Type(), v.Len())
		for each := v.MapRange(); each.Next(); {
			out.SetMapIndex(each.Key(), copied(each.Value()))
		}
		return out
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(out, v)
		copyParts(out.Len(), v.Type().Elem(), out.Index)
		return out
	case reflect.Struct, reflect.Array:
		if isFlat(v.Type()) {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(v)
		if v.Kind() == reflect.Array {
			copyParts(out.Len(), v.Type().Elem(), out.Index)
			return out
		}
		for _, f := range out.Fields() {
			if !isFlat(f.Type()) && !f.IsZero() {
				f.Set(copied(f))
			}
		}
		return out
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		out := reflect.New(v.Type()).Elem()
		out.Set(copied(v.Elem()))
		return out
	default:
		return v
	}
}

func copyParts(n int, of reflect.Type, part func(int) reflect.Value) {
	if isFlat(of) {
		return
	}
	for i := range n {
		part(i).Set(copied(part(i)))
	}
}

// isFlat reports whether a value of a type is copied by assigning it.
func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Interface:
		return false
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Struct:
		for f := range t.Fields() {
			if !isFlat(f.Type) {
				return false
			}
		}
		return true
	default:
		return true
	}
}

// isContent reports whether something is replaced as a whole and never changed.
func isContent(v any) bool {
	switch v.(type) {
	case *RoomSpec, *ItemSpec, *MobSpec, *SpawnSpec, *QuestSpec, *SocialSpec, *HelpSpec, *ZoneSpec, *ChannelSpec,
		*CraftSpec, *ScriptSpec, *FigureSpec, *LiquidSpec, *RecipeSpec, *LoreFact, *Draft, *Change, *Edited:
		return true
	default:
		return false
	}
}

// Rehearse makes of a fork a stage for one builder: everybody else is out of the world, the draft is published, and the
// builder stands in the room of it where they edit, or where they stood. It refuses as publishing would.
func (s *State) Rehearse(now Time, who ActorID, id DraftID) *Refusal {
	d := s.Drafts[id]
	if d == nil || s.Actors[who] == nil {
		return refuse(CodeUnknown, "There is no such draft; draft list lists them.")
	}
	t := &Turn{s: s, seq: s.Seq + 1, now: max(now, s.Now), me: s.Actors[who], most: hostEventsMost}
	for _, other := range slices.Clone(s.Index.Awake) {
		if other != who {
			t.leaveWorld(other, LeftWilling)
		}
	}
	t.keep()
	s.stamp(t.seq, t.now)
	in := Input{Actor: who, Via: Via{Kind: ViaKeyboard}, Action: PublishDraft{Draft: id, Read: d.Version()}}
	if len(d.Bases) > 0 {
		if _, r := s.Decide(now, in); r != nil {
			return r
		}
	}
	if s.Rooms[d.Room] != nil && d.By == who && s.Actors[who].Presence == Here {
		s.putActor(who, d.Room, Here)
	}
	return nil
}
