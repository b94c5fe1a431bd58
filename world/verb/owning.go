package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

type agentArgs struct {
	Do   string `json:"do" take:"word" enum:"@agent" opt:"yes" help:"what to do; nothing, to list them"`
	Text string `json:"text" take:"text" opt:"yes" help:"the agent's label, and what is to be so"`
}

// agentWords are what an owner can do about agents: a list too long for a field's tag.
var agentWords = []string{ //nolint:gochecknoglobals // immutable: nothing writes it
	"list", "grant", "scope", "ask", "watch", "pause", "resume", "revoke", "copilot", "yes", "no",
}

type agentsArgs struct {
	Do   string `json:"do" take:"word" enum:"list,kick,ban,off,on,caps" opt:"yes" help:"list, kick, ban, off, on or caps"`
	Text string `json:"text" take:"text" opt:"yes" help:"a label or grant, an account, a reason, or a cap"`
}

type intentArgs struct {
	Text string `json:"text" take:"text" opt:"yes" help:"what you are about, in a few words"`
}

const agentHelp = "agent lists your agents, what each may do and what it asks. " +
	"agent grant LABEL [for 7d] [may VERBS] [ask none|destructive|all] [role npc|builder] makes a token, shown once; " +
	"with role builder it drafts what you may build, and publishes nothing. " +
	"agent scope LABEL VERBS lists what it may do, by verbs or by topics such as moving; agent scope LABEL all lifts " +
	"that, and all mail lets it at your letters as well. agent ask LABEL none|destructive|all says for what it " +
	"needs your yes; agent yes 3 and agent no 3 answer. " +
	"agent watch LABEL shows what it does and perceives; agent watch off ends that. agent pause, resume and revoke " +
	"LABEL do at once what they say. agent copilot on lets it act while you are at the keyboard too."

const agentsHelp = "agents lists the agents that came since the start. agents kick LABEL ends its connections; it " +
	"may come back. agents ban NAME shuts out all agents of that account or character, until agents ban NAME off. " +
	"agents off REASON closes the door to all agents, agents on opens it. agents caps shows, and agents caps all " +
	"50, account 3 or room 10 sets, how many may be in the world at once; 0 is any number."

// ownerVerbs are how owners and operators steer agents, and how an agent says what it is about.
func ownerVerbs() []*Verb {
	return []*Verb{
		asks(Verb{
			Name: "agent", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief: "See and steer the AI agents that act for this character.", Help: agentHelp, Example: "agent list",
		}, func(_ Ctx, a agentArgs) Ask { return Ask{Kind: AskAgent, Args: []string{a.Do, a.Text}} }),
		asks(Verb{
			Name: "agents", Topic: "Wizardry", Need: world.RoleWizard, Effect: Changes, Only: Typed,
			Brief: "See and steer all agents in the world.", Help: agentsHelp, Example: "agents list",
		}, func(_ Ctx, a agentsArgs) Ask { return Ask{Kind: AskAgents, Args: []string{a.Do, a.Text}} }),
		calls(Verb{
			Name: "intent", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief:   "For agents: say what you are about. Your owner and whoever examines you see it.",
			Example: "intent find the three keys",
		}, intent),
	}
}

func intent(c Ctx, a intentArgs) Call {
	if c.Via.Kind != world.ViaGrant {
		return Call{Report: func(Ctx) any {
			return DoneReport{Text: "An agent says with this what it is about. Type agent to see what yours said."}
		}}
	}
	return Call{
		Input:  &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.StateIntent{Text: a.Text}},
		Report: func(Ctx) any { return DoneReport{Text: "Your owner sees that now."} },
	}
}

// alwaysListed are the verbs that no list of an owner's leaves out: whoever may play at all may read the manual and
// say what they are about.
var alwaysListed = []string{"help", "commands", "intent"} //nolint:gochecknoglobals // immutable: nothing writes it

// listed refuses a verb that the owner's list for an agent does not name. It is asked here too, because
// [world.State.Decide] never sees a verb that only tells.
func (c Ctx) listed(v *Verb) *world.Refusal {
	if c.lists(v) {
		return nil
	}
	if v.Name == world.VerbMail && c.State.Grants[c.Via.Grant].Open() {
		return refuse(world.CodeNotAllowed, world.UnnamedText)
	}
	return refuse(world.CodeNotAllowed, "Your owner's list of what you may do does not name "+v.Name+".")
}

func (c Ctx) lists(v *Verb) bool { return c.lister()(v) }

// lister is lists for many verbs.
func (c Ctx) lister() func(v *Verb) bool {
	if c.Via.Kind != world.ViaGrant || c.State == nil || c.State.Grants[c.Via.Grant] == nil {
		return func(*Verb) bool { return true }
	}
	g := c.State.Grants[c.Via.Grant]
	return func(v *Verb) bool { return g.Lists(v.Name) || slices.Contains(alwaysListed, v.Name) }
}

// Scope reads an owner's list of verbs: names, other names, tools' names, and topics for all of their verbs. It
// returns the verbs' own names, in order; none when the list says all. What must be named is in no topic, and stands
// behind all: all mail.
func (t *Table) Scope(words []string) ([]string, *world.Refusal) {
	var out []string
	for _, word := range words {
		low := strings.ToLower(strings.Trim(word, ","))
		var found []string
		for _, v := range t.Verbs(world.RolePlayer) {
			inTopic := strings.EqualFold(v.Topic, low) && v.Name != world.VerbMail
			if inTopic || v.Name == low || v.ToolName() == low || slices.Contains(v.Aliases, low) {
				found = append(found, v.Name)
			}
		}
		switch {
		case low == "":
		case low == world.VerbsAll && len(words) == 1:
			return nil, nil
		case low == world.VerbsAll:
			found = []string{world.VerbsAll}
		case len(found) == 0:
			return nil, refuse(world.CodeUnknown, "There is no verb and no topic called "+plain(clip(low))+
				". Name verbs such as look, move and say, or topics such as moving, looking, things and talking.")
		}
		out = append(out, found...)
	}
	if len(out) == 0 {
		return nil, refuse(world.CodeMissing, "Name the verbs that it may use, or say all.")
	}
	slices.Sort(out)
	if slices.Contains(out, world.VerbsAll) { // what else is named, all names too
		out = slices.DeleteFunc(out, func(v string) bool { return v != world.VerbsAll && v != world.VerbMail })
	}
	return slices.Compact(out), nil
}

// ToolsFor returns the tools of some verbs, by name.
func (t *Table) ToolsFor(verbs []string) []string {
	var out []string
	for _, v := range t.verbs {
		if v.Only != Typed && slices.Contains(verbs, v.Name) {
			out = append(out, v.ToolName())
		}
	}
	return out
}
