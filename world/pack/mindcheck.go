package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// packLookup finds what else a pack has; each returns nil for what is not there, which is told elsewhere.
type packLookup struct {
	item func(world.ProtoID) *world.ItemSpec
	door func(world.DoorID) *world.DoorSpec
}

// mindCheck is one mind being judged.
type mindCheck struct {
	faults

	m     *world.MobSpec
	known packLookup
}

// mindFaults returns what is wrong with the mind of a creature, which has one.
func mindFaults(m *world.MobSpec, known packLookup) []fault {
	c := &mindCheck{m: m, known: known}
	c.rounds()
	c.lines()
	c.questions()
	c.gifts()
	c.wares()
	c.locks()
	c.ids()
	c.hire()
	c.secrets()
	if len(m.Says) > 0 && m.Mind.Attends() {
		c.doubt("says", -1, "says is never said by who has a mind", `write lines with "on: answer"`)
	}
	if first, _, _ := strings.Cut(m.Mind.Thinks, " "); first != strings.ToLower(first) {
		c.doubt("thinks", -1, fmt.Sprintf("thinks begins with %q", first), `its name stands before it: "turns the glass."`)
	}
	return c.out
}

func (c *mindCheck) rounds() {
	list := c.m.Mind.Rounds
	for i, r := range list {
		if i > 0 && r.Hour <= list[i-1].Hour {
			c.fault("rounds", i, fmt.Sprintf("the round at %d comes after the one at %d", r.Hour, list[i-1].Hour),
				"the hours ascend")
		}
		if slices.Contains(c.m.Mind.Shuns, r.Room) && r.Room != "" {
			c.fault("rounds", i, fmt.Sprintf("the round leads to %q, which it shuns", r.Room), "")
		}
	}
	if len(list) == 1 {
		c.doubt("rounds", 0, "one round is no round: it is there all day", "leave rounds out, or add another hour")
	}
}

// marks are what may stand in braces in a line.
func marks() []string { return []string{"name", "thing", "price", "other", "what", "part", "night"} }

// priced are the occasions on which there is a price.
func priced() []string {
	return []string{"price", "sell", "deal", "haggle-no", "haggle-yes", "haggle-low", "haggle-worse", "haggle-last"}
}

// questions holds that a question is answered by one line, or by one in each mood and under each condition.
func (c *mindCheck) questions() {
	type asked struct{ question, mood, when string }
	seen := map[asked]bool{}
	for i, l := range c.m.Mind.Lines {
		for _, q := range l.About {
			switch a := (asked{q, l.Mood, l.When.String()}); {
			case !world.IsQuestion(q):
			case l.On != "answer" && l.On != "":
				c.fault("lines", i, fmt.Sprintf("%q is a question, and the line is on %q", q, l.On), `only "answer" answers`)
			case seen[a]:
				c.fault("lines", i, fmt.Sprintf("%q is answered by an earlier line", q), "")
			default:
				seen[a] = l.When == nil // behind one that is not for everybody there may be another
			}
		}
	}
}

func (c *mindCheck) lines() {
	for i, l := range c.m.Mind.Lines {
		if l.On == "answer" && len(l.About) == 0 {
			c.fault("lines", i, "an answer to nothing", `say in "about" which words it answers`)
		}
		for rest := l.Text; ; {
			at := strings.IndexAny(rest, "{}")
			if at < 0 {
				break
			}
			mark, after, closed := strings.Cut(rest[at:], "}")
			mark = strings.TrimPrefix(mark, "{")
			switch {
			case !closed || rest[at] == '}' || !slices.Contains(marks(), mark):
				c.fault("lines", i, fmt.Sprintf("unknown placeholder %q", brief(rest[at:])),
					"{name}, {thing}, {price}, {other}, {what}, {part} or {night}")
			case mark == "price" && l.On != "" && !slices.Contains(priced(), l.On):
				c.fault("lines", i, fmt.Sprintf("there is no {price} on %q", l.On),
					"on price and where there is haggling there is")
			}
			rest = after
		}
	}
}

