package gmcp

import (
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// place says where one is, for telling whether one has moved: a place that went dark is another.
type place struct {
	room world.RoomID
	dark bool
}

func placeOf(v *surroundings.View) place { return place{v.Room.ID, v.Room.Dark} }

// unknown stands for the number of a room that one has not been to, as the clients that draw maps take it.
const unknown = -1

type infoBody struct {
	Num         int32            `json:"num"` // stable and positive, for mappers that key on numbers
	ID          string           `json:"id,omitempty"`
	Name        string           `json:"name"`
	Area        string           `json:"area"`
	Zone        string           `json:"zone"`        // clients ask for either
	Environment string           `json:"environment"` // and for either of these
	Terrain     string           `json:"terrain"`
	Coord       *coordBody       `json:"coord,omitempty"`
	Exits       map[string]int32 `json:"exits"` // encoded in the order of their names
	Details     []string         `json:"details"`
}

type coordBody struct {
	ID    int    `json:"id"` // always 0: one map
	X     int    `json:"x"`
	Y     int    `json:"y"`
	Z     int    `json:"z"`
	Cont  int    `json:"cont"` // always 0: it is no continent
	Plane string `json:"plane,omitempty"`
}

// infoOf says where one is. In the dark one knows the ways that one can feel, and that one stands where one went; a
// mapper keeps its place by the number, and nothing else is said.
func infoOf(v *surroundings.View) infoBody {
	r := &v.Room
	out := infoBody{
		Num: r.Number, Name: prose.Clean(r.Name), Zone: v.Zone, Area: area(v.Zone), Environment: string(v.Terrain),
		Terrain: string(v.Terrain), Exits: make(map[string]int32, len(r.Exits)), Details: []string{},
	}
	if out.Num == 0 {
		out.Num = unknown
	}
	for _, w := range r.Exits {
		num := w.Number
		if num == 0 {
			num = unknown
		}
		out.Exits[short(w.Dir)] = num
	}
	if r.Dark {
		out.Details = append(out.Details, "dark")
		return out
	}
	out.ID = string(r.ID)
	if r.Zone != "" && r.ID != "" {
		out.ID = r.Zone + ":" + string(r.ID)
	}
	if r.At != nil {
		out.Coord = &coordBody{X: r.At.X, Y: r.At.Y, Z: r.At.Z, Plane: r.At.Plane}
	}
	if r.Tide != "" {
		out.Details = append(out.Details, "tide")
	}
	return out
}

// area is a zone's name as people write it: "drowned-town" is Drowned Town.
func area(zone string) string {
	words := strings.Fields(strings.ReplaceAll(zone, "-", " "))
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, " ")
}

// short is a direction as mappers write it: n, e, s, w, u, d, in, out.
func short(d world.Dir) string {
	if d == world.In || d == world.Out || d == "" {
		return string(d)
	}
	return string(d[:1])
}

// players are the people in the room, creatures apart.
func players(v *surroundings.View) []thing {
	var out []thing
	for i := range v.Room.People {
		if r := &v.Room.People[i]; r.Kind == "person" && r.ID != string(v.You.ID) {
			out = append(out, thing{ID: r.ID, Name: prose.Clean(r.Name)})
		}
	}
	return out
}

// floor is what is in the room: things, and the creatures among them, which clients list with them.
func floor(v *surroundings.View) []thing {
	out := make([]thing, 0, len(v.Room.Things)+len(v.Room.People))
	for i := range v.Room.People {
		r := &v.Room.People[i]
		if r.Kind == "person" {
			continue
		}
		attrib := "m"
		if !r.Fightable {
			attrib = "mx"
		}
		out = append(out, thing{ID: r.ID, Name: prose.Clean(r.Name), Attrib: attrib})
	}
	return items(out, v.Room.Things, v.Things, "")
}

// held is what one carries and uses.
func held(v *surroundings.View) []thing {
	out := make([]thing, 0, len(v.Carrying)+len(v.Using))
	out = items(out, v.Using, v.Used, "w")
	return items(out, v.Carrying, v.Carried, "")
}

// items appends things with what can be done with them, in the letters of IRE: w worn, l wielded or held, W could be
// worn, g could be wielded, c a container, t can be taken.
func items(out []thing, refs []world.Ref, traits []surroundings.ItemTraits, worn string) []thing {
	for i := range refs {
		var is surroundings.ItemTraits
		if i < len(traits) {
			is = traits[i]
		}
		attrib := ""
		switch {
		case worn != "" && is.Has(surroundings.Wieldable):
			attrib = "l"
		case worn != "":
			attrib = worn
		case is.Has(surroundings.Wieldable):
			attrib = "g"
		case is.Has(surroundings.Wearable):
			attrib = "W"
		}
		if is.Has(surroundings.Container) {
			attrib += "c"
		}
		if is.Has(surroundings.Takeable) {
			attrib += "t"
		}
		out = append(out, thing{ID: refs[i].ID, Name: prose.Clean(refs[i].Name), Attrib: attrib})
	}
	return out
}
