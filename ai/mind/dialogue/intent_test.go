package dialogue_test

import (
	"slices"
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
		"no thanks":                                         dialogue.Decline,
		"no, a pie":                                         dialogue.Remark,
		"here are the pins":                                 dialogue.Bring,
		"here is where I live":                              dialogue.Remark,
		"I brought you a fork":                              dialogue.Bring,
		"I have brought the pins":                           dialogue.Boast,
		"can I come with you?":                              dialogue.Hire,
		"could somebody go down the well with me?":          dialogue.Hire,
		"what is wrong with me?":                            dialogue.Question,
		"I'd like to pass":                                  dialogue.Enter,
		"what do you recommend?":                            dialogue.Price,
		"what do you do all day?":                           dialogue.Self,
		"where does Nan live?":                              dialogue.Seek,
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

// Who asks somebody of themselves is not sent to others for it; what they know is another matter. Trouble is heard as
// such, and who asks where somebody lives asks for their place.
func TestWhoseItIs(t *testing.T) {
	for said, want := range map[string]bool{
		"do you ever swim?": true, "what is your favourite food?": true, "are you lost?": true, "who built the quay?": false,
		"do you know who built the quay?": false, "can you tell me of the quay?": false,
	} {
		if got := dialogue.Hear(said).IsOfHearer(); got != want {
			t.Errorf("%q: is it of the hearer? got %v", said, got)
		}
	}
	for said, want := range map[string]bool{
		"my lamp went out": true, "help, my friend is stuck on the Spire": true, "I am afraid of the sea": true,
		"the lamp went out": false, "my lamp is new": false,
	} {
		if got := dialogue.Hear(said).IsTrouble(); got != want {
			t.Errorf("%q: is it trouble? got %v", said, got)
		}
	}
	if got := dialogue.Hear("where does old Nan live?").Sought(); !slices.Equal(got, []string{"old", "nan"}) {
		t.Errorf("got %q, want whom it is about", got)
	}
}
