package prose

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Grid is the ground of a fight by turns as somebody sees it, and who stands where.
type Grid struct {
	Encounter world.EncounterID  `json:"encounter"`
	Name      string             `json:"name"`
	Width     int                `json:"width"`
	Height    int                `json:"height"`
	Terrain   []world.Feature    `json:"terrain,omitempty"`
	Mode      world.SkirmishMode `json:"mode"`
	Round     int                `json:"round,omitempty"`
	Turn      string             `json:"turn,omitempty"`    // whose turn it is: "Ann", "the rat"
	Yours     bool               `json:"yours,omitempty"`   // the turn is the viewer's
	Fights    bool               `json:"fights,omitempty"`  // the viewer takes part
	Left      int                `json:"left,omitempty"`    // steps that the viewer could go now
	Struck    bool               `json:"struck,omitempty"`  // the viewer has struck this turn
	Seconds   int                `json:"seconds,omitempty"` // until the turn ends by itself
	Folk      []GridFolk         `json:"folk"`              // the nearest to the viewer first
	Reach     []world.Cell       `json:"reach,omitempty"`   // where the viewer could go now, by rows
	Dark      bool               `json:"dark,omitempty"`    // nothing but the viewer can be made out
}

// GridFolk is somebody on a grid.
type GridFolk struct {
	ID      world.ActorID `json:"id"`
	Sign    string        `json:"sign"` // one character: a capital for those of the viewer's side
	Name    string        `json:"name"` // "Ann", "the rat"; of several who are called the same "rat 2"
	Side    world.Side    `json:"side"`
	Ours    bool          `json:"ours,omitempty"` // of the viewer's side; for one who only watches, of those who opened it
	You     bool          `json:"you,omitempty"`
	At      world.Cell    `json:"at"`
	HP      int           `json:"hp"`
	HPMax   int           `json:"hpMax"`
	Cover   int           `json:"cover,omitempty"` // what the cell adds to their armour
	InReach bool          `json:"inReach,omitempty"`
}

const (
	gridLabel   = 3  // cells before a row of a grid: its number and a blank
	gridLegend  = 26 // cells that what stands beside a grid needs at least; with fewer it stands below
	gridNames   = 4  // kinds of things that a legend or a telling names
	gridNumbers = 10 // columns that are numbered by one digit
)

// GridText draws a grid with what its signs mean beside it, or tells it in words to a screen reader.
func GridText(g Grid, style Style) Text {
	text := Text{g.standing()}
	if style.ScreenReader || style.Worded || g.Dark {
		return append(append(text, g.told()...), g.hint()...)
	}
	d := sketch{g: g, pitch: 2, ground: map[world.Cell]world.Feature{}}
	width := cmp.Or(style.Width, mapWidth)
	if gridLabel+d.pitch*g.Width > width {
		d.pitch = 1
	}
	for _, f := range g.Terrain {
		d.ground[world.Cell{X: f.X, Y: f.Y}] = f
	}
	return append(append(text, d.draw(width)...), g.hint()...)
}

// standing says how the fight stands.
func (g Grid) standing() Line {
	name := Span{Text: Capital(Clean(g.Name)), Role: Title}
	soon := ""
	if g.Seconds > 0 {
		soon = " " + Capital(count(g.Seconds, "second")) + " left."
	}
	switch {
	case g.Mode == world.ModeExploration && g.Seconds > 0:
		return line(Plain, "@. Nobody takes turns yet. It comes to blows when somebody types roll, or by itself in @.", name,
			plain(count(g.Seconds, "second")))
	case g.Mode == world.ModeExploration:
		return line(Plain, "@. Nobody takes turns yet. It comes to blows when somebody types roll.", name)
	case g.Mode != world.ModeCombat:
		return line(Plain, "@. Nobody takes turns yet.", name)
	case g.Yours:
		return line(Plain, "@, round @. It is your turn: @.@", name, number(g.Round), plain(g.means()), plain(soon))
	case g.Turn != "":
		return line(Plain, "@, round @. It is @'s turn.@", name, number(g.Round), said(Person, g.Turn), plain(soon))
	}
	return line(Plain, "@, round @. Somebody else is on turn.@", name, number(g.Round), plain(soon))
}

// means says what the viewer has left of the turn.
func (g Grid) means() string {
	steps := count(g.Left, "step")
	if g.Left == 0 {
		steps = "no steps"
	}
	if g.Struck {
		return steps + ", and your blow is struck"
	}
	return steps + " and a blow"
}

// hint says what one could type on one's turn.
func (g Grid) hint() Text {
	if !g.Yours {
		return nil
	}
	for _, f := range g.Folk {
		name := strings.ToLower(strings.TrimPrefix(Clean(f.Name), "the "))
		switch {
		case f.Ours:
			continue
		case f.InReach && !g.Struck:
			return Text{L(Hint, "To strike, type attack "+name+"; to go somewhere, move 4,5 or move east; then end.")}
		case !f.InReach && !g.Struck && g.Left > 0:
			return Text{L(Hint, "To come nearer, type move to "+name+"; to go elsewhere, move 4,5 or move east; then end.")}
		}
	}
	return Text{L(Hint, "Type end when you are done.")}
}

// sketch is a grid while it is drawn.
type sketch struct {
	g      Grid
	pitch  int // cells of the screen for one of the ground
	ground map[world.Cell]world.Feature
}

