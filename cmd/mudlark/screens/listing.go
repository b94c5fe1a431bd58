package screens

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// msspValueMax bounds a value of an operator's, in bytes.
const msspValueMax = 200

// operatorsOwn are the variables that an operator may set, with what they are otherwise; "" is not told at all.
func operatorsOwn() map[string]string {
	return map[string]string{
		"NAME": "", "HOSTNAME": "", "CONTACT": "", "CREATED": "", "ICON": "", "LOCATION": "", "WEBSITE": "", "DISCORD": "",
		"REFERRAL": "", "CRAWL DELAY": "-1", "LANGUAGE": "English", "GENRE": "Fantasy", "SUBGENRE": "",
		"GAMEPLAY": "Adventure", "STATUS": "Live", "MINIMUM AGE": "", "PAY TO PLAY": "0", "PAY FOR PERKS": "0",
	}
}

// CheckListing refuses what an operator would have lists of MUDs told and cannot.
func CheckListing(told map[string]string) error {
	known := operatorsOwn()
	for _, name := range slices.Sorted(maps.Keys(told)) {
		value := told[name]
		if _, ok := known[name]; !ok {
			return command.Misuse(fmt.Errorf("--mssp %s=...: an operator may set %s", name,
				strings.Join(slices.Sorted(maps.Keys(known)), ", ")))
		}
		if len(value) > msspValueMax || strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return command.Misuse(
				fmt.Errorf("--mssp %s: at most %d bytes, without control characters", name, msspValueMax),
			)
		}
	}
	return nil
}

// listing answers what crawlers ask for lists of MUDs (MSSP), before anybody signs in.
type listing struct {
	d       *server.Daemon
	hub     *session.Hub
	pages   int // of help
	own     map[string]string
	since   time.Time
	ports   func() (plain, secure string) // known once the doors are open
	mu      sync.Mutex
	counted census
	at      time.Time
}

// census is how much there is in the world.
type census struct{ name, areas, rooms, creatures, items, pages string }

const (
	censusFor  = 10 * time.Second // crawlers that ask more often are told the same
	censusWait = time.Second
)

// NewListing answers for a daemon: told is what an operator sets, ports are those of telnet.
func NewListing(
	d *server.Daemon, hub *session.Hub, table *verb.Table, told map[string]string, ports func() (plain, secure string),
) *listing {
	own := operatorsOwn()
	maps.Copy(own, told)
	return &listing{
		d: d, hub: hub, own: own, ports: ports, since: time.Now(), pages: len(table.Verbs(world.RolePlayer)),
	}
}

// Variables are the answer, in a fixed order.
func (l *listing) Variables() []telnet.Variable {
	there := l.census()
	var out []telnet.Variable
	say := func(name string, values ...string) {
		if len(values) > 0 && values[0] != "" {
			out = append(out, telnet.Variable{Name: name, Values: values})
		}
	}
	name := l.own["NAME"]
	if name == "" {
		name = there.name
	}
	say("NAME", name)
	// Whoever sits at a keyboard and has come into play; agents are told apart, and crawlers are nobody.
	say("PLAYERS", strconv.Itoa(l.hub.InPlay()))
	say("AGENTS", strconv.Itoa(l.d.Keeper.AgentCensus().Seated))
	say("UPTIME", strconv.FormatInt(l.since.Unix(), 10))
	plain, secure := l.ports()
	say("PORT", PortNumber(plain))
	say("SSL", command.OrDefault(PortNumber(secure), "0"))
	say("CODEBASE", "mudlark "+command.Version)
	say("FAMILY", "Custom")
	for _, name := range slices.Sorted(maps.Keys(l.own)) {
		if name != "NAME" {
			say(name, l.own[name])
		}
	}
	say("GAMESYSTEM", "Custom")
	say("CHARSET", "ASCII", "ISO-8859-1", "UTF-8") // the last is the one to begin with
	for _, can := range []string{"ANSI", "UTF-8", "XTERM 256 COLORS", "XTERM TRUE COLORS", "GMCP", "MCCP"} {
		say(can, "1")
	}
	for _, cannot := range []string{"VT100", "MSDP", "MXP", "MSP", "MCP", "PUEBLO"} {
		say(cannot, "0")
	}
	say("AREAS", there.areas)
	say("ROOMS", there.rooms)
	say("MOBILES", there.creatures)
	say("OBJECTS", there.items)
	say("HELPFILES", there.pages)
	for _, none := range []string{"CLASSES", "LEVELS", "RACES", "SKILLS"} { // levels have no end, and the others are not
		say(none, "0")
	}
	return out
}

// PortNumber is the port of an address; "" when it has none.
func PortNumber(addr string) string {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return ""
	}
	return port
}

// census counts anew if it was long ago, and is what it was if the world does not answer.
func (l *listing) census() census {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.at.IsZero() && time.Since(l.at) < censusFor {
		return l.counted
	}
	l.at = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), censusWait)
	defer cancel()
	r, err := l.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Name: loop.NameHost, Report: func(s *world.State, _ world.Time) any { return l.count(s) }}
	})
	if there, ok := r.Report.(census); ok && err == nil {
		l.counted = there
	}
	return l.counted
}

// count runs on the writer.
func (l *listing) count(s *world.State) census {
	areas := map[string]bool{}
	for _, r := range s.Rooms { // a set; the order does not matter
		areas[r.Zone] = true
	}
	there := census{
		name: "mudlark", areas: strconv.Itoa(len(areas)), rooms: strconv.Itoa(len(s.Rooms)),
		creatures: strconv.Itoa(len(s.Actors) - len(s.Index.Names)), items: strconv.Itoa(len(s.Items)),
		pages: strconv.Itoa(l.pages + len(s.Help)),
	}
	for _, p := range world.Ordered(s.Packs) {
		there.name = p.Name
		break
	}
	return there
}
