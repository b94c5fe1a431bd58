package verb_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// A line that is put together from arguments means what the same arguments mean in a call.
func TestLineMeansItsArguments(t *testing.T) {
	for _, tt := range []struct {
		verb string
		args map[string]string
		want string
	}{
		{"give", map[string]string{"item": "rusty key", "to": "ann"}, "give rusty key to ann"},
		{"put", map[string]string{"item": "rusty key", "into": "leather pouch"}, "put rusty key in leather pouch"},
		{"whisper", map[string]string{"to": "ann", "text": "to be or not"}, "whisper to ann to be or not"},
		{"say", map[string]string{"text": " at last "}, "say at last"},
		{"look", nil, "look"},
	} {
		v := verb.New().Named("command", tt.verb)
		if v == nil {
			t.Fatalf("there is no verb %s", tt.verb)
		}
		if got := v.Line(tt.args); got != tt.want {
			t.Errorf("%s %v: %q, want %q", tt.verb, tt.args, got, tt.want)
		}
	}
	s := newStage(t, world.RolePlayer)
	line := s.table.Named("command", "whisper").Line(map[string]string{"to": "ann", "text": "to be"})
	call := s.table.Parse(s.ctx(s.bob), line)
	if call.Refusal != nil {
		t.Fatal(call.Refusal.Text)
	}
	if got, want := call.Input.Action, (world.Whisper{To: s.ann, Text: "to be"}); got != want {
		t.Errorf("typed it means %+v, want %+v", got, want)
	}
}