// brief is a placeholder as far as it goes, or a little of what looked like one.
func brief(s string) string {
	const most = 20
	if i := strings.IndexByte(s, '}'); i >= 0 {
		s = s[:i+1]
	}
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func (c *mindCheck) gifts() {
	seen := map[world.GiftSpec]bool{}
	for i, g := range c.m.Mind.Gives {
		it := c.known.item(g.Item)
		key := world.GiftSpec{Item: g.Item, To: g.To}
		switch {
		case it == nil:
		case it.Fixed:
			c.fault("gives", i, fmt.Sprintf("nobody can give the fixed %q", g.Item), "")
		case seen[key]:
			c.fault("gives", i, fmt.Sprintf("%q is given to %s already", g.Item, g.To), "")
		case g.To == world.GiftPromised && !slices.ContainsFunc(c.m.Mind.Promises, func(p world.PromiseSpec) bool {
			return p.Item == g.Item
		}):
			c.fault("gives", i, fmt.Sprintf("%q is given when it is promised, and no promise names it", g.Item),
				`write a promise with the item`)
		}
		seen[key] = seen[key] || g.When == nil // behind one that is not for everybody there may be another
	}
}

// wares holds prices to reason: an item has one price each way, and nobody earns by carrying it to and fro.
func (c *mindCheck) wares() {
	mind := c.m.Mind
	floor := map[world.ProtoID]int{} // down to which it sells
	for i, w := range mind.Sells {
		c.ware("sells", i, w, mind.Sells)
		switch {
		case w.Most != 0:
			c.fault("sells", i, "a thing for sale has no most", `it goes down to "least"`)
		case w.Least > w.Price:
			c.fault("sells", i, fmt.Sprintf("the least, %d, is above the price, %d", w.Least, w.Price), "")
		}
		floor[w.Item] = w.Price
		if w.Least > 0 {
			floor[w.Item] = min(w.Least, w.Price)
		}
	}
	for i, w := range mind.Buys {
		c.ware("buys", i, w, mind.Buys)
		switch {
		case w.Least != 0:
			c.fault("buys", i, "a thing that it buys has no least", `it goes up to "most"`)
		case w.Most != 0 && w.Most < w.Price:
			c.fault("buys", i, fmt.Sprintf("the most, %d, is below the price, %d", w.Most, w.Price), "")
		}
		if sold, ok := floor[w.Item]; ok && sold < max(w.Most, w.Price) {
			c.fault("buys", i, fmt.Sprintf("%q is sold for %d and bought back for %d", w.Item, sold, max(w.Most, w.Price)),
				"else people earn by carrying it to and fro")
		}
	}
}

func (c *mindCheck) ware(key string, i int, w world.WareSpec, list []world.WareSpec) {
	it := c.known.item(w.Item)
	if it != nil && (it.Fixed || it.Coins) {
		c.fault(key, i, fmt.Sprintf("nobody deals in %q", w.Item), "it is fixed, or coins")
	}
	if slices.IndexFunc(list, func(o world.WareSpec) bool { return o.Item == w.Item }) != i && w.Item != "" {
		c.fault(key, i, fmt.Sprintf("%q has a price already", w.Item), "")
	}
}

func (c *mindCheck) locks() {
	for i, id := range c.m.Mind.Unlocks {
		if d := c.known.door(id); d != nil && d.Key == "" {
			c.fault("unlocks", i, fmt.Sprintf("the door %q has no lock", id), `give it a "key"`)
		}
	}
	for i, id := range c.m.Mind.Opens {
		if it := c.known.item(id); it != nil && (it.Holds == nil || !it.Holds.Lid) {
			c.fault("opens", i, fmt.Sprintf("the item %q has no lid", id), "")
		}
	}
}

// conditions doubts a promise that sounds as if it had to be earned, and says not by what: everybody is made it.
func (c *checker) conditions(at site, m *world.MobSpec) {
	if m.Mind == nil {
		return
	}
	for i, p := range m.Mind.Promises {
		words := strings.Fields(strings.ToLower(p.Text))
		sounds := slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains([]string{"whoever", "who", "if", "once", "anyone"}, w)
		})
		if sounds && !p.IsConditional() {
			c.doubt(at.at("promises").nth(i), "it sounds as if it had to be earned, and everybody may be promised it",
				"say by what, under \"for\"")
		}
	}
}

// ids sees to it that what is named by an id is named once.
func (c *mindCheck) ids() {
	once(c, "wants", c.m.Mind.Wants, func(w world.WantSpec) string { return w.ID })
	once(c, "teaches", c.m.Mind.Teaches, func(l world.LessonSpec) string { return l.ID })
	c.checkLessons()
	once(c, "promises", c.m.Mind.Promises, func(p world.PromiseSpec) string { return p.ID })
	once(c, "relations", c.m.Mind.Relations, func(r world.RelationSpec) string { return string(r.To) })
	once(c, "traits", c.m.Mind.Traits, func(t string) string { return t })
	for i, r := range c.m.Mind.Relations {
		if r.To == c.m.ID && r.To != "" {
			c.fault("relations", i, "a relation to itself", "")
		}
	}
}

func once[T any](c *mindCheck, key string, list []T, id func(T) string) {
	seen := map[string]bool{}
	for i, x := range list {
		if seen[id(x)] && id(x) != "" {
			c.fault(key, i, fmt.Sprintf("%q is there already", id(x)), "")
		}
		seen[id(x)] = true
	}
}

// secrets objects to what gives one away, word for word.
func (c *mindCheck) secrets() {
	mind := c.m.Mind
	for i, s := range mind.Secrets {
		low := strings.ToLower(strings.Trim(s, ".!?"))
		if low == "" {
			continue
		}
		told := func(key string, n int, text string) {
			if strings.Contains(strings.ToLower(text), low) {
				c.fault(key, n, fmt.Sprintf("tells the secret %d", i+1), "it is never said")
			}
		}
		for n, l := range mind.Lines {
			told("lines", n, l.Text)
		}
		for n, r := range mind.Rounds {
			told("rounds", n, r.Doing)
		}
		for n, l := range mind.Teaches {
			told("teaches", n, l.Text)
		}
		for n, p := range mind.Promises {
			told("promises", n, p.Text)
		}
	}
}
