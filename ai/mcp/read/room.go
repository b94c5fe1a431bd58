package read

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// room is a fact about a place (S0-30, S0-37). What cannot be seen now, or never could, is left out.
type room struct {
	ID        world.RoomID `json:"id"`
	Name      string       `json:"name"`
	Desc      string       `json:"description"`
	Layers    []layer      `json:"layers"`
	Tags      []string     `json:"tags"`
	Version   string       `json:"version"` // changes when the place itself does
	Occupants []being      `json:"occupants"`
	Lost      int          `json:"guests_linkdead,omitempty"` // who are not among the occupants
	Items     []thing      `json:"items"`
}

// layer is one part of how a place is.
type layer struct {
	Kind string `json:"kind"` // base, light, tide, also
	Text string `json:"text"`
}

type being struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Kind  string `json:"kind"` // person, creature
	State string `json:"state,omitempty"`
}

type thing struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	State string `json:"state,omitempty"`
}

// way is an exit (S0-31). To is null where the reader does not know where it leads.
type way struct {
	Dir     world.Dir     `json:"direction"`
	To      *world.RoomID `json:"to"`
	Door    *string       `json:"door"`
	Visible bool          `json:"visible"` // nothing stands between: no closed door and no water
}

type ways struct {
	ID    world.RoomID `json:"locationId"`
	Exits []way        `json:"exits"`
}

func (f *Reader) location(ctx context.Context, a ask) (any, *failure, error) {
	var in struct {
		ID   world.RoomID `json:"locationId"`
		Room world.RoomID `json:"roomId"` // getRoom's name for it
	}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	return f.see(ctx, a.who, func(e readScope) (any, *failure) {
		r, no := e.place(in.ID + in.Room)
		if no != nil {
			return nil, no
		}
		return e.room(r), nil
	})
}

func (e readScope) room(r *world.RoomSpec) room {
	out := room{
		ID: r.ID, Name: world.Clean(r.Name), Desc: world.Clean(r.Desc), Version: version(r), Layers: []layer{},
		Tags: []string{}, Occupants: []being{}, Items: []thing{},
	}
	if !e.reads(r.ID) {
		out.Desc = unlit
	}
	out.Layers = append(out.Layers, layer{"base", out.Desc}, layer{"light", e.light(r)})
	if r.Zone != "" {
		out.Tags = append(out.Tags, "zone:"+r.Zone)
	}
	if r.Light == world.LightOutdoor {
		out.Tags = append(out.Tags, "outdoor")
	}
	if r.Safe {
		out.Tags = append(out.Tags, "safe")
	}
	if r.Tidal != nil {
		out.Tags = append(out.Tags, "tidal")
		out.Layers = append(out.Layers, layer{"tide", string(e.now.Tide())})
	}
	if !e.sees(r.ID) {
		return out // what is only so at times is not told from afar
	}
	for i := range r.Also {
		if p := &r.Also[i]; p.When.Holds(e.s, e.me, e.now) {
			text := world.Clean(p.Text)
			out.Desc += " " + text
			out.Layers = append(out.Layers, layer{"also", text})
		}
	}
	seen := e.s.Survey(r.ID, e.now)
	out.Lost = seen.Lost
	for _, p := range seen.People {
		out.Occupants = append(out.Occupants, being{p.ID, world.Clean(p.Name), p.Kind, world.Clean(p.State)})
	}
	for _, t := range seen.Things {
		out.Items = append(out.Items, thing{t.ID, world.Clean(t.Name), world.Clean(t.State)})
	}
	return out
}

// unlit stands for the look of a place where nobody has a light.
const unlit = "It is pitch dark."

// light says how a place is lit.
func (e readScope) light(r *world.RoomSpec) string {
	switch {
	case r.Light == world.LightLit:
		return "lit"
	case r.Light == world.LightOutdoor && e.now.Daylight():
		return "daylight"
	case e.sees(r.ID):
		return "lamplight"
	}
	return "dark"
}

// version is a short digest of how a place was written.
func version(r *world.RoomSpec) string {
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(r); err != nil {
		panic(err) // texts always marshal
	}
	const bytesShown = 6
	return hex.EncodeToString(h.Sum(nil)[:bytesShown])
}

func (f *Reader) exits(ctx context.Context, a ask) (any, *failure, error) {
	var in struct {
		ID world.RoomID `json:"locationId"`
	}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	return f.see(ctx, a.who, func(e readScope) (any, *failure) {
		r, no := e.place(in.ID)
		if no != nil {
			return nil, no
		}
		return ways{r.ID, e.ways(r)}, nil
	})
}

// ways lists the exits that look shows, from the same source, and where they lead as far as the reader knows.
func (e readScope) ways(r *world.RoomSpec) []way {
	out := []way{}
	for _, seen := range e.s.Ways(r.ID, "", e.now) {
		w := way{Dir: seen.Dir, Visible: !seen.Closed && !seen.Under}
		if seen.Door != "" {
			w.Door = &seen.Door
		}
		for _, exit := range r.Exits {
			if exit.Dir == seen.Dir && !exit.Hidden && e.knows(exit.To) {
				w.To = &exit.To
				break
			}
		}
		out = append(out, w)
	}
	return out
}

// The depth of a neighbourhood, and how many places of it are told.
const (
	depthDefault   = 2
	depthMax       = 5
	neighboursMost = 200
)

type neighbours struct {
	Root  world.RoomID `json:"roomId"`
	Depth int          `json:"depth"`
	Rooms []neighbour  `json:"rooms"`
	Edges []edge       `json:"edges"`
	More  bool         `json:"more"` // there are others, that are not told
}

type neighbour struct {
	ID       world.RoomID `json:"id"`
	Name     string       `json:"name"`
	Distance int          `json:"distance"`
}

type edge struct {
	From world.RoomID `json:"from"`
	Dir  world.Dir    `json:"direction"`
	To   world.RoomID `json:"to"`
}

func (f *Reader) neighbours(ctx context.Context, a ask) (any, *failure, error) {
	in := struct {
		ID    world.RoomID `json:"roomId"`
		Depth int          `json:"depth"`
	}{Depth: depthDefault}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	return f.see(ctx, a.who, func(e readScope) (any, *failure) {
		r, no := e.place(in.ID)
		if no != nil {
			return nil, no
		}
		return e.around(r, min(max(in.Depth, 1), depthMax)), nil
	})
}

// around walks outward from a place, nearest first.
func (e readScope) around(r *world.RoomSpec, depth int) neighbours {
	out := neighbours{Root: r.ID, Depth: depth, Rooms: []neighbour{}, Edges: []edge{}}
	far := map[world.RoomID]int{r.ID: 0}
	for queue := []*world.RoomSpec{r}; len(queue) > 0; queue = queue[1:] {
		here := queue[0]
		at := far[here.ID]
		out.Rooms = append(out.Rooms, neighbour{here.ID, world.Clean(here.Name), at})
		if at == depth {
			continue
		}
		for _, w := range e.ways(here) {
			if w.To == nil {
				continue
			}
			if _, seen := far[*w.To]; !seen {
				if len(far) == neighboursMost {
					out.More = true
					continue
				}
				far[*w.To] = at + 1
				queue = append(queue, e.s.Rooms[*w.To])
			}
			out.Edges = append(out.Edges, edge{here.ID, w.Dir, *w.To})
		}
	}
	return out
}
