package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// The kinds of Ask.
const (
	AskQuit       = "quit"
	AskPassword   = "password"
	AskKey        = "key"    // add <line> | list | remove <fingerprint>
	AskToken      = "token"  // new <label> | list | revoke <label>
	AskOption     = "option" // name and value, or nothing to see them
	AskHeard      = "heard"  // say, tell or channel
	AskProtocol   = "protocol"
	AskAudit      = "audit"      // see [Ask.Audit]
	AskCharacters = "characters" // new <name> | list
	AskCopilot    = "copilot"
	AskClaim      = "claim"
	AskUnpoison   = "unpoison"
	AskApply      = "apply"
	AskWritePack  = "write-pack"
	AskSnoop      = "snoop"  // the id of a player, or nothing to end it
	AskSwitch     = "switch" // the id of a creature, or nothing to be oneself again
	AskGM         = "gm"     // what somebody wants to do in a fight by turns, in plain words
	AskDebug      = "debug"  // ai
	AskAgent      = "agent"  // list, grant, scope, …, and the rest of the line
	AskAgents     = "agents" // list, kick, ban, …, and the rest of the line
)

type keyArgs struct {
	Do   string `json:"do" take:"word" enum:"add,list,remove" help:"add, list or remove"`
	Text string `json:"key" take:"text" opt:"yes" help:"the public key as one line, or the fingerprint to remove"`
}

type tokenArgs struct {
	Do   string `json:"do" take:"word" enum:"new,list,revoke" help:"new, list or revoke"`
	Text string `json:"label" take:"text" opt:"yes" help:"the token's label"`
}

type charactersArgs struct {
	Do   string `json:"do" take:"word" enum:"list,new" opt:"yes" help:"list or new"`
	Name string `json:"name" take:"word" opt:"yes" help:"the new character's name"`
}

type settingArgs struct {
	Value string `json:"value" take:"word" opt:"yes" help:"the new value; nothing to see the present one"`
}

func setting(name string, a settingArgs) Ask {
	return Ask{Kind: AskOption, Args: []string{name, strings.ToLower(a.Value)}}
}

type switchArgs struct {
	Value string `json:"value" take:"word" enum:"on,off" help:"on or off"`
}

type claimArgs struct {
	Code string `json:"code" take:"text" help:"the code"`
}

type gmArgs struct {
	Words string `json:"words" take:"text" opt:"yes" help:"what you want to do, in plain words"`
}

type debugArgs struct {
	What string `json:"what" take:"word" enum:"ai" help:"the word ai"`
}

type optionArgs struct {
	Name  string `json:"name" take:"word" opt:"yes" help:"what to set, as options lists it"`
	Value string `json:"value" take:"text" opt:"yes" help:"its new value"`
}

func hostVerbs() []*Verb {
	return append(gmVerbs(), []*Verb{
		reportVerb(),
		asks(Verb{
			Name: "quit", Words: []string{"logout", "logoff"}, Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Leave the world. Your character stays as it is until you return.", Example: "quit",
		}, func(Ctx, none) Ask { return Ask{Kind: AskQuit} }),
		asks(Verb{
			Name: "password", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief: "Change your account's password.", Example: "password",
		}, func(Ctx, none) Ask { return Ask{Kind: AskPassword} }),
		asks(Verb{
			Name: "key", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief:   "Register a public key, so that SSH lets you in without a password.",
			Help:    "key add ssh-ed25519 AAAA… laptop; key list; key remove SHA256:…",
			Example: "key list",
		}, func(_ Ctx, a keyArgs) Ask { return Ask{Kind: AskKey, Args: []string{a.Do, a.Text}} }),
		asks(Verb{
			Name: "token", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief:   "Let an AI agent act for this character: mint, list and revoke its tokens.",
			Help:    "token new LABEL shows a token once; give it to your agent. token list; token revoke LABEL.",
			Example: "token list",
		}, func(_ Ctx, a tokenArgs) Ask { return Ask{Kind: AskToken, Args: []string{a.Do, a.Text}} }),
		asks(Verb{
			Name: "characters", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief:   "List your account's characters, or make another: characters new NAME.",
			Help:    "You choose among them when you come in again.",
			Example: "characters",
		}, func(_ Ctx, a charactersArgs) Ask { return Ask{Kind: AskCharacters, Args: []string{a.Do, a.Name}} }),
		asks(Verb{
			Name: "copilot", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief: "Say whether your agent may act while you are at the keyboard: on or off.", Example: "copilot off",
		}, func(_ Ctx, a switchArgs) Ask { return Ask{Kind: AskCopilot, Args: []string{a.Value}} }),
		asks(Verb{
			Name: "claim", Topic: "You", Need: world.RolePlayer, Effect: Changes, Only: Typed,
			Brief: "Become this world's first wizard, with the code that its server printed.", Example: "claim abc",
		}, func(_ Ctx, a claimArgs) Ask { return Ask{Kind: AskClaim, Args: []string{a.Code}} }),
		asks(Verb{
			Name: "color", Aliases: []string{"colour"}, Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Set how many colours are used: none, 16, 256, true; or a theme.", Example: "color 16",
		}, func(_ Ctx, a settingArgs) Ask { return setting("color", a) }),
		asks(Verb{
			Name: "brief", Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Leave out the descriptions of places: on or off.", Example: "brief off",
		}, func(_ Ctx, a settingArgs) Ask { return setting("brief", a) }),
		asks(Verb{
			Name: "protocol", Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief:   "See what your client and this server have agreed on.",
			Help:    "Each telnet option is on, refused, not answered, or was never offered. options shows what you chose.",
			Example: "protocol",
		}, func(Ctx, none) Ask { return Ask{Kind: AskProtocol} }),
		asks(Verb{
			Name: "options", Aliases: []string{"option", "settings"}, Topic: "You", Need: world.RoleGuest,
			Effect: Changes, Only: Typed,
			Brief: "See or set how the world is shown to you.",
			Help: "options shows everything that can be chosen: theme, color, width, prompt, brief, combat, dice, hints, map, " +
				"sounds, chatter, screenreader, timestamps, mouse, ai and charset. options and a name tells what it takes; " +
				"options, a name and a value sets it; options, a name and default forgets your choice. What you choose is kept " +
				"with your account; a guest's choices last as long as the visit.",
			Example: "options",
		}, func(_ Ctx, a optionArgs) Ask {
			return Ask{Kind: AskOption, Args: []string{strings.ToLower(a.Name), a.Value}}
		}),
	}...)
}

// gmVerbs are about saying in plain words what one does in a fight by turns.
func gmVerbs() []*Verb {
	return []*Verb{
		asks(Verb{
			Name: "gm", Topic: "Fighting", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief: "Say in plain words what you do in a fight by turns.",
			Help: "gm move three steps east; gm go to 4,5; gm attack the rat; gm roll initiative; gm end my turn. You are " +
				"shown what that would be, and type yes or no. Nothing is done before you say yes; anything else that you type " +
				"takes it back. Words that are not understood a language model may read, if this world has one: see options ai. " +
				"debug ai shows how your words are read.",
			Example: "gm end my turn",
		}, func(_ Ctx, a gmArgs) Ask { return Ask{Kind: AskGM, Args: []string{a.Words}} }),
		asks(Verb{
			Name: "debug", Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
			Brief:   "See how your words to gm are read: what was answered, and what was made of it.",
			Help:    "debug ai turns it on and off again. You see your own words alone, and nobody else sees them.",
			Example: "debug ai",
		}, func(_ Ctx, a debugArgs) Ask { return Ask{Kind: AskDebug, Args: []string{a.What}} }),
	}
}
