package world_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

func TestErase(t *testing.T) {
	for _, c := range []struct {
		name string
		do   world.Erase
		code world.Code
	}{
		{"with a reason", world.Erase{Record: 1, Reason: "she asked for it"}, ""},
		{"everything said", world.Erase{Record: 2, All: true, Reason: "a court did"}, ""},
		{"without a reason", world.Erase{Record: 1, Reason: " \x07 "}, world.CodeMissing},
		{"no record", world.Erase{Reason: "x"}, world.CodeUnknown},
		{"a record to come", world.Erase{Record: 99, Reason: "x"}, world.CodeUnknown},
		{"a long story", world.Erase{Record: 1, Reason: strings.Repeat("x", 501)}, world.CodeBadValue},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := worldtest.Small()
			rec, r := s.Decide(1, world.Input{Via: world.Via{Kind: world.ViaHost}, Action: c.do})
			if c.code != "" {
				if r == nil || r.Code != c.code {
					t.Fatalf("got %v, want %s", r, c.code)
				}
				return
			}
			if r != nil {
				t.Fatal(r)
			}
			got, ok := rec.Notices[0].Event.(world.Erased)
			if want := world.Erased(c.do); !ok || got != want || len(rec.Notices[0].To) != 0 {
				t.Errorf("got %+v, want %+v, told to nobody", rec.Notices[0], want)
			}
		})
	}
}
