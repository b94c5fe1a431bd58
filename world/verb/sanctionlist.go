package verb

import (
	"net/netip"
	"strconv"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// sanctionsShown is how many sanctions one list shows.
const sanctionsShown = 200

func (c Ctx) listSanctions(words []string) Call {
	pick := func(*world.Sanction) bool { return true }
	if len(words) > 0 && isNet(words[0]) {
		net, r := world.ParseNet(words[0])
		if r != nil {
			return Call{Refusal: r}
		}
		pick = func(x *world.Sanction) bool {
			other, err := netip.ParsePrefix(x.Net)
			return err == nil && other.Overlaps(net)
		}
	} else if len(words) > 0 {
		who, r := c.personCalled(words[0])
		if r != nil {
			return Call{Refusal: r}
		}
		pick = func(x *world.Sanction) bool {
			on := c.State.SanctionOn(x.Kind, who, c.Now)
			return x.Who != "" && on != nil && on.ID == x.ID
		}
	}
	return Call{Report: func(c Ctx) any {
		out := RecordReport{Title: "Sanctions"}
		left := 0
		for _, x := range world.Ordered(c.State.Sanctions) {
			switch {
			case !c.State.Stands(x, c.Now) || !pick(x):
			case len(out.Lines) == sanctionsShown:
				left++
			default:
				out.Lines = append(out.Lines, RecordLine{Text: sanctionLine(x)})
			}
		}
		if len(out.Lines) == 0 {
			out.Notes = []string{"There are none."}
		}
		if left > 0 {
			out.Notes = []string{"There are " + strconv.Itoa(left) + " more: sanctions and a name or an address."}
		}
		return out
	}}
}

func sanctionLine(x *world.Sanction) string {
	what := prose.SanctionWord(x.Kind)
	switch {
	case x.Strangers:
		what = "guests and new accounts " + what
	case x.Whole:
		what += " with the account"
	}
	return x.Name + ": " + what + " " + termAndWhy(x)
}

func shownNotes(who *world.Actor) any {
	out := RecordReport{Title: "Notes on " + who.Name}
	for i, n := range who.Notes {
		out.Lines = append(out.Lines, RecordLine{Text: strconv.Itoa(i+1) + ". " + n.Text + signed(n.By, n.At)})
	}
	if len(out.Lines) == 0 {
		out.Notes = []string{"Nothing is noted. notes " + who.Name + " and a sentence notes it."}
	}
	return out
}
