package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// topicPrivacy is the help page about what is held of players. A pack may have one of its own in its place.
const topicPrivacy = "privacy"

// AskExport is the kind of an Ask for a copy of what is held of whoever asks.
const AskExport = "export"

type exportArgs struct {
	Who string `json:"who" take:"word" enum:"me" help:"me"`
}

func exportVerb() *Verb {
	return asks(Verb{
		Name: "export", Topic: "You", Need: world.RoleGuest, Effect: Reads, Only: Typed,
		Brief: "Have a copy of all that is held about you: export me.",
		Help: "It is one file of JSON: your account, your characters, what they said and did as far back as the record " +
			"goes, and what the people of the world remember of you. Where this server has a door for the web you are given " +
			"a link to it, which is good for one hour and one time; keep it to yourself. Elsewhere the wizards are told that " +
			"you want it, and whoever runs the server hands it to you. help privacy tells more.",
		Example: "export me",
	}, func(_ Ctx, a exportArgs) Ask { return Ask{Kind: AskExport, Args: []string{strings.ToLower(a.Who)}} })
}

// privacyPage says in short what is held about players. PRIVACY.md says it in full.
func privacyPage() HelpReport {
	return HelpReport{Topic: topicPrivacy, Text: []string{
		"What this server holds about you, in short; the page PRIVACY.md that comes with the program says it in full. " +
			"Whoever runs this server may hold more or keep it longer, and answers for it.",
		"Your account is a name, a hash of your password, your public keys, the labels of your agents' tokens and your " +
			"settings; no e-mail address, no real name. Your characters are state of the world: what they have, did, know and " +
			"whom they ignore, what wizards noted of them and decided about them. Both stay until they are deleted.",
		"All that is said and done goes into the record of the world, whispers and tells too: 30 days of it, unless " +
			"whoever runs this server keeps it for less or longer. Wizards read in it what was done and what was said aloud, " +
			"and not what was told to few. Whoever runs the server can read all of it. A report takes along what its author " +
			"was shown.",
		"The people of the world remember what you tell them; forget me has them forget. Your words go to a language model " +
			"on another machine only after options ai on.",
		"From which address you come wizards see while you are connected. It stands in the server's log, and nowhere in " +
			"the world unless it is banned.",
		"export me gives you a copy of it all. delete me deletes your account; your characters are erased 30 days later. " +
			"What you said stays in the record until its days are over; whoever runs the server can take words out earlier.",
	}}
}
