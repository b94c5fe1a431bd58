package model_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/model"
)

// One changed byte of a cassette makes it useless, and the error names it.
func TestCassettes(t *testing.T) {
	r := newRig(t, named(t, "ok"), nil)
	good := r.Do(t.Context(), ask())
	other := ask()
	other.User = "Hello?"
	if got, err := model.Play(r.tape, good.Cassette, ask()); err != nil || got != good {
		t.Fatalf("got %+v, %v; want %+v", got, err, good)
	}
	name := fmt.Sprintf("%x", good.Cassette)
	fails := func(t *testing.T, what string, tape model.Tape, at [32]byte, c model.Call, want error) {
		t.Helper()
		got, err := model.Play(tape, at, c)
		if !errors.Is(err, want) || !strings.Contains(err.Error(), fmt.Sprintf("%x", at)) || got != (model.Reply{}) {
			t.Errorf("%s: %+v, %v; want %v", what, got, err, want)
		}
	}
	fails(t, "another call", r.tape, good.Cassette, other, model.ErrOther)
	fails(t, "nothing there", r.tape, [32]byte{7}, ask(), model.ErrMissing)
	fails(t, "no address", r.tape, [32]byte{}, ask(), model.ErrMissing)

	kept, _ := r.tape.Load(good.Cassette)
	bytes := 0
	damaged := func(change func(*model.Cassette)) {
		bytes++
		c := kept
		c.Body, c.People = append([]byte(nil), kept.Body...), append([]string(nil), kept.People...)
		change(&c)
		changed := &tape{kept: map[[32]byte]model.Cassette{good.Cassette: c}}
		fails(t, fmt.Sprint("change ", bytes), changed, good.Cassette, ask(), model.ErrChanged)
	}
	for i := range kept.Body {
		damaged(func(c *model.Cassette) { c.Body[i] ^= 1 })
	}
	for i := range kept.Key {
		damaged(func(c *model.Cassette) { c.Key[i] ^= 1 })
		damaged(func(c *model.Cassette) { c.Digest[i] ^= 1 })
	}
	damaged(func(c *model.Cassette) { c.At++ })
	damaged(func(c *model.Cassette) { c.People = nil })
	damaged(func(c *model.Cassette) { c.People[0] = "pc-miri" })
	damaged(func(c *model.Cassette) { c.Body = append(c.Body, ' ') })
	if bytes < 300 {
		t.Errorf("only %d changes were tried", bytes)
	}

	// In play a damaged cassette is no answer either: the model is asked again.
	kept.Body[len(kept.Body)/2] ^= 1
	r.tape.Save(kept)
	if got := r.Do(t.Context(), ask()); got.Cached || got.Failed != "" || !strings.Contains(r.log.String(), name) {
		t.Errorf("got %+v; the log says %s", got, r.log)
	}
}

// S0-05: a record says what was asked of what.
func TestRecord(t *testing.T) {
	r := newRig(t, named(t, "ok"), nil)
	call := ask()
	call.Tools, call.Correlation = "0.1", "npc-mara/17"
	got := r.Do(t.Context(), call)
	kept, _ := r.tape.Load(got.Cassette)
	var body map[string]any
	if err := json.Unmarshal(kept.Body, &body); err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"purpose": "npc_dialogue", "mind": "npc-mara", "model": "small-1", "tools": "0.1", "correlation": "npc-mara/17",
		"template": "map[Hash:abc ID:speak Version:1]", "text": got.Text,
	} {
		if fmt.Sprint(body[field]) != want {
			t.Errorf("%s is %v, want %s", field, body[field], want)
		}
	}
	for _, secret := range []string{call.System, "Seren", player, "Drowned"} {
		if strings.Contains(string(kept.Body), secret) {
			t.Errorf("the cassette tells %q", secret)
		}
	}
}

// A key is not told by whatever prints it.
func TestSecret(t *testing.T) {
	c := config()
	var b strings.Builder
	slog.New(slog.NewTextHandler(&b, nil)).Info("config", slog.Any("config", c), slog.Any("key", c.Key))
	j, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	printed := fmt.Sprintf("%+v %#v %s %v %q", c, c, c.Key, c.Key, c.Key)
	for _, text := range []string{b.String(), string(j), fmt.Sprint(c), printed} {
		if strings.Contains(text, key) || !strings.Contains(text, "[key]") {
			t.Errorf("printed: %s", text)
		}
	}
	env := map[string]string{
		"OPENAI_API_KEY": key + "\n", "OPENAI_MODEL": "l", "OPENAI_MODEL_SMALL": "s", "OPENAI_BASE_URL": "http://x/v1",
	}
	got := model.FromEnv(func(name string) string { return env[name] })
	if got.Key != key || got.Large != "l" || got.Small != "s" || got.BaseURL != "http://x/v1" || got.DayTokens != 0 {
		t.Errorf("got %+v", got)
	}
}

// S3-29: a key alone names OpenAI's small model; where an address or a model is named, nothing is added.
func TestModelOfKey(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"OPENAI_API_KEY": key}, "gpt-4o-mini"},
		{map[string]string{"OPENAI_API_KEY": key, "OPENAI_MODEL": "gpt-4o"}, "gpt-4o"},
		{map[string]string{"OPENAI_API_KEY": key, "OPENAI_MODEL_SMALL": "s"}, ""},
		{map[string]string{"OPENAI_API_KEY": key, "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, ""},
		{nil, ""},
	} {
		if got := model.FromEnv(func(name string) string { return tt.env[name] }).Large; got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.env, got, tt.want)
		}
	}
}
