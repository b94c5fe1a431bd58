package verb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type listArgs struct {
	From string `json:"from" take:"actor" in:"here" prep:"?from,of" opt:"yes" help:"somebody here who trades"`
}

type valueArgs struct {
	Item string `json:"item" take:"item" in:"held" help:"something you carry"`
}

type buyArgs struct {
	Item   string `json:"item" take:"ware" in:"sells" help:"something that is for sale here"`
	Seller string `json:"from" take:"actor" in:"here" prep:"from" opt:"yes" help:"who sells it"`
}

type sellArgs struct {
	Items []world.ItemID `json:"item" take:"items" in:"held" help:"something you carry"`
	To    string         `json:"to" take:"actor" in:"here" prep:"to" opt:"yes" help:"who buys it"`
}

type learnArgs struct {
	Lesson  string `json:"lesson" take:"ware" in:"teaches" help:"something that is taught here"`
	Teacher string `json:"from" take:"actor" in:"here" prep:"from" opt:"yes" help:"who teaches it"`
}

type offerArgs struct {
	Coins string `json:"coins" take:"word" help:"how many coins"`
	Item  string `json:"item" take:"ware" in:"offers" prep:"?for,coins for,coin for,pence for" help:"a ware, or yours"`
	To    string `json:"to" take:"actor" in:"here" prep:"to" opt:"yes" help:"who sells or buys it"`
}

// tradeTopic is the topic of the verbs that need somebody who trades.
const tradeTopic = "Trading"

func tradeVerbs() []*Verb {
	deals := func(c Ctx) bool { return len(c.dealers()) > 0 }
	return []*Verb{
		tells(Verb{
			Name: "list", Aliases: []string{"wares"}, Words: []string{"menu"}, Topic: tradeTopic, Need: world.RoleGuest,
			Only: Typed, When: deals,
			Brief: "See what is sold, bought and taught here, and for how much.",
			Help:  "A price that somebody named to you alone is shown with how long it holds.", Example: "list",
		}, Ctx.wares),
		tells(Verb{
			Name: "value", Aliases: []string{"appraise"}, Topic: tradeTopic, Need: world.RoleGuest, Only: Typed, When: deals,
			Brief: "Ask what somebody here would pay for a thing of yours.", Example: "value pearl",
		}, func(c Ctx, a valueArgs) (any, *world.Refusal) {
			if r := c.market(); r != nil {
				return nil, r
			}
			return c.State.ValueOf(c.Actor, c.State.Items[world.ItemID(a.Item)], c.Now), nil
		}),
		calls(Verb{
			Name: "buy", Aliases: []string{"purchase"}, Words: []string{"order"}, Topic: tradeTopic, Need: world.RoleGuest,
			Effect: Destroys, Only: Typed, When: deals,
			Brief: "Buy something that is for sale here.",
			Help: "buy pie, buy pie from barkeep, or buy 2 for what stands second in the list, which tells what it costs. " +
				"What a guest buys can be used, sold again or given to people of the world, is left to no other player, and " +
				"goes when the guest goes.",
			Example: "buy lamp",
		}, Ctx.buy),
		calls(Verb{
			Name: "sell", Topic: tradeTopic, Need: world.RoleGuest, Effect: Destroys, Only: Typed, When: deals,
			Brief: "Sell something of yours to somebody here.",
			Help: "sell thimble, sell all.thimble, or sell all for everything that is bought here. Nobody gives it back: " +
				"value tells the price beforehand.",
			Example: "sell pearl",
		}, Ctx.sell),
		calls(Verb{
			Name: "offer", Aliases: []string{"haggle", "bargain"}, Topic: tradeTopic, Need: world.RoleGuest, Effect: Changes,
			Only: Typed, When: deals,
			Brief: "Haggle: offer a price of your own, for a ware or for a thing of yours.",
			Help: "offer 4 for pie. Or offer 9 for my pearl, when it is you who wants to sell. You are told a price, and " +
				"it holds for you, for one thing, for ten minutes: buy or sell to take it. Nobody is moved by an insult.",
			Example: "offer 4 for lamp",
		}, Ctx.offer),
		calls(Verb{
			Name: "learn", Aliases: []string{"study"}, Topic: tradeTopic, Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			When:  func(c Ctx) bool { return len(c.goods("teaches")) > 0 },
			Brief: "Have somebody here teach you something; some lessons cost coins.", Example: "learn mural",
		}, Ctx.learn),
	}
}

