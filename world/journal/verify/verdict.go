package verify

import (
	"fmt"
	"time"
)

// A Finding is how one check came out.
type Finding struct {
	Check string      `json:"check"`
	Holds bool        `json:"holds"`
	Seen  bool        `json:"seen"` // it was looked at; what differs before may keep the rest from it
	About string      `json:"about"`
	First *Difference `json:"first,omitempty"`
}

// A Verdict is what Verify found.
type Verdict struct {
	From     uint64        `json:"from"` // the first record looked at
	To       uint64        `json:"to"`   // and the last
	Records  uint64        `json:"records"`
	Again    uint64        `json:"again"`   // of them decided again
	Older    uint64        `json:"older"`   // of them decided by other rules, and so only folded
	Blanked  uint64        `json:"blanked"` // of them without their words, and so only folded
	Segments int           `json:"segments"`
	Trusted  bool          `json:"trusted"` // the state before From was taken on trust
	Head     string        `json:"head"`
	Took     time.Duration `json:"took_ns"`
	Findings []Finding     `json:"findings"`
}

// Holds reports whether everything that was looked at is as it should be.
func (v *Verdict) Holds() bool { return v.First() == nil }

// First returns the finding that differs at the earliest record, nil when all is as it should be.
func (v *Verdict) First() *Finding {
	var first *Finding
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Holds || !f.Seen {
			continue
		}
		if first == nil || f.First != nil && first.First != nil && f.First.Seq < first.First.Seq {
			first = f
		}
	}
	return first
}

// verdict puts the findings into words.
func (v *verifier) verdict() *Verdict {
	out := &v.out
	out.Head, out.Took = v.head.String(), time.Since(v.began)
	holds := map[string]string{
		CheckChain:   "every record follows the one before, up to the head",
		CheckRecords: "every record can be read, and folds",
		CheckBases:   "every segment opens with what the records before it make",
		CheckAgain:   fmt.Sprintf("%d actions, decided again, have the same events", out.Again),
		CheckSound:   "the world that comes out can be",
		CheckLoaded:  "a start loads the same world",
		CheckErased:  fmt.Sprintf("of each record without its words it is recorded why (%d)", out.Blanked),
		CheckReceipt: "every receipt lies on the chain",
	}
	for _, check := range []string{
		CheckChain, CheckRecords, CheckBases, CheckAgain, CheckSound, CheckLoaded, CheckErased,
		CheckReceipt,
	} {
		f := Finding{Check: check, Seen: v.seen[check], First: v.first[check]}
		switch {
		case f.First != nil:
			f.About = f.First.String()
		case f.Seen:
			f.Holds, f.About = true, holds[check]
		case check == CheckBases && out.Segments < 2, check == CheckReceipt && len(v.o.Receipts) == 0, check == CheckErased,
			check == CheckLoaded && v.tail == nil:
			continue // there was nothing to look at
		default:
			f.About = "not looked at, because of what was found before"
		}
		out.Findings = append(out.Findings, f)
	}
	return out
}
