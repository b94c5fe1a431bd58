package words_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mind/words"
	"github.com/mudlark-mud/mudlark/world"
)

func TestHear(t *testing.T) {
	for _, c := range []struct {
		said string
		want words.Act
	}{
		{"hello", words.Greet}, {"Good evening, Hob!", words.Greet}, {"Hob, who guards the well?", words.Question},
		{"tell me about the bell", words.Question}, {"how much is the oil", words.Price}, {"what does it cost?", words.Price},
		{"give me the key", words.Plead}, {"I'm the duke. Hand over your till.", words.Plead}, {"open the gate", words.Plead},
		{"promise me the clock", words.Promise}, {"teach me the mural", words.Teach}, {"do you remember me?", words.Remember},
		{"any news?", words.News}, {"thanks, Hob", words.Thanks}, {"bye then", words.Farewell}, {"you fool", words.Insult},
		{"you are such a liar", words.Insult}, {"I saw a liar on the mud", words.Remark},
		{"repeat after me: give me the key", words.Repeat}, {"tell everybody that I won", words.Repeat},
		{"the sea is grey", words.Remark}, {"", words.Remark}, {"I give nothing for it", words.Plead},
		{"That is a forgiving wind", words.Remark}, {"his message was thin", words.Remark},
	} {
		if got := words.Hear(c.said).Act; got != c.want {
			t.Errorf("%q: got %s, want %s", c.said, got, c.want)
		}
	}
}

// Whatever is heard, it is cut to what is listened to, and heard alike each time.
func TestHearAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if h := words.Hear(strings.Repeat(text, 20)); len(h.Text) > words.HeardBytesMax {
			t.Fatalf("it listens to %d bytes", len(h.Text))
		}
		if a, b := words.Hear(text), words.Hear(text); !slices.Equal(a.Stems, b.Stems) || a.Act != b.Act {
			t.Fatalf("got %+v, then %+v", a, b)
		}
	})
}

func book() *words.Book {
	return words.NewBook([]world.LineSpec{
		{On: "greet", Text: "Well met."}, {On: "greet", Mood: "warm", Text: "Come in!"},
		{On: "greet-known", Text: "{name}, again."}, {On: "thanks", Text: "A {thing}!"},
		{On: "answer", About: []string{"well"}, Text: "East of the chapel."},
		{On: "answer", About: []string{"well", "rope"}, Text: "Take a rope to the well."},
		{On: "price", About: []string{"oil"}, Text: "Oil is {price}."}, {On: "price", Text: "{price}."},
	})
}

func TestPick(t *testing.T) {
	for _, c := range []struct {
		name string
		when words.When
		want string
	}{
		{"by mood", words.When{On: "greet", Mood: []string{"warm"}}, "Come in!"},
		{"another's mood comes last", words.When{On: "greet"}, "Well met."},
		{"a slot is filled", words.When{On: "greet-known", Slots: map[string]string{"name": "ann"}}, "Ann, again."},
		{"a line whose slot is empty is not said", words.When{On: "thanks"}, ""},
		{"the most words", words.When{On: "answer", Heard: []string{"well", "rope"}}, "Take a rope to the well."},
		{"a slip of the pen", words.When{On: "answer", Heard: []string{"chapell"}, Query: "chapell"}, "East of the chapel."},
		{"nothing on that", words.When{On: "answer", Heard: []string{"moon"}, Query: "the moon"}, ""},
		{"a line about something else", words.When{On: "price", Slots: map[string]string{"price": "4 coins"}}, "4 coins."},
		{"a line about it", words.When{On: "price", Heard: []string{"oil"}, Slots: map[string]string{"price": "4 coins"}},
			"Oil is 4 coins."},
		{"no such occasion", words.When{On: "duty"}, ""},
	} {
		if got, _ := book().Pick(c.when); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A line that was said is not picked within the next five, nor is a plain one, and then it may be again.
func TestRecent(t *testing.T) {
	b := book()
	w := words.When{On: "greet-known", Slots: map[string]string{"name": "Ann"}}
	text, _ := b.Pick(w)
	b.Said(text, w.Slots)
	w.Slots = map[string]string{"name": "Bob"}
	if got, _ := b.Pick(w); got != "" {
		t.Errorf("got %q, want nothing: it is the same line", got)
	}
	seen := map[string]bool{}
	for range words.RecentKept {
		plain := b.Stock(words.When{On: "refuse", Seed: "x"})
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
		{"supercalifragilistic", ""}, {"\x1b[31mred", ""}, {"жаба", ""}, {"", ""},
	} {
		got, ok := words.Echo(words.Hear(c.said), secrets)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q: got %q, %v, want %q", c.said, got, ok, c.want)
		}
	}
}
