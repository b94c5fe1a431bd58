package record

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// TestCrashOnce decides again what crashed: where it still does, where it is refused, and where something comes of it.
func TestCrashOnce(t *testing.T) {
	note := func(in world.Input) sliceNote {
		return sliceNote{Crash: &journal.Crash{Action: server.Deed(in, ""), Via: in.Via, Now: 5, Seq: 9}}
	}
	broken := worldtest.Small()
	anna := worldtest.Join(broken, 1, worldtest.Person{Name: "Anna", Account: "a"})
	merla := worldtest.Join(broken, 1, worldtest.Person{Name: "Merla", Account: "m", Role: world.RoleWizard})
	broken.Index.Inside["chest-01"] = []world.ItemID{"nothing-there-is"} // as a defect would leave it
	for _, c := range []struct {
		name   string
		note   sliceNote
		panics bool
		came   string
	}{
		{"still crashes", note(worldtest.Typed(merla, world.Purge{Item: "chest-01"})), true, ""},
		{"is refused", note(worldtest.Typed(anna, world.Move{Dir: world.West})), false, "it is refused: "},
		{"something comes of it", note(worldtest.Typed(anna, world.Emote{Text: "sits"})), false, "it has 1 event"},
		{"a timer", sliceNote{Crash: &journal.Crash{Action: "timer round:pc-anna", Now: 5}}, false, "nothing comes of it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := crashOnce(context.Background(), broken, c.note)
			if err != nil {
				t.Fatal(err)
			}
			where := strings.Contains(got.Stack, "wizardry.go")
			if got.Panics != c.panics || !strings.HasPrefix(got.Came, c.came) || where != c.panics {
				t.Errorf("got %+v", got)
			}
		})
	}
	t.Run("of another release", func(t *testing.T) {
		_, err := crashOnce(context.Background(), broken, sliceNote{Crash: &journal.Crash{Action: "Juggle pc-anna {}"}})
		if err == nil || !strings.Contains(err.Error(), "does not know the action Juggle") {
			t.Errorf("got %v", err)
		}
	})
}

// TestBlankCrash takes private words out of a crash note, wherever they stand in it.
func TestBlankCrash(t *testing.T) {
	const words = "meet me where the bell hangs"
	at := time.Unix(1_700_000_000, 0)
	in := worldtest.Typed("pc-anna", world.Tell{To: "pc-benno", Text: words})
	private := &journal.Crash{
		Seq:    9,
		Action: server.Deed(in, ""),
		Via:    in.Via,
		Stack:  "no " + words + "\n\ngoroutine 1",
		At:     at,
	}
	got, blanked := blankCrash(private)
	if !blanked || strings.Contains(got.Action+got.Stack, "bell") || !strings.Contains(got.Stack, "goroutine 1") {
		t.Errorf("got %+v", got)
	}
	if _, ok := crashAction(got); !ok {
		t.Errorf("%q is no action any more", got.Action)
	}
	aloud := &journal.Crash{Seq: 9, Action: server.Deed(worldtest.Typed("pc-anna", world.Say{Text: words}), "")}
	if got, blanked := blankCrash(aloud); blanked || !reflect.DeepEqual(got, aloud) {
		t.Errorf("got %+v, want it as it was", got)
	}
}
