package client_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/tui/client"
)

// take gives a state messages, each a name and JSON.
func take(s *client.Facts, messages ...string) (last client.News) {
	for _, m := range messages {
		name, data, _ := strings.Cut(m, " ")
		last = s.Take(name, []byte(data))
	}
	return last
}

func TestGauges(t *testing.T) {
	for name, tc := range map[string]struct {
		told []string
		want string
	}{
		"numbers": {
			[]string{`Char.Vitals {"hp":9,"maxhp":100,"mp":5,"maxmp":5,"string":"H:9"}`},
			"health 9/100 low; mana 5/5",
		},
		"strings": {
			[]string{`Char.Vitals {"hp":"4000","maxhp":"4000","ep":"1","maxep":"9","wp":"3","maxwp":"3"}`},
			"health 4000/4000; endurance 1/9 low; will 3/3",
		},
		"aardwolf": {
			[]string{`char.vitals {"hp":10,"mana":20,"moves":30}`,
				`char.maxstats {"maxhp":20,"maxmana":20,"maxmoves":30}`},
			"health 10/20; mana 20/20; moves 30/30",
		},
		"status": {[]string{`Char.Status {"hp":3,"hpmax":12}`}, "health 3/12 low"},
		"wrong types are as good as nothing": {
			[]string{`Char.Vitals {"hp":7,"maxhp":8}`, `Char.Vitals {"hp":[1],"maxhp":{"a":1},"mp":true,"mv":null,"sp":"soup"}`,
				`Char.Vitals [1,2]`, `Char.Vitals "x"`, `Char.Vitals `}, "health 7/8"},
		"beyond bounds": {[]string{`Char.Vitals {"hp":1e300,"maxhp":-5}`}, "health 1000000000/0"},
	} {
		var s client.Facts
		take(&s, tc.told...)
		if got := gauges(&s); got != tc.want {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
}

func gauges(s *client.Facts) string {
	var out []string
	for _, g := range s.Gauges() {
		word := fmt.Sprintf("%s %d/%d", g.Name, g.Now, g.Most)
		if g.Low {
			word += " low"
		}
		out = append(out, word)
	}
	return strings.Join(out, "; ")
}

func TestPrompt(t *testing.T) {
	for prompt, want := range map[string]string{
		"<100H 83M 82V> ":                "health 100/100; mana 83/83; moves 82/82",
		"24H 100M 84V (news) (motd) > ":  "health 24/24; mana 100/100; moves 84/84",
		"<20hp 100m 82mv>":               "health 20/20; mana 100/100; moves 82/82",
		"HP:90/100 SP: 3/40 >":           "health 90/100; spirit 3/40 low",
		"[12/30hp 4/8mn] ":               "health 12/30; mana 4/8",
		"-3H 5M 5V > ":                   "health -3/0; mana 5/5; moves 5/5",
		"2m of water, 3 moves to go > ":  "",
		"By what name do you come? ":     "",
		"[1] Enter the game  [2] Leave:": "",
		strings.Repeat("9", 400) + "H ":  "",
	} {
		var s client.Facts
		if took := s.Prompt(prompt); took != (want != "") {
			t.Errorf("%q: took it: %v", prompt, took)
		}
		if got := gauges(&s); got != want {
			t.Errorf("%q: got %q, want %q", prompt, got, want)
		}
	}
	var s client.Facts
	s.Prompt("<100H 83M 82V> ")
	s.Prompt("<20H 80M 82V> ")
	if got, want := gauges(&s), "health 20/100 low; mana 80/83; moves 82/82"; got != want {
		t.Errorf("the most that was seen: got %q, want %q", got, want)
	}
	take(&s, `Char.Vitals {"hp":5,"maxhp":50}`)
	if s.Prompt("<1H 1M 1V> ") {
		t.Error("a prompt beat GMCP")
	}
}

func TestRoom(t *testing.T) {
	for name, tc := range map[string]struct {
		told string
		want client.Room
	}{
		"IRE": {
			`Room.Info {"num":12345,"name":"On a hill","area":"Vashnar","environment":"Hills","coords":"45,5,-7,1",` +
				`"exits":{"n":12344,"se":12336},"details":["shop"]}`,
			client.Room{ID: "12345", Name: "On a hill", Area: "Vashnar", Environment: "Hills", X: 5, Y: -7, Z: 1, Placed: true,
				Exits: []client.Exit{{Dir: "n", To: "12344"}, {Dir: "se", To: "12336"}}},
		},
		"Aardwolf": {
			`room.info {"num":32418,"name":"Plaza","zone":"aylor","terrain":"city","coord":{"id":0,"x":30,"y":20,"cont":0},` +
				`"exits":{"s":32419,"u":-1}}`,
			client.Room{ID: "32418", Name: "Plaza", Area: "aylor", Environment: "city", X: 30, Y: 20, Placed: true,
				Exits: []client.Exit{{Dir: "s", To: "32419"}, {Dir: "u"}}},
		},
		"ours": {
			`Room.Info {"num":1,"id":"quay","name":"Quay","area":"lowtide","zone":"lowtide","coord":` +
				`{"id":0,"x":1,"y":2,"z":-1,"cont":0,"plane":"undercroft"},"exits":{"n":2},"details":[]}`,
			client.Room{ID: "1", Name: "Quay", Area: "undercroft", X: 1, Y: 2, Z: -1, Placed: true,
				Exits: []client.Exit{{Dir: "n", To: "2"}}},
		},
		"a list of exits": {
			`Room.Info {"name":"Cave","exits":["out","n"]}`,
			client.Room{Name: "Cave",
				Exits: []client.Exit{{Dir: "n"}, {Dir: "out"}}},
		},
		"rooms behind exits": {
			`Room.Info {"vnum":"7","name":"Cave","exits":{"n":{"num":8,"door":true}}}`,
			client.Room{ID: "7", Name: "Cave",
				Exits: []client.Exit{{Dir: "n", To: "8"}}},
		},
		"a maze of Aardwolf": {`room.info {"num":-1,"name":"Maze","exits":{}}`, client.Room{Name: "Maze"}},
		"wrong types": {
			`Room.Info {"num":[1],"name":{},"exits":7,"coord":"x","coords":3,"area":null}`, client.Room{}},
		"coordinates of text": {`Room.Info {"num":3,"coords":"a,b,c"}`, client.Room{ID: "3"}},
	} {
		var s client.Facts
		n := take(&s, tc.told)
		if !n.Moved || !reflect.DeepEqual(s.Room, tc.want) {
			t.Errorf("%s: moved %v, got %+v, want %+v", name, n.Moved, s.Room, tc.want)
		}
	}
}

func TestPeopleAndThings(t *testing.T) {
	var s client.Facts
	take(&s, `Char.Name {"name":"Ann"}`, `Room.Info {"num":1}`,
		`Room.Players [{"name":"Ann","fullname":"Ann"},{"name":"Ben"}]`, `Room.AddPlayer {"name":"Cat"}`,
		`Room.AddPlayer {"name":"Cat"}`,
		`Room.RemovePlayer "Ben"`, `Room.AddPlayer 7`)
	if got, want := s.People(), []string{"Cat", "7"}; !reflect.DeepEqual(got, want) {
		t.Errorf("people: got %q, want %q", got, want)
	}
	take(&s, `Char.Items.List {"location":"inv","items":[{"id":"1","name":"a hat","attrib":"w"},`+
		`{"id":2,"name":"a lamp"},3,[]]}`,
		`Char.Items.Add {"location":"inv","item":{"id":"4","name":"a sword","attrib":"l"}}`,
		`Char.Items.Update {"location":"inv","item":{"id":"1","name":"a hat","attrib":"W"}}`,
		`Char.Items.Remove {"location":"inv","item":{"id":"2"}}`, `Char.Items.Remove {"location":"inv","item":"3"}`,
		`Char.Items.List {"location":"room","items":[{"id":"9","name":"a gull","attrib":"m"}]}`)
	want := []client.Item{{ID: "1", Name: "a hat"}, {ID: "4", Name: "a sword", Held: true}}
	if got := s.Carried(); !reflect.DeepEqual(got, want) {
		t.Errorf("carried: got %+v, want %+v", got, want)
	}
	if got := s.Here(); len(got) != 1 || !got[0].Creature {
		t.Errorf("here: got %+v", got)
	}
	take(&s, `Room.Info {"num":2}`)
	if len(s.Here())+len(s.People()) != 0 {
		t.Errorf("another room has %v and %v of the last", s.Here(), s.People())
	}
}

func TestSaid(t *testing.T) {
	for message, want := range map[string]*client.Speech{
		`Comm.Channel.Text {"channel":"say","talker":"A","text":"hi"}`: {Channel: "say", Talker: "A", Text: "hi"},
		`comm.channel {"chan":"gossip","msg":"@yhi","player":"Ben"}`:   {Channel: "gossip", Talker: "Ben", Text: "@yhi"},
		`Comm.Channel.Text {"channel":["say"],"talker":{},"text":"x"}`: {Text: "x"},
		`Comm.Channel.Text {"channel":"say"}`:                          nil,
		`Comm.Channel.List [1]`:                                        nil,
	} {
		var s client.Facts
		if got := take(&s, message).Said; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", message, got, want)
		}
	}
}

func TestStatusAndEffects(t *testing.T) {
	var s client.Facts
	take(&s, `Char.StatusVars {"level":"Level","xpnext":"To go"}`,
		`Char.Status {"level":"10 (33%)","gold":"1,204","foe":null}`,
		`Char.Status {"level":11}`, `Char.Afflictions.List [{"name":"deaf","cause":"a bell"},{"name":"numb"}]`,
		`Char.Afflictions.Remove ["numb"]`, `Char.Afflictions.Add {"name":"lame"}`, `Char.Defences.Add {"name":"shield"}`)
	if got, want := fmt.Sprint(s.Aspects()), "[{gold 1,204} {Level 11}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if s.Number("level") != 11 || s.Number("gold", "coins") != 1204 || s.Number("none") != 0 {
		t.Errorf("got %d %d", s.Number("level"), s.Number("gold"))
	}
	harms, helps := s.Effects()
	if got, want := fmt.Sprint(harms, helps), "[{deaf a bell} {lame }] [{shield }]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if n := take(&s, `Core.Goodbye "Be well."`); n.Word != "Be well." {
		t.Errorf("got %+v", n)
	}
	if n := take(&s, `Room.WrongDir "ne"`); n.Wrong != "ne" {
		t.Errorf("got %+v", n)
	}
}

