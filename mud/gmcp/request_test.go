package gmcp_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
)

// TestSupports: what a client lists decides what it is sent; a parent speaks for its children until they are spoken of.
func TestSupports(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	for _, tt := range []struct {
		what string
		says []string
		want string // the messages of its first view
		bad  bool
	}{
		{"nothing", nil, "", false},
		{"an empty list", []string{`Set []`}, "", false},
		{"a parent", []string{`Set ["Room 1"]`}, "Room.Info Room.Players", false},
		{"any case", []string{`Set ["rOOm 1"]`}, "Room.Info Room.Players", false},
		{"a child", []string{`Set ["Room.Info 1"]`}, "Room.Info", false},
		{"version 0", []string{`Set ["Room 1", "Room.Players 0"]`}, "Room.Info", false},
		{"no version", []string{`Set ["Char.Vitals"]`}, "Char.Vitals", false},
		{"set anew", []string{`Set ["Room 1"]`, `Set ["Char.Vitals 1"]`}, "Char.Vitals", false},
		{"added", []string{`Set ["Room.Info 1"]`, `Add ["Char.Vitals 1"]`}, "Char.Vitals Room.Info", false},
		{"removed", []string{`Set ["Room 1","Char.Vitals 1"]`, `Remove ["Room"]`}, "Char.Vitals", false},
		{"a child removed", []string{`Set ["Room 1"]`, `Remove ["Room.Players"]`}, "Room.Info", false},
		{
			"a child forgotten with its parent",
			[]string{`Set ["Room 1","Room.Players 1"]`, `Remove ["Room 1"]`}, "", false,
		},
		{"what nobody has", []string{`Set ["IRE.Rift 1","Char.Afflictions 1","External.Discord 1"]`}, "", false},
		{"no list", []string{`Set {"Room":1}`}, "", true},
		{"numbers", []string{`Set [1]`}, "", true},
		{"no JSON", []string{`Set ["Room 1"`}, "", true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := gmcp.New(gmcp.Options{})
			for _, s := range tt.says {
				verb, list, _ := strings.Cut(s, " ")
				if a := c.Take("Core.Supports."+verb, []byte(list)); a.Bad != tt.bad || len(a.Out) != 0 {
					t.Fatalf("%s: %+v", s, a)
				}
			}
			got := ""
			for _, m := range c.Of(p.frame(ann, nil)) {
				name, _, err := split(m)
				if err != nil {
					t.Fatal(err)
				}
				got += " " + name
			}
			if got = strings.TrimSpace(got); got != tt.want || (c.Wants() != surroundings.Nothing) != (tt.want != "") {
				t.Errorf("sent %q, want %q; wants %d", got, tt.want, c.Wants())
			}
		})
	}
}

// TestSupportsAreBounded: a client that lists without end is heard up to a bound.
func TestSupportsAreBounded(t *testing.T) {
	c := gmcp.New(gmcp.Options{})
	for i := range 20 {
		var list []string
		for n := range gmcp.SupportsMost {
			list = append(list, fmt.Sprintf("%q", fmt.Sprint("X", i, ".Y", n)))
		}
		c.Take("Core.Supports.Add", []byte("["+strings.Join(list, ",")+"]"))
	}
	c.Take("Core.Supports.Add", []byte(`["Room 1"]`))
	if c.Wants() != surroundings.Nothing {
		t.Error("a package beyond the bound was taken")
	}
	c.Take("Core.Supports.Set", []byte(`["Room 1"]`))
	if c.Wants() == surroundings.Nothing {
		t.Error("a new list was not taken")
	}
	c = gmcp.New(gmcp.Options{})
	long := "["
	for i := range gmcp.SupportsMost {
		long += fmt.Sprintf(`"%d.%s",`, i, strings.Repeat("a", gmcp.PackageMaxBytes))
	}
	c.Take("Core.Supports.Set", []byte(long+`"Room 1"]`))
	if c.Wants() == surroundings.Nothing {
		t.Error("names that are too long took the place of others")
	}
}

