package verb

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Moderate makes the call of one of the verbs by which wizards look people up or decide about them, of what stands
// behind it. The operator has no body: then Actor is nil.
func Moderate(c Ctx, name, line string) Call {
	if call, isLook := c.lookUp(name, line); isLook {
		return call
	}
	words := strings.Fields(line)
	alone := []string{verbSanctions, verbDoors, verbFounder, verbRank, verbNews, verbMotd}
	if len(words) == 0 && !slices.Contains(alone, name) {
		return Call{Refusal: refuse(world.CodeMissing, "Say whom: "+name+" and a name.")}
	}
	switch name {
	case verbKick:
		return c.kick(words)
	case verbMute:
		return c.restrain(world.SanctionMute, words)
	case verbFreeze:
		return c.restrain(world.SanctionFreeze, words)
	case verbJail:
		return c.restrain(world.SanctionJail, words)
	case verbUnjail:
		return c.release(world.SanctionJail, words)
	case verbUnmute:
		return c.release(world.SanctionMute, words)
	case verbUnfreeze:
		return c.release(world.SanctionFreeze, words)
	case verbBan:
		return c.ban(words)
	case verbUnban:
		return c.unban(words)
	case verbSanctions:
		return c.listSanctions(words)
	case verbDoors:
		return c.shut(words)
	case verbNotes:
		return c.notes(words)
	case verbFounder:
		return c.founds(words)
	case verbDelete:
		return c.deletes(words)
	case verbUndelete:
		return c.undelete(words)
	case verbNews:
		return c.news(words)
	case verbMotd:
		return c.motd(words)
	case verbRank:
		return c.rank(words)
	case verbAllow, verbDisallow:
		return c.allow(name, words)
	}
	return Call{Refusal: refuse(world.CodeUnknown, "There is no command "+plain(clip(name))+" about people.")}
}

// decides makes the call of an action; told is what whoever decided it reads afterwards.
func (c Ctx) decides(a world.Action, told func(c Ctx) string) Call {
	in := &world.Input{Via: c.Via, Action: a}
	if c.Actor != nil {
		in.Actor = c.Actor.ID
	}
	return Call{Input: in, Report: func(c Ctx) any { return DoneReport{Text: told(c)} }}
}

// personCalled finds a player by name or id, in the world or not.
func (c Ctx) personCalled(name string) (*world.Actor, *world.Refusal) {
	low := strings.ToLower(name)
	switch who := c.State.PlayerNamed(low); {
	case who != nil:
		return who, nil
	case c.State.Actors[world.ActorID(low)] != nil:
		return c.State.Actors[world.ActorID(low)], nil
	case c.Actor != nil && isMe(name):
		return c.Actor, nil
	}
	like := world.Picked(c.State.Actors, func(_ world.ActorID, a *world.Actor) bool {
		return a.Player() && strings.HasPrefix(strings.ToLower(a.Name), low)
	})
	if len(like) == 0 {
		return nil, refuse(world.CodeUnknown, "Nobody called "+bareName(name)+" plays here.")
	}
	const namesMost = 5
	var names []string
	for _, id := range like[:min(len(like), namesMost)] {
		names = append(names, c.State.Actors[id].Name)
	}
	return nil, refuse(world.CodeUnclear, "Give the whole name, so that nobody else is meant: "+
		strings.Join(names, " or ")+".")
}

func (c Ctx) kick(words []string) Call {
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	return c.decides(world.Kick{Who: who.ID, Reason: strings.Join(words[1:], " ")}, func(Ctx) string {
		return who.Name + " is sent out, and may come back. To keep them out: ban " + who.Name + "."
	})
}

func (c Ctx) restrain(kind world.SanctionKind, words []string) Call {
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	act := world.Impose{Kind: kind, Who: who.ID, Tells: true}
	if act.Span, act.Reason, r = spanAndReason(words[1:]); r != nil {
		return Call{Refusal: r}
	}
	return c.decides(act, func(c Ctx) string {
		return c.toldOf(c.State.SanctionOn(kind, who, c.Now)) + " un" + string(kind) + " " + who.Name + " ends it."
	})
}

func (c Ctx) release(kind world.SanctionKind, words []string) Call {
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	state := prose.SanctionWord(kind)
	x := c.State.SanctionOn(kind, who, c.Now)
	if x == nil {
		return Call{Refusal: refuse(world.CodeAlready, who.Name+" is not "+state+".")}
	}
	return c.decides(world.Lift{Sanction: x.ID}, func(Ctx) string { return who.Name + " is " + state + " no longer." })
}

