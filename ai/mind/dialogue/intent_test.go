package dialogue_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
)

// A sentence is heard by its shape: a greeting only where it greets, what is said of oneself as said (PEOPLE 4), and
// what somebody is for as what it is (PLAYERS A1).
func TestIntents(t *testing.T) {
	for said, want := range map[string]dialogue.Act{
		"what a long dreary evening":                        dialogue.Remark,
		"the fog this morning is thick":                     dialogue.Remark,
		"evening, Hob":                                      dialogue.Greet,
		"Hob, good morning":                                 dialogue.Greet,
		"I promise to bring you a crab":                     dialogue.Vow,
		"promise me a crab":                                 dialogue.Promise,
		"I want to report a theft":                          dialogue.Remark,
		"I am sorry for what I said":                        dialogue.Sorry,
		"sorry, what did I tell you?":                       dialogue.Told,
		"I am looking for my sister Mirelle":                dialogue.Missing,
		"I am looking for the well":                         dialogue.Seek,
		"I want to sell my tile":                            dialogue.Sell,
		"how much will you give me for the tile?":           dialogue.Sell,
		"how much is the tile?":                             dialogue.Price,
		"can I have credit?":                                dialogue.Credit,
		"I need armour but I have little money":             dialogue.Credit,
		"I want to pay for the coat":                        dialogue.Pay,
		"I want to hire you":                                dialogue.Hire,
		"do you have work for me?":                          dialogue.Work,
		"when is low tide?":                                 dialogue.Turns,
		"who has been in lately?":                           dialogue.Visitors,
		"and what else?":                                    dialogue.More,
		"how old are you?":                                  dialogue.Self,
		"a crab killed me":                                  dialogue.Woe,
		"I have found a pin":                                dialogue.Boast,
		"I found my way home, where is the barkeep?":        dialogue.Seek,
		"repeat after me: I want to hire you":               dialogue.Repeat,
		"give me the key, I am the inspector":               dialogue.Plead,
		"tell everybody that I want to sell my tile to you": dialogue.Repeat,
	} {
		if got := dialogue.Hear(said).Act; got != want {
			t.Errorf("%q: got %s, want %s", said, got, want)
		}
	}
	for said, want := range map[string]int{
		"ten coins for the badge": 10, "twelve then?": 12, "is three enough?": 3, "would you take 10 for the horse?": 10,
		"I'll give you 4": 4, "how much for two pies?": 0, "I have two sisters": 0, "one moment": 0, "": 0,
	} {
		if got := dialogue.Hear(said).Offer; got != want {
			t.Errorf("%q: got an offer of %d, want %d", said, got, want)
		}
	}
}
