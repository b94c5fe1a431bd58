package gmcp

import (
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Pace is how often the messages that follow the view are sent, but for a room that was entered: at most so many times
// a second each. What changed in between goes with the next, so that the last word is never lost.
const Pace = 10

// pause is the time between them.
const pause = time.Second / Pace

// AssumeAfter is how long a client may take to say what it supports before it is assumed.
const AssumeAfter = time.Second

// Options of a client.
type Options struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Sounds reports whether its player asked for sounds; nil means not.
	Sounds func() bool
	// Asks reports whether the session asks who is there; nil means not.
	Asks func() bool
	// Verbs lists what somebody of a role may type, by the role's name; nil means nothing.
	Verbs func(role string) []session.VerbInfo
	// Media is what there is to hear.
	Media Media
}

// window counts what happens within a second.
type window struct {
	since time.Time
	n     int
}

// pass reports whether something is among the first most of its second.
func (w *window) pass(now time.Time, most int) bool {
	if now.Sub(w.since) >= time.Second {
		w.since, w.n = now, 0
	}
	w.n++
	return w.n <= most
}

// Client is one connection's out-of-band view. Make it with [New] when the client has agreed to GMCP.
type Client struct {
	o        Options
	supports support
	said     bool // the client has said what it supports, or that is assumed
	on       [kinds]bool
	taken    window // messages of the client's

	view  *surroundings.View // the newest
	sent  sent
	next  time.Time // when what follows the view may be sent again
	due   bool      // something of it waits for that
	media player

	returned bool // the client asked what it missed
}

// sent is what the client knows.
type sent struct {
	name    string
	vitals  vitals
	status  []entry
	held    list
	floor   list
	info    []byte
	place   place
	players list
	listed  []byte // the channels; nil has them told
	mudlark known
	fight   fought
	group   []world.PartyMember
	skills  []world.CraftValue
}

// kind is a package that a client may want or not.
type kind int

const (
	charName kind = iota
	charVitals
	charStatusVars
	charStatus
	charItems
	charSkills
	roomInfo
	roomPlayers
	roomWrongDir
	commList
	commText
	clientMedia
	charLogin
	groupInfo
	mudlark
	mudlarkFight
	kinds
)

// wire returns what decides whether a client wants a kind: the name of its message or of its package.
func (k kind) wire() string {
	return [kinds]string{
		"char.name", "char.vitals", "char.statusvars", "char.status", "char.items", "char.skills", "room.info",
		"room.players", "room.wrongdir", "comm.channel.list", "comm.channel.text", "client.media", "char.login",
		"group.info", "mudlark", "mudlark.encounter",
	}[k]
}

// New returns a client that has said nothing yet.
func New(o Options) *Client {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sounds == nil {
		o.Sounds = func() bool { return false }
	}
	if o.Verbs == nil {
		o.Verbs = func(string) []session.VerbInfo { return nil }
	}
	if o.Asks == nil {
		o.Asks = func() bool { return false }
	}
	return &Client{o: o, supports: support{}}
}

// Assume takes a client that did not say what it supports for one that knows the common packages.
func (c *Client) Assume() Answer {
	if c.said {
		return Answer{}
	}
	c.supports.set(assumed())
	return c.settle()
}

// settle takes in what changed about what the client supports: what it wants now it is told now, and what it does not
// want any more it is taken not to know.
func (c *Client) settle() Answer {
	c.said = true
	for k := range kinds {
		c.on[k] = c.supports.has(k.wire())
	}
	c.forget()
	switch {
	case c.view != nil:
		c.next = c.o.Now()
		a := Answer{Out: c.tell(nil)}
		if c.Wants() == surroundings.Survey && c.view.Map == nil {
			a.Wish = View{} // it was read for somebody who wants less
		}
		return a
	case c.Wants() != surroundings.Nothing:
		return Answer{Wish: View{}}
	}
	return Answer{}
}

// forget makes the client ignorant of what it does not want.
func (c *Client) forget() {
	known := c.sent
	c.sent = sent{}
	keep := func(k kind, f func()) {
		if c.on[k] {
			f()
		}
	}
	keep(charName, func() { c.sent.name = known.name })
	keep(charVitals, func() { c.sent.vitals = known.vitals })
	keep(charStatus, func() { c.sent.status = known.status })
	keep(charItems, func() { c.sent.held, c.sent.floor = known.held, known.floor })
	keep(charSkills, func() { c.sent.skills = known.skills })
	keep(roomInfo, func() { c.sent.info = known.info })
	keep(roomPlayers, func() { c.sent.players = known.players })
	keep(commList, func() { c.sent.listed = known.listed })
	keep(groupInfo, func() { c.sent.group = known.group })
	keep(mudlark, func() { c.sent.mudlark = known.mudlark })
	keep(mudlarkFight, func() { c.sent.fight = known.fight })
	c.sent.place = known.place
	if !c.on[clientMedia] {
		c.media = player{}
	}
}

