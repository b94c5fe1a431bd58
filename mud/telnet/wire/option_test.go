package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// TestScripts plays requests and answers against one option. "ask" and "deny" are ours, "yes" and "no" the other end's.
// A move is wanted for each, "say" where something of ours must be said, and how it stands in the end.
func TestScripts(t *testing.T) {
	for name, tt := range map[string]struct{ script, want string }{
		"offer accepted":                   {"ask yes", "say begin on"},
		"offer refused":                    {"ask no", "say refused off"},
		"asked twice":                      {"ask ask yes ask", "say - begin - on"},
		"unsolicited":                      {"yes", "accept on"},
		"an acknowledgement of what is on": {"ask yes yes yes", "say begin - - on"},
		"a denial of what is off":          {"no no", "- - off"},
		"turned off by the other end":      {"ask yes no no", "say begin end - off"},
		"our denial is final":              {"ask yes deny ask yes", "say begin say say begin on"},
		"late agreement crosses denial":    {"ask deny yes no no", "say say refuse - - off"},
		"the last answer counts":           {"ask deny ask yes no yes", "say say say - - begin on"},
		"a denial of what was refused":     {"ask no deny ask no", "say refused say say refused off"},
		"never any answer":                 {"ask deny ask deny ask deny ask", "say say say say say say say off"},
	} {
		t.Run(name, func(t *testing.T) {
			var s wire.OptionState
			var got []string
			for word := range strings.SplitSeq(tt.script, " ") {
				got = append(got, play(&s, word))
			}
			got = append(got, map[bool]string{true: "on", false: "off"}[s.On()])
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("%s: got %s, want %s", tt.script, got, tt.want)
			}
		})
	}
}

func play(s *wire.OptionState, word string) string {
	names := map[wire.OptionMove]string{
		wire.MoveNothing: "-", wire.MoveRefuse: "refuse", wire.MoveBegin: "begin", wire.MoveAccept: "accept",
		wire.MoveRefused: "refused", wire.MoveEnd: "end",
	}
	switch word {
	case "ask":
		if !s.Ask() {
			return "-"
		}
		return "say"
	case "deny":
		s.Deny()
		return "say"
	case "yes":
		return names[s.Agreed(true)]
	case "no":
		return names[s.Denied()]
	}
	panic(fmt.Sprintf("no move %q", word))
}

// TestRefused tells who ended it: only what the other end does not want is refused.
func TestRefused(t *testing.T) {
	for script, want := range map[string]bool{
		"ask": false, "ask no": true, "ask no ask": false, "ask no yes": false, "ask yes no": true, "yes no": true,
		"no": false, "ask yes deny": false, "ask yes deny no": false, "ask deny no no": false, "ask no deny": false,
	} {
		var s wire.OptionState
		for word := range strings.SplitSeq(script, " ") {
			play(&s, word)
		}
		if got := s.Refused(); got != want {
			t.Errorf("%s: got %t, want %t", script, got, want)
		}
	}
}

// TestNeverAnswered asks and denies without any answer: soon enough an answer counts for the last request.
func TestNeverAnswered(t *testing.T) {
	var s wire.OptionState
	for range 300 {
		s.Ask()
		s.Deny()
	}
	s.Ask()
	for range 8 {
		if !s.Silent() {
			t.Fatal("taken for the answer too early")
		}
		s.Denied()
	}
	if s.Silent() || !s.Refused() {
		t.Error("the last answer does not count")
	}
}

func TestMayNotAsk(t *testing.T) {
	var s wire.OptionState
	if got := s.Agreed(false); got != wire.MoveRefuse || s.On() {
		t.Errorf("got %d, on %t", got, s.On())
	}
	s.Ask()
	if got := s.Agreed(false); got != wire.MoveBegin { // as we had asked
		t.Errorf("got %d", got)
	}
}

// TestTwiceIsOnce: whatever has been said, once nothing is due any more an agreement is answered, and the same again
// is not.
func TestTwiceIsOnce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var s wire.OptionState
		for _, word := range rapid.SliceOf(rapid.SampledFrom([]string{"ask", "deny", "yes", "no"})).Draw(r, "script") {
			play(&s, word)
		}
		for range 12 { // all that was due has come
			s.Denied()
		}
		if s.On() || s.Silent() {
			r.Fatal("still on after nothing but denials")
		}
		if got := play(&s, "yes"); got != "accept" {
			r.Errorf("an unsolicited agreement: got %s", got)
		}
		if got := play(&s, "yes"); got != "-" {
			r.Errorf("the same again: got %s", got)
		}
	})
}
