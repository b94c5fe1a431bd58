package world

import (
	"net/netip"
	"strconv"
	"strings"
)

// Limits of sanctions.
const (
	SanctionsMost      = 10_000                  // that stand at once
	SanctionReasonMost = 200                     // bytes
	SanctionSpanMax    = 3650 * 24 * 60 * Minute // ten years
	sanctionsClearMost = 100                     // that are over, and that one deed clears away
)

// SanctionKind says what is done about somebody.
type SanctionKind string

// The kinds of sanctions.
const (
	SanctionMute   SanctionKind = "mute"   // they say nothing that others hear
	SanctionFreeze SanctionKind = "freeze" // they do nothing but look, report and go
	SanctionJail   SanctionKind = "jail"   // they do not leave the room in which they are put
	SanctionBan    SanctionKind = "ban"    // they stay out
	SanctionShut   SanctionKind = "shut"   // nobody of a sort is let in
)

// Entrance is a sort of people for whom the world can be shut.
type Entrance string

// The entrances.
const (
	EntranceNew     Entrance = "new"     // new accounts
	EntranceGuests  Entrance = "guests"  // guests
	EntrancePlayers Entrance = "players" // all but wizards
)

// Entrances lists the entrances.
func Entrances() []Entrance { return []Entrance{EntranceNew, EntranceGuests, EntrancePlayers} }

// Sanction is something that wizards or the operator decided about people (OWNERS D2). It fits one of these: a
// character, and with Whole all of its account; whoever comes from an address; or a sort of people.
type Sanction struct {
	ID        SanctionID   `json:"id"`
	Kind      SanctionKind `json:"kind"`
	Who       ActorID      `json:"who,omitempty"`
	Num       uint32       `json:"num,omitempty"`       // of Who, which tells a guest from a later one of the same name
	Whole     bool         `json:"whole,omitempty"`     // all characters of the account of Who, and its agents
	Net       string       `json:"net,omitempty"`       // a range of addresses: 203.0.113.0/24
	Strangers bool         `json:"strangers,omitempty"` // with Net: only guests and new accounts
	Door      Entrance     `json:"door,omitempty"`
	Name      string       `json:"name"` // whom it fits, as a person reads it
	Since     int64        `json:"since"`
	Until     int64        `json:"until,omitempty"` // Unix milliseconds of the wall clock, as Since is; 0: no end
	Reason    string       `json:"reason,omitempty"`
	By        string       `json:"by,omitempty"`   // the wizard's name; "" for the operator
	Room      RoomID       `json:"room,omitempty"` // of a jail: where it is; "" is where each of them stands
	Held      []Held       `json:"held,omitempty"` // of a jail with a room: whom it keeps
}

// Impose decides something about people: until Span is over, or with none without an end. The same once more changes
// the time and the reason.
type Impose struct {
	Kind      SanctionKind `json:"kind" words:"fixed"`
	Who       ActorID      `json:"who,omitempty"`
	Only      bool         `json:"only,omitempty"` // this character alone, and not its account
	Net       string       `json:"net,omitempty" words:"fixed"`
	Strangers bool         `json:"strangers,omitempty"`
	Door      Entrance     `json:"door,omitempty" words:"fixed"`
	Span      Time         `json:"span,omitempty"`
	Reason    string       `json:"reason,omitempty" words:"fixed"`
	Out       []ActorID    `json:"out,omitempty"`   // with Net: who is at a keyboard there, as the doors know
	Tells     bool         `json:"tells,omitempty"` // of a mute or a freeze: they are told when its time is over
}

// Lift ends a sanction.
type Lift struct {
	Sanction SanctionID `json:"sanction"`
}

// Kick sends somebody out of the world, once: nothing keeps them from coming back.
type Kick struct {
	Who    ActorID `json:"who"`
	Reason string  `json:"reason,omitempty" words:"few"`
}

