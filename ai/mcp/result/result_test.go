package result_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
)

// Arguments are written as the object of lists that they stand for.
func TestArgs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		args := rapid.MapOf(rapid.String(), rapid.SliceOfN(rapid.String(), 0, 4)).Draw(t, "args")
		const most = 3
		cut := map[string][]string{}
		for name, candidates := range args {
			cut[name] = candidates[:min(len(candidates), most)]
		}
		want, err := json.Marshal(map[string]any{"tool": "", "args": cut})
		if len(args) == 0 {
			want, err = json.Marshal(map[string]any{"tool": ""})
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(result.Action{Args: result.ArgsOf(args, most)})
		if err != nil {
			t.Fatal(err)
		}
		var is, ought any
		if json.Unmarshal(got, &is) != nil || json.Unmarshal(want, &ought) != nil || !reflect.DeepEqual(is, ought) {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

// DOOR D17: the schema of results names every key that a result may have, those of a failure too, and none besides.
func TestTheSchemaNamesEveryKey(t *testing.T) {
	type schema struct {
		Properties map[string]struct{ Properties map[string]any }
	}
	var of schema
	if err := json.Unmarshal(result.Schema(), &of); err != nil {
		t.Fatal(err)
	}
	named := slices.Sorted(maps.Keys(of.Properties))
	if want := keysOf(reflect.TypeFor[result.Result]()); !slices.Equal(named, want) {
		t.Errorf("a result has %q, the schema names %q", want, named)
	}
	named = slices.Sorted(maps.Keys(of.Properties["error"].Properties))
	if want := keysOf(reflect.TypeFor[result.Failure]()); !slices.Equal(named, want) {
		t.Errorf("a failure has %q, the schema names %q", want, named)
	}
}

// keysOf are the keys under which the fields of a struct are written, in order.
func keysOf(of reflect.Type) (out []string) {
	for _, f := range reflect.VisibleFields(of) {
		if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "-" {
			out = append(out, key)
		}
	}
	slices.Sort(out)
	return out
}
