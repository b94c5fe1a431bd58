package game

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// The resources (S2-16).
const (
	StateURI     = "game://player/state"
	InventoryURI = "game://player/inventory"
	RoomURI      = "game://room/current"
	MapURI       = "game://world/map"
	QuestsURI    = "game://quests"
	BattleURI    = "game://encounter/current"
	LogURI       = "game://log/recent"
	AgentsURI    = "game://help/agents"

	helpPrefix = "game://help/"
	helpURI    = helpPrefix + "{topic}"
)

// viewURIs are the resources that change, by their bits.
var viewURIs = []struct { //nolint:gochecknoglobals // immutable: nothing writes it
	bit ResourceSet
	uri string
}{
	{viewState, StateURI}, {viewInventory, InventoryURI}, {viewRoom, RoomURI}, {viewMap, MapURI},
	{viewQuests, QuestsURI}, {viewLog, LogURI}, {viewBattle, BattleURI},
}

// URIs lists the resources of a set.
func (s ResourceSet) URIs() []string {
	var out []string
	for _, v := range viewURIs {
		if s&v.bit != 0 {
			out = append(out, v.uri)
		}
	}
	return out
}

// playerReport is game://player/state. The first six keys are fixed by requirement S2-02, the others are ours.
type playerReport struct {
	PlayerID       world.ActorID `json:"player_id"`
	Room           world.RoomID  `json:"room"`
	Inventory      []string      `json:"inventory"` // bare names, blanks as underscores; what is worn comes last
	Health         int           `json:"health"`    // hit points
	HasQuest       bool          `json:"hasQuest"`  // one is under way
	MonsterPresent bool          `json:"monsterPresent"`

	Name       string          `json:"name"`
	HealthMost int             `json:"health_max"`
	Level      int             `json:"level"`
	XP         int             `json:"xp"`
	Coins      int             `json:"coins"`
	Fighting   string          `json:"fighting,omitempty"`
	Quests     []world.QuestID `json:"quests"` // under way
	Presence   string          `json:"presence"`
}

// currentRoom is game://room/current.
type currentRoom struct {
	world.RoomReport
	Text string `json:"text"` // in one paragraph
}

// currentFight is game://encounter/current.
type currentFight struct {
	Encounter *result.Fight `json:"encounter"` // null when there is none
}

// Resources returns the resources.
func (b *Views) Resources() []mcp.Resource {
	return []mcp.Resource{{
		URI: StateURI, Name: "Player State",
		Description: "Current player status including location, inventory, and stats",
		Handler:     b.reader(func(c verb.Ctx) any { return playerState(c) }),
	}, {
		URI: InventoryURI, Name: "Inventory", Description: "What you carry, wear and wield, and your coins",
		Handler: b.reader(func(c verb.Ctx) any {
			return verb.InventoryReport{
				Carrying: c.State.Carried(c.Actor.ID), Using: joinedList(c.State.Used(c.Actor.ID)),
				Coins: c.Actor.Coins,
			}
		}),
	}, {
		URI: RoomURI, Name: "Current Room", Description: "Detailed information about the current room",
		Handler: b.reader(func(c verb.Ctx) any {
			room := around(c)
			room.People, room.Things = joinedList(room.People), joinedList(room.Things)
			return currentRoom{RoomReport: room, Text: prose.RoomSentence(room)}
		}),
	}, {
		URI: MapURI, Name: "World Map", Description: "Available rooms and their connections",
		Handler: b.reader(func(c verb.Ctx) any { return c.State.Map(c.Actor.ID, c.Now) }),
	}, {
		URI: QuestsURI, Name: "Quests", Description: "What is offered here, what you are on, and what you have done",
		Contextual: true, Handler: b.reader(func(c verb.Ctx) any { return b.quests(c) }),
	}, {
		URI: BattleURI, Name: "Encounter", Description: "The fight by turns that is here: the ground, who stands where, " +
			"whose turn it is, and what you may declare",
		Handler: b.reader(func(c verb.Ctx) any { return currentFight{result.FightOf(c)} }),
	}, {
		URI: LogURI, Name: "Recent Events", Description: "What this character was told last, oldest first",
		Handler: b.log,
	}, {
		URI: AgentsURI, Name: "Help for Agents", Description: "How to play over this protocol: the loop, limits, keys",
		MIMEType: "text/plain", Handler: b.help,
	}, {
		URI: helpURI, Name: "Help", Description: "A page of the manual: a verb, a topic, or index for the list of all",
		MIMEType: "text/plain", Handler: b.help, Complete: b.topics,
	}}
}

