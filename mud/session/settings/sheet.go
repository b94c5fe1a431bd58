package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// SheetBytesMax is how long a sheet at rest may be, and ScreenBytesMax what a screen has kept with it; at rest that may
// take twice as much.
const (
	SheetBytesMax  = 24 << 10
	ScreenBytesMax = 8 << 10
)

// sheetVersion is the number of the form in which sheets are kept.
const sheetVersion = 1

// Sheet is what somebody chose. The zero Sheet is of somebody who chose nothing.
type Sheet struct {
	chosen map[string]string // names that this program does not know are kept, and otherwise left alone
	screen string            // what a screen remembers, in words of its own

	// Model is where words to the people of the world would go; it is not kept.
	Model *Model
}

// row is a sheet at rest.
type row struct {
	Version int               `json:"v"`
	Set     map[string]string `json:"set"`
	Screen  string            `json:"screen,omitempty"`
}

// Decode reads a sheet as it was kept; nothing is the zero Sheet. A value that this program does not understand counts
// as not chosen, and is kept.
func Decode(raw []byte) (Sheet, error) {
	if len(raw) == 0 {
		return Sheet{}, nil
	}
	if len(raw) > SheetBytesMax {
		return Sheet{}, fmt.Errorf("decode settings: %d bytes, at most %d", len(raw), SheetBytesMax)
	}
	var r row
	if err := json.Unmarshal(raw, &r); err != nil {
		return Sheet{}, fmt.Errorf("decode settings: %w", err)
	}
	if r.Version != sheetVersion {
		return Sheet{}, fmt.Errorf("decode settings: form %d, not %d", r.Version, sheetVersion)
	}
	return Sheet{chosen: r.Set, screen: r.Screen}, nil
}

// Encode writes the sheet as it is kept; the same choices give the same bytes.
func (s *Sheet) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(row{Version: sheetVersion, Set: s.chosen, Screen: s.screen}); err != nil {
		return nil, fmt.Errorf("encode settings: %w", err)
	}
	raw := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	if len(raw) > SheetBytesMax {
		return nil, fmt.Errorf("encode settings: %d bytes, at most %d", len(raw), SheetBytesMax)
	}
	return raw, nil
}

// Settle makes the sheet the one that was kept, but for what its owner said on the way in. It returns what is to be
// kept then; nil when that is kept already.
func (s *Sheet) Settle(kept []byte) ([]byte, error) {
	sheet, err := Decode(kept)
	if err != nil {
		return nil, err
	}
	before := sheet.Clone()
	if early, chose := s.Chosen(ScreenReader); chose {
		sheet.Set(ScreenReader, early)
	}
	sheet.Model = s.Model
	if *s = sheet; sheet.Equal(&before) {
		return nil, nil
	}
	return s.Encode()
}

// Into writes one choice into a sheet as it is kept, of which the rest may have been chosen elsewhere meanwhile. What
// cannot be read gives way to the whole of this sheet.
func (s *Sheet) Into(kept []byte, name string) ([]byte, error) {
	sheet, err := Decode(kept)
	if err != nil {
		return s.Encode()
	}
	sheet.Set(name, s.Value(name))
	return sheet.Encode()
}

// Screen returns what a screen remembers; "" for nothing.
func (s *Sheet) Screen() string { return s.screen }

// Keepable reports whether a screen may have something remembered: short, valid UTF-8, and without what is no letter.
func Keepable(state string) bool {
	control := func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
	return state != "" && len(state) <= ScreenBytesMax && utf8.ValidString(state) && !strings.ContainsFunc(state, control)
}

// Remember writes what a screen remembers, which must be [Keepable], into a sheet as it is kept. A sheet that cannot be
// read stays as it is, for whoever can.
func Remember(kept []byte, state string) ([]byte, error) {
	sheet, err := Decode(kept)
	if err != nil {
		return nil, err
	}
	sheet.screen = state
	return sheet.Encode()
}

// Chosen returns what was chosen, and whether anything was.
func (s *Sheet) Chosen(name string) (string, bool) {
	value, ok := s.chosen[name]
	if !ok {
		return "", false
	}
	set, known := Find(name)
	if !known || set.Name != name {
		return "", false
	}
	value, err := set.Parse(value)
	return value, err == nil
}

// Value returns what was chosen, or else the default; "" for what is no setting.
func (s *Sheet) Value(name string) string {
	if value, ok := s.Chosen(name); ok {
		return value
	}
	set, _ := Find(name)
	return set.Default
}

// Set chooses a value, which must have passed [Setting.Parse]. The default is no choice.
func (s *Sheet) Set(name, value string) {
	if set, ok := Find(name); ok && value == set.Default {
		delete(s.chosen, name)
		return
	}
	if s.chosen == nil {
		s.chosen = map[string]string{}
	}
	s.chosen[name] = value
}

// Manner is how events are told, as it was chosen.
func (s *Sheet) Manner() prose.Manner {
	return prose.Manner{NoDice: s.Value(Dice) == Off, NoHints: s.Value(Hints) == Off}
}

// Clone returns a sheet of its own.
func (s *Sheet) Clone() Sheet {
	return Sheet{chosen: maps.Clone(s.chosen), screen: s.screen, Model: s.Model}
}

// Equal reports whether two sheets hold the same choices.
func (s *Sheet) Equal(o *Sheet) bool { return maps.Equal(s.chosen, o.chosen) }

// CompleteLine lists what a line that begins with options may become; false for any other line.
func CompleteLine(line string, face Face) ([]string, bool) {
	const shortest = 3 // letters that mean options and nothing else
	word, rest, more := strings.Cut(line, " ")
	if !more || len(word) < shortest || !strings.HasPrefix("options", word) {
		return nil, false
	}
	list := Complete(strings.TrimLeft(rest, " "), face)
	for i := range list {
		list[i] = word + " " + list[i]
	}
	return list, true
}

// Complete lists what the words behind `options` may become: names, then the values of one.
func Complete(rest string, face Face) []string {
	name, value, more := strings.Cut(rest, " ")
	var out []string
	if !more {
		for _, s := range Table() {
			if s.Faces&face != 0 && strings.HasPrefix(s.Name, strings.ToLower(name)) {
				out = append(out, s.Name)
			}
		}
		return out
	}
	s, ok := Find(name)
	if !ok || s.Faces&face == 0 {
		return nil
	}
	for _, v := range append([]string{resetWord}, s.Values...) {
		if strings.HasPrefix(v, strings.ToLower(strings.TrimLeft(value, " "))) {
			out = append(out, name+" "+v)
		}
	}
	return out
}

// resetWord is typed for the default.
const resetWord = "default"