// dealers lists those who trade where somebody stands. Six verbs ask whether there are any, so it is found out once.
func (c Ctx) dealers() []*world.Actor {
	if c.seen == nil {
		return c.State.Dealers(c.Actor, c.Now)
	}
	if !c.seen.hasDealt {
		c.seen.dealers, c.seen.hasDealt = c.State.Dealers(c.Actor, c.Now), true
	}
	return c.seen.dealers
}

// market refuses whoever stands where nobody trades.
func (c Ctx) market() *world.Refusal {
	if r := c.sight(); r != nil {
		return r
	}
	if len(c.dealers()) == 0 {
		return refuse(world.CodeNotHere, "Nobody here buys or sells anything.")
	}
	return nil
}

func (c Ctx) wares(a listArgs) (any, *world.Refusal) {
	if r := c.sight(); r != nil {
		return nil, r
	}
	out := world.WaresReport{Counters: []world.Counter{}, Coins: c.Actor.Coins}
	for _, d := range c.dealers() {
		if a.From == "" || string(d.ID) == a.From {
			out.Counters = append(out.Counters, c.State.CounterOf(d, c.Actor, c.Now))
		}
	}
	switch {
	case len(out.Counters) > 0:
		return out, nil
	case a.From != "":
		return nil, refuse(world.CodeCannot, sentence(c.called(world.ActorID(a.From)))+" does not trade.")
	}
	return nil, c.market()
}

// called is what somebody is called in a sentence: "the barkeep".
func (c Ctx) called(id world.ActorID) string {
	who := c.State.Actors[id]
	if who == nil {
		return "they"
	}
	name := c.State.ActorRef(who).Name
	if rest, _, ok := cutArticle(name); ok {
		return "the " + rest
	}
	return name
}

func cutArticle(name string) (rest, article string, ok bool) {
	for _, article := range []string{"a ", "an ", "the ", "some "} {
		if rest, ok := strings.CutPrefix(name, article); ok {
			return rest, article, true
		}
	}
	return name, "", false
}

const counterSep = "/" // between a dealer's id and that of a ware or a lesson, neither of which holds it

// lessons adds what somebody teaches. Of several in one craft the next alone goes by the words that ask for the craft.
func (c Ctx) lessons(d *world.Actor, m *world.MindSpec, add func(d *world.Actor, id, name string, words []string)) {
	next := map[world.CraftID]bool{}
	for _, l := range m.Teaches {
		words := []string{l.ID}
		isNext := !next[l.Craft] && !c.State.Knows(c.Actor, d, l.ID) && c.Actor.Crafts[l.Craft] < l.Upto
		if l.Craft == "" || isNext {
			next[l.Craft] = true
			words = append(words, l.About...)
		}
		add(d, l.ID, l.Name, words)
	}
}

// counter lists what the creatures here sell, buy or teach, or one of them: candidates whose ids name both.
func (c Ctx) counter(what string, dealer string) []candidate {
	var out []candidate
	add := func(d *world.Actor, id, name string, words []string) {
		out = append(out, candidate{
			id: string(d.ID) + counterSep + id, bare: name, words: append(strings.Fields(strings.ToLower(name)), words...),
		})
	}
	for _, d := range c.dealers() {
		m := c.State.Minded(d)
		if dealer != "" && string(d.ID) != dealer {
			continue
		}
		list, buys := c.State.Stock(d)
		switch what {
		case "teaches":
			list = nil
			if m != nil {
				c.lessons(d, m, add)
			}
		case "buys":
			list = buys
		}
		for _, w := range list {
			if sp := c.State.ItemSpecs[w.Item]; sp != nil {
				add(d, string(w.Item), sp.Name, append([]string{string(w.Item)}, sp.Keys...))
			}
		}
	}
	return out
}