// Imposed says what was decided about people: By a wizard, or by the operator. On is the character that was named;
// Again says that it was so before, with another time or reason.
type Imposed struct {
	By       ActorID  `json:"by,omitempty"`
	On       ActorID  `json:"on,omitempty"`
	Sanction Sanction `json:"sanction" words:"fixed"`
	Again    bool     `json:"again,omitempty"`
}

// Lifted says that a sanction is no more. Ended says that nobody lifted it: its time is over.
type Lifted struct {
	By       ActorID      `json:"by,omitempty"`
	On       ActorID      `json:"on,omitempty"`
	Sanction SanctionID   `json:"sanction"`
	Kind     SanctionKind `json:"kind" words:"fixed"`
	Name     string       `json:"name" words:"fixed"`
	Ended    bool         `json:"ended,omitempty"`
}

// Kicked says that somebody is sent out of the world; what follows takes their body out. Banned says that they may not
// come back until then, or ever.
type Kicked struct {
	By     ActorID `json:"by,omitempty"`
	Actor  ActorID `json:"actor"`
	Reason string  `json:"reason,omitempty" words:"few"`
	Banned bool    `json:"banned,omitempty"`
	Until  int64   `json:"until,omitempty"`
}

func (Impose) needs() Role { return RoleWizard }
func (Lift) needs() Role   { return RoleWizard }
func (Kick) needs() Role   { return RoleWizard }

func (Impose) deed() deed { return deed{} }
func (Lift) deed() deed   { return deed{} }
func (Kick) deed() deed   { return deed{} }
func (Impose) remote()    {}
func (Lift) remote()      {}
func (Kick) remote()      {}

func (a Kick) decide(t *Turn) *Refusal {
	who, reason := t.s.Actors[a.Who], Clean(a.Reason)
	switch r := t.reaches(who); {
	case r != nil:
		return r
	case who.Presence == Away:
		return refuse(CodeAbsent, who.Name+" is not in the world just now. A ban keeps them out: ban "+who.Name+".")
	case len(reason) > SanctionReasonMost:
		return refuse(CodeBadValue, reasonLongText)
	}
	t.sendOut(who, Kicked{Reason: reason})
	return nil
}

func (a Impose) decide(t *Turn) *Refusal {
	x := Sanction{
		Kind: a.Kind, Since: t.s.WallClock(t.now), Reason: strings.TrimRight(Clean(a.Reason), ". "), By: t.decider(),
	}
	switch {
	case len(x.Reason) > SanctionReasonMost:
		return refuse(CodeBadValue, reasonLongText)
	case a.Span < 0 || a.Span > SanctionSpanMax:
		return refuse(CodeBadValue, "That is for ten years at most. Without a time it has no end.")
	case a.Span > 0:
		x.Until = x.Since + int64(a.Span)
	}
	if r := t.aim(&x, a); r != nil {
		return r
	}
	was := t.s.SanctionByID(x.ID, t.now)
	switch {
	case was != nil && was.Until == 0 && x.Until == 0 && was.Reason == x.Reason && was.Whole == x.Whole && len(a.Out) == 0:
		return refuse(CodeAlready, "It is so already, for good.")
	case was == nil && t.s.standing(t.now) >= SanctionsMost:
		return refuse(CodeFull, "There are as many sanctions as there can be. Lift some first; sanctions lists them.")
	}
	t.holdsOf(&x)
	t.clearEnded(x.ID)
	t.emit(Imposed{By: t.in.Actor, On: a.Who, Sanction: x, Again: was != nil})
	t.enforce(&x, a.Out)
	t.cancel(TimerLapse, string(x.ID))
	if (a.Tells || x.Kind == SanctionJail) && x.Who != "" && x.Until != 0 && x.Kind != SanctionBan {
		t.after(a.Span, TimerLapse, string(x.ID))
	}
	return nil
}

