package automap

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// Limits of a file.
const (
	// FileMaxBytes is how large a map is that is read.
	FileMaxBytes = 256 << 20
	recordMax    = 64 << 10
	version      = 1
)

// header is the first line of a file.
type header struct {
	Atlas int    `json:"atlas"` // the version
	Here  string `json:"here,omitempty"`
	Next  int    `json:"next,omitempty"`
	Grid  int    `json:"grid,omitempty"`
}

// Snapshot is a map as it was, to be written while the map goes on changing.
type Snapshot struct {
	head  header
	rooms []Room
}

// Snapshot returns the map as it is.
func (a *Atlas) Snapshot() *Snapshot {
	s := &Snapshot{head: header{Atlas: version, Next: a.next, Grid: a.grid}, rooms: make([]Room, 0, len(a.rooms))}
	if a.here != nil {
		s.head.Here = a.here.ID
	}
	for _, r := range a.rooms {
		room := *r
		room.Exits = slices.Clone(r.Exits)
		s.rooms = append(s.rooms, room)
	}
	return s
}

// Save writes the map: a line of JSON about it, then one for each room, in the order of their ids. Whoever hands in the
// writer sees to it that the old file stays until all of the new one is written.
func (s *Snapshot) Save(to io.Writer) error {
	slices.SortFunc(s.rooms, func(x, y Room) int { return cmp.Compare(x.ID, y.ID) })
	w := bufio.NewWriter(to)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(s.head); err != nil {
		return fmt.Errorf("write the map: %w", err)
	}
	for i := range s.rooms {
		if err := e.Encode(&s.rooms[i]); err != nil {
			return fmt.Errorf("write the map: %w", err)
		}
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write the map: %w", err)
	}
	return nil
}

// Load reads a map that Save wrote. A file that is larger or otherwise than one is refused whole, so that it is not
// written over with what was left of it. Where one is has to be seen anew.
func Load(from io.Reader, now func() time.Time) (*Atlas, error) {
	a := New(now)
	limited := &io.LimitedReader{R: from, N: FileMaxBytes + 1}
	s := bufio.NewScanner(limited)
	s.Buffer(make([]byte, 0, 4096), recordMax)
	var h header
	for line := 1; s.Scan(); line++ {
		if line == 1 {
			if err := json.Unmarshal(s.Bytes(), &h); err != nil || h.Atlas != version {
				return nil, errors.New("this is no map of this client's: its first line should be {\"atlas\":1}")
			}
			continue
		}
		var r Room
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("line %d of the map: %w", line, err)
		}
		if err := a.restore(r); err != nil {
			return nil, fmt.Errorf("line %d of the map: %w", line, err)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("read the map: %w", err)
	}
	if limited.N <= 0 {
		return nil, fmt.Errorf("the map is larger than %d bytes", FileMaxBytes)
	}
	a.next, a.grid = max(h.Next, 0), max(h.Grid, 0)
	for _, r := range a.rooms {
		a.grid = max(a.grid, r.Grid)
	}
	return a, nil
}

// restore takes a room of a file, cleaned as if a MUD had told it: a file is data too.
func (a *Atlas) restore(r Room) error {
	id := bounded(r.ID, IDMaxBytes)
	switch {
	case id == "" || id != r.ID:
		return fmt.Errorf("%q is no id of a room", id)
	case a.rooms[id] != nil:
		return fmt.Errorf("the room %s is there twice", id)
	case len(a.rooms) >= RoomsMax:
		return fmt.Errorf("a map has at most %d rooms", RoomsMax)
	case len(r.Exits) > ExitsMax:
		return fmt.Errorf("a room has at most %d exits", ExitsMax)
	}
	r.Name, r.Area = bounded(r.Name, NameMaxBytes), bounded(r.Area, NameMaxBytes)
	r.X, r.Y, r.Z = coordinate(r.X), coordinate(r.Y), coordinate(r.Z)
	for i := range r.Exits {
		r.Exits[i].Dir = bounded(r.Exits[i].Dir, IDMaxBytes)
		r.Exits[i].To = bounded(r.Exits[i].To, IDMaxBytes)
	}
	slices.SortFunc(r.Exits, func(x, y Exit) int { return cmp.Compare(x.Dir, y.Dir) })
	a.rooms[id] = &r
	a.size += r.size()
	if strings.HasPrefix(id, guessed) {
		a.names[r.Name] = append(a.names[r.Name], &r)
		at := place{r.Grid, r.X, r.Y, r.Z}
		if r.Placed && a.places[at] == nil {
			a.places[at] = &r
		}
	}
	return nil
}