// picked finds what is meant among what is sold or taught here.
func (c Ctx) picked(what, text, dealer string) (of world.ActorID, id string, r *world.Refusal) {
	found, r := parseQuery(text).pick(c.counter(what, dealer), "thing")
	if r != nil || found == "" {
		return "", "", r
	}
	who, id, _ := strings.Cut(found, counterSep)
	return world.ActorID(who), id, nil
}

func (c Ctx) act(a world.Action) Call {
	return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: a}}
}

// unsold says that nobody here sells what somebody named.
func (c Ctx) unsold(text, dealer string) Call {
	what := "There is no " + bareName(text) + " for sale here."
	if dealer != "" {
		what = sentence(c.called(world.ActorID(dealer))) + " sells no " + bareName(text) + "."
	}
	if all := c.dealers(); len(all) == 1 {
		if says := c.State.TradeSays(all[0]).Lacks; says != "" {
			what = sentence(c.called(all[0].ID)) + ` says: "` + says + `" ` + what
		}
	}
	return Call{Refusal: refuse(world.CodeNotHere, what+" Type list to see what there is.")}
}

// cheapest returns who here asks least for what somebody sells, unless the seller was named.
func (c Ctx) cheapest(of world.ActorID, item world.ProtoID, named string) world.ActorID {
	if named != "" {
		return of
	}
	least := -1
	for _, d := range c.dealers() {
		if price, ok := c.State.Sells(d, c.Actor, item, c.Now); ok && (least < 0 || price < least) {
			least, of = price, d.ID
		}
	}
	return of
}

// several refuses a number of wares at once, such as 3 russets, where one of them is for sale; nil where none is meant.
func (c Ctx) several(text, seller string) *world.Refusal {
	number, what, _ := strings.Cut(text, " ")
	if strings.Trim(number, "0123456789") != "" || what == "" {
		return nil
	}
	if _, id, r := c.picked("sells", what, seller); r == nil && id != "" {
		return refuse(world.CodeBadValue, "Things are bought one at a time here: buy "+
			bareName(c.State.ItemSpecs[world.ProtoID(id)].Name)+". Type again to have another.")
	}
	return nil
}

func (c Ctx) buy(a buyArgs) Call {
	if r := c.market(); r != nil {
		return Call{Refusal: r}
	}
	of, id, r := c.picked("sells", a.Item, a.Seller)
	switch {
	case r != nil:
		return Call{Refusal: r}
	case id != "":
		of = c.cheapest(of, world.ProtoID(id), a.Seller)
		return c.act(world.Buy{From: of, Item: world.ProtoID(id)})
	}
	if of, id, r = c.picked("teaches", a.Item, a.Seller); r == nil && id != "" {
		return c.act(world.Study{From: of, Lesson: id})
	}
	if r := c.several(a.Item, a.Seller); r != nil {
		return Call{Refusal: r}
	}
	if n, err := strconv.Atoi(a.Item); err == nil { // so many a line of the list
		if all := c.counter("sells", a.Seller); n > 0 && n <= len(all) {
			who, ware, _ := strings.Cut(all[n-1].id, counterSep)
			return c.act(world.Buy{From: world.ActorID(who), Item: world.ProtoID(ware)})
		}
	}
	return c.unsold(a.Item, a.Seller)
}

func (c Ctx) learn(a learnArgs) Call {
	if r := c.sight(); r != nil {
		return Call{Refusal: r}
	}
	of, id, r := c.picked("teaches", a.Lesson, a.Teacher)
	switch {
	case r != nil:
		return Call{Refusal: r}
	case id == "":
		return Call{Refusal: refuse(world.CodeNotHere, "Nobody here teaches "+bareName(a.Lesson)+".")}
	}
	return c.act(world.Study{From: of, Lesson: id})
}