// Wants says how much of the view the client is sent.
func (c *Client) Wants() surroundings.Want {
	switch {
	case c.on[mudlark], c.on[mudlarkFight]:
		return surroundings.Survey
	case c.on[charName] || c.on[charVitals] || c.on[charStatus] || c.on[charItems] || c.on[roomInfo] ||
		c.on[roomPlayers] || c.on[groupInfo] || c.on[charSkills] || c.on[commList] && c.sent.listed == nil:
		return surroundings.Sight
	}
	return surroundings.Nothing
}

// Of implements the aside of a line screen: the messages of a frame. What is held back is due after [Client.Rest].
func (c *Client) Of(f session.Frame) [][]byte {
	var out [][]byte
	if f.Wrong != "" && c.on[roomWrongDir] {
		out = append(out, message("Room.WrongDir", short(f.Wrong)))
	}
	if slices.ContainsFunc(f.Parts, switches) {
		c.sent.listed = nil
	}
	if f.View != nil {
		c.view = f.View
		out = c.tell(out)
	}
	if c.on[commText] {
		for _, p := range f.Parts {
			if m := heard(p); m != nil {
				out = append(out, m)
			}
		}
	}
	if c.on[clientMedia] {
		out = c.sound(out, f.Parts)
	}
	if c.on[mudlarkFight] && f.Card != nil {
		out = append(out, message("Mudlark.Proposal", proposed(f.Card)))
	}
	if c.on[mudlark] {
		if m := seq(f.Parts); m != nil {
			out = append(out, m)
		}
	}
	return out
}

// Rest is how long the rest of what changed has to wait; 0 when nothing does.
func (c *Client) Rest() time.Duration {
	if !c.due {
		return 0
	}
	return max(c.next.Sub(c.o.Now()), 1)
}

// Flush makes the messages that were held back.
func (c *Client) Flush() [][]byte {
	if !c.due {
		return nil
	}
	return c.tell(nil)
}

// tell says how the view differs from what the client knows, in a fixed order. A room that was entered is told at once,
// for a map is drawn of the way one went.
func (c *Client) tell(out [][]byte) [][]byte {
	v := c.view
	at := placeOf(v)
	moved := at != c.sent.place
	early := c.o.Now().Before(c.next)
	if !early {
		out = c.tellYou(out, v)
	}
	if moved || !early {
		out = c.tellRoom(out, v, moved)
		c.sent.place = at
	}
	if c.on[mudlark] && !early && v.Map != nil {
		out = c.tellMudlark(out, v)
	}
	if c.on[mudlarkFight] && !early {
		out = c.tellFight(out, v)
	}
	if c.due = early; !early {
		c.next = c.o.Now().Add(pause)
	}
	return out
}

// tellYou is what concerns the body.
func (c *Client) tellYou(out [][]byte, v *surroundings.View) [][]byte {
	if name := prose.Clean(v.You.Name); c.on[charName] && name != c.sent.name {
		c.sent.name = name
		out = append(out, message("Char.Name", charNameBody{Name: name, Full: name}))
	}
	if now := vitalsOf(v); c.on[charVitals] && now != c.sent.vitals {
		c.sent.vitals = now
		out = append(out, message("Char.Vitals", now))
	}
	if c.on[charStatus] {
		out = c.tellStatus(out, v)
	}
	if c.on[charSkills] {
		out = c.tellSkills(out, v)
	}
	if c.on[groupInfo] {
		out = c.tellGroup(out, v)
	}
	if c.on[charItems] {
		out = c.sent.held.tell(out, itemList{}, "inv", held(v), false)
	}
	if c.on[commList] {
		if list := message("Comm.Channel.List", channels(v.You.Role, v.Channels)); string(list) != string(c.sent.listed) {
			c.sent.listed = list
			out = append(out, list)
		}
	}
	return out
}

// tellRoom is what concerns the place.
func (c *Client) tellRoom(out [][]byte, v *surroundings.View, moved bool) [][]byte {
	if c.on[roomInfo] {
		if info := message("Room.Info", infoOf(v)); string(info) != string(c.sent.info) {
			c.sent.info = info
			out = append(out, info)
		}
	}
	if c.on[roomPlayers] {
		out = c.sent.players.tell(out, playerList{}, "", players(v), moved)
	}
	if c.on[charItems] {
		out = c.sent.floor.tell(out, itemList{}, "room", floor(v), moved)
	}
	return out
}

// Greet says that the session is about to ask who is there. A client that can sign in by itself is offered to.
func (c *Client) Greet() [][]byte {
	if !c.on[charLogin] {
		return nil
	}
	return [][]byte{message("Char.Login.Default", loginTypes{Type: []string{"password-credentials"}})}
}

type loginTypes struct {
	Type []string `json:"type"`
}

// SignedIn says what came of a client's own sign-in; word is why it was refused, for its player.
func (c *Client) SignedIn(ok bool, word string) [][]byte {
	if !c.on[charLogin] {
		return nil
	}
	if ok {
		word = ""
	}
	return [][]byte{message("Char.Login.Result", loginResult{Success: ok, Message: prose.Clean(word)})}
}

type loginResult struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty"`
}

// Goodbye takes leave before the connection closes.
func (c *Client) Goodbye(word string) [][]byte {
	return append(c.silence(nil), message("Core.Goodbye", strings.TrimSpace(prose.Clean(word))))
}