// around is the room where somebody stands. A body that is out of the world sees neither people nor things: nobody
// could see it watching.
func around(c verb.Ctx) world.RoomReport {
	room := c.State.LookAround(c.Actor.ID, c.Now)
	if c.Actor.Presence == world.Away {
		room.People, room.Things, room.More, room.Lost = nil, nil, 0, 0
	}
	return room
}

// topics completes the topic of a help page.
func (b *Views) topics(ctx context.Context, p mcp.Principal, begins string) []string {
	v, err := b.see(ctx, p, func(c verb.Ctx) any { return append([]string{"index"}, b.table.Pages(c)...) })
	if err != nil {
		return nil // a completion is a kindness; what asks for the page itself says what is wrong
	}
	pages, _ := v.([]string)
	begins = strings.ToLower(begins)
	return slices.DeleteFunc(pages, func(page string) bool { return !strings.HasPrefix(page, begins) })
}

// log reads what the body was told last.
func (b *Views) log(ctx context.Context, p mcp.Principal, _ string) (string, error) {
	recent, err := b.recent(ctx, p)
	if err != nil {
		return "", err
	}
	return written(recent)
}

func (b *Views) reader(read func(verb.Ctx) any) mcp.ResourceHandler {
	return func(ctx context.Context, p mcp.Principal, _ string) (string, error) {
		v, err := b.see(ctx, p, read)
		if err != nil {
			return "", err
		}
		return written(v)
	}
}

func written(v any) (string, error) {
	out, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("write resource: %w", err)
	}
	return string(out), nil
}

func playerState(c verb.Ctx) playerReport {
	you := c.State.Status(c.Actor, c.Now)
	out := playerReport{
		PlayerID: you.ID, Room: you.Room, Inventory: []string{}, Health: you.HP, MonsterPresent: monster(c),
		Name: you.Name, HealthMost: you.HPMax, Level: you.Level, XP: you.XP, Coins: you.Coins, Fighting: you.Fighting,
		Quests: []world.QuestID{}, Presence: presenceName(c.Actor.Presence),
	}
	for _, ref := range append(c.State.Carried(you.ID), c.State.Used(you.ID)...) {
		out.Inventory = append(out.Inventory, strings.ReplaceAll(ref.Bare, " ", "_"))
	}
	for id, run := range world.Ordered(c.Actor.Quests) {
		if run.Stage == world.QuestActive {
			out.Quests = append(out.Quests, id)
		}
	}
	out.HasQuest = len(out.Quests) > 0
	return out
}

// monster reports whether something hostile is where the body is.
func monster(c verb.Ctx) bool { return c.Actor.Presence != world.Away && c.State.Monsters(c.Actor.ID) }

// quests returns what the verb quests reports.
func (b *Views) quests(c verb.Ctx) verb.QuestReport {
	if call := b.table.Call(c, "quests", nil); call.Report != nil {
		if report, ok := call.Report(c).(verb.QuestReport); ok {
			return report
		}
	}
	return verb.QuestReport{Quests: []verb.QuestLine{}}
}

// help reads a page of the manual. There is only what the principal's role may use.
func (b *Views) help(ctx context.Context, p mcp.Principal, uri string) (string, error) {
	topic, err := url.PathUnescape(strings.TrimPrefix(uri, helpPrefix))
	if err != nil || topic == "" {
		return "", mcp.Missing(uri)
	}
	if topic == "index" {
		topic = ""
	}
	if uri == AgentsURI {
		topic = agentsTopic
	}
	v, err := b.see(ctx, p, func(c verb.Ctx) any {
		report, refusal := b.table.Help(c, world.Clean(topic))
		if refusal != nil {
			return nil
		}
		return report
	})
	if err != nil {
		return "", err
	}
	switch {
	case v == nil && uri == AgentsURI: // a world without a page of its own
		return agentsText, nil
	case v == nil:
		return "", mcp.Missing(uri)
	}
	return verb.Words(v, prose.Style{ScreenReader: true}).String(), nil
}
