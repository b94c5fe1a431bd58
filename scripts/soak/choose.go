package soak

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// choose picks the next command, and says what its effect would be.
func (c *client) choose() (string, Deed) {
	d := Deed{Who: c.Name}
	if dir := c.homewards(); dir != "" {
		d.Did = Walked
		return dir, d
	}
	held := slices.Sorted(maps.Keys(c.Held))
	switch n := c.rng.Below(100); {
	case n < 10:
		d.Did, d.What = Said, c.words()
		return "say " + d.What, d
	case n < 18:
		d.Did, d.What, d.To = Told, c.words(), c.friend()
		return "tell " + d.To + " " + d.What, d
	case n < 26:
		ways := c.place.ways()
		d.Did = Walked
		return ways[c.rng.Below(len(ways))].word, d
	case n < 29:
		d.Did, d.What = Took, pebble
		return "get pebble", d
	case n < 32:
		d.Did, d.What = Dropped, pebble
		return "drop pebble", d
	case n < 60 || len(held) == 0:
		d.Did, d.What = Took, c.wanted()
		return "get " + d.What, d
	}
	d.What = held[c.rng.Below(len(held))]
	switch c.rng.Below(3) {
	case 0:
		d.Did = Dropped
		return "drop " + d.What, d
	case 1:
		d.Did, d.To = Put, boxIn(c.Room)
		return "put " + d.What + " in " + d.To, d
	default:
		d.Did, d.To = Gave, c.friend()
		return "give " + d.What + " to " + d.To, d
	}
}

// homewards is now and then the way to the bot's own cell, if that is far; else they would stay in a crowd where all
// begin, or come to meet nobody.
func (c *client) homewards() string {
	const far, seldom = 2, 2
	at, err := strconv.Atoi(strings.TrimPrefix(c.Room, cellWord))
	if home := c.id % c.place.Cells; err == nil && c.place.apart(at, home) > far && c.rng.Below(seldom) == 0 {
		return c.place.towards(at, home)
	}
	return ""
}

// friend is another bot: rather one who is near, or else anybody.
func (c *client) friend() string {
	const guesses = 6
	group := max(1, c.bots/c.place.Cells)
	name := ""
	for range guesses {
		id := (c.id + c.place.Cells*c.rng.Below(group+1) + c.rng.Below(3) - 1 + c.bots) % c.bots
		if id == c.id {
			id = (id + 1) % c.bots
		}
		if name = botName(id); c.rumours.is(name, c.Room) {
			return name
		}
	}
	return name
}

// words are a speech that nobody makes but once.
func (c *client) words() string { return fmt.Sprintf("w%dx%dx%d", c.life, c.id, c.sent) }

// wanted is a relic that may be near.
func (c *client) wanted() string {
	if what := c.rumours.near(c.Room, c.rng); what != "" {
		return what
	}
	return relicName(c.rng.Below(c.place.Relics - unwanted))
}