// toldOf says what is decided about somebody now.
func (c Ctx) toldOf(x *world.Sanction) string {
	if x == nil {
		return "That is over already."
	}
	whom := x.Name
	switch {
	case x.Strangers:
		whom = "Whoever comes from " + x.Name + " as a guest or with a new account"
	case x.Net != "":
		whom = "Whoever comes from " + x.Name
	case x.Whole:
		whom += ", with all characters and agents of the account,"
	}
	return whom + " is " + prose.SanctionWord(x.Kind) + " " + x.TermAndWhy() + "."
}

func (c Ctx) ban(words []string) Call {
	act := world.Impose{Kind: world.SanctionBan}
	net, rest, r := c.aimed(&act, words)
	if r != nil {
		return Call{Refusal: r}
	}
	if act.Span, act.Reason, r = spanAndReason(rest); r != nil {
		return Call{Refusal: r}
	}
	if act.Net == "" {
		who := c.State.Actors[act.Who]
		return c.decides(act, func(c Ctx) string {
			return c.toldOf(c.State.SanctionOn(world.SanctionBan, who, c.Now)) + " unban " + who.Name + " ends it."
		})
	}
	if c.Doors != nil {
		act.Out = c.Doors.Within(net)
	}
	return c.decides(act, func(c Ctx) string {
		x := c.State.SanctionOnNet(net, act.Strangers, c.Now)
		return c.toldOf(x) + c.sentOut(act.Out, act.Strangers) + " unban " + unbanWords(x) + " ends it."
	})
}

func unbanWords(x *world.Sanction) string {
	switch {
	case x == nil:
		return ""
	case x.Strangers:
		return wordGuests + " " + x.Name
	}
	return x.Name
}

// sentOut says how many of those who came from an address are gone now.
func (c Ctx) sentOut(from []world.ActorID, strangers bool) string {
	gone, left := 0, 0
	for _, id := range from {
		switch who := c.State.Actors[id]; {
		case who == nil || who.Presence == world.Away:
			gone++
		case who.Guest() || !strangers && who.Role < world.RoleWizard:
			left++
		}
	}
	out := " Sent out: " + strconv.Itoa(gone) + "."
	if left > 0 {
		out += " Still there: " + strconv.Itoa(left) + "; give the same ban once more."
	}
	return out
}

// aimed reads whom a ban is to fit, and returns the range of addresses if it is one, and the words that follow.
func (c Ctx) aimed(act *world.Impose, words []string) (net netip.Prefix, rest []string, r *world.Refusal) {
	first := strings.ToLower(words[0])
	act.Strangers, act.Only = first == wordGuests, first == wordCharacter
	if act.Strangers || act.Only {
		if words = words[1:]; len(words) == 0 {
			return net, nil, refuse(world.CodeMissing, "Say which: ban "+first+" and a name or an address.")
		}
	}
	if isNet(words[0]) && !act.Only {
		net, r = world.ParseNet(words[0])
		act.Net = net.String()
		return net, words[1:], r
	}
	who, r := c.personCalled(words[0])
	if r != nil {
		return net, nil, r
	}
	if !act.Strangers && !who.Guest() {
		act.Who = who.ID
		return net, words[1:], nil
	}
	known := false
	if c.Doors != nil {
		net, known = c.Doors.From(who.ID)
	}
	if !known {
		return net, nil, refuse(world.CodeAbsent, "Nobody sits at the keyboard of "+who.Name+", so that it cannot be seen "+
			"from where they come. Give the address; the server's log has it.")
	}
	act.Net, act.Strangers = net.String(), true
	return net, words[1:], nil
}

// isNet reports whether a word is meant for an address: no name has a digit, a dot, a colon or a slash.
func isNet(word string) bool {
	return strings.ContainsAny(word, "0123456789.:/") && !strings.HasPrefix(word, "pc-")
}