func (a Lift) decide(t *Turn) *Refusal {
	x := t.s.SanctionByID(a.Sanction, t.now)
	switch {
	case x == nil:
		return refuse(CodeUnknown, "There is no such sanction, or it is over.")
	case t.me != nil && x.fits(t.s, t.me):
		return refuse(CodeNotAllowed, "Nobody lifts their own: another wizard can, or the operator.")
	}
	t.clearEnded(x.ID)
	t.cancel(TimerLapse, string(x.ID))
	t.emit(Lifted{By: t.in.Actor, On: x.Who, Sanction: x.ID, Kind: x.Kind, Name: x.Name})
	t.letOut(x)
	return nil
}

const reasonLongText = "That reason is too long: 200 bytes of it are as many as are kept."

// decider is who decides, as a list names them: a wizard's name, or nothing for the operator.
func (t *Turn) decider() string {
	if t.me == nil {
		return ""
	}
	return t.me.Name
}

// aim finds whom a sanction is to fit, or refuses.
func (t *Turn) aim(x *Sanction, a Impose) *Refusal {
	switch a.Kind {
	case SanctionMute, SanctionFreeze, SanctionJail:
		return t.aimAt(x, a)
	case SanctionBan:
		if a.Net != "" {
			return t.aimNet(x, a)
		}
		return t.aimAt(x, a)
	case SanctionShut:
		switch a.Door {
		case EntranceNew, EntranceGuests, EntrancePlayers:
			x.Door, x.Name, x.ID = a.Door, string(a.Door), sanctionID(a.Kind, string(a.Door))
			return nil
		}
		return refuse(CodeBadValue, "The world can be shut to new, guests or players.")
	}
	return refuse(CodeBadValue, "That cannot be done about anybody.")
}

func (t *Turn) aimAt(x *Sanction, a Impose) *Refusal {
	who := t.s.Actors[a.Who]
	if r := t.reaches(who); r != nil {
		return r
	}
	if who.Guest() && a.Kind == SanctionBan {
		return refuse(CodeCannot, "A guest has no account. Ban the address that they come from: ban guests "+who.Name+".")
	}
	x.ID, x.Who, x.Num, x.Name = sanctionID(a.Kind, string(who.ID)), who.ID, who.Num, who.Name
	x.Whole = who.Account != "" && !a.Only
	if was := t.s.SanctionOn(a.Kind, who, t.now); was != nil && was.Whole && x.Whole { // by another of their characters
		x.ID, x.Who, x.Num, x.Name = was.ID, was.Who, was.Num, was.Name
	}
	return nil
}

func (t *Turn) aimNet(x *Sanction, a Impose) *Refusal {
	net, r := ParseNet(a.Net)
	if r != nil {
		return r
	}
	if t.me != nil && !a.Strangers {
		for _, id := range a.Out {
			if t.s.kin(t.me, t.s.Actors[id]) {
				return refuse(CodeCannot, "You come from there yourself. ban guests and the address keeps out guests and new "+
					"accounts alone.")
			}
		}
	}
	x.Net, x.Name, x.Strangers = net.String(), net.String(), a.Strangers
	if net.IsSingleIP() {
		x.Name = net.Addr().String()
	}
	x.ID = sanctionID(a.Kind, netWords.Replace(x.Net))
	if a.Strangers {
		x.ID = sanctionID(a.Kind, "guests-"+netWords.Replace(x.Net))
	}
	return nil
}

// netWords makes an id of a range of addresses.
var netWords = strings.NewReplacer(".", "-", ":", "-", "/", "-") //nolint:gochecknoglobals // immutable: never written

// sanctionID is the id under which a sanction is filed: there is one of a kind for each whom it fits.
func sanctionID(kind SanctionKind, whom string) SanctionID {
	return SanctionID(string(kind) + "-" + whom)
}

// The widest ranges of addresses that can be banned, and the narrowest of IPv6: a household is given a /64 at least and
// may pick any address in it (RFC 6177), so that limits count by it too.
const (
	netBitsLeast4 = 8
	netBitsLeast6 = 20
	netBitsMost6  = 64
)

