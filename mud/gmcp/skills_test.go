package gmcp_test

import (
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
)

// TestSkills: who asks for Char.Skills is told in which crafts they have grown when that changes, and hears of one of
// them, and of what it opened, on asking.
func TestSkills(t *testing.T) {
	p := newPort(t)
	ann := p.join("Ann")
	clock := newClock()
	verbs := func(string) []session.VerbInfo {
		return []session.VerbInfo{{Name: "probe", Brief: "Find what is buried."}}
	}
	c := gmcp.New(gmcp.Options{Now: clock.now, Verbs: verbs})
	if a := c.Take("Core.Supports.Set", []byte(`["Char.Skills 1"]`)); a.Bad || c.Wants() != surroundings.Sight {
		t.Fatalf("%+v, wants %d", a, c.Wants())
	}
	frame := p.frame(ann, nil)
	show := func(crafts ...world.CraftValue) string {
		clock.pass(time.Second)
		view := *frame.View
		view.You.Crafts = crafts
		return text(c.Of(session.Frame{View: &view}))
	}
	if got := show(); got != "" {
		t.Errorf("without crafts Ann is told %s", got)
	}
	mudding := world.CraftValue{ID: "mudding", Name: "Mudding", Value: 15, Opened: []world.Knack{world.KnackProbe}}
	const groups = `Char.Skills.Groups [{"name":"Mudding","rank":"15 of 100"}]`
	if got := show(mudding); got != groups {
		t.Errorf("told %s, want %s", got, groups)
	}
	if got := show(mudding); got != "" {
		t.Errorf("told %s again", got)
	}
	for ask, want := range map[string]string{
		``:   groups,
		`{}`: groups,
		`{"group":"mudding"}`: `Char.Skills.List {"group":"Mudding","list":["probe"],` +
			`"descs":["Find what is buried."]}`,
		`{"group":"Mudding","name":"probe"}`: `Char.Skills.Info {"group":"Mudding","skill":"probe",` +
			`"info":"Find what is buried."}`,
		`{"group":"Mudding","name":"wade"}`: "",
		`{"group":"Tides"}`:                 "",
	} {
		if got := text(c.Take("Char.Skills.Get", []byte(ask)).Out); got != want {
			t.Errorf("%s: told %s, want %s", ask, got, want)
		}
	}
	if !c.Take("Char.Skills.Get", []byte(`{"group":1}`)).Bad {
		t.Error("a group that is a number is taken")
	}
}
