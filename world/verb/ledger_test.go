package verb_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// What somebody has seen is counted by region, and who has seen most stands first; no guest and no wizard does.
func TestLedgerAndHonours(t *testing.T) {
	s := newStage(t, world.RoleGuest)
	cora, mia := s.join("cora", world.RolePlayer), s.join("mia", world.RoleWizard)
	c := s.ctx(cora)
	places := 0
	mine, isLedger := s.table.Parse(c, "ledger").Report(c).(verb.LedgerReport)
	for _, r := range mine.Regions {
		places += r.Seen
	}
	if known := len(s.state.Actors[cora].Known); !isLedger || places != known || mine.Places != known || known == 0 {
		t.Errorf("she knows %d places, and her ledger says %+v", known, mine)
	}
	all, isHonours := s.table.Parse(c, "honours").Report(c).(verb.HonoursReport)
	if !isHonours || len(all.Lists) != 3 || len(all.Lists[0].Who) == 0 {
		t.Fatalf("the honours: %+v", all)
	}
	for _, w := range all.Lists[0].Who {
		if w.Name == s.state.Actors[mia].Name || w.Name == s.state.Actors[s.bob].Name || w.N == 0 {
			t.Errorf("%s stands there with %d places", w.Name, w.N)
		}
	}
}
