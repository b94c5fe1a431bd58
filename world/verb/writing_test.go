package verb_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// What stands between ids is said when a blank does.
func TestScriptsStandWithCommas(t *testing.T) {
	s := newStage(t, world.RoleBuilder)
	s.said("redit scripts bell gong", "Room scripts: \"bell gong\" is not a valid id; did you mean \"bell-gong\"? "+
		"Ids stand behind each other with commas: scripts one, two.")
	s.said("unignore ann", "To hear somebody again: ignore NAME off. ignore alone lists whom you ignore.")
}
