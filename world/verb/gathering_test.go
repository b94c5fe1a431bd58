package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// A bank takes one sum, and what stands behind it is not passed over.
func TestABankTakesOneSum(t *testing.T) {
	s := newStage(t, world.RolePlayer)
	for line, isSum := range map[string]bool{
		"deposit all but 3": false, "deposit 5 5": false, "withdraw all but 3": false,
		"deposit all": true, "deposit 5 of my coins": true, "withdraw a coin": true,
	} {
		call := s.table.Parse(s.ctx(s.bob), line)
		isRefused := call.Refusal != nil && strings.HasPrefix(call.Refusal.Text, "Say one sum")
		if isRefused == isSum {
			t.Errorf("%q is read as %s", line, told(call))
		}
	}
}
