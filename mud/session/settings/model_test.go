package settings_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/world"
)

const host, elsewhere = "api.example.org", "model.example.net:8443"

// agreement is a choice, and what comes of it.
type agreement struct {
	what, kept, host   string // what lies with the account, and where words would go
	types              string // "": nothing
	keeps, says        string
	yes, asked, refuse bool
}

func agreements() []agreement {
	return []agreement{
		{"nobody asked", ``, host, "", ``, "ai: off", false, false, false},
		{"on", ``, host, "on", `"ai":"on api.example.org"`, "ai: on, for api.example.org", true, true, false},
		{"yes", ``, host, "YES", `"ai":"on api.example.org"`, "ai: on, for api.example.org", true, true, false},
		{"off", ``, host, "off", `"ai":"asked api.example.org"`, "ai: off", false, true, false},
		{"no model", ``, "", "on", ``, "ai: off", false, false, true},
		{"off, no model", `"ai":"on api.example.org"`, "", "off", ``, "ai: off", false, false, false},
		{"to another", ``, host, "on " + elsewhere, ``, "ai: off", false, false, true},
		{"asked", ``, host, "asked " + host, ``, "ai: off", false, false, true},
		{"as it was kept once", `"ai":"on"`, host, "", `"ai":"on"`, "ai: off", false, false, false},
		{"taken back", `"ai":"on api.example.org"`, host, "off",
			`"ai":"asked api.example.org"`, "ai: off", false, true, false},
		{"forgotten", `"ai":"on api.example.org"`, host, "default", ``, "ai: off", false, false, false},
		{"moved", `"ai":"on api.example.org"`, elsewhere, "", `"ai":"on api.example.org"`,
			"ai: off, as you agreed to api.example.org and words would go to model.example.net:8443 now", false, false, false},
		{"moved, on", `"ai":"on api.example.org"`, elsewhere, "on", `"ai":"on model.example.net:8443"`,
			"ai: on, for model.example.net:8443", true, true, false},
		{"gone", `"ai":"on api.example.org"`, "", "", `"ai":"on api.example.org"`,
			"ai: off, as there is no model now; you agreed to api.example.org", false, false, false},
		{"spoilt", `"ai":"on \u001b[2J"`, host, "", `"ai":"on \u001b[2J"`, "ai: off", false, false, false},
	}
}

// Who agrees agrees to the host that words would go to at that moment, and to no other.
func TestAgreement(t *testing.T) {
	eye, ear := screen{face: settings.Drawn}, screen{face: settings.Lines, reader: true}
	m := &settings.Model{}
	for _, tt := range agreements() {
		t.Run(tt.what, func(t *testing.T) {
			row := func(set string) string {
				if set == "" {
					return `{"v":1,"set":{}}`
				}
				return `{"v":1,"set":{` + set + `}}`
			}
			s, err := settings.Decode([]byte(row(tt.kept)))
			if err != nil {
				t.Fatal(err)
			}
			m.Move(tt.host)
			s.Model = m
			if tt.types != "" {
				c := s.Ask("ai", tt.types, eye)
				if (c.Changed == "") != tt.refuse || (len(c.Words) > 0) != tt.refuse {
					t.Errorf("changed %q, said %q", c.Changed, c.Words.String())
				}
			}
			raw, err := s.Encode()
			if err != nil || string(raw) != row(tt.keeps) && (tt.keeps != "" || string(raw) != `{"v":1,"set":null}`) {
				t.Errorf("kept %s (%v), want %s", raw, err, row(tt.keeps))
			}
			for _, on := range []screen{eye, ear} {
				if got := s.Says("ai", on).String(); got != tt.says {
					t.Errorf("says %q, want %q", got, tt.says)
				}
				if list := s.Ask("", "", on).Words.String(); !strings.Contains(list, strings.TrimPrefix(tt.says, "ai: ")+". Let") {
					t.Errorf("options: %s", list)
				}
				if got := s.Effective("ai", on); (got == settings.On) != tt.yes {
					t.Errorf("it comes to %s", got)
				}
			}
			if yes, asked := s.Agreed(tt.host); yes != tt.yes || asked != tt.asked {
				t.Errorf("agreed %v, asked %v", yes, asked)
			}
			page := s.Ask("ai", "", ear).Words.String()
			if strings.Contains(page, "would go to "+host+".") != (tt.host == host) {
				t.Errorf("its page: %s", page)
			}
			// Two sheets of one account: what is chosen at one is not lost by what is chosen at the other.
			into, err := s.Into([]byte(row(tt.kept)), "ai")
			if again, err2 := settings.Decode(into); err != nil || err2 != nil {
				t.Error(err, err2)
			} else if yes, _ := again.Agreed(tt.host); yes != tt.yes {
				t.Errorf("written into what was kept: %s", into)
			}
		})
	}
}

