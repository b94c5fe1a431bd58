package npc

import (
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
)

// Fact is something that whoever looks after the world wrote down, and this one knows.
type Fact struct {
	ID    string   `json:"id"`
	Text  string   `json:"text"`
	About []string `json:"about,omitempty"` // further words that ask for it
}

// writtenPrefix begins the names under which facts are known, so that they can be told from what everybody knew all
// along.
const writtenPrefix = "lore:"

// IsWritten reports whether a memory is a fact that somebody wrote down.
func IsWritten(r *memory.Row) bool {
	return r.Kind == memory.Lore && strings.HasPrefix(r.Deed, writtenPrefix)
}

// row is a fact as it is remembered: under a title of the words that ask for it, as far as there is room.
func (f Fact) row() memory.Row {
	const between = ": "
	title := strings.ReplaceAll(f.ID, "-", " ")
	for _, w := range f.About {
		if len(title)+len(", ")+len(w)+len(between)+len(f.Text) > memory.TextBytesMax {
			break
		}
		title += ", " + w
	}
	return memory.Row{
		Kind: memory.Lore, Deed: writtenPrefix + f.ID, Text: strings.ReplaceAll(title, ":", "") + between + f.Text,
		Importance: givenImportance,
	}
}

// factText is what a fact says, without the words that ask for it, fit to be said between quotation marks.
func factText(r *memory.Row) string {
	_, text, _ := strings.Cut(r.Text, ": ")
	return strings.ReplaceAll(text, `"`, "'")
}

// hold takes in that a fact holds from now on, or holds no more.
func (m *Mind) hold(p *mind.Percept) {
	id := p.Words("lore")
	if id == "" {
		return
	}
	if p.Kind == "lore_dropped" {
		m.put = append(m.put, m.mem.Unlearn(writtenPrefix+id)...)
		return
	}
	f := Fact{ID: id, Text: p.Words("text")}
	about, _ := p.Data["about"].([]any)
	for _, w := range about {
		if w, ok := w.(string); ok {
			f.About = append(f.About, w)
		}
	}
	m.put = append(m.put, m.mem.Learn(f.row())...)
}

// relearn brings what it knows of facts up to what they are when it wakes.
func (m *Mind) relearn() {
	known := map[string]string{}
	for _, r := range m.mem.Rows() {
		if IsWritten(&r) {
			known[r.Deed] = r.Text
		}
	}
	holds := map[string]bool{}
	for _, f := range m.config.Facts {
		r := f.row()
		holds[r.Deed] = true
		if have, ok := known[r.Deed]; !ok || have != r.Text {
			m.put = append(m.put, m.mem.Learn(r)...)
		}
	}
	for _, r := range m.mem.Rows() {
		if IsWritten(&r) && !holds[r.Deed] {
			m.put = append(m.put, m.mem.Unlearn(r.Deed)...)
		}
	}
}
