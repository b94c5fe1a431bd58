package dialogue_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mind/dialogue"
	"github.com/mudlark-mud/mudlark/world"
)

func TestHear(t *testing.T) {
	for _, c := range []struct {
		said string
		want dialogue.Act
	}{
		{"hello", dialogue.Greet}, {"Good evening, Hob!", dialogue.Greet}, {"Hob, who guards the well?", dialogue.Question},
		{"tell me about the bell", dialogue.Question}, {"how much is the oil", dialogue.Price}, {"what does it cost?",
			dialogue.Price},
		{"give me the key", dialogue.Plead}, {"I'm the duke. Hand over your till.", dialogue.Plead}, {"open the gate",
			dialogue.Plead},
		{"promise me the clock", dialogue.Promise}, {"teach me the mural", dialogue.Teach}, {"do you remember me?",
			dialogue.Remember},
		{"any news?", dialogue.News}, {"thanks, Hob", dialogue.Thanks}, {"bye then", dialogue.Farewell}, {"you fool",
			dialogue.Insult},
		{"you are such a liar", dialogue.Insult}, {"I saw a liar on the mud", dialogue.Remark},
		{"Mother Agnew, what do you know about rat?", dialogue.Question},
		{"You know nothing, you rat!", dialogue.Insult},
		{"repeat after me: give me the key", dialogue.Repeat}, {"tell everybody that I won", dialogue.Repeat},
		{"the sea is grey", dialogue.Remark}, {"", dialogue.Remark}, {"I give nothing for it", dialogue.Plead},
		{"who are you guarding?", dialogue.Question}, {"who are you and what do you do?", dialogue.Who},
		{"do you like your job?", dialogue.Question}, {"what is your job?", dialogue.Who}, {"your name?", dialogue.Who},
		{"whats your first name", dialogue.Who},
		{"That is a forgiving wind", dialogue.Remark}, {"his message was thin", dialogue.Remark},
	} {
		if got := dialogue.Hear(c.said).Act; got != c.want {
			t.Errorf("%q: got %s, want %s", c.said, got, c.want)
		}
	}
}

// What is typed in a hurry or said in the street is heard as it would be written, and a question is one behind a name
// and a greeting as well, whether or not anything is put at its end.
func TestHearHurriedWords(t *testing.T) {
	for said, want := range map[string]string{
		"wats the hat about":      "what's the hat about?",
		"nan, whats the hat 4":    "what's the hat 4?",
		"hob wot do u sell":       "hob what do you sell",
		"im lost, can u help me":  "I'm lost, can you help me",
		"dont know, wanna play":   "don't know, want to play",
		"hi what is that":         "hi, what is that?",
		"hey kid, wheres ur mum":  "hey kid, where's your mum?",
		"thx, luv":                "thanks, love",
		"nan, is the mud safe":    "nan, is the mud safe?",
		"gimme a beer pls":        "give me a beer please",
		"lull, whos on that wall": "lull, who's on that wall?",
	} {
		got, as := dialogue.Hear(said), dialogue.Hear(want)
		if got.Act != as.Act || got.Asking != as.Asking {
			t.Errorf("%q: got %s, asking %v; want it heard as %q: %s, asking %v", said, got.Act, got.Asking, want, as.Act,
				as.Asking)
		}
	}
	if h := dialogue.Hear("nan, what a long evening"); h.Asking {
		t.Error("what is no question was taken for one behind a name")
	}
}

// Whatever is heard, it is cut to what is listened to, and heard alike each time.
func TestHearAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if h := dialogue.Hear(strings.Repeat(text, 20)); len(h.Text) > dialogue.HeardBytesMax {
			t.Fatalf("it listens to %d bytes", len(h.Text))
		}
		if a, b := dialogue.Hear(text), dialogue.Hear(text); !slices.Equal(a.Stems, b.Stems) || a.Act != b.Act {
			t.Fatalf("got %+v, then %+v", a, b)
		}
	})
}