// That somebody was told of a host is kept, and takes no yes away.
func TestAsked(t *testing.T) {
	for kept, want := range map[string]string{
		``: `{"v":1,"set":{"ai":"asked api.example.org"}}`,
		`{"v":1,"set":{"ai":"on api.example.org","brief":"on"}}`: `{"v":1,"set":{"ai":"on api.example.org","brief":"on"}}`,
		`{"v":1,"set":{"ai":"on"},"screen":"x"}`:                 `{"v":1,"set":{"ai":"asked api.example.org"},"screen":"x"}`,
		`{"v":1,"set":{"ai":"on model.example.net:8443"}}`:       `{"v":1,"set":{"ai":"asked api.example.org"}}`,
	} {
		if got, err := settings.Asked([]byte(kept), host); err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v, want %s", kept, got, err, want)
		}
	}
	if _, err := settings.Asked([]byte(`{"v":9}`), host); err == nil {
		t.Error("what cannot be read was written over")
	}
}

// Guests have agreed by what they chose last, and nobody else by that.
func TestGuests(t *testing.T) {
	m := &settings.Model{}
	m.Move(host)
	s := settings.Sheet{Model: m}
	choose := func(value string) {
		s.Ask("ai", value, screen{face: settings.Lines})
		s.Tell("pc-guest")
	}
	is := func(want bool) {
		t.Helper()
		if got := m.Guest("pc-guest", host); got != want {
			t.Errorf("agreed: %v", got)
		}
		if m.Guest("pc-other", host) || m.Guest("pc-guest", elsewhere) || m.Guest("pc-guest", "") {
			t.Error("somebody else, or to another host")
		}
	}
	is(false)
	choose("on")
	is(true)
	choose("off")
	is(false)
	choose("on")
	var none *settings.Model
	if none.Guest("pc-guest", host) || none.Host() != "" {
		t.Error("nowhere is somewhere")
	}
	(&settings.Sheet{}).Tell("pc-guest") // nobody hears it
	is(true)
	const most = 10_000
	no := settings.Sheet{Model: m}
	for i := range most { // who agreed to nothing takes nobody's place
		no.Tell(world.ActorID(fmt.Sprint("pc-no-", i)))
	}
	is(true)
	for i := range most {
		s.Tell(world.ActorID(fmt.Sprint("pc-", i)))
	}
	if m.Guest("pc-guest", host) {
		t.Error("more are remembered than there may be")
	}
}

// Somebody with two sessions reads in each what was chosen in the other.
func TestWith(t *testing.T) {
	m := &settings.Model{}
	m.Move(host)
	on, ear := `{"v":1,"set":{"ai":"on api.example.org"}}`, screen{face: settings.Lines, reader: true}
	for _, tt := range []struct {
		own, kept string
		err       error
		want      string
	}{
		{"on", `{"v":1,"set":{"ai":"asked api.example.org"}}`, nil, "ai: off"},
		{"on", `{"v":1,"set":{}}`, nil, "ai: off"},
		{"off", on, nil, "ai: on, for api.example.org"},
		{"on", ``, nil, "ai: on, for api.example.org"}, // a guest's
		{"on", `{"v":9}`, nil, "ai: on, for api.example.org"},
		{"off", on, errors.New("no disk"), "ai: off"},
	} {
		s := settings.Sheet{Model: m}
		s.Ask("brief", "on", ear)
		s.Ask("ai", tt.own, ear)
		before := s.Value("ai")
		got := s.With([]byte(tt.kept), tt.err)
		if said := got.Says("ai", ear).String(); said != tt.want || got.Value("brief") != "on" {
			t.Errorf("%s, and kept %s: %s", tt.own, tt.kept, said)
		}
		if s.Value("ai") != before {
			t.Errorf("%s, and kept %s: the sheet itself is another", tt.own, tt.kept)
		}
	}
}
