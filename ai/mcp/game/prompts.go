package game

import (
	"context"
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// The prompts (S2-11 to S2-14). They are views of the world; the templates that minds are prompted with are not among
// them and never will be (S0-52).
const (
	roomPrompt   = "room_description"
	questPrompt  = "quest_prompt"
	battlePrompt = "battle_prompt"
	helpPrompt   = "game_help"
)

// Prompts returns the prompts.
func (b *Views) Prompts() []mcp.Prompt {
	return []mcp.Prompt{{
		Name: roomPrompt, Title: "Room", Description: "Get detailed description of current room and available actions",
		Arguments: []mcp.Argument{{
			Name: "include_inventory", Description: "Whether to include inventory in the description",
			Values: []string{"true", "false"},
		}},
		Handler: b.scripter("Detailed room description with current game state", b.roomWords),
	}, {
		Name: questPrompt, Title: "Quests", Description: "View available quests and quest status", Contextual: true,
		Handler: b.scripter("Current quest information and opportunities", b.questWords),
	}, {
		Name: battlePrompt, Title: "Battle", Description: "Weigh the enemy here against what you can do",
		Contextual: true,
		Handler:    b.scripter("Current enemies, your own state, and your options", b.battleWords),
	}, {
		Name: helpPrompt, Title: "Help", Description: "Get help for specific game aspects",
		Arguments: []mcp.Argument{{
			Name: "topic", Description: "Help topic (combat, navigation, inventory)", Required: true,
			Values: []string{"combat", "navigation", "inventory"},
		}, {
			Name: "detail_level", Description: "Level of detail (basic, advanced)",
			Values: []string{"basic", "advanced"},
		}},
		Handler: b.scripter("How to play", b.helpWords),
	}}
}

// scripter makes a prompt of one message from words read on the writer.
func (b *Views) scripter(description string, words func(verb.Ctx, map[string]string) string) mcp.PromptHandler {
	return func(ctx context.Context, p mcp.Principal, args map[string]string) (mcp.Script, error) {
		v, err := b.see(ctx, p, func(c verb.Ctx) any { return words(c, args) })
		if err != nil {
			return mcp.Script{}, err
		}
		text, _ := v.(string)
		return mcp.Script{Description: description, Messages: []mcp.Message{{Text: text}}}, nil
	}
}

func (b *Views) roomWords(c verb.Ctx, args map[string]string) string {
	text := prose.RoomSentence(c.State.LookAround(c.Actor.ID, c.Now))
	if args["include_inventory"] == "true" {
		text += "\n\n" + prose.InventorySentence(c.State.Carried(c.Actor.ID))
	}
	return text
}

// questWords tells of quests by their stage: the question, the progress, or the last word (S2-12, S2-43).
func (b *Views) questWords(c verb.Ctx, _ map[string]string) string {
	byStage := map[string][]string{}
	for _, q := range b.quests(c).Quests {
		text := strings.Join(strings.Fields(world.Clean(q.Text)), " ")
		if q.Stage == "active" {
			text += "\n" + progress(q)
		}
		byStage[q.Stage] = append(byStage[q.Stage], text)
	}
	var out []string
	for _, stage := range []string{"available", "active", "completed"} {
		out = append(out, byStage[stage]...)
	}
	if len(out) == 0 {
		return "You are on no quest, and none is offered here."
	}
	return strings.Join(out, "\n\n")
}

// progress says how far a quest has come: "Progress: 1 of 3. Still wanted: tide key, the guardian."
func progress(q verb.QuestLine) string {
	text := fmt.Sprintf("Progress: %d of %d.", q.Done, q.Of)
	var wanted []string
	for _, n := range q.Needs {
		switch {
		case n.Gone:
			wanted = append(wanted, world.Clean(n.What)+" (found, and not carried any more)")
		case n.Met || n.Waits:
		case n.Want > 1:
			wanted = append(wanted, fmt.Sprintf("%s (%d of %d)", world.Clean(n.What), n.Have, n.Want))
		default:
			wanted = append(wanted, world.Clean(n.What))
		}
	}
	if len(wanted) > 0 {
		return text + " Still wanted: " + strings.Join(wanted, ", ") + "."
	}
	return text + " All is done; complete it at: " + world.Clean(q.Ends) + "."
}

// embattled reports whether there is somebody to fight, or a fight.
func embattled(c verb.Ctx) bool { return monster(c) || result.FightOf(c) != nil }

// battleWords weighs each enemy against the body, and lists what can be done about it (S2-13). In a fight by turns it
// says where everybody stands.
func (b *Views) battleWords(c verb.Ctx, _ map[string]string) string {
	if !embattled(c) {
		return "No enemies here"
	}
	var out []string
	fight := result.FightOf(c)
	if fight != nil {
		out = append(out, fight.Words())
	}
	for _, id := range c.State.Enemies(c.Actor.ID) {
		foe := c.State.ExamineActor(c.State.Actors[id], c.Now)
		line := fmt.Sprintf("%s: %s It is %s.", foe.Bare, world.Clean(foe.Desc), foe.Health)
		if foe.State != "" {
			line += " It is " + foe.State + "."
		}
		if call := b.table.Parse(c, "consider "+foe.Bare); call.Report != nil {
			line += " " + verb.Words(call.Report(c), prose.Style{}).String()
		}
		out = append(out, line)
	}
	you := c.State.Status(c.Actor, c.Now)
	own := fmt.Sprintf("You have %d of %d hit points", you.HP, you.HPMax)
	var gear []string
	for _, it := range c.State.Used(c.Actor.ID) {
		gear = append(gear, it.Bare+" ("+it.State+")")
	}
	if len(gear) > 0 {
		own += ", and use: " + strings.Join(gear, ", ")
	} else {
		own += ", and nothing but your fists"
	}
	out = append(out, own+".")
	return strings.Join(append(out, advice(fight, you.Fighting != "")), "\n")
}

// advice says what can be done about a fight, or to begin one.
func advice(f *result.Fight, isFighting bool) string {
	switch {
	case f == nil && isFighting:
		return "Blows fall every three seconds. Wait with events; to run, call command with flee."
	case f == nil:
		return "Call battle to open a fight by turns, or move to leave while you can."
	case f.You == "":
		return "Watch, or call command with join."
	case f.Summary.Combat.Mode == world.ModeExploration:
		return "Call declare with MOVE to take a better stand, or with ROLL_INITIATIVE to begin; command with flee leaves."
	case f.YourTurn:
		return "Call declare with MOVE or ATTACK, in either order, and with END_TURN when you are done; command with flee " +
			"tries to get away. The result's encounter has ready-made actions in may."
	}
	return "Wait with events until it is your turn."
}

// helpVerbs are the verbs that a topic of game_help is made of, the most useful first.
func helpVerbs(topic string) []string {
	switch topic {
	case "combat":
		return []string{"attack", "consider", "flee", "wear", "status"}
	case "navigation":
		return []string{"look", "move", "exits", "map", "open", "unlock", "follow"}
	default:
		return []string{"inventory", "get", "drop", "put", "give", "wear", "remove", "examine"}
	}
}

// helpWords makes a page from the verbs' own help, so that it cannot be out of date (S2-14).
func (b *Views) helpWords(c verb.Ctx, args map[string]string) string {
	out := []string{"Help on " + args["topic"] + ". Verbs without a tool of their own go through the tool command."}
	for _, name := range helpVerbs(args["topic"]) {
		page, refusal := b.table.Help(c, name)
		if refusal != nil {
			continue
		}
		brief, rest := "", page.Text
		if len(rest) > 0 {
			brief, rest = rest[0], rest[1:]
		}
		line := name + ": " + brief
		if args["detail_level"] == "advanced" {
			line = strings.Join(append([]string{line}, rest...), " ")
			line += " Usage: " + page.Usage + ". For example: " + page.Example + "."
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
