package dialogue_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

// A line answers the questions that it says it answers, and those that ask much the same in other words; nothing that
// asks for something else of the same thing, nor of somebody else.
func TestQuestionsInOtherWords(t *testing.T) {
	b := dialogue.NewBook([]world.LineSpec{
		{On: "answer", About: []string{"who taught you to dig", "where did you learn to dig"}, Text: "My mother."},
		{On: "answer", About: []string{"do you have any children", "how many children do you have"}, Text: "None."},
		{On: "answer", About: []string{"how many guards are there", "is there a guard"}, Text: "One."},
		{On: "answer", About: []string{"who is the guard", "who keeps the gate"}, Text: "Dunnock."},
		{On: "answer", About: []string{"what do you eat", "what did you have for breakfast"}, Text: "Kippers."},
		{On: "answer", About: []string{"what do you have to eat", "what is there to eat"}, Text: "Pie."},
		{On: "answer", About: []string{"do you like the ferryman", "do you trust the ferryman"}, Text: "He fetches."},
		{On: "answer", About: []string{"how old is your boat", "where did you get your boat"}, Text: "Older than me."},
		{On: "answer", About: []string{"who was here before you", "who had it before you"}, Text: "Old Dan."},
		{On: "answer", About: []string{"who has the rooms upstairs", "who is the lodger"}, Text: "A gentleman."},
		{On: "answer", About: []string{"how often do you ring", "how often do you ring the bell"}, Text: "Eight times."},
		{On: "answer", About: []string{"do you like your work", "are you happy"}, Text: "It is dry."},
		{On: "answer", About: []string{"who is there"}, Mood: "lie", Text: "The king."},
		{On: "answer", About: []string{"who is there"}, Text: "Nobody."},
		{On: "greet", About: []string{"well"}, Text: "Well met."},
	}, dialogue.Cast{Own: []string{"Nan Silt", "mudlark"}})
	for said, want := range map[string]string{
		"who taught you to dig?": "My mother", "Nan, who was it that taught you to dig?": "My mother",
		"tell me, nan, where did you learn to dig?": "My mother", "can you tell me who taught you digging?": "My mother",
		"who taught you to dance?": "", "who taught my sister to dig?": "", "when did you learn to dig?": "",
		"do you have kids?": "None", "have you got children?": "None", "do you have a knife?": "",
		"could you have any children?":           "",
		"how many guards are there in the town?": "One", "do you know how many guards there are?": "One",
		"are there any guards?": "One", "tell me about the guards": "One", "who is the guard?": "Dunnock",
		"what do you usually eat?": "Kippers", "what do you have to eat?": "Pie", "what does your horse eat?": "",
		"what do you think of the ferryman?": "He fetches", "do you get on with the ferryman?": "He fetches",
		"where is the ferryman?": "", "who is the ferryman?": "",
		"how old is your boat?": "Older", "how old is the boat?": "",
		"how old is my boat?": "", "where did you get that boat?": "Older", "who are you?": "",
		"who was here before you?":                    "Old Dan",
		"who is that man who has the rooms upstairs?": "A gentleman", "who has the rooms at the mill?": "",
		"how many times a day do you ring the bell?": "Eight", "how many times do you ring for low water?": "",
		"don't you ever get happy?": "It is dry", "do you get happy?": "It is dry", "aren't you happy?": "It is dry",
		"don't you get on with the ferryman?": "He fetches", "do you get many guards?": "",
		"isn't there a guard?": "One", "don't you like the ferryman?": "He fetches",
		"do you like your job?": "It is dry", "do you like your boat?": "",
		"why don't you eat?": "", "why won't you have children?": "", "don't you have any children?": "None",
		"who is there?": "Nobody", "what is there?": "", "": "", "?": "", "the": "",
	} {
		h := dialogue.Hear(said)
		got, same := b.Asked(h, dialogue.Query{})
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%q: got %q (%d), want %q", said, got, same, want)
		}
	}
	if got, _ := b.Asked(dialogue.Hear("who is there?"), dialogue.Query{Mood: []string{"lie"}}); got != "The king." {
		t.Errorf("a liar says %q", got)
	}
}

// Where no line answers a question as a whole, the one does that knows the most of it: none where that is little, where
// it is of the speaker, or where one word is all that is shared and something else is asked of it.
func TestWhatIsKnownOfMuchTheSame(t *testing.T) {
	b := dialogue.NewBook([]world.LineSpec{
		{On: "answer", About: []string{"was the town ever attacked", "was there a war"}, Text: "By a cow, once."},
		{On: "answer", About: []string{"whose names are on the slate"}, Text: "Those of forty people, crossed out."},
		{On: "answer", About: []string{"what is the best thing you found"}, Text: "A fork."},
		{On: "answer", About: []string{"how long is the causeway"}, Text: "Longer than it looks."},
		{On: "answer", About: []string{"who looks after the boats"}, Text: "Nobody was ever seen."},
		{On: "answer", About: []string{"goose"}, Text: "A goose is no cow."},
		{On: "answer", About: []string{"do you like the clems"}, Text: "They are worse than a cow."},
		{On: "answer", About: []string{"who stole the spoon"}, Mood: "lie", Text: "A cow stole it."},
	}, dialogue.Cast{Own: []string{"Jory Wick", "lamplighter"}})
	for said, want := range map[string]string{
		"tell me about the cow": "By a cow, once.", "what about that cow?": "By a cow, once.", "is the cow brown?": "",
		"whose names are crossed out there?":  "Those of forty people, crossed out.",
		"have you ever found anything good?":  "A fork.",
		"how long have you been lamplighter?": "", "how do they look after me?": "", "tell me about the king": "",
		"what is it like with the cow?": "", "who was the cow?": "", "what are your names on that slate?": "",
		"": "", "?": "",
	} {
		h := dialogue.Hear(said)
		if got := b.Near(h, dialogue.Query{}); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}

// Half of a name of two words that are one calls nobody: who asks a tide-clerk about the tide asks about the tide.
func TestWhatIsNoName(t *testing.T) {
	if got := dialogue.NameWords("the tide-clerk", "Miss Fenn"); strings.Join(got, " ") != "the clerk miss fenn" {
		t.Errorf("she is called %q", got)
	}
	b := dialogue.NewBook([]world.LineSpec{
		{On: "answer", About: []string{"what was the highest tide"}, Text: "Fourteen feet."},
	}, dialogue.Cast{Own: []string{"tide-clerk", "Fenn"}})
	got, _ := b.Asked(dialogue.Hear("Fenn, what was the highest tide ever?"), dialogue.Query{})
	if got != "Fourteen feet." {
		t.Errorf("got %q", got)
	}
}
