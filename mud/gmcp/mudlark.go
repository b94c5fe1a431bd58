package gmcp

import (
	"math"
	"slices"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// Limits of what the package Mudlark answers.
const (
	// MissedLinesMost is how many lines a client that comes back is told at most, the newest of those it missed.
	MissedLinesMost = 500
	// LinesBytesMost is how much text a page or what was missed may have; what is beyond it is left out.
	LinesBytesMost = 64 << 10
)

// Ask asks for a page; [Client.Page] answers.
type Ask struct{ Page, Topic string }

// Complete asks what a line may become; [Client.Completed] answers.
type Complete struct{ Line string }

// Since asks what the character was told behind a sequence while the client was away; [Client.Missed] answers.
type Since struct{ Seq uint64 }

func (Ask) wish()      {}
func (Complete) wish() {}
func (Since) wish()    {}

// wired is text as it goes over the wire: of each line the spans, each with its role.
type wired [][][2]string

func wire(l prose.Line) (spans [][2]string, size int) {
	spans = make([][2]string, 0, len(l.Spans))
	for _, s := range l.Spans {
		text := prose.Clean(s.Text)
		spans = append(spans, [2]string{text, s.Role.Name()})
		size += len(text)
	}
	return spans, size
}

// known is what a client of the package Mudlark knows.
type known struct {
	role   string // for which it was told the verbs
	told   bool   // the rest
	more   moreBody
	quests []surroundings.Quest
	lasts  []surroundings.Lasting
	here   world.RoomID
	seen   *world.MapReport
}

type questBody struct {
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
	Text string `json:"text,omitempty"` // what is told of the needs whose turn it is
	Done int    `json:"done"`
	Of   int    `json:"of"`
}

type effectBody struct {
	Name string `json:"name"`
	Note string `json:"note,omitempty"`
	Left int    `json:"left,omitempty"` // seconds; 0 or absent if nobody knows
}

type moreBody struct {
	Quests  []questBody  `json:"quests"`
	Effects []effectBody `json:"effects"`
	Foe     string       `json:"foe,omitempty"` // how whom one fights looks, in words
	Time    string       `json:"time"`
	Tide    string       `json:"tide,omitempty"`
}

// tellMudlark is what our own client draws beside what all clients are told.
func (c *Client) tellMudlark(out [][]byte, v *surroundings.View) [][]byte {
	k := &c.sent.mudlark
	if v.You.Role != k.role {
		k.role = v.You.Role
		if list := c.o.Verbs(k.role); list != nil {
			out = append(out, message("Mudlark.Verbs", list))
		}
	}
	if body, news := c.more(v); news {
		out = append(out, message("Mudlark.View", body))
	}
	return c.tellChart(out, v)
}

// more is Mudlark.View, if it says anything new: that some time has passed is nothing new.
func (c *Client) more(v *surroundings.View) (b moreBody, news bool) {
	now := c.o.Now()
	k := &c.sent.mudlark
	lasts := v.Lasts(now, k.lasts)
	hour, tide := prose.Hour(v.You.Hour), string(v.You.Tide)
	if k.told && k.more.Foe == v.FoeLooks && k.more.Time == hour && k.more.Tide == tide &&
		slices.Equal(lasts, k.lasts) && slices.Equal(v.Quests, k.quests) {
		return moreBody{}, false
	}
	b = moreBody{
		Quests: make([]questBody, len(v.Quests)), Effects: make([]effectBody, len(lasts)),
		Foe: v.FoeLooks, Time: hour, Tide: tide,
	}
	for i, q := range v.Quests {
		b.Quests[i] = questBody{prose.Clean(q.Name), prose.Clean(q.Note), prose.Clean(q.Text), q.Done, q.Of}
	}
	for i, e := range lasts {
		b.Effects[i] = effectBody{Name: prose.Clean(e.Name), Note: prose.Clean(e.Note)}
		if left := e.Until.Sub(now); !e.Until.IsZero() && left > 0 {
			b.Effects[i].Left = int(math.Ceil(left.Seconds()))
		}
	}
	k.told, k.more, k.quests, k.lasts = true, b, v.Quests, lasts
	return b, true
}

// chartHere is a chart of which only where one is has changed.
type chartHere struct {
	Here string `json:"here"`
}

// tellChart tells the places around one: all of them when they changed, and else only where one is.
func (c *Client) tellChart(out [][]byte, v *surroundings.View) [][]byte {
	k := &c.sent.mudlark
	if v.Map == k.seen && v.You.Room == k.here {
		return out
	}
	chart := surroundings.ChartOf(v.Map, v.You.Room)
	if chart == nil {
		return out
	}
	again := v.Map == k.seen && surroundings.SamePlane(v.Map, k.here, v.You.Room)
	k.seen, k.here = v.Map, v.You.Room
	if again {
		return append(out, message("Mudlark.Chart", chartHere{chart.Here}))
	}
	return append(out, message("Mudlark.Chart", chart))
}

type seqBody struct {
	Seq uint64 `json:"seq"`
}

// seq says up to where the client was told; nil where a frame tells nothing of the record.
func seq(parts []session.Part) []byte {
	last := uint64(0)
	for _, p := range parts {
		if p.Told != nil {
			last = max(last, p.Told.Seq)
		}
	}
	if last == 0 {
		return nil
	}
	return message("Mudlark.Seq", seqBody{last})
}

// takeMudlark takes a message of the package.
func (c *Client) takeMudlark(name string, data []byte) Answer {
	if !c.on[mudlark] {
		return Answer{}
	}
	switch name {
	case "mudlark.ask":
		var body struct {
			Page  string `json:"page"`
			Topic string `json:"topic"`
		}
		if !decode(data, &body) || len(body.Page) > session.PageWordMaxBytes || len(body.Topic) > session.PageWordMaxBytes {
			return Answer{Bad: true}
		}
		return Answer{Wish: Ask{Page: body.Page, Topic: body.Topic}}
	case "mudlark.complete":
		var body struct {
			Line string `json:"line"`
		}
		if !decode(data, &body) || len(body.Line) > verb.LineBytesMax {
			return Answer{Bad: true}
		}
		return Answer{Wish: Complete{Line: body.Line}}
	case "mudlark.since":
		var body seqBody
		if !decode(data, &body) || c.returned {
			return Answer{Bad: true}
		}
		return Answer{Wish: Since(body)}
	}
	return Answer{}
}

type pageBody struct {
	Page  string `json:"page"`
	Topic string `json:"topic"`
	Lines wired  `json:"lines"`
}

// Page answers what was asked for.
func (c *Client) Page(p session.Page) [][]byte {
	if !c.on[mudlark] {
		return nil
	}
	body := pageBody{Page: p.Name, Topic: p.Topic, Lines: wired{}}
	room := LinesBytesMost
	for _, l := range p.Text {
		spans, size := wire(l)
		if room -= size; room < 0 {
			break
		}
		body.Lines = append(body.Lines, spans)
	}
	return [][]byte{message("Mudlark.Page", body)}
}

type completedBody struct {
	Line       string   `json:"line"`
	Candidates []string `json:"candidates"`
}

// Completed answers what a line may become. The line is the client's own, as it sent it, so that it knows it again.
func (c *Client) Completed(line string, candidates []string) [][]byte {
	if !c.on[mudlark] {
		return nil
	}
	if candidates == nil {
		candidates = []string{}
	}
	return [][]byte{message("Mudlark.Completed", completedBody{line, candidates})}
}

type missedBody struct {
	Lines wired `json:"lines"`
	More  bool  `json:"more,omitempty"` // older ones were left out
}

// Return notes that the client asks what it missed. It may ask once in a session; false if it did.
func (c *Client) Return() bool {
	first := !c.returned
	c.returned = true
	return first
}

// Missed answers what the character was told while the client was away; more says that there was more before it.
func (c *Client) Missed(told []*loop.Told, more bool) [][]byte {
	if !c.on[mudlark] {
		return nil
	}
	var all prose.Text
	for _, t := range told {
		all = append(all, prose.Of(t.Notice, t.Sense)...)
	}
	body := missedBody{Lines: wired{}, More: more}
	room := LinesBytesMost
	for _, l := range slices.Backward(all) {
		spans, size := wire(l)
		if room -= size; room < 0 || len(body.Lines) == MissedLinesMost {
			body.More = true
			break
		}
		body.Lines = append(body.Lines, spans)
	}
	slices.Reverse(body.Lines)
	return [][]byte{message("Mudlark.Missed", body)}
}