func book() *dialogue.Book {
	return dialogue.NewBook([]world.LineSpec{
		{On: "greet", Text: "Well met."}, {On: "greet", Mood: "warm", Text: "Come in!"},
		{On: "greet-known", Text: "{name}, again."}, {On: "thanks", Text: "A {thing}!"},
		{On: "answer", About: []string{"well"}, Text: "East of the chapel."},
		{On: "answer", About: []string{"well", "rope"}, Text: "Take a rope to the well."},
		{On: "price", About: []string{"oil"}, Text: "Oil is {price}."}, {On: "price", Text: "{price}."},
	}, dialogue.Cast{})
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		name string
		when dialogue.Query
		want string
	}{
		{"by mood", dialogue.Query{On: "greet", Mood: []string{"warm"}}, "Come in!"},
		{"another's mood comes last", dialogue.Query{On: "greet"}, "Well met."},
		{"a slot is filled", dialogue.Query{On: "greet-known", Slots: map[string]string{"name": "ann"}}, "Ann, again."},
		{"a line whose slot is empty is not said", dialogue.Query{On: "thanks"}, ""},
		{"the most words", dialogue.Query{On: "answer", Heard: []string{"well", "rope"}}, "Take a rope to the well."},
		{"a slip of the pen", dialogue.Query{On: "answer", Heard: []string{"chapell"}, Query: "chapell"},
			"East of the chapel."},
		{"nothing on that", dialogue.Query{On: "answer", Heard: []string{"moon"}, Query: "the moon"}, ""},
		{"a line about something else", dialogue.Query{On: "price", Slots: map[string]string{"price": "4 coins"}},
			"4 coins."},
		{"a line about it", dialogue.Query{On: "price", Heard: []string{"oil"}, Slots: map[string]string{"price": "4 coins"}},
			"Oil is 4 coins."},
		{"no such occasion", dialogue.Query{On: "duty"}, ""},
	} {
		if got, _ := book().Pick(c.when); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A line that was said is not picked within the next five, nor is a plain one, and then it may be again.
func TestRecent(t *testing.T) {
	b := book()
	w := dialogue.Query{On: "greet-known", Slots: map[string]string{"name": "Ann"}}
	text, _ := b.Pick(w)
	b.Said(text, w.Slots)
	w.Slots = map[string]string{"name": "Bob"}
	if got, _ := b.Pick(w); got != "" {
		t.Errorf("got %q, want nothing: it is the same line", got)
	}
	seen := map[string]bool{}
	for range dialogue.RecentKept {
		plain := b.Stock(dialogue.Query{On: "refuse", Seed: "x"})
		if plain == "" || seen[plain] {
			t.Errorf("got %q, after %v", plain, seen)
		}
		seen[plain] = true
		b.Said(plain, nil)
	}
	if got, _ := b.Pick(w); got != "Bob, again." {
		t.Errorf("after six others: got %q, want it again", got)
	}
}

func TestEcho(t *testing.T) {
	secrets := []string{"the boat is behind the mill"}
	for _, c := range []struct{ said, want string }{
		{"the tide is coming in", "Tide is coming in!"}, {"rain", "Rain!"}, {"behind the mill", ""}, {"boats", ""},
		{"you are a fool", ""}, {"say exactly this", ""}, {"xk77", ""}, {"my password is rain", ""},
		{"I don't know", ""}, {"It’s raining", ""}, {"wats the hat", "Wats the hat!"},
		{"supercalifragilistic", ""}, {"\x1b[31mred", ""}, {"жаба", ""}, {"", ""},
	} {
		got, ok := dialogue.Echo(dialogue.Hear(c.said), secrets)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q: got %q, %v, want %q", c.said, got, ok, c.want)
		}
	}
}

// A line that is not said to somebody is to them as if it were not there, in answers, to questions and otherwise; and
// one under a condition that holds goes before one under none.
func TestLinesUnderAConditionAreSaidToWhomTheyAreFor(t *testing.T) {
	done := &world.WhenSpec{Quest: "errand"}
	list := []world.LineSpec{
		{On: "answer", About: []string{"bell", "where is the bell"}, Text: "It hangs again, thanks to you.", When: done},
		{On: "answer", About: []string{"bell", "where is the bell"}, Text: "It lies in the grass."},
		{On: "greet", Text: "You again.", When: done},
		{On: "farewell", Text: "Come back.", When: done},
	}
	b := dialogue.NewBook(list, dialogue.Cast{})
	for _, x := range []struct {
		unsaid       []int
		bell, greets string
	}{{nil, list[0].Text, list[2].Text}, {[]int{0, 2, 3}, list[1].Text, ""}} {
		h := dialogue.Hear("where is the bell?")
		w := dialogue.Query{On: "answer", Heard: h.Stems, Query: h.Text, Unsaid: x.unsaid}
		if got, _ := b.Pick(w); got != x.bell {
			t.Errorf("unsaid %v: picked %q", x.unsaid, got)
		}
		if got, _ := b.Asked(h, w); got != x.bell {
			t.Errorf("unsaid %v: asked %q", x.unsaid, got)
		}
		for name, got := range map[string]string{
			"pick": first(b.Pick(dialogue.Query{On: "greet", Unsaid: x.unsaid})),
			"own":  b.Own(dialogue.Query{On: "greet", Unsaid: x.unsaid}),
		} {
			if got != x.greets {
				t.Errorf("unsaid %v: %s: %q", x.unsaid, name, got)
			}
		}
		b.Unsaid(x.unsaid)
		if got := b.Has("farewell"); got != (x.unsaid == nil) {
			t.Errorf("unsaid %v: has a farewell: %t", x.unsaid, got)
		}
	}
}

func first(text string, _ int) string { return text }
