package game

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
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

	helpPrefix = "game://help/"
	helpURI    = helpPrefix + "{topic}"
)

// viewURIs are the resources that change, by their bits. immutable: nothing writes it.
var viewURIs = []struct {
	bit views
	uri string
}{
	{viewState, StateURI}, {viewInventory, InventoryURI}, {viewRoom, RoomURI}, {viewMap, MapURI},
	{viewQuests, QuestsURI},
}

// PlayerState is game://player/state. The first six keys are fixed by requirement S2-02, the others are ours.
type PlayerState struct {
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

func (g *Game) resources() []mcp.Resource {
	quests := func(c verb.Ctx) bool { return len(g.quests(c).Quests) > 0 }
	g.shown = append(g.shown, contextual{mcp.Entry{Kind: mcp.KindResource, Name: QuestsURI}, quests})
	return []mcp.Resource{{
		URI: StateURI, Name: "Player State",
		Description: "Current player status including location, inventory, and stats",
		Handler:     g.reader(func(c verb.Ctx) any { return playerState(c) }),
	}, {
		URI: InventoryURI, Name: "Inventory", Description: "What you carry, wear and wield, and your coins",
		Handler: g.reader(func(c verb.Ctx) any {
			return verb.InventoryReport{
				Carrying: c.State.Carried(c.Actor.ID), Using: list(c.State.Used(c.Actor.ID)),
				Coins: c.Actor.Coins,
			}
		}),
	}, {
		URI: RoomURI, Name: "Current Room", Description: "Detailed information about the current room",
		Handler: g.reader(func(c verb.Ctx) any {
			room := g.glimpse(c).room
			room.People, room.Things = list(room.People), list(room.Things)
			return currentRoom{RoomReport: room, Text: prose.RoomSentence(room)}
		}),
	}, {
		URI: MapURI, Name: "World Map", Description: "Available rooms and their connections",
		Handler: g.reader(func(c verb.Ctx) any { return c.Map() }),
	}, {
		URI: QuestsURI, Name: "Quests", Description: "What is offered here, what you are on, and what you have done",
		Contextual: true, Handler: g.reader(func(c verb.Ctx) any { return g.quests(c) }),
	}, {
		URI: helpURI, Name: "Help", Description: "A page of the manual: a verb, a topic, or index for the list of all",
		MIMEType: "text/plain", Handler: g.help,
	}}
}

// see reads something from the state for a principal, without waking its body.
func (g *Game) see(ctx context.Context, p mcp.Principal, read func(verb.Ctx) any) (any, error) {
	st := g.seat(p)
	st.used()
	reply, err := g.world.Do(ctx, func(s *world.State, now world.Time) loop.Step {
		c, r := st.context(s, now)
		if r != nil {
			return loop.Step{By: st.by, Name: loop.NameView, Refusal: r}
		}
		return loop.Step{By: st.by, Name: loop.NameView, Report: func(*world.State, world.Time) any { return read(c) }}
	})
	switch {
	case errors.Is(err, loop.ErrStopped):
		return nil, &mcp.Fault{Code: guard.CodeRefused, Text: stoppedText}
	case err != nil:
		return nil, fmt.Errorf("read the state: %w", err)
	case reply.Refusal != nil:
		return nil, &mcp.Fault{Code: guard.CodeRefused, Text: reply.Refusal.Text}
	}
	return reply.Report, nil
}

func (g *Game) reader(read func(verb.Ctx) any) mcp.ResourceHandler {
	return func(ctx context.Context, p mcp.Principal, _ string) (string, error) {
		v, err := g.see(ctx, p, read)
		if err != nil {
			return "", err
		}
		out, err := json.Marshal(v)
		if err != nil {
			return "", fmt.Errorf("write resource: %w", err)
		}
		return string(out), nil
	}
}

func playerState(c verb.Ctx) PlayerState {
	you := c.State.Status(c.Actor, c.Now)
	out := PlayerState{
		PlayerID: you.ID, Room: you.Room, Inventory: []string{}, Health: you.HP, MonsterPresent: monster(c),
		Name: you.Name, HealthMost: you.HPMax, Level: you.Level, XP: you.XP, Coins: you.Coins, Fighting: you.Fighting,
		Quests: []world.QuestID{}, Presence: presenceOf(c.Actor.Presence),
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
func (g *Game) quests(c verb.Ctx) verb.QuestReport {
	if call := g.table.Call(c, "quests", nil); call.Report != nil {
		if report, ok := call.Report(c).(verb.QuestReport); ok {
			return report
		}
	}
	return verb.QuestReport{Quests: []verb.QuestLine{}}
}

// help reads a page of the manual. There is only what the principal's role may use.
func (g *Game) help(ctx context.Context, p mcp.Principal, uri string) (string, error) {
	topic, err := url.PathUnescape(strings.TrimPrefix(uri, helpPrefix))
	if err != nil || topic == "" {
		return "", mcp.Missing(uri)
	}
	if topic == "index" {
		topic = ""
	}
	v, err := g.see(ctx, p, func(c verb.Ctx) any {
		report, refusal := g.table.Help(c, world.Clean(topic))
		if refusal != nil {
			return nil
		}
		return report
	})
	if err != nil {
		return "", err
	}
	if v == nil {
		return "", mcp.Missing(uri)
	}
	return verb.Words(v, prose.Style{ScreenReader: true}).String(), nil
}
