package verb

import (
	"net/netip"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Doors knows who is connected, and from where those come who sit at a keyboard. It is asked on the writer.
type Doors interface {
	// From returns the address from which somebody comes, as limits count it.
	From(who world.ActorID) (netip.Prefix, bool)
	// Within lists who comes from a range of addresses, in order.
	Within(net netip.Prefix) []world.ActorID
	// Users lists who is connected, be they signed in or not, in the order in which they came; agents stand last.
	Users() []User
}

// The verbs by which wizards decide about people, as the operator's commands are called too.
const (
	verbKick      = "kick"
	verbMute      = "mute"
	verbUnmute    = "unmute"
	verbFreeze    = "freeze"
	verbUnfreeze  = "unfreeze"
	verbJail      = "jail"
	verbUnjail    = "unjail"
	verbSnoop     = "snoop"
	verbBan       = "ban"
	verbUnban     = "unban"
	verbSanctions = "sanctions"
	verbDoors     = "doors"
	verbNotes     = "notes"
	verbFounder   = "founder"
	verbNews      = "news"
	verbMotd      = "motd"
	verbRank      = "rank"
	verbAllow     = "allow"
	verbDisallow  = "disallow"
)

// The words of these verbs that are no names.
const (
	wordGuests    = "guests"
	wordCharacter = "character"
	wordForever   = "forever"
	wordDrop      = "drop"
)

type kickArgs struct {
	Who string `json:"who" take:"word" help:"a player in the world"`
	Why string `json:"reason" take:"text" opt:"yes" help:"why; they read it"`
}

type imposeArgs struct {
	Who  string `json:"who" take:"word" help:"a player, in the world or not; for ban an address too"`
	Rest string `json:"time_and_reason" take:"text" opt:"yes" help:"30m, 2h, 3d, 1w or forever; and why, which they read"`
}

type liftArgs struct {
	Who string `json:"who" take:"text" help:"whom it is about; for unban an address too"`
}

type sanctionsArgs struct {
	Who string `json:"who" take:"text" opt:"yes" help:"a player or an address; nobody, for all"`
}

type doorsArgs struct {
	Line string `json:"door" take:"text" opt:"yes" help:"new, guests or players; on or off; and then a time and a reason"`
}

type notesArgs struct {
	Who  string `json:"who" take:"word" help:"a player with an account"`
	Text string `json:"note" take:"text" opt:"yes" help:"what is to be noted; or drop and a number"`
}

const spanHelp = "The time is 30m, 2h, 3d, 1w or several together; without one, or with forever, it has no end. It " +
	"goes on while the server is off. A reason that begins with a number comes behind a time. "

func sanctionVerbs() []*Verb {
	line := func(words ...string) string { return strings.TrimSpace(strings.Join(words, " ")) }
	return []*Verb{
		calls(helped(wizard(verbKick, "Send somebody out of the world.", "kick ann That is enough.", Destroys),
			"They read the reason, and may come back at once; ban keeps them out. Nobody kicks, mutes, freezes or bans a "+
				"wizard: take the role away first."),
			func(c Ctx, a kickArgs) Call { return Moderate(c, verbKick, line(a.Who, a.Why)) }),
		calls(helped(wizard(verbMute, "Keep somebody from being heard.", "mute ann 2h shouting", Changes),
			"Whoever is muted says, tells, shouts and acts out nothing, as no character of the account and by no agent, and "+
				"can still report. They are told so, until when and why. "+spanHelp+"unmute ann ends it."),
			func(c Ctx, a imposeArgs) Call { return Moderate(c, verbMute, line(a.Who, a.Rest)) }),
		calls(wizard(verbUnmute, "Let somebody be heard again.", "unmute ann", Changes),
			func(c Ctx, a liftArgs) Call { return Moderate(c, verbUnmute, a.Who) }),
		calls(helped(wizard(verbFreeze, "Let somebody do nothing but look, report and quit.", "freeze ann 1h", Changes),
			"Fights that they are in end. "+spanHelp+"unfreeze ann ends it."),
			func(c Ctx, a imposeArgs) Call { return Moderate(c, verbFreeze, line(a.Who, a.Rest)) }),
		calls(wizard(verbUnfreeze, "Let somebody act again.", "unfreeze ann", Changes),
			func(c Ctx, a liftArgs) Call { return Moderate(c, verbUnfreeze, a.Who) }),
		calls(helped(wizard(verbBan, "Keep somebody, or an address, out of the world.", "ban ann 3d spam", Destroys),
			"ban ann keeps out the account of Ann with all its characters and agents; ban character ann that one "+
				"character. ban 203.0.113.0/24 keeps out whoever comes from there, but for wizards; ban guests 203.0.113.7 only "+
				"guests and new accounts; ban and the name of a guest, or ban guests and a name, those from where that one "+
				"comes. Whoever it fits is sent out at once, and reads the reason at the door. "+spanHelp+"unban ends it, in "+
				"the same words."),
			func(c Ctx, a imposeArgs) Call { return Moderate(c, verbBan, line(a.Who, a.Rest)) }),
		calls(wizard(verbUnban, "Let somebody, or an address, in again.", "unban ann", Changes),
			func(c Ctx, a liftArgs) Call { return Moderate(c, verbUnban, a.Who) }),
		calls(wizard(verbSanctions, "List who is muted, frozen or banned: until when, why, and by whom.", "sanctions", Reads),
			func(c Ctx, a sanctionsArgs) Call { return Moderate(c, verbSanctions, a.Who) }),
		calls(doorsVerb(), func(c Ctx, a doorsArgs) Call { return Moderate(c, verbDoors, a.Line) }),
		calls(helped(wizard(verbNotes, "Read or write down what others who look after the world should know of somebody.",
			"notes ann", Changes), "notes ann reads them, notes ann and a sentence adds one, notes ann drop 1 takes one away."),
			func(c Ctx, a notesArgs) Call { return Moderate(c, verbNotes, line(a.Who, a.Text)) }),
	}
}

// jailVerbs come last in the table, so that no beginning of a word means one of them that meant another before.
func jailVerbs() []*Verb {
	return []*Verb{
		calls(helped(wizard(verbJail, "Put somebody where they cannot leave, nor be heard elsewhere.", "jail ann 1h",
			Changes),
			"The room is the one that the world's pack has for it (jail in pack.yaml), or else the one where they stand. All "+
				"characters of the account are put there. They may do there what they like, and speak to those who are with "+
				"them; fights that they are in end. "+spanHelp+"unjail ann ends it, and brings them back to where they were."),
			func(c Ctx, a imposeArgs) Call {
				return Moderate(c, verbJail, strings.TrimSpace(a.Who+" "+a.Rest))
			}),
		calls(wizard(verbUnjail, "Let somebody go who was jailed.", "unjail ann", Changes),
			func(c Ctx, a liftArgs) Call { return Moderate(c, verbUnjail, a.Who) }),
	}
}

func helped(v Verb, help string) Verb {
	v.Help = help
	return v
}

func doorsVerb() Verb {
	v := helped(wizard(verbDoors, "See or set whether new accounts, guests and players are let in.", "doors", Changes),
		"doors guests off 2h a flood lets no guests in for two hours; doors new off makes no new accounts; doors players "+
			"off lets in nobody but wizards. on opens it again. Whoever is in stays, and whoever is not let in reads why. "+
			spanHelp)
	v.Words = []string{"wizlock"}
	return v
}