func (c Ctx) unban(words []string) Call {
	strangers := strings.EqualFold(words[0], wordGuests)
	if strangers || strings.EqualFold(words[0], wordCharacter) {
		if words = words[1:]; len(words) == 0 {
			return Call{Refusal: refuse(world.CodeMissing, "Say whom: unban and a name or an address.")}
		}
	}
	if !isNet(words[0]) {
		return c.release(world.SanctionBan, words)
	}
	net, r := world.ParseNet(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	x := c.State.SanctionOnNet(net, strangers, c.Now)
	if x == nil {
		x = c.State.SanctionOnNet(net, !strangers, c.Now)
	}
	if x == nil {
		return Call{Refusal: refuse(world.CodeUnknown, "No ban is for exactly that address. sanctions "+words[0]+
			" lists those that reach it.")}
	}
	name := x.Name
	return c.decides(world.Lift{Sanction: x.ID}, func(Ctx) string {
		return "Whoever comes from " + name + " is let in again."
	})
}

func (c Ctx) shut(words []string) Call {
	if len(words) == 0 {
		return Call{Report: shownDoors}
	}
	door := world.Entrance(strings.ToLower(words[0]))
	if !slices.Contains(world.Entrances(), door) || len(words) == 1 {
		return Call{Refusal: refuse(world.CodeBadValue, "Say doors new, doors guests or doors players, and then on or off.")}
	}
	now := c.State.SanctionOnDoor(door, c.Now)
	switch {
	case strings.EqualFold(words[1], "on") && now == nil:
		return Call{Refusal: refuse(world.CodeAlready, "It is open already.")}
	case strings.EqualFold(words[1], "on"):
		return c.decides(world.Lift{Sanction: now.ID}, func(Ctx) string {
			return "The world is open to " + prose.EntranceName(door) + " again."
		})
	case !strings.EqualFold(words[1], "off"):
		return Call{Refusal: refuse(world.CodeBadValue, "Say on or off.")}
	}
	act := world.Impose{Kind: world.SanctionShut, Door: door}
	var r *world.Refusal
	if act.Span, act.Reason, r = spanAndReason(words[2:]); r != nil {
		return Call{Refusal: r}
	}
	return c.decides(act, func(c Ctx) string {
		if x := c.State.SanctionOnDoor(door, c.Now); x != nil {
			return x.Word() + " Whoever is in stays. doors " + string(door) + " on ends it."
		}
		return "That is over already."
	})
}

func shownDoors(c Ctx) any {
	out := RecordReport{Title: "Who is let in"}
	for _, door := range world.Entrances() {
		text := prose.Capital(prose.EntranceName(door)) + ": yes."
		if x := c.State.SanctionOnDoor(door, c.Now); x != nil {
			text = prose.Capital(prose.EntranceName(door)) + ": no, " + termAndWhy(x)
		}
		out.Lines = append(out.Lines, RecordLine{Text: text})
	}
	out.Notes = []string{"doors guests off lets no guests in, doors guests on does again. So with new and players."}
	return out
}

// termAndWhy says until when and why a sanction stands, since when, and who decided it.
func termAndWhy(x *world.Sanction) string { return x.TermAndWhy() + signed(x.By, x.Since) + "." }

// signed says who decided or wrote something, and when by the wall clock: a wizard, or with no name the operator.
func signed(by string, at int64) string {
	return " (" + cmp.Or(by, "the operator") + ", " + world.WallDate(at) + ")"
}

func (c Ctx) notes(words []string) Call {
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	switch n, err := strconv.Atoi(words[len(words)-1]); {
	case len(words) == 1:
		return Call{Report: func(Ctx) any { return shownNotes(who) }}
	case len(words) == 3 && strings.EqualFold(words[1], wordDrop) && err == nil && n > 0:
		return c.decides(world.Annotate{Who: who.ID, Drop: n}, func(Ctx) string { return "That note is gone." })
	}
	return c.decides(world.Annotate{Who: who.ID, Text: strings.Join(words[1:], " ")}, func(Ctx) string {
		return "Noted. notes " + who.Name + " reads what is noted of " + who.Name + "."
	})
}

// spanAndReason reads for how long, and why. A first word that begins with a digit is the time, or is refused: nobody
// is to be banned for good because of a slip.
func spanAndReason(words []string) (world.Time, string, *world.Refusal) {
	if len(words) == 0 {
		return 0, "", nil
	}
	first := strings.ToLower(words[0])
	switch {
	case first == wordForever:
		return 0, strings.Join(words[1:], " "), nil
	case first[0] < '0' || first[0] > '9':
		return 0, strings.Join(words, " "), nil
	}
	span, ok := parseSpan(first)
	if !ok {
		return 0, "", refuse(world.CodeBadValue, "How long is that? Say 30m, 2h, 3d or 1w, several together as 1d12h, or "+
			"forever, and then the reason.")
	}
	return span, strings.Join(words[1:], " "), nil
}

// parseSpan reads a length of time: 45s, 30m, 2h, 3d, 1w, 1d12h.
func parseSpan(word string) (world.Time, bool) {
	const digitsMost, hour, day = 1_000_000, 60 * world.Minute, 24 * 60 * world.Minute
	units := map[rune]world.Time{'s': world.Second, 'm': world.Minute, 'h': hour, 'd': day, 'w': 7 * day}
	var sum, n world.Time
	counted := false
	for _, r := range word {
		unit := units[r]
		switch {
		case r >= '0' && r <= '9' && n < digitsMost:
			n, counted = n*10+world.Time(r-'0'), true
		case unit > 0 && counted && n > 0:
			sum += n * unit
			n, counted = 0, false
		default:
			return 0, false
		}
	}
	return sum, !counted && sum > 0
}
