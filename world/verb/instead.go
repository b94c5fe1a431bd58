package verb

import (
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// meant says what to do instead of typing a word that many expect and no verb here has; "" for every other word. A
// guess from the letters would lead astray: nobody who types talk means tall.
func meant(word string, role world.Role) string {
	list := otherwise
	if role >= world.RoleWizard {
		list = append(slices.Clone(elsewhere), otherwise...)
	}
	for _, m := range list {
		for w := range strings.FieldsSeq(m.words) {
			if w == word {
				return m.advice
			}
		}
	}
	return ""
}

// elsewhere are commands that wizards have in other engines, and what does here what they do. Nobody else is told.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var elsewhere = []struct{ words, advice string }{
	{
		"spy",
		"Nobody is listened to unseen here: snoop tells them. What somebody did audit tells, what happened to them " +
			"history; what an agent of yours does, agent watch.",
	},
	{
		"dc disconnect boot",
		"To send somebody out of the world, kick; to keep them out, ban. users tells who is connected.",
	},
	{
		"thaw",
		"To let somebody act again, unfreeze; to let them be heard again, unmute.",
	},
	{
		"notell notitle squelch gag",
		"To keep somebody from being heard, mute; sanctions lists whom that was decided of.",
	},
	{
		"syslog",
		"What was done stands in the journal: audit all 10m reads it. What people reported, reports. The server's log is " +
			"the operator's.",
	},
	{
		"show zcheck",
		"To look things up, type where, users, last, find, zlist or stat; to have the world checked, check.",
	},
	{
		"zstat rstat ostat mstat sstat",
		"stat shows all of them: stat zone harbour, stat room hall, stat object lamp, stat mob rat; vstat a pattern.",
	},
	{
		"vlist mobs rooms zones",
		"To list ids by a word: find lamp; of this zone: rlist, olist or mlist; all zones: zlist.",
	},
	{
		"recent",
		"To see when people were here last, type last; who is connected, users.",
	},
}

// otherwise is the table of such words.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var otherwise = []struct{ words, advice string }{
	{
		"unignore",
		"To hear somebody again: ignore NAME off. ignore alone lists whom you ignore.",
	},
	{
		"greet question answer hello hi hey howdy greetings",
		"To talk, say the words aloud: say hello. Whoever is meant answers to a name or to what is asked about. For " +
			"one pair of ears alone, whisper, a name and the words.",
	},
	{
		"light ignite kindle extinguish douse",
		"Nothing has to be lit. A lamp or a torch shines by itself as soon as you carry it, and does not run out: get " +
			"one.",
	},
	{
		"shop trade pay barter price",
		"To see what is bought and sold where you are, type list. Then buy or sell, and a name; or offer a price of your " +
			"own. What merely lies about in a shop may be had for the taking.",
	},
	{
		"rest sleep meditate camp",
		"Hit points come back by themselves while you do not fight. A safe place is a good one to wait in: survey says " +
			"whether this is one.",
	},
	{
		"leave back return",
		"Ways are walked by their direction: north, up and so on. To hear them, type exits; to leave the world, quit.",
	},
	{
		"recall",
		"Nobody is taken home here: ways are walked. For the way to a place where you have been, type map and its name; " +
			"a walk such as 3n2e can be typed in one.",
	},
	{
		"weight weigh weights encumbrance",
		"Nothing is weighed here. How many things one can carry is counted: inventory lists yours.",
	},
	{
		"operate activate",
		"Say what is to be done with it: open, unlock, wear, read, put, or give.",
	},
	{
		"yes no ok okay",
		"No question waits for an answer. A quest that is offered is taken on by accept.",
	},
	{
		"where whereami location locate",
		"To hear where you are, type survey; for the way to a place where you have been, type map and its name.",
	},
	{
		"bye goodbye farewell disconnect",
		"To leave the world, type quit: everything is kept. To take leave of people, say it.",
	},
	{
		"swim dive",
		"Nobody swims here: ways are walked. Where the sea stands in one, time tells when it goes.",
	},
	{
		"gsay gchat",
		"To speak to your group, wherever they are, type gtell and the words.",
	},
	{
		"ungroup disband",
		"To leave your group, type group leave. Whoever leads it sends somebody away by group drop and a name.",
	},
	{
		"invite",
		"To ask somebody into your group, type group invite and their name.",
	},
	{
		"assist rescue",
		"To take somebody's side, attack whoever fights them: attack and a name. A fight by turns is entered by " +
			"join.",
	},
	{
		"gossip ooc newbie",
		"To be heard by all who are here, say it; by those around, shout; by one alone, tell. What is heard " +
			"everywhere, channels lists. Whoever is new reads help newbie.",
	},
	{
		"hide sneak stealth",
		"Nobody hides here by wanting to. Some creatures do; there are things by which one sees them all the " +
			"same.",
	},
	{
		"bury",
		"Nothing is buried here: what you drop lies open. What others have buried, search brings up, if you have " +
			"the knack of it.",
	},
	{
		"unearth",
		"To dig, type search. Whoever has the knack to probe is told beforehand whether anything lies there; " +
			"crafts says how one comes by it.",
	},
	{
		"wake awaken rouse",
		"Nobody is woken by words. Whoever sleeps wakes when attacked.",
	},
	{
		"practice practise train gain",
		"To learn of somebody, type learn where they are. crafts lists in what one grows by doing, and who " +
			"teaches it.",
	},
	{
		"cast spell spells mana",
		"There are no spells here. What works on one is eaten, drunk, worn, recited or used; affects lists what is upon you.",
	},
	{
		"backstab bash circle disarm",
		"There is one way to strike, and it is attack. What else a fight has, help fighting tells.",
	},
	{
		"wimpy wimp",
		"Nobody flees without wanting to. To get out of a fight, type flee.",
	},
	{
		"rent bank",
		"What you carry is yours when you come back, and costs nothing meanwhile. Coins are in your purse; where there " +
			"is a bank, it keeps them: deposit, withdraw.",
	},
	{
		"scan",
		"To take in the place where you are, type survey; for the ways out of it, exits.",
	},
	{
		"prompt toggle",
		"What is shown, and how, is chosen by options.",
	},
	{
		"sacrifice junk donate",
		"What you do not want any more, drop, give away or sell.",
	},
	{
		"steal rob pickpocket",
		"Nothing is taken out of others' hands here. What somebody deals in, list tells.",
	},
	{
		"track hunt",
		"Nobody leaves a track here. For the way to a place where you have been, type map and its name.",
	},
	{
		"worth levels diagnose",
		"To see how you stand, type score.",
	},
	{
		"users players",
		"To see who is in the world, type who.",
	},
}
