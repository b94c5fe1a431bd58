package pack

import (
	"fmt"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// aside is what a pack holds and a world does not: what its builder calls a draft, and what can be nowhere without it.
type aside struct {
	file   bool                     // the file being read is a draft
	by     *entryState              // of what is being read; nil in the head
	owners map[string][]*entryState // by kind key, parallel to the pack's list
	ids    map[idIn]bool
	made   map[world.ProtoID]bool // patterns of which such a spawn makes something
	count  int
}

// entryState is one entry of a file, as far as what it names has to know of it.
type entryState struct{ aside bool }

// idIn is an id in its space.
type idIn struct{ space, id string }

func newAside() aside {
	return aside{owners: map[string][]*entryState{}, ids: map[idIn]bool{}, made: map[world.ProtoID]bool{}}
}

// ownerOf reads whether an entry is a draft.
func (d *draft) ownerOf(at site) *entryState {
	by := &entryState{aside: d.aside.file}
	m, ok := at.node.(ast.MapNode)
	if !ok {
		return by
	}
	for it := m.MapRange(); it.Next(); {
		if keyText(it.Key()) == draftKey {
			by.aside = d.marked(at.on(it.Key()), it.Value(), draftKey)
		}
	}
	return by
}

// marked reads what stands behind "draft" or "imported".
func (d *draft) marked(at site, value ast.Node, key string) bool {
	n, ok := value.(*ast.BoolNode)
	if !ok {
		d.fault(at, key+" is "+yaml.Describe(value), "write true or false")
		return false
	}
	return n.Value
}

// setAside takes drafts out of the pack, with all that can be nowhere without them: exits that lead to them, and what
// is spawned, offered or played in them. What else names a draft is wrong, as [draft.resolve] says.
func (d *draft) setAside() {
	a := &d.aside
	d.asideSpawns()
	for i, by := range a.owners["quests"] {
		by.aside = by.aside || a.has("room", string(d.pack.Quests[i].Room))
	}
	for i, by := range a.owners["tables"] {
		by.aside = by.aside || a.has("room", string(d.pack.Tables[i].Room))
	}
	d.asideDoors()
	for i, by := range a.owners["rooms"] {
		if !by.aside {
			d.asideExits(&d.pack.Rooms[i], d.sites["rooms"][i].at("exits"))
		}
	}
	for _, k := range d.kinds {
		d.leaveOut(k)
	}
}

// has reports whether an id is a draft's.
func (a *aside) has(space, id string) bool { return a.ids[idIn{space, id}] }

// asideSpawns sets aside what is made in a draft room, of a draft pattern, or in or on what such a spawn made.
func (d *draft) asideSpawns() {
	a, list := &d.aside, d.pack.Spawns
	within := map[world.SpawnID][]int{}
	var queue []int
	for i, by := range a.owners["spawns"] {
		s := &list[i]
		within[s.In+s.On] = append(within[s.In+s.On], i)
		if by.aside || a.has("room", string(s.Room)) || a.has("item", string(s.Item)) || a.has("mob", string(s.Mob)) {
			queue = append(queue, i)
		}
	}
	for done := map[int]bool{}; len(queue) > 0; {
		i := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if s := &list[i]; !done[i] && s.ID != "" {
			done[i] = true
			a.owners["spawns"][i].aside = true
			a.ids[idIn{"spawn", string(s.ID)}], a.made[s.Item+s.Mob] = true, true
			queue = append(queue, within[s.ID]...)
		}
	}
}

// asideDoors sets aside the doors that only lead to drafts, and between them.
func (d *draft) asideDoors() {
	a := &d.aside
	all, live := map[world.DoorID]int{}, map[world.DoorID]int{} // exits in which a door stands
	for i, by := range a.owners["rooms"] {
		for _, x := range d.pack.Rooms[i].Exits {
			all[x.Door]++
			if !by.aside && !a.has("room", string(x.To)) {
				live[x.Door]++
			}
		}
	}
	for i, by := range a.owners["doors"] {
		if id := d.pack.Doors[i].ID; all[id] > 0 && live[id] == 0 {
			by.aside, a.ids[idIn{"door", string(id)}] = true, true
		}
	}
}

// asideExits takes the exits that lead to drafts out of a room that is none, and what its details say of them.
func (d *draft) asideExits(r *world.RoomSpec, at site) {
	for i, x := range slices.Backward(r.Exits) {
		if !d.aside.has("room", string(x.To)) {
			if d.aside.has("door", string(x.Door)) {
				d.fault(at.nth(i).at("door"), fmt.Sprintf("the door %q is a draft, and no part of the world", x.Door),
					`take its "draft: true" out, or name another`)
			}
			continue
		}
		r.Exits = slices.Delete(r.Exits, i, i+1)
		at.drop(i)
		for n := range r.Extras {
			if r.Extras[n].Leads == x.Dir {
				r.Extras[n].Leads = ""
			}
		}
	}
}

// leaveOut takes the entries of a kind that are set aside out of the pack.
func (d *draft) leaveOut(k kind) {
	owners, list, sites := d.aside.owners[k.key], k.list(d.pack), d.sites[k.key]
	kept := 0
	for i, by := range owners {
		if by.aside {
			d.aside.count++
			continue
		}
		if kept < i {
			list.Index(kept).Set(list.Index(i))
			sites[kept] = sites[i]
		}
		kept++
	}
	if kept < len(owners) {
		list.Set(list.Slice(0, kept))
		d.sites[k.key] = sites[:kept]
	}
}