func TestBounds(t *testing.T) {
	var s client.Facts
	for i := range 5000 {
		take(&s, fmt.Sprintf(`Room.AddPlayer "p%d"`, i), fmt.Sprintf(`Char.Status {"k%d":%d}`, i, i),
			fmt.Sprintf(`Char.Items.Add {"location":"l%d","item":{"id":"%d"}}`, i%20, i),
			fmt.Sprintf(`Char.Items.Add {"location":"inv","item":{"id":"%d"}}`, i),
			fmt.Sprintf(`Char.Afflictions.Add {"name":"a%d"}`, i))
	}
	harms, _ := s.Effects()
	for what, got := range map[string]int{
		"people": len(s.People()), "status": len(s.Aspects()), "effects": len(harms), "things": len(s.Carried()),
	} {
		if got > 200 {
			t.Errorf("%s: %d", what, got)
		}
	}
	take(&s, `Room.Info {"name":"`+strings.Repeat("ä", 5000)+`"}`)
	if got := len(s.Room.Name); got != 400 {
		t.Errorf("a name of %d bytes", got)
	}
}

func FuzzTake(f *testing.F) {
	f.Add("Char.Vitals", []byte(`{"hp":1}`), "<1H>")
	f.Add("Room.Info", []byte(`{"num":1,"exits":{"n":1},"coord":{"x":1,"y":2}}`), "hp: 3/4")
	f.Add("Char.Items.List", []byte(`{"location":"inv","items":[{"id":"1"}]}`), "")
	f.Add("Comm.Channel.Text", []byte(`{"text":"x"}`), "")
	f.Fuzz(func(t *testing.T, pkg string, data []byte, prompt string) {
		var s client.Facts
		s.Take(pkg, data)
		s.Take("Char.Status", data)
		s.Prompt(prompt)
		for _, g := range s.Gauges() {
			if g.Now > 1_000_000_000 || g.Most < 0 || g.Most > 1_000_000_000 {
				t.Errorf("got %+v", g)
			}
		}
		s.Aspects()
		if len(s.Room.Name) > 400 || len(s.Room.Exits) > 40 {
			t.Errorf("got %+v", s.Room)
		}
	})
}
