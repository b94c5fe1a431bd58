package result_test

import (
	"encoding/json"
	"reflect"
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
