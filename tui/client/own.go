package client

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/panes"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
	"github.com/mudlark-mud/mudlark/world/prose"
)

const (
	// ownFamily begins the names of the messages that our own servers alone speak.
	ownFamily = "mudlark."
	// completeWait is how long a server may think about a completion.
	completeWait = time.Second
	// ownVerbsMost, ownLinesMost and ownListMost bound what one message brings.
	ownVerbsMost, ownLinesMost, ownListMost = 1000, 1000, 100
)

// own is what a server of our own tells: then every pane is alive. Guarded by the Client's lock.
type own struct {
	on      bool // it has told something in this connection
	seq     uint64
	quests  []view.Quest
	effects []view.Effect
	time    string
	tide    string
	foe     string // how whom one fights looks
	chart   *view.Chart
	fight   *proposal.View // by turns; nil for none
	until   time.Time      // when its turn ends
	said    panes.ArenaFacts
	arena   *view.Arena // as it was drawn last
	line    string      // what a completion was asked for, and who waits
	waits   chan []string
}

// renewed is what stays when a connection is a new one: up to where the person was told.
func (o *own) renewed() own { return own{seq: o.seq} }

// takeOwn takes a message of our own servers'. It returns a message to send, if any. The lock is held.
func (f *Client) takeOwn(name string, data []byte) (pkg string, body []byte) {
	o := &f.own
	if !o.on {
		o.on = true
		if o.seq > 0 {
			pkg, body = "Mudlark.Since", jsonOf(map[string]uint64{"seq": o.seq})
		}
	}
	switch name {
	case "seq":
		var m struct{ Seq uint64 }
		if json.Unmarshal(data, &m) == nil {
			o.seq = max(o.seq, m.Seq)
		}
	case "view":
		f.ownView(data)
	case "chart":
		f.ownChart(data)
	case "verbs":
		var list []tui.Verb
		if json.Unmarshal(data, &list) == nil {
			f.queue.add(tui.Message{Verbs: list[:min(len(list), ownVerbsMost)]})
		}
	case "page":
		var m struct {
			Page, Topic string
			Lines       wired
		}
		if json.Unmarshal(data, &m) == nil {
			f.queue.add(tui.Message{Page: &tui.Page{Name: m.Page, Topic: m.Topic, Lines: m.Lines.text()}})
		}
	case "completed":
		var m struct {
			Line       string
			Candidates []string
		}
		if json.Unmarshal(data, &m) == nil && o.waits != nil && m.Line == o.line {
			o.waits <- m.Candidates[:min(len(m.Candidates), offersMost)]
			o.waits = nil
		}
	case "encounter":
		f.ownFight(data)
	case "proposal":
		var m panes.ArenaFacts
		if json.Unmarshal(data, &m) == nil {
			o.said, f.dirty = m, true
		}
	case "missed":
		f.ownMissed(data)
	}
	return pkg, body
}

// ownView takes quests, effects and the hour. The lock is held.
func (f *Client) ownView(data []byte) {
	var m struct {
		Quests  []view.Quest
		Effects []struct {
			Name, Note string
			Left       int
		}
		Time, Tide, Foe string
	}
	if json.Unmarshal(data, &m) != nil {
		return
	}
	o := &f.own
	o.time, o.tide, o.foe = m.Time, m.Tide, m.Foe
	o.quests, o.effects = m.Quests[:min(len(m.Quests), ownListMost)], nil
	now := time.Now()
	for _, e := range m.Effects[:min(len(m.Effects), ownListMost)] {
		effect := view.Effect{Name: e.Name, Note: e.Note}
		if e.Left > 0 {
			effect.Until = now.Add(time.Duration(min(e.Left, 1<<30)) * time.Second)
		}
		o.effects = append(o.effects, effect)
	}
	f.dirty = true
}

// ownChart takes the places around, or where one is among those there were. The lock is held.
func (f *Client) ownChart(data []byte) {
	var m view.Chart
	if json.Unmarshal(data, &m) != nil {
		return
	}
	if len(m.Rooms) == 0 && f.own.chart != nil {
		moved := *f.own.chart
		moved.Here = m.Here
		m = moved
	}
	f.own.chart, f.dirty = &m, true
}

