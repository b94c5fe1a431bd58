package panes

import (
	"encoding/json"
	"slices"
)

// kept is how panes are arranged, as it is remembered.
type kept struct {
	Order  []string       `json:"order,omitempty"`
	Asked  []string       `json:"asked,omitempty"`
	Hidden []string       `json:"hidden,omitempty"`
	Moved  []string       `json:"moved,omitempty"`
	Extra  map[string]int `json:"extra,omitempty"`
	Wide   int            `json:"wide,omitempty"`
	Bare   bool           `json:"bare,omitempty"`
}

// Remember returns how the panes are arranged, as JSON of well under a kilobyte; "{}" if nobody wished anything.
func (s *Set) Remember() string {
	k := kept{Asked: s.asked, Hidden: s.hidden, Moved: s.moved, Wide: s.wide, Bare: s.bare, Extra: map[string]int{}}
	if order := s.Names(); !slices.Equal(order, s.order) {
		k.Order = order
	}
	for name, rows := range s.extra {
		if rows != 0 {
			k.Extra[name] = rows
		}
	}
	out, err := json.Marshal(k)
	if err != nil { // nothing in it can fail
		return "{}"
	}
	return string(out)
}

// Restore arranges the panes as they were remembered. Of what it cannot read it keeps the defaults.
func (s *Set) Restore(state string) {
	var k kept
	if err := json.Unmarshal([]byte(state), &k); err != nil {
		k = kept{}
	}
	s.were = nil
	s.asked, s.hidden, s.moved = s.known(k.Asked), s.known(k.Hidden), s.known(k.Moved)
	s.wide, s.bare, s.stale = min(max(k.Wide, -sideMost), sideMost), k.Bare, true
	clear(s.extra)
	for name, rows := range k.Extra {
		if s.pane(name) != nil {
			s.extra[name] = min(max(rows, -extraMost), extraMost)
		}
	}
	order := s.known(k.Order)
	for _, name := range s.order {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	slices.SortFunc(s.panes, func(a, b pane) int {
		return slices.Index(order, a.Name()) - slices.Index(order, b.Name())
	})
	for _, name := range s.asked {
		s.open(name)
	}
}

// known returns the names of a list that are those of panes, each once.
func (s *Set) known(list []string) []string {
	var out []string
	for _, name := range list {
		if s.pane(name) != nil && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
