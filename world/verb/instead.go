package verb

import "strings"

// meant says what to do instead of typing a word that many expect and no verb here has; "" for every other word. A
// guess from the letters would lead astray: nobody who types talk means tall.
func meant(word string) string {
	for _, m := range otherwise {
		for w := range strings.FieldsSeq(m.words) {
			if w == word {
				return m.advice
			}
		}
	}
	return ""
}

// otherwise is the table of such words.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var otherwise = []struct{ words, advice string }{
	{
		"greet question answer",
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
		"use operate activate",
		"Say what is to be done with it: open, unlock, wear, read, put, or give.",
	},
	{
		"yes no ok okay",
		"No question waits for an answer. A quest that is offered is taken on by accept.",
	},
	{
		"where whereami location",
		"To hear where you are, type survey; for the way to a place where you have been, type map and its name.",
	},
}
