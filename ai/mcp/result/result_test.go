package result_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
)

// written checks that a result is written as encoding/json would write it.
func written(tb rapid.TB, r *result.Result) {
	tb.Helper()
	want, err := json.Marshal(r)
	if err != nil {
		tb.Fatal(err)
	}
	before := []byte("before")
	got, err := r.AppendJSON(before)
	if err != nil {
		tb.Fatal(err)
	}
	if want = append(before, want...); !bytes.Equal(got, want) {
		tb.Fatalf("got\n%s\nwant\n%s", got, want)
	}
}

// reports are values that a result may carry as the report of what was called.
func reports() *rapid.Generator[any] {
	return rapid.OneOf(
		rapid.Just[any](nil),
		rapid.Map(rapid.Make[result.Words](), func(w result.Words) any { return w }),
		rapid.Map(rapid.Make[result.Place](), func(p result.Place) any { return p }),
		rapid.Map(rapid.MapOf(rapid.String(), rapid.Int()), func(m map[string]int) any { return m }),
	)
}

// Any result at all is written byte for byte as encoding/json would: rapid fills every field of every struct in it.
func TestAppendJSON(t *testing.T) {
	t.Run("nothing", func(t *testing.T) { written(t, &result.Result{}) })
	t.Run("a report that does not encode", func(t *testing.T) {
		if _, err := (&result.Result{Result: func() {}}).AppendJSON(nil); err == nil {
			t.Error("want an error")
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t, reflect.TypeFor[result.Result](), "result").Interface().(result.Result)
		r.Result = reports().Draw(t, "report")
		written(t, &r)
	})
}

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

// drawn fills every exported field of a type, however deep, so that a field that is added one day is filled too.
func drawn(t *rapid.T, of reflect.Type, name string) reflect.Value {
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Struct:
		for i := range of.NumField() {
			v.Field(i).Set(drawn(t, of.Field(i).Type, of.Field(i).Name))
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, 3).Draw(t, name+" long"); n >= 0 {
			v.Set(reflect.MakeSlice(of, n, n))
			for i := range n {
				v.Index(i).Set(drawn(t, of.Elem(), name))
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(of))
		for range rapid.IntRange(0, 3).Draw(t, name+" many") {
			v.SetMapIndex(drawn(t, of.Key(), name+" key"), drawn(t, of.Elem(), name))
		}
	case reflect.Pointer:
		if rapid.Bool().Draw(t, name+" there") {
			v.Set(reflect.New(of.Elem()))
			v.Elem().Set(drawn(t, of.Elem(), name))
		}
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.Just(""), rapid.String()).Draw(t, name))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, name))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(rapid.OneOf(rapid.Just(int32(0)), rapid.Int32()).Draw(t, name)))
	case reflect.Uint64:
		v.SetUint(rapid.Uint64().Draw(t, name))
	case reflect.Interface: // what an event's data may hold
		v.Set(reflect.ValueOf(rapid.OneOf(
			rapid.Map(rapid.String(), func(s string) any { return s }), rapid.Map(rapid.Int(), func(n int) any { return n }),
		).Draw(t, name)))
	default:
		t.Fatalf("%s is a %s, which this test cannot fill: teach it", name, of)
	}
	return v
}
