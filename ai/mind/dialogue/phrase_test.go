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
		{On: "answer", About: []string{"who is there"}, Mood: "lie", Text: "The king."},
		{On: "answer", About: []string{"who is there"}, Text: "Nobody."},
		{On: "greet", About: []string{"well"}, Text: "Well met."},
	}, dialogue.Cast{Own: []string{"Nan Silt", "mudlark"}})
	for said, want := range map[string]string{
		"who taught you to dig?": "My mother", "Nan, who was it that taught you to dig?": "My mother",
		"tell me, nan, where did you learn to dig?": "My mother", "can you tell me who taught you digging?": "My mother",
		"who taught you to dance?": "", "who taught my sister to dig?": "", "when did you learn to dig?": "",
		"do you have kids?": "None", "have you got children?": "None", "do you have a knife?": "",
		"how many guards are there in the town?": "One", "do you know how many guards there are?": "One",
		"are there any guards?": "One", "tell me about the guards": "One", "who is the guard?": "Dunnock",
		"what do you usually eat?": "Kippers", "what do you have to eat?": "Pie", "what does your horse eat?": "",
		"what do you think of the ferryman?": "He fetches", "do you get on with the ferryman?": "He fetches",
		"where is the ferryman?": "", "who is the ferryman?": "",
		"how old is your boat?": "Older", "how old is the boat?": "",
		"how old is my boat?": "", "where did you get that boat?": "Older", "who are you?": "",
		"who was here before you?": "Old Dan",
		"why don't you eat?":       "", "why won't you have children?": "", "don't you have any children?": "None",
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