func (c Ctx) sell(a sellArgs) Call {
	if r := c.market(); r != nil {
		return Call{Refusal: r}
	}
	buyer := world.ActorID(a.To)
	items := a.Items
	if len(items) > 1 { // of everything only what somebody here buys, and all to one
		items = slices.DeleteFunc(slices.Clone(items), func(id world.ItemID) bool { return c.buyer(id, buyer) == "" })
	}
	if len(items) == 0 {
		return Call{Refusal: refuse(world.CodeCannot, "You have nothing that is bought here.")}
	}
	if buyer == "" {
		buyer = c.buyer(items[0], "")
	}
	if buyer == "" {
		name := c.State.ItemName(c.State.Items[items[0]])
		return Call{Refusal: refuse(world.CodeCannot, "Nobody here buys the "+name+".")}
	}
	return c.act(world.Sell{To: buyer, Items: items})
}

// buyer finds who here buys a thing: the one who is meant, or the one who pays most; "" for nobody.
func (c Ctx) buyer(id world.ItemID, meant world.ActorID) world.ActorID {
	it := c.State.Items[id]
	best, who := 0, world.ActorID("")
	for _, d := range c.dealers() {
		if meant != "" && d.ID != meant {
			continue
		}
		if price, ok := c.State.Buys(d, c.Actor, it.Proto, c.Now); ok && price > best {
			best, who = price, d.ID
		}
	}
	return who
}

// terms reads what is offered: coins for a thing, or with the words turned round a thing of one's own for coins.
func (a offerArgs) terms() (coins int, thing string, mine bool, r *world.Refusal) {
	if n, err := strconv.Atoi(a.Coins); err == nil {
		thing, mine = strings.CutPrefix(lower(a.Item), "my ")
		return n, thing, mine, nil
	}
	thing, number := lower(a.Coins), a.Item
	if at := strings.LastIndex(lower(a.Item), " for "); at >= 0 { // its name has several words
		thing, number = thing+" "+lower(a.Item[:at]), strings.TrimSpace(a.Item[at+len(" for "):])
	}
	number, _, _ = strings.Cut(number, " ")
	if n, err := strconv.Atoi(number); err == nil {
		return n, strings.TrimPrefix(thing, "my "), true, nil
	}
	return 0, "", false, refuse(world.CodeBadValue, "Say how many coins, such as offer 3 for pie.")
}

func (c Ctx) offer(a offerArgs) Call {
	if r := c.market(); r != nil {
		return Call{Refusal: r}
	}
	coins, text, mine, r := a.terms()
	if r != nil {
		return Call{Refusal: r}
	}
	if !mine {
		of, id, r := c.picked("sells", a.Item, a.To)
		switch {
		case r != nil:
			return Call{Refusal: r}
		case id != "":
			of = c.cheapest(of, world.ProtoID(id), a.To)
			return c.act(world.Haggle{To: of, Ware: world.ProtoID(id), Coins: coins})
		}
	}
	id, r := parseQuery(text).pick(c.items("held", ""), "thing")
	switch {
	case r != nil:
		return Call{Refusal: r}
	case id == "" && mine:
		return Call{Refusal: refuse(world.CodeNotHeld, "You have no "+bareName(text)+".")}
	case id == "":
		return c.unsold(a.Item, a.To)
	}
	to := world.ActorID(a.To)
	if to == "" {
		to = c.buyer(world.ItemID(id), "")
	}
	if to == "" {
		name := c.State.ItemName(c.State.Items[world.ItemID(id)])
		return Call{Refusal: refuse(world.CodeCannot, "Nobody here buys the "+name+".")}
	}
	return c.act(world.Haggle{To: to, Item: world.ItemID(id), Coins: coins})
}

// goods lists what an argument that takes wares can be now.
func (c Ctx) goods(in string) []candidate {
	switch in {
	case "sells":
		return c.counter(in, "")
	case "teaches": // what one knows is taught to nobody twice
		return slices.DeleteFunc(c.counter(in, ""), func(x candidate) bool {
			of, id, _ := strings.Cut(x.id, counterSep)
			return c.State.Knows(c.Actor, c.State.Actors[world.ActorID(of)], id)
		})
	case "makes":
		return c.makable()
	case "gathers":
		return c.gatherable()
	case "deals", "lessons", "promises":
		return c.own(in)
	}
	out := c.counter("sells", "")
	for _, x := range c.items("held", "") {
		if c.buyer(world.ItemID(x.id), "") != "" {
			out = append(out, x)
		}
	}
	return out
}