// ParseNet reads an address or a range in the notation of CIDR: 203.0.113.7, 203.0.113.0/24, 2001:db8::/48. A single
// address of IPv6 stands for its /64.
func ParseNet(text string) (netip.Prefix, *Refusal) {
	net, err := netip.ParsePrefix(text)
	if err != nil {
		addr, err := netip.ParseAddr(text)
		if err != nil {
			return net, refuse(CodeBadValue, "That is no address: say 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.")
		}
		addr = addr.Unmap().WithZone("")
		net = netip.PrefixFrom(addr, addr.BitLen())
	}
	least := netBitsLeast4
	if !net.Addr().Is4() {
		least = netBitsLeast6
		net = netip.PrefixFrom(net.Addr(), min(net.Bits(), netBitsMost6))
	}
	switch {
	case net.Addr().Is4In6():
		return net, refuse(CodeBadValue, "Write that address as one of IPv4.")
	case net.Bits() < least:
		return net, refuse(CodeBadValue, "That is too wide: /"+strconv.Itoa(least)+" is the widest. doors keeps out all "+
			"guests, all new accounts, or all but wizards.")
	}
	return net.Masked(), nil
}

// reaches refuses to act against whom no sanction reaches: what is no player, oneself, and other wizards. The operator
// reaches every player.
func (t *Turn) reaches(who *Actor) *Refusal {
	switch {
	case who == nil:
		return refuse(CodeUnknown, "Nobody of that name plays here.")
	case !who.Player():
		return refuse(CodeCannot, "That is for people. npc mute silences a creature.")
	case t.me == nil:
		return nil
	case t.s.kin(t.me, who):
		return refuse(CodeCannot, "Not against yourself. quit takes you out of the world.")
	}
	for _, id := range t.s.persons(who) {
		switch b := t.s.Actors[id]; {
		case b.Founder:
			return refuse(CodeNotAllowed, b.Name+" founded this world: that is for its operator alone.")
		case b.Role >= RoleWizard:
			return refuse(CodeNotAllowed, b.Name+" is a wizard. Take that away first: set "+b.Name+" role player.")
		}
	}
	return nil
}

// persons lists the characters of whoever owns a body: one, for a guest.
func (s *State) persons(who *Actor) []ActorID {
	if who.Account == "" {
		return []ActorID{who.ID}
	}
	return s.Characters(who.Account)
}

// kin reports whether two bodies are one person's.
func (s *State) kin(a, b *Actor) bool {
	return b != nil && (a == b || a.Account != "" && a.Account == b.Account)
}

// sendOut takes somebody out of the world, and has them told why.
func (t *Turn) sendOut(who *Actor, e Kicked) {
	e.By, e.Actor = t.in.Actor, who.ID
	t.emit(e)
	t.leaveWorld(who.ID, LeftWilling)
}

// enforce makes a sanction felt at once by those whom it fits. Out is who comes from the address of a ban. What many
// leave behind fills a record: then the rest is left, and the ban that is given once more goes on with it.
func (t *Turn) enforce(x *Sanction, out []ActorID) {
	t.most = tickEventsMost
	if x.Kind == SanctionJail {
		t.lockUp(x)
		return
	}
	if x.Who != "" {
		out = []ActorID{x.Who}
		if x.Whole {
			out = t.s.persons(t.s.Actors[x.Who])
		}
	}
	for _, id := range append([]ActorID(nil), out...) {
		who := t.s.Actors[id]
		if who == nil || who.Presence == Away || x.Net != "" && !x.keepsOut(who) || t.full() {
			continue
		}
		switch x.Kind {
		case SanctionBan:
			t.sendOut(who, Kicked{Reason: x.Reason, Banned: true, Until: x.Until})
		case SanctionFreeze:
			t.unbind(who)
		case SanctionMute, SanctionJail, SanctionShut: // felt at the next word, and at the door
		}
	}
}

// clearEnded clears away sanctions whose time is over, but for the one that is decided about.
func (t *Turn) clearEnded(but SanctionID) {
	var ended []SanctionID
	for id, x := range Ordered(t.s.Sanctions) {
		if id != but && !t.s.Stands(x, t.now) && len(ended) < sanctionsClearMost {
			ended = append(ended, id)
		}
	}
	for _, id := range ended {
		t.lapsed(t.s.Sanctions[id])
	}
}

