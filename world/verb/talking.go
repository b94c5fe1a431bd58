package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type textArgs struct {
	Text string `json:"text" take:"text" help:"the words"`
}

type tellArgs struct {
	To   string `json:"to" take:"actor" in:"world" prep:"?to" help:"a player anywhere in the world"`
	Text string `json:"text" take:"text" help:"the words"`
}

type whisperArgs struct {
	To   string `json:"to" take:"actor" in:"here" prep:"?to" help:"somebody here"`
	Text string `json:"text" take:"text" help:"the words"`
}

type askArgs struct {
	To   string `json:"to" take:"actor" in:"here" help:"somebody here"`
	Text string `json:"text" take:"text" help:"about and what, for and what, or the question itself"`
}

type gestureArgs struct {
	Gesture string `json:"gesture" take:"social" help:"one of the gestures that help gestures lists"`
	Who     string `json:"person" take:"actor" in:"here" prep:"?at,to" opt:"yes" help:"somebody here"`
}

// topicTalking is the topic under which channels are listed too.
const topicTalking = "Talking"

func talkingVerbs() []*Verb {
	return []*Verb{
		acts(Verb{
			Name: "say", Topic: "Talking", Need: world.RoleGuest, Effect: Changes,
			Brief: "Speak aloud to everybody in the room.", Help: "A line that begins with ' is said too: 'hello.",
			Example: "say hello",
		}, func(_ Ctx, a textArgs) world.Action { return world.Say{Text: a.Text} }),
		acts(Verb{
			Name: "tell", Topic: "Talking", Need: world.RoleGuest, Effect: Changes,
			Brief: "Speak to one person, wherever they are.", Example: "tell ann hello",
		}, func(_ Ctx, a tellArgs) world.Action { return world.Tell{To: world.ActorID(a.To), Text: a.Text} }),
		calls(Verb{
			Name: "reply", Aliases: []string{"r"}, Topic: "Talking", Need: world.RoleGuest, Effect: Changes,
			Only:  Typed,
			Brief: "Answer whoever told you something last.", Example: "reply hello",
		}, func(c Ctx, a textArgs) Call {
			if c.Actor.ReplyTo == "" {
				return Call{Refusal: refuse(world.CodeAbsent, "Nobody has told you anything yet.")}
			}
			return Call{Input: &world.Input{
				Actor: c.Actor.ID, Via: c.Via, Action: world.Tell{To: c.Actor.ReplyTo, Text: a.Text},
			}}
		}),
		acts(Verb{
			Name: "whisper", Topic: "Talking", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Speak to one person here so that nobody else hears the words.", Example: "whisper to ann hello",
		}, func(_ Ctx, a whisperArgs) world.Action { return world.Whisper{To: world.ActorID(a.To), Text: a.Text} }),
		acts(Verb{
			Name: "shout", Aliases: []string{"yell"}, Topic: "Talking", Need: world.RoleGuest, Effect: Changes,
			Only:  Typed,
			Brief: "Shout so that the whole neighbourhood hears.", Example: "shout hello",
		}, func(_ Ctx, a textArgs) world.Action { return world.Shout{Text: a.Text} }),
		acts(Verb{
			Name: "emote", Aliases: []string{"pose", "me"}, Topic: "Talking", Need: world.RoleGuest, Effect: Changes,
			Only:  Typed,
			Brief: "Act something out: emote smiles thinly.", Help: "A line that begins with : does the same.",
			Example: "emote smiles thinly",
		}, func(_ Ctx, a textArgs) world.Action { return world.Emote{Text: a.Text} }),
		acts(Verb{
			Name: "gesture", Topic: "Talking", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief:   "Make one of the ready-made gestures; its name alone is enough.",
			Help:    "bow, bow ann, wave, nod at the barkeep. help gestures lists them.",
			Example: "gesture bow",
		}, func(_ Ctx, a gestureArgs) world.Action {
			return world.Gesture{Social: world.SocialID(a.Gesture), To: world.ActorID(a.Who)}
		}),
	}
}

// askVerbs stand behind attack, so that a line which begins with a alone means what it always did.
func askVerbs() []*Verb {
	return []*Verb{
		acts(Verb{
			Name: "ask", Topic: "Talking", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief:   "Put a question aloud to somebody here.",
			Help:    "ask ann about the well, ask ann for a lamp, ask ann where is the well. Everybody here hears it.",
			Example: "ask ann about the well",
		}, func(c Ctx, a askArgs) world.Action {
			return world.Say{Text: asked(c.State.Actors[world.ActorID(a.To)].Name, a.Text)}
		}),
	}
}

// asked puts into words what somebody is asked.
func asked(name, text string) string {
	text = strings.TrimRight(text, " .?!")
	switch word, rest, more := strings.Cut(text, " "); {
	case more && strings.EqualFold(word, "about"):
		text = "what do you know about " + rest
	case more && strings.EqualFold(word, "for"):
		text = "may I have " + rest
	}
	return prose.Capital(name) + ", " + text + "?"
}