// draw draws the ground with numbers at its edges, and beside it or below it who is who.
func (d sketch) draw(width int) Text {
	rows := d.numbers()
	head := len(rows)
	for y := range d.g.Height {
		rows = append(rows, d.row(y))
	}
	legend := d.legend()
	at := gridLabel + d.pitch*d.g.Width
	var beside [][]Span
	for _, l := range legend {
		beside = append(beside, folded(l, width-at-2)...)
	}
	if room := width - at - 1; room < gridLegend || d.g.Height < len(beside) {
		for _, l := range legend {
			rows = append(rows, Line{Spans: l})
		}
		return rows
	}
	for i, l := range beside {
		row := &rows[head+i]
		row.Spans = append(row.Spans, plain("  "))
		row.Spans = append(row.Spans, l...)
	}
	return rows
}

// folded breaks a sign and what it means into lines of a width, between words, the later ones set in under the words.
// A word that is longer than a line is cut.
func folded(entry []Span, width int) [][]Span {
	const hang = 2 // the sign and a blank
	last := len(entry) - 1
	out := [][]Span{append(slices.Clone(entry[:last]), Span{Role: entry[last].Role})}
	room := width - 1 // beside the sign
	for i, word := range strings.Fields(entry[last].Text) {
		letters := []rune(word)
		word = string(letters[:min(len(letters), max(width-hang, 0))])
		line := out[len(out)-1]
		if n := len([]rune(word)) + 1; i == 0 || n <= room {
			line[len(line)-1].Text += " " + word
			room -= n
			continue
		}
		out = append(out, []Span{{Text: strings.Repeat(" ", hang) + word, Role: entry[last].Role}})
		room = width - hang - len([]rune(word))
	}
	return out
}

// numbers numbers the columns.
func (d sketch) numbers() Text {
	var tens, ones strings.Builder
	for x := range d.g.Width {
		ten := " "
		if x >= gridNumbers && x%gridNumbers == 0 {
			ten = strconv.Itoa(x / gridNumbers)
		}
		lead := strings.Repeat(" ", d.pitch-1)
		tens.WriteString(lead + ten)
		ones.WriteString(lead + strconv.Itoa(x%gridNumbers))
	}
	label := strings.Repeat(" ", gridLabel)
	out := Text{}
	if d.g.Width > gridNumbers {
		out = append(out, drawnAs(Hint, label+tens.String()))
	}
	return append(out, drawnAs(Hint, label+ones.String()))
}

func drawnAs(role Role, s string) Line {
	return Line{Spans: []Span{{Text: s, Role: role}}, Drawn: true}
}

// row draws one row of the ground.
func (d sketch) row(y int) Line {
	label := strconv.Itoa(y)
	spans := []Span{{Text: strings.Repeat(" ", gridLabel-1-len(label)) + label + " ", Role: Hint}}
	for x := range d.g.Width {
		s := d.sign(world.Cell{X: x, Y: y})
		s.Text = strings.Repeat(" ", d.pitch-1) + s.Text
		if last := &spans[len(spans)-1]; last.Role == s.Role {
			last.Text += s.Text
			continue
		}
		spans = append(spans, s)
	}
	return Line{Spans: spans, Drawn: true}
}

// sign is what is seen on a cell.
func (d sketch) sign(c world.Cell) Span {
	for _, f := range d.g.Folk {
		if f.At == c {
			return f.sign()
		}
	}
	f, ok := d.ground[c]
	switch {
	case ok && f.Blocks:
		return Span{Text: "#", Role: Thing}
	case ok:
		return Span{Text: "+", Role: Thing}
	case d.g.Yours && slices.Contains(d.g.Reach, c):
		return Span{Text: ":", Role: Exit}
	}
	return plain(".")
}

func (f GridFolk) sign() Span {
	if f.Ours {
		return said(Person, f.Sign)
	}
	return said(Foe, f.Sign)
}

// legend says who is who and what is what, a line each.
func (d sketch) legend() [][]Span {
	out := make([][]Span, 0, len(d.g.Folk)+gridNames)
	folk := slices.SortedStableFunc(slices.Values(d.g.Folk), func(a, b GridFolk) int { return ours(b) - ours(a) })
	for _, f := range folk {
		who := " " + Clean(f.Name)
		if f.You {
			who += ", you"
		}
		out = append(out, []Span{f.sign(), plain(who + ", " + strconv.Itoa(f.HP) + "/" + strconv.Itoa(f.HPMax) + ", at " +
			cellName(f.At))})
	}
	if names := d.g.kinds(func(f world.Feature) bool { return f.Blocks }); names != "" {
		out = append(out, []Span{{Text: "#", Role: Thing}, plain(" in the way: " + names)})
	}
	if names := d.g.kinds(func(f world.Feature) bool { return !f.Blocks && f.Cover > 0 }); names != "" {
		out = append(out, []Span{{Text: "+", Role: Thing}, plain(" cover: " + names)})
	}
	if d.g.Yours && len(d.g.Reach) > 0 {
		out = append(out, []Span{{Text: ":", Role: Exit}, plain(" you can get there")})
	}
	return out
}

func ours(f GridFolk) int {
	if f.Ours {
		return 1
	}
	return 0
}

// kinds names the kinds of what stands on the ground.
func (g Grid) kinds(fits func(world.Feature) bool) string {
	var names []string
	for _, f := range g.Terrain {
		if name := Clean(f.Name); fits(f) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > gridNames {
		names = append(names[:gridNames], "…")
	}
	return strings.Join(names, ", ")
}