// ownFight takes how a fight by turns stands, as strictly as anything that a stranger says of one: it may be drawn,
// read by the grammar, and sent to a bridge. The lock is held.
func (f *Client) ownFight(data []byte) {
	o := &f.own
	var m struct {
		ID      world.EncounterID
		You     world.ActorID
		Due     int
		Summary json.RawMessage
	}
	o.fight, o.until, f.dirty = nil, time.Time{}, true
	bad := json.Unmarshal(data, &m)
	summary, wrong := proposal.Read(m.Summary)
	if bad != nil || wrong != nil || m.ID == "" {
		f.unasked()
		return
	}
	if o.fight = (&proposal.View{ID: m.ID, You: m.You, Summary: summary}); m.Due > 0 {
		o.until = time.Now().Add(time.Duration(min(m.Due, 1<<20)) * time.Second)
	}
}

// ownMissed shows what was told while there was no connection. The lock is held.
func (f *Client) ownMissed(data []byte) {
	var m struct {
		Lines wired
		More  bool
	}
	if json.Unmarshal(data, &m) != nil || len(m.Lines) == 0 {
		return
	}
	lead := "While you were away:"
	if m.More {
		lead = "While you were away, at last:"
	}
	lines := append([]cell.Line{cell.L(prose.System, lead)}, m.Lines.text()...)
	f.queue.add(tui.Message{Lines: append(lines, cell.L(prose.System, "Now you are back."))})
}

// asked puts a question to a server of our own, and reports whether there is one.
func (f *Client) asked(pkg string, body any) bool {
	f.mu.Lock()
	on := f.own.on && f.online
	f.mu.Unlock()
	if on {
		f.c.Wire.GMCP(pkg, jsonOf(body))
	}
	return on
}

// completed asks a server of our own what a line may become; false means that it does not say.
func (f *Client) completed(line string) ([]string, bool) {
	waits := make(chan []string, 1)
	f.mu.Lock()
	f.own.line, f.own.waits = cell.Clean(line), waits
	f.mu.Unlock()
	if !f.asked("Mudlark.Complete", map[string]string{"line": line}) {
		return nil, false
	}
	select {
	case candidates := <-waits:
		return candidates, true
	case <-time.After(completeWait):
		return nil, false
	}
}

// wired is text as it comes: of each line the spans, each with the name of its role.
type wired [][][]string

func (w wired) text() []cell.Line {
	var out []cell.Line
	for _, spans := range w[:min(len(w), ownLinesMost)] {
		var line cell.Line
		for _, s := range spans {
			switch len(s) {
			case 0:
			case 1:
				line.Spans = append(line.Spans, cell.Span{Text: s[0]})
			default:
				line.Spans = append(line.Spans, cell.Span{Text: s[0], Role: prose.RoleNamed(s[1])})
			}
		}
		out = append(out, line)
	}
	return out
}

// jsonOf encodes what can be encoded.
func jsonOf(body any) []byte {
	b, err := json.Marshal(body)
	if err != nil {
		panic("client: " + err.Error()) // all types are ours
	}
	return b
}

// ownName is the name of a message of our own servers', in lower case and without its family.
func ownName(pkg string) (string, bool) {
	return strings.CutPrefix(strings.ToLower(pkg), ownFamily)
}

// ownPicture lets what our own server tells beat what was gathered. The lock is held.
func (f *Client) ownPicture(v *view.View) {
	o := &f.own
	if !o.on {
		return
	}
	v.Quests, v.Effects = slices.Clone(o.quests), slices.Clone(o.effects)
	v.Time, v.Tide = o.time, o.tide
	if o.foe != "" && v.Fighting != "" {
		v.Gauges = append(v.Gauges, view.Gauge{Name: v.Fighting, Word: o.foe})
	}
	if o.chart != nil {
		v.Chart = o.chart
	}
	o.arena = panes.ArenaOf(o.fight, o.until, o.arena)
	v.Arena = panes.ArenaWith(o.arena, o.said)
}
