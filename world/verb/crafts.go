package verb

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type wadeArgs struct {
	Dir string `json:"direction" take:"dir" help:"which way"`
}

type harkArgs struct {
	Item string `json:"item" take:"item" in:"reach" prep:"?to,at" help:"a thing that you have, or that lies here"`
}

// craftsTopic is the topic of crafts and of the verbs that they open.
const craftsTopic = "Crafts"

// CraftsReport lists the crafts of the world.
type CraftsReport struct{ world.CraftsReport }

// SievedReport is what is buried where somebody stands.
type SievedReport struct{ world.Sieved }

// ListenedReport is what the water says.
type ListenedReport struct{ world.Listened }

func (r CraftsReport) words(prose.Style) prose.Text   { return prose.Crafts(r.CraftsReport) }
func (r SievedReport) words(prose.Style) prose.Text   { return prose.Sieved(r.Sieved) }
func (r ListenedReport) words(prose.Style) prose.Text { return prose.Listened(r.Listened) }

// has reports whether somebody has a knack: only then is its verb among what makes sense to do now.
func has(k world.Knack) func(Ctx) bool {
	return func(c Ctx) bool { return c.State.Lacks(c.Actor, k) == nil }
}

const knackHelp = "It is a knack: a craft opens it at a height. crafts says which, and who teaches it."

// craftVerbs are crafts and the verbs that they open. Everybody may type these: who lacks the knack is told of whom to
// learn it.
func craftVerbs() []*Verb {
	return []*Verb{
		tells(Verb{
			Name: "crafts", Aliases: []string{"skills"}, Topic: craftsTopic, Need: world.RoleGuest, Only: Typed,
			When:  func(c Ctx) bool { return len(c.State.Crafts) > 0 },
			Brief: "See how sure you are of which craft, what each opens, and who teaches it.",
			Help: "Crafts grow by doing: at most a point a deed, seldomer the surer one is, and nothing twice in one place " +
				"within an hour of the world, which is five minutes. A lesson raises one at once, up to a limit. All " +
				"together they come to 300 at most.",
			Example: "crafts",
		}, func(c Ctx, _ none) (any, *world.Refusal) { return CraftsReport{c.State.CraftsReport(c.Actor)}, nil }),
		tells(Verb{
			Name: "listen", Topic: craftsTopic, Need: world.RoleGuest, Only: Typed, When: has(world.KnackListen),
			Brief: "Hear how long it is until the water comes, wherever you are.", Help: knackHelp, Example: "listen",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			r, refusal := c.State.ListenTo(c.Actor, c.Now)
			return ListenedReport{r}, refusal
		}),
		acts(Verb{
			Name: "probe", Topic: craftsTopic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:    has(world.KnackProbe),
			Brief:   "Find out whether anything is hidden or buried here.",
			Help:    "What is buried, search digs up. " + knackHelp,
			Example: "probe",
		}, func(Ctx, none) world.Action { return world.Probe{} }),
		tells(Verb{
			Name: "sieve", Topic: craftsTopic, Need: world.RoleGuest, Only: Typed, When: has(world.KnackSieve),
			Brief: "Know what it is that is buried here, before you dig.", Help: knackHelp, Example: "sieve",
		}, func(c Ctx, _ none) (any, *world.Refusal) {
			r, refusal := c.State.Sieve(c.Actor)
			return SievedReport{r}, refusal
		}),
		actsThen(Verb{
			Name: "wade", Topic: craftsTopic, Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			When:  has(world.KnackWade),
			Brief: "Go through the flow to a place that it has taken.",
			Help: "wade north. One place and no further, and only while the water comes in: it lets you stand for half a " +
				"minute, and then it does not. " + knackHelp,
			Example: "wade down",
		}, func(_ Ctx, a wadeArgs) world.Action { return world.Wade{Dir: world.Dir(a.Dir)} }, lookAfter),
		acts(Verb{
			Name: "hark", Topic: craftsTopic, Need: world.RoleGuest, Effect: Changes, Only: Typed,
			When:  has(world.KnackHark),
			Brief: "Learn whose a thing was.", Help: "hark to thimble. " + knackHelp, Example: "hark to lamp",
		}, func(_ Ctx, a harkArgs) world.Action { return world.Hark{Item: world.ItemID(a.Item)} }),
	}
}

// digs makes a search of nothing in particular a deed, where something is buried and somebody has the knack of it.
func (c Ctx) digs(what string) bool {
	isHere := what == "" || lower(what) == "here" || lower(what) == "around"
	return isHere && len(c.State.Index.Buried[c.Actor.Room]) > 0 && c.State.Lacks(c.Actor, world.KnackProbe) == nil
}
