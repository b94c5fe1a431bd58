package account_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/account"
)

// Two people choose one name before the first is durable: the second is told that it is taken.
func TestStagedShowsWhatIsNotYetDurable(t *testing.T) {
	m := newTable()
	staged := account.NewStaged(m)
	r := newRegistrar(t, staged)
	draft := func() account.Draft {
		d, err := r.Draft(context.Background(), "Ann", account.NewSecret("correct horse battery"))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	one, two := draft(), draft()
	_, puts, err := r.Register(one, noon())
	if err != nil {
		t.Fatal(err)
	}
	staged.Stage(puts)
	_, _, err = r.Register(two, noon())
	wantCode(t, err, account.CodeTakenName)
	m.commit(puts)
	staged.Settled(puts)
	_, _, err = r.Register(two, noon())
	wantCode(t, err, account.CodeTakenName)
}

// At any moment the view equals a table to which every put was applied when it was staged.
func TestStagedEqualsAppliedAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		durable, model := newTable(), newTable()
		staged := account.NewStaged(durable)
		var queue [][]account.Put
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if len(queue) > 0 && rapid.Bool().Draw(t, "settle") {
				durable.commit(queue[0])
				staged.Settled(queue[0])
				queue = queue[1:]
			} else {
				key := rapid.SampledFrom([]string{"x/1", "x/2", "y/1"}).Draw(t, "key")
				p := account.Put{Bucket: "b", Key: []byte(key)}
				if rapid.Bool().Draw(t, "write") {
					p.Value = []byte(rapid.StringMatching(`[a-c]`).Draw(t, "value"))
				}
				queue = append(queue, []account.Put{p})
				staged.Stage([]account.Put{p})
				model.commit([]account.Put{p})
			}
			if got, want := dump(t, staged), dump(t, model); got != want {
				t.Fatalf("got %s, want %s", got, want)
			}
		}
	})
}

func dump(t rapid.TB, rows account.Rows) string {
	var seen []string
	for _, prefix := range []string{"", "x/", "z"} {
		err := rows.Scan("b", []byte(prefix), func(k, v []byte) error {
			seen = append(seen, fmt.Sprintf("%s=%s", k, v))
			return nil
		})
		if err != nil {
			t.Fatalf("scan: %v", err)
		}
	}
	for _, key := range []string{"x/1", "x/2", "y/1", "none"} {
		v, err := rows.Get("b", []byte(key))
		if err != nil {
			t.Fatalf("get: %v", err)
		}
		seen = append(seen, fmt.Sprintf("%s:%s", key, v))
	}
	return fmt.Sprint(seen)
}
