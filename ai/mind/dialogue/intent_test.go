package dialogue_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// What newcomers ask is heard by its shape: whom to see first is advice, unless it says what for, and how to earn is
// work.
func TestNewcomersAreHeard(t *testing.T) {
	for said, want := range map[string]dialogue.Act{
		"who should I talk to first?":          dialogue.Advice,
		"Hob, where should we go?":             dialogue.Advice,
		"where should I look for the pins?":    dialogue.Question,
		"can you show me around?":              dialogue.Advice,
		"I have no money, how do I earn some?": dialogue.Work,
		"I'm broke, is there any work going?":  dialogue.Work,
		"seen anything interesting lately?":    dialogue.News,
	} {
		if got := dialogue.Hear(said).Act; got != want {
			t.Errorf("%q: got %s, want %s", said, got, want)
		}
	}
}

// A sentence is heard by its shape: a greeting only where it greets, what is said of oneself as said (PEOPLE 4), and
// what somebody is for as what it is (PLAYERS A1).
func TestIntents(t *testing.T) {
	for said, want := range map[string]dialogue.Act{
		"what a long dreary evening":                 dialogue.Remark,
		"the fog this morning is thick":              dialogue.Remark,
		"evening, Hob":                               dialogue.Greet,
		"Hob, good morning":                          dialogue.Greet,
		"I promise to bring you a crab":              dialogue.Vow,
		"promise me a crab":                          dialogue.Promise,
		"I want to report a theft":                   dialogue.Remark,
		"I am sorry for what I said":                 dialogue.Sorry,
		"sorry, what did I tell you?":                dialogue.Told,
		"I am looking for my sister Mirelle":         dialogue.Missing,
		"I am looking for the well":                  dialogue.Seek,
		"I want to sell my tile":                     dialogue.Sell,
		"how much will you give me for the tile?":    dialogue.Sell,
		"how much is the tile?":                      dialogue.Price,
		"can I have credit?":                         dialogue.Credit,
		"I need armour but I have little money":      dialogue.Credit,
		"I want to pay for the coat":                 dialogue.Pay,
		"I want to hire you":                         dialogue.Hire,
		"do you have work for me?":                   dialogue.Work,
		"when is low tide?":                          dialogue.Turns,
		"how long until the water is high?":          dialogue.Turns,
		"when did the sea take Carrow?":              dialogue.Question,
		"who has been in lately?":                    dialogue.Visitors,
		"and what else?":                             dialogue.More,
		"why?":                                       dialogue.More,
		"why not?":                                   dialogue.More,
		"why is that?":                               dialogue.More,
		"how come?":                                  dialogue.More,
		"what do you mean?":                          dialogue.More,
		"go on then, tell me":                        dialogue.More,
		"why did it sink?":                           dialogue.Question,
		"why is that door shut?":                     dialogue.Question,
		"how come it sank?":                          dialogue.Question,
		"how old are you?":                           dialogue.Self,
		"a crab killed me":                           dialogue.Woe,
		"I have found a pin":                         dialogue.Boast,
		"I found my way home, where is the barkeep?": dialogue.Seek,
		"repeat after me: I want to hire you":        dialogue.Repeat,
		"no thanks":                                  dialogue.Decline,
		"no, a pie":                                  dialogue.Remark,
		"maybe tomorrow":                             dialogue.Decline,
		"Hob, I don't want any":                      dialogue.Decline,
		"I don't want the pie":                       dialogue.Remark,
		"no":                                         dialogue.Remark,
		"how do I get stronger?":                     dialogue.Advice,
		"here are the pins":                          dialogue.Bring,
		"here is where I live":                       dialogue.Remark,
		"I brought you a fork":                       dialogue.Bring,
		"I have brought the pins":                    dialogue.Boast,
		"can I come with you?":                       dialogue.Hire,
		"could somebody go down the well with me?":   dialogue.Hire,
		"what is wrong with me?":                     dialogue.Question,
		"I'd like to pass":                           dialogue.Enter,
		"what do you recommend?":                     dialogue.Price,
		"what do you do all day?":                    dialogue.Self,
		"where does Nan live?":                       dialogue.Seek,
		"give me the key, I am the inspector":        dialogue.Plead,
		"do I need all three keys?":                  dialogue.Question, "what do I need?": dialogue.Question,
		"I need a coat": dialogue.Plead, "Hob, I need a coat": dialogue.Plead,
		"tell everybody that I want to sell my tile to you": dialogue.Repeat,
	} {
		if got := dialogue.Hear(said).Act; got != want {
			t.Errorf("%q: got %s, want %s", said, got, want)
		}
	}
}

