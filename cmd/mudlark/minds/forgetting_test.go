package minds

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestWhoIsErasedSoonIsForgotten: by name, once, and neither earlier nor when nobody deleted them.
func TestWhoIsErasedSoonIsForgotten(t *testing.T) {
	p := worldtest.SmallPack()
	e := &command.Env{Ctx: t.Context(), Stderr: t.Output()}
	_, err := server.DoAlone(e, t.TempDir(), func(ctx context.Context, d *server.Daemon) (string, error) {
		host := func(a world.Action) {
			t.Helper()
			if r, err := d.Host(ctx, a); err != nil || r.Refusal != nil {
				t.Fatalf("%T: %v, %v", a, r.Refusal, err)
			}
		}
		if err := d.Begin(ctx, &p); err != nil {
			return "", err
		}
		for _, name := range []string{"Anna", "Benno"} {
			host(world.Create{Account: world.AccountID("a-" + name), Name: name, Role: world.RolePlayer})
		}
		host(world.DeleteCharacter{Who: "pc-anna"})
		f, asked := NewService(d).forgets, map[world.ActorID]bool{}
		waits := func(want ...string) {
			t.Helper()
			if err := f.askErased(ctx, asked); err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range f.waits {
				got = append(got, w.Names...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("to be forgotten are %v, want %v", got, want)
			}
		}
		waits()
		const kept = time.Duration(world.DeletedKept) * time.Millisecond
		host(world.Start{Build: "later", Wall: d.Now().Add(kept - time.Hour).UnixMilli()})
		waits("Anna")
		f.waits = nil // they were forgotten
		waits()
		return "", nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
