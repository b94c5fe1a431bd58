package game

import (
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// The tools that stand for no verb.
const (
	commandTool = "command"
	eventsTool  = "events"
)

// tools makes a tool of each verb that a player can call, and the two that stand for none.
func (g *Game) tools() []mcp.Tool {
	for role := world.RoleGuest; role <= world.RolePlayer; role++ {
		g.allowed[role] = map[string]bool{commandTool: true, eventsTool: true}
		for _, t := range g.table.Tools(role) {
			g.allowed[role][t.Name] = true
		}
	}
	var out []mcp.Tool
	for _, info := range g.table.Tools(world.RolePlayer) {
		isRead := info.Effect == verb.Reads
		g.isTool[info.Name] = true
		out = append(out, mcp.Tool{
			Name: info.Name, Title: info.Title, Description: info.Description, InputSchema: info.Schema,
			OutputSchema: result.Schema(), Contextual: info.Shown != nil,
			Hints:   mcp.Hints{ReadOnly: isRead, Idempotent: isRead, Destructive: info.Effect == verb.Destroys},
			Handler: g.verbHandler(info),
		})
		if info.Shown != nil {
			g.shown = append(g.shown, Contextual{
				Entry: mcp.Entry{Kind: mcp.KindTool, Name: info.Name},
				Fits:  func(c verb.Ctx) bool { return c.Actor.Presence != world.Away && info.Shown(c) },
			})
		}
	}
	return append(out, mcp.Tool{
		Name: commandTool, Title: "Type a Command", Handler: g.commandHandler(),
		OutputSchema: result.Schema(),
		Description: "Do anything that a player can type, as one line. Actions that name a verb are done so: attack " +
			"rat, flee, unlock chest, put key in pouch, remove coat, close door, read note, follow ann, emote smiles, " +
			"shout hello, whisper to ann hello, who, map, consider rat. The tool help explains every verb.",
		InputSchema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{"line":{"type":"string",`+
			`"minLength":1,"maxLength":%d,"description":"one line, as a player would type it"}},"required":["line"],`+
			`"additionalProperties":false}`, verb.LineBytesMax)),
		Hints: mcp.Hints{Destructive: true},
	}, mcp.Tool{
		Name: eventsTool, Title: "Listen", Handler: g.events, OutputSchema: result.Schema(),
		Description: "Learn what happened since your last call, oldest first. With wait_ms it waits so long and " +
			"answers at once when something concerns you: words to you or with your name, blows, quests, people " +
			"who come and go. Other things it gathers for up to three seconds. Use it when there is nothing to do. " +
			"With after it reads again what happened behind that cursor, also from before a restart.",
		InputSchema: json.RawMessage(fmt.Sprintf(`{"type":"object","properties":{`+
			`"after":{"type":"integer","minimum":0,`+
			`"description":"a cursor from an earlier result, as far back as the record is kept; left out: what is new"},`+
			`"wait_ms":{"type":"integer","minimum":0,"maximum":%d,"default":0,`+
			`"description":"how long to wait for something, in milliseconds"},`+
			`"limit":{"type":"integer","minimum":1,"maximum":%d,"default":%d,`+
			`"description":"how many events at most"}},`+
			`"required":[],"additionalProperties":false}`, WaitMax.Milliseconds(), EventsLimitMax, EventsShownMax)),
		Hints: mcp.Hints{ReadOnly: true, Idempotent: true},
	})
}