func (t *Turn) lapsed(x *Sanction) {
	t.cancel(TimerLapse, string(x.ID))
	t.emit(Lifted{Sanction: x.ID, Kind: x.Kind, Name: x.Name, Ended: true})
	t.letOut(x)
}

// runOut ends a sanction whose time is over, and has those told whom it fits. Where the wall clock was set back
// meanwhile its time is not over, and it waits on.
func (t *Turn) runOut(id SanctionID) {
	x := t.s.Sanctions[id]
	switch {
	case x == nil:
	case t.s.Stands(x, t.now):
		t.after(max(Second, Time(x.Until-t.s.WallClock(t.now))), TimerLapse, string(id))
	default:
		t.emit(Lifted{On: x.Who, Sanction: x.ID, Kind: x.Kind, Name: x.Name, Ended: true})
		t.letOut(x)
	}
}

// acquit ends the sanctions on a guest who is forgotten.
func (t *Turn) acquit(id ActorID) {
	for _, kind := range []SanctionKind{SanctionMute, SanctionFreeze, SanctionJail} {
		if x := t.s.Sanctions[sanctionID(kind, string(id))]; x != nil {
			t.lapsed(x)
		}
	}
}

func (e Imposed) fold(s *State) {
	x := e.Sanction
	s.Sanctions[x.ID] = &x
	s.touch(kindSanction, string(x.ID))
}

func (e Lifted) fold(s *State) {
	delete(s.Sanctions, e.Sanction)
	s.touch(kindSanction, string(e.Sanction))
}

func (Kicked) fold(*State) {}

// Whoever decided it is told, and whom it fits, by every character that is in the world.
func (e Imposed) scene(s *State) scene {
	return scene{actor: e.By, target: e.On, sound: true, others: s.awakeOf(e.On, e.Sanction.Whole)}
}

func (e Lifted) scene(s *State) scene {
	return scene{actor: e.By, target: e.On, sound: true, others: s.awakeOf(e.On, true)}
}

func (e Kicked) scene(*State) scene {
	return scene{actor: e.By, target: e.Actor, sound: true, closed: true}
}

// awakeOf lists the other bodies of whoever owns a body.
func (s *State) awakeOf(id ActorID, whole bool) (out []ActorID) {
	who := s.Actors[id]
	if who == nil || !whole {
		return nil
	}
	for _, other := range s.persons(who) {
		if other != id {
			out = append(out, other)
		}
	}
	return out
}

func (Imposed) traits() Traits { return Traits{Names: anySense, Cue: befalls("Sanction")} }
func (Lifted) traits() Traits  { return Traits{Names: anySense, Cue: befalls("Sanction lifted")} }
func (Kicked) traits() Traits {
	return Traits{Follows: true, Names: anySense, Cue: befalls("Sent out")}
}

// sanctions looks into what is decided about people.
func (c *checker) sanctions() {
	for id, x := range all(c, c.s.Sanctions) {
		aims := boolInt(x.Who != "") + boolInt(x.Net != "") + boolInt(x.Door != "")
		switch {
		case x.ID != id || x.Name == "" || aims != 1 || x.Who != "" && x.Num == 0:
			c.bad("sanction %s is filed wrongly, or fits nobody: %+v", id, *x)
		case x.Kind != SanctionJail && x.Room != "", x.Room == "" && len(x.Held) > 0, len(x.Held) > CharactersMax:
			c.bad("sanction %s, a %s, keeps whom it cannot: %+v", id, x.Kind, x.Held)
		case x.Until != 0 && x.Until <= x.Since || len(x.Reason) > SanctionReasonMost:
			c.bad("sanction %s has a time or a reason that cannot be: %+v", id, *x)
		}
	}
	if n := len(c.s.Sanctions); n > 2*SanctionsMost {
		c.bad("there are %d sanctions", n)
	}
}