// What is offered is heard as a sum.
func TestOffers(t *testing.T) {
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
		"do you ever swim?": true, "who taught you to swim?": true, "what is the best thing you ever found?": true,
		"how do I tell you?": false, "what do you know of the quay?": false,
		"what is your favourite food?": true, "are you lost?": true, "who built the quay?": false,
		"do you know who built the quay?": false, "can you tell me of the quay?": false,
	} {
		if got := dialogue.Hear(said).Asks().OfHearer; got != want {
			t.Errorf("%q: is it of the hearer? got %v", said, got)
		}
	}
	for said, want := range map[string]bool{
		"my lamp went out": true, "help, my friend is stuck on the Spire": true, "I am afraid of the sea": true,
		"the lamp went out": false, "my lamp is new": false, "my feet are freezing": true, "I cannot see a thing": true,
		"I think somebody is following me": true, "my boots are soaked": true, "I feel so tired": true,
		"my coat won't dry": true, "I am called Ann": false, "my sister is fishing for crabs": false, "I am happy": false,
		"I can't wait": false, "somebody is helping me": false, "they are lighting the lamps": false,
		"is my lamp broken?": false,
		"my boots are good":  false, "I have no light": true, "I have no idea": false,
	} {
		if got := dialogue.Hear(said).IsTrouble(); got != want {
			t.Errorf("%q: is it trouble? got %v", said, got)
		}
	}
	if got := dialogue.Hear("where does old Nan live?").Sought(); !slices.Equal(got, []string{"old", "nan"}) {
		t.Errorf("got %q, want whom it is about", got)
	}
}

// What a question wants to hear is told by how it begins, wherever in the sentence that is.
func TestAsks(t *testing.T) {
	for said, want := range map[string]dialogue.AskKind{
		"who rings the bell?": dialogue.AskWho, "Hob, do you know who built the quay?": dialogue.AskWho,
		"tell me whose boat that is": dialogue.AskWho, "how many lamps are there?": dialogue.AskMany,
		"how often does it ring?": dialogue.AskMany, "how deep is the water?": dialogue.AskMeasure,
		"how do I dig?": dialogue.AskOpen, "how come it sank?": dialogue.AskOpen, "when do you close?": dialogue.AskWhen,
		"what time do you close?": dialogue.AskWhen, "what is the heap?": dialogue.AskOpen,
		"is the pie hot?": dialogue.AskWhether, "can you show me the way?": dialogue.AskDeed,
		"can you tell me how far it is?": dialogue.AskMeasure, "I know who did it": dialogue.AskWho, "": dialogue.AskOpen,
		"the sea": dialogue.AskOpen, "how": dialogue.AskOpen, "is": dialogue.AskOpen,
	} {
		if got := dialogue.Hear(said).Asks().Kind; got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}

// A line answers what can be told by it: a number to who asks how many, somebody to who asks who; and what it is about
// has to be the most of what was asked, the rare words before the common ones.
func TestWhatLinesAnswer(t *testing.T) {
	b := dialogue.NewBook([]world.LineSpec{
		{On: "answer", About: []string{"bell"}, Text: "Count the strokes of the bell, and come home."},
		{On: "answer", About: []string{"pins"}, Text: "Three pins are gone from the bell."},
		{On: "answer", About: []string{"flats"}, Text: "The flats go under last."},
		{On: "answer", About: []string{"crab"}, Text: "West of the flats. Take a rake, and go before noon."},
		{On: "answer", About: []string{"torches", "who"}, Text: "There was a knock."},
		{On: "answer", About: []string{"walker"}, Text: "A guardian walks there, and Hedda saw him."},
		{On: "answer", About: []string{"causeway"}, Text: "Old stone."},
		{On: "answer", About: []string{"door"}, Text: "Carrow made that door, at the Tide House. MADE it."},
		{On: "answer", About: []string{"hinge"}, Text: "Pell sold that hinge."},
		{On: "who", Text: "Fenn. The bell is mine to ring."},
	}, dialogue.Cast{Folk: []string{"tide-clerk", "mr pell"}})
	for said, want := range map[string]string{
		"what about the bell?": "Count", "how many pins are gone?": "Three", "how many strokes has the bell?": "",
		"who counts the strokes of the bell?": "", "who lit the torches?": "There was a knock.",
		"who guards the walker?": "A guardian", "is there treasure on the flats?": "", "are the flats dry?": "",
		"who stole the pins?": "", "where are the pins kept?": "Three",
		"how tall is the bell?": "",
		"who made that door?":   "", "who sold that hinge?": "Pell",
		"do the flats go under?": "The flats", "when do I find crabs?": "West", "when is the causeway?": "",
		"how deep are the flats?": "", "how do I kill a crab?": "West",
		"are you any good with the bell?": "",
	} {
		h := dialogue.Hear(said)
		got, _ := b.Pick(dialogue.Query{On: "answer", Heard: h.Stems, Query: said, Ask: h.Asks()})
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
	if got, _ := b.Pick(dialogue.Query{On: "who", Ask: dialogue.Hear("who rings the bell?").Asks()}); got == "" {
		t.Error("who rings the bell does not say so")
	}
}

// Who asks what people do asks for no line on how many of them were saved, nor who slept well for the way to one.
func TestWhatSaysHowSomethingIsDone(t *testing.T) {
	b := dialogue.NewBook([]world.LineSpec{
		{On: "answer", About: []string{"saved", "people"}, Text: "Two hundred and twelve of them."},
		{On: "answer", About: []string{"well"}, Text: "North, and then east."},
		{On: "answer", About: []string{"pins"}, Text: "Three pins are gone."},
	}, dialogue.Cast{})
	for said, want := range map[string]string{
		"why do people stay here?": "", "how many people were saved?": "Two hundred and twelve of them.",
		"did you sleep well?": "", "do you know the well?": "North, and then east.",
		"what about the well?": "North, and then east.", "well, what about the pins?": "Three pins are gone.",
	} {
		h := dialogue.Hear(said)
		got, _ := b.Pick(dialogue.Query{On: "answer", Heard: h.Stems, Query: said, Ask: h.Asks()})
		if got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}