// TestEmptyContainer: nothing is a list too.
func TestEmptyContainer(t *testing.T) {
	c := newClient(t, gmcp.Options{})
	const want = `Char.Items.List {"location":"repbox-1","items":[]}`
	if got := text(c.Contents("box-1", nil, nil)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestChannels: a client that wants to hear people speak and nothing else is told of the channels and who hears them,
// and from then on costs no view.
func TestChannels(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	now := time.Unix(0, 0)
	c := gmcp.New(gmcp.Options{Now: func() time.Time { now = now.Add(time.Second); return now }})
	a := c.Take("Core.Supports.Set", []byte(`["Comm.Channel 1"]`))
	if a.Wish != (gmcp.View{}) || c.Wants() == surroundings.Nothing {
		t.Errorf("wish %v, wants %d", a.Wish, c.Wants())
	}
	if got := text(c.Of(p.frame(ann, nil))); !strings.HasPrefix(got, "Comm.Channel.List ") || strings.Contains(got, "\n") {
		t.Errorf("told %s", got)
	}
	if c.Wants() != surroundings.Nothing {
		t.Error("it wants a view still")
	}
	heard := func(rec *world.Record) string { return text(c.Of(p.frame(ann, rec))) }
	if got := heard(p.act(ann, world.Chat{Channel: "quays", Text: "hello"})); got !=
		`Comm.Channel.Text {"channel":"quays","talker":"Ann","text":"You hail the quays: \"hello\""}` {
		t.Errorf("told %s", got)
	}
	if got := heard(p.act(ann, world.SwitchChannel{Channel: "quays", Off: true})); !strings.HasPrefix(got,
		"Comm.Channel.List ") || strings.Contains(got, "quays") {
		t.Errorf("switched off, and told %s", got)
	}
	if got := heard(p.act(ann, world.SwitchChannel{Channel: "quays"})); !strings.Contains(got,
		`{"name":"quays","caption":"The quays","command":"quays"}`) {
		t.Errorf("switched on, and told %s", got)
	}
	if a := c.Take("Comm.Channel.Players", nil); a.Wish != (gmcp.Players{}) {
		t.Errorf("asked who hears: %+v", a)
	}
}

// TestAssumed: KildClient agrees and says nothing more; it is sent the common packages, and no offer to sign in.
func TestAssumed(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	c := gmcp.New(gmcp.Options{})
	if out := c.Of(p.frame(ann, nil)); len(out) != 0 || c.Wants() != surroundings.Nothing {
		t.Errorf("before: %s", text(out))
	}
	a := c.Assume()
	got := text(a.Out)
	if a.Wish != nil {
		t.Error("a view is wanted, and there is one")
	}
	if a = c.Assume(); a.Out != nil || a.Wish != nil {
		t.Error("it is assumed twice")
	}
	for _, want := range []string{"Char.Vitals", "Room.Info", "Comm.Channel.List"} {
		if !strings.Contains(got, want+" ") {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if c.Greet() != nil {
		t.Error("it is offered to sign in")
	}
	if c = gmcp.New(gmcp.Options{}); c.Assume().Wish != (gmcp.View{}) {
		t.Error("no view is wanted, and there is none")
	}
}

// TestTake is what becomes of each message.
func TestTake(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	for _, tt := range []struct {
		what, name, data string
		want             string // messages, a wish, or bad
	}{
		{"ping", "Core.Ping", "", "Core.Ping"},
		{"ping with its mean", "core.ping", "120", "Core.Ping"},
		{"hello of Mudlet", "Core.Hello", `{ "client": "Mudlet", "version": "4.19"}`, ""},
		{"hello of the page", "Core.Hello", `{"Client":"X","Version":"1"}`, ""},
		{"hello of nonsense", "Core.Hello", `[]`, "bad"},
		{"keep alive", "Core.KeepAlive", "", ""},
		{"goodbye", "Core.Goodbye", "", ""},
		{"unknown", "External.Discord.Hello", `{"private":true}`, ""},
		{"credentials", "Char.Login.Credentials", `{"account":"ann","password":"x"}`, "sign-in of 3 bytes"},
		{"no stored login", "Char.Login.Credentials", `{}`, ""},
		{"credentials of nonsense", "Char.Login.Credentials", `"ann"`, "bad"},
		{
			"what one carries", "Char.Items.Inv", "",
			`Char.Items.List {"location":"inv","items":[{"id":"brass-key-01","name":"a brass key","attrib":"t"}]}`,
		},
		{"a container", "Char.Items.Contents", `"box-1"`, "{box-1}"},
		{"a number", "Char.Items.Contents", `12`, "bad"},
		{"no container", "Char.Items.Contents", `""`, "bad"},
		{"nobody's id", "Char.Items.Contents", `"` + strings.Repeat("a", 200) + `"`, "bad"},
		{"players", "Comm.Channel.Players", "", "{}"},
		{"a channel", "Comm.Channel.Enable", `"say"`, ""},
		{"no name", "", "", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := newClient(t, gmcp.Options{})
			_, _ = p.st.Decide(p.now, world.Input{
				Actor: ann, Via: world.Via{Kind: world.ViaKeyboard}, Action: world.Take{Items: []world.ItemID{"brass-key-01"}},
			})
			c.Of(p.frame(ann, nil))
			a := c.Take(tt.name, []byte(tt.data))
			got := text(a.Out)
			switch {
			case a.Bad:
				got += "bad"
			case a.Wish != nil:
				got += fmt.Sprint(a.Wish)
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestSignInIsNoWord: a password is in nothing that prints.
func TestSignInIsNoWord(t *testing.T) {
	c := newClient(t, gmcp.Options{})
	a := c.Take("Char.Login.Credentials", []byte(`{"account":" ann:nell ","password":"a long walk"}`))
	w, ok := a.Wish.(gmcp.SignIn)
	if !ok || w.Account != "ann" || w.Character != "nell" || w.Password.Reveal() != "a long walk" {
		t.Fatalf("wish %+v", a.Wish)
	}
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if s := fmt.Sprintf(format, a); strings.Contains(s, "walk") {
			t.Errorf("%s shows %s", format, s)
		}
	}
}

// TestLogin: the offer goes to clients that can sign in, while somebody is asked who they are, and to no others.
func TestLogin(t *testing.T) {
	const offer = `Char.Login.Default {"type":["password-credentials"]}`
	asks := true
	c := gmcp.New(gmcp.Options{Asks: func() bool { return asks }})
	if got := text(c.Greet()); got != "" {
		t.Errorf("before it spoke: %s", got)
	}
	if got := text(c.Take("Core.Supports.Set", []byte(everything)).Out); got != offer {
		t.Errorf("while asked: %s", got)
	}
	if got := text(c.Take("Core.Supports.Set", []byte(everything)).Out); got != "" {
		t.Errorf("again: %s", got)
	}
	if got := text(c.Greet()); got != offer {
		t.Errorf("greeted: %s", got)
	}
	asks = false
	c = gmcp.New(gmcp.Options{Asks: func() bool { return asks }})
	if got := text(c.Take("Core.Supports.Set", []byte(everything)).Out); got != "" {
		t.Errorf("in play: %s", got)
	}
	if got, want := text(c.SignedIn(true, "")), `Char.Login.Result {"success":true}`; got != want {
		t.Errorf("passed: %s, want %s", got, want)
	}
	if got, want := text(c.SignedIn(false, "No.")), `Char.Login.Result {"success":false,"message":"No."}`; got != want {
		t.Errorf("refused: %s, want %s", got, want)
	}
	c.Take("Core.Supports.Remove", []byte(`["Char.Login"]`))
	brings := c.Take("Char.Login.Credentials", []byte(`{"account":"a","password":"b"}`))
	if c.SignedIn(true, "") != nil || brings.Wish != nil {
		t.Error("a client that does not sign in signs in")
	}
}

// TestLateView: a client that says in play what it wants is told of it at once, and of nothing twice.
func TestLateView(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	clock := newClock()
	c := gmcp.New(gmcp.Options{Now: clock.now})
	if _, ok := c.Take("Core.Supports.Set", []byte(`["Room.Info 1"]`)).Wish.(gmcp.View); !ok {
		t.Error("no view is asked for")
	}
	c.Of(p.frame(ann, nil))
	a := c.Take("Core.Supports.Add", []byte(`["Char.Vitals 1"]`))
	if got, want := text(a.Out), `Char.Vitals {"hp":30,"maxhp":30,"string":"H:30/30"}`; got != want || a.Wish != nil {
		t.Errorf("told %s, want %s", got, want)
	}
	a = c.Take("Core.Supports.Set", []byte(`["Room.Info 1"]`))
	if len(a.Out) != 0 {
		t.Errorf("told again: %s", text(a.Out))
	}
	a = c.Take("Core.Supports.Add", []byte(`["Char.Vitals 1"]`))
	if len(a.Out) != 1 {
		t.Errorf("what it did not want for a while is not told anew: %s", text(a.Out))
	}
}

// TestFlood: beyond a number of messages in a second the rest is dropped.
func TestFlood(t *testing.T) {
	clock := newClock()
	c := gmcp.New(gmcp.Options{Now: clock.now})
	bad := 0
	for range 10 * gmcp.TakenMost {
		if c.Take("Core.Ping", nil).Bad {
			bad++
		}
	}
	if want := 9 * gmcp.TakenMost; bad != want {
		t.Errorf("%d dropped, want %d", bad, want)
	}
	clock.pass(time.Second)
	if c.Take("Core.Ping", nil).Bad {
		t.Error("a second later one is dropped still")
	}
}

// FuzzMessage: whatever a client sends, what it is sent stays well formed, and nothing panics.
func FuzzMessage(f *testing.F) {
	for _, s := range [][2]string{
		{"Core.Hello", `{ "client": "Mudlet", "version": "4.19"}`},
		{"Core.Supports.Set", `[ "Char 1", "Char.Skills 1", "Char.Items 1", "Room 1", "IRE.Rift 1", "IRE.Composer 1", ` +
			`"External.Discord 1", "Client.Media 1", "Char.Login 1"]`},
		{"Core.Supports.Remove", `["Room"]`},
		{"Char.Login.Credentials", `{"account":"ann:nell","password":"p\u00e9"}`},
		{"Char.Items.Contents", `"box-1"`},
		{"Char.Skills.Get", `{"group":"mudding","name":"probe"}`},
		{"Comm.Channel.Players", ``},
		{"Core.Ping", `[[[[[`},
		{"\xff\xfe", "\x00"},
	} {
		f.Add(s[0], []byte(s[1]))
	}
	p := newPort(f)
	view := p.view(p.join("Ann"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		c, m := newClient(t, gmcp.Options{Asks: func() bool { return true }}), newModel()
		take := func(out [][]byte) {
			for _, msg := range out {
				if err := m.take(msg); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 3 {
			take(c.Of(session.Frame{View: view}))
			take(c.Take(name, data).Out)
			take(c.Flush())
		}
	})
}
