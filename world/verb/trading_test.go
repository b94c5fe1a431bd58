package verb_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// dealing are what people type over a counter; testdata/trading.txt has what each is understood as.
var dealing = []string{
	"list", "list nan", "list from nan silt", "list rat", "list ann", "wares", "li", "value pearl",
	"value note", "value", "appraise my pearl", "buy", "buy lamp", "buy lamp from nan", "buy lamp nan silt",
	"buy lamp from ann", "buy fish", "buy fishing net", "buy net from", "buy the mural", "buy treasure",
	"buy moon", "buy moon from nan", "buy lamp from rat", "purchase lamp", "sell", "sell pearl",
	"sell pearl to nan silt", "sell pearl nan", "sell pearl to ann", "sell note", "sell all", "sell all to nan",
	"sell moon", "offer", "offer 4", "offer 4 for lamp", "offer 4 lamp", "offer 4 coins for lamp",
	"offer 4 pence for lamp to nan", "offer four for lamp", "offer pearl for 13",
	"offer my pearl for 13 to nan", "offer rusty key for 3 coins", "offer lamp for 4", "offer pearl",
	"offer 13 for pearl",
	"offer 13 for my pearl to nan silt", "offer 4 for my lamp", "offer 4 for moon", "offer 4 for note",
	"haggle 4 lamp", "bargain 5 for net", "learn mural", "learn the vault from nan", "learn latin", "learn",
	"study treasure", "buy 1", "buy 2", "buy 9", "buy 0",
	"quote lamp to ann for 5", "teach mural to ann", "promise lamp to ann",
}

// counter is a stage on which bob has a pearl and coins.
func counter(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, world.RoleGuest)
	s.must(s.bob, "get all.coin", "get pearl from heap")
	return s
}

func TestTradingIsUnderstood(t *testing.T) {
	var b strings.Builder
	for _, l := range dealing {
		s := counter(t)
		call := s.table.Parse(s.ctx(s.bob), l)
		fmt.Fprintf(&b, "%q\n    %s\n", l, told(call))
	}
	s := counter(t)
	s.now = 16 * world.GameHour // the hall is outdoors, and nobody has a light
	for _, l := range []string{"list", "buy lamp", "sell pearl", "value pearl", "offer 4 for lamp", "learn mural"} {
		fmt.Fprintf(&b, "%q, by night\n    %s\n", l, told(s.table.Parse(s.ctx(s.bob), l)))
	}
	s = counter(t)
	s.must(s.bob, "north")
	for _, l := range []string{"list", "buy lamp", "sell pearl", "value pearl", "offer 4 for lamp", "learn mural"} {
		fmt.Fprintf(&b, "%q, in the yard\n    %s\n", l, told(s.table.Parse(s.ctx(s.bob), l)))
	}
	golden(t, "trading.txt", b.String())
}

// Whoever reads nothing but what makes sense now trades, and learns each lesson once.
func TestTradingByAffordances(t *testing.T) {
	s := counter(t)
	all := affordances(s)
	for name, want := range map[string]map[string]string{
		"list": {"from": "Nan Silt"}, "value": {"item": "pearl"}, "sell": {"item": "pearl", "to": "Nan Silt"},
		"buy":   {"item": "lamp", "from": "Nan Silt"}, // the net costs more than there is
		"offer": {"item": "lamp,fishing net,pearl", "to": "Nan Silt"},
		"learn": {"lesson": "the mural,the vault", "from": "Nan Silt"},
	} {
		for arg, want := range want {
			if got := strings.Join(all[name][arg], ","); got != want {
				t.Errorf("%s: %s can be %q, want %q", name, arg, got, want)
			}
		}
	}
	s.must(s.bob, "learn the mural", "learn the vault", "sell pearl")
	all = affordances(s)
	if _, ok := all["learn"]; ok {
		t.Error("what one knows is taught again")
	}
	if _, ok := all["sell"]; ok {
		t.Errorf("nothing is left to be sold, and %v is offered", all["sell"])
	}
	for _, line := range []string{"buy ", "sell ", "offer 4 for ", "learn ", "list "} {
		s := counter(t)
		for _, full := range s.table.Complete(s.ctx(s.bob), line) {
			if r := s.table.Parse(s.ctx(s.bob), full).Refusal; r != nil {
				t.Errorf("%q: %s", full, r.Text)
			}
		}
	}
	s.must(s.bob, "north")
	for name := range affordances(s) {
		if slices.Contains([]string{"list", "value", "buy", "sell", "offer", "learn"}, name) {
			t.Errorf("%s is offered where nobody trades", name)
		}
	}
}

// A creature with a mind has three verbs that nobody else has, not even a wizard.
func TestWhatOnlyMindsCanType(t *testing.T) {
	s := counter(t)
	mind := verb.Ctx{
		State: s.state, Now: s.now, Actor: s.state.Actors["npc-nan"], Via: world.Via{Kind: world.ViaMind},
	}
	for line, want := range map[string]string{
		"quote lamp to bob for 4":         `Quote{"to":"pc-bob","item":"lamp","coins":4,"sell":true}`,
		"quote pearl to bob at 12":        `Quote{"to":"pc-bob","item":"pearl","coins":12}`,
		"quote moon to bob for 12":        `not_allowed: That is nothing that you deal in.`,
		"teach the mural to ann":          `Teach{"to":"pc-ann","lesson":"mural"}`,
		"teach vault to ann":              `not_allowed: That is nothing that you teach.`, // it costs something
		"promise lamp to ann":             `Promise{"to":"pc-ann","promise":"lamp"}`,
		"promise the moon to ann":         `not_allowed: That is nothing that you promise.`,
		"quote lamp to nobody-at-all for": `missing: Quote it for what? (Usage: quote <thing> to <person> for <coins>)`,
	} {
		if got := told(s.table.Parse(mind, line)); got != want {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
	offered := map[string]map[string][]string{}
	for _, a := range s.table.Affordances(mind) {
		offered[a.Verb] = a.Args
	}
	for _, name := range []string{"quote", "teach", "promise"} {
		if offered[name] == nil {
			t.Errorf("a mind is not offered %s", name)
		}
	}
	t.Run("of a thing it sells and buys it means the side that was asked about", func(t *testing.T) {
		s.must(s.bob, "get lamp", "offer 2 for my lamp")
		if s.state.Timers["quote:pc-bob:npc-nan:b:lamp"] != nil {
			t.Fatal("Nan has no mind to attend, and takes her time")
		}
		s.state.MobSpecs["nan"].Mind.Voice = "slow"
		s.state.MobSpecs["nan"].Mind.Buys[1].Most = 3
		s.must(s.bob, "offer 3 for my lamp")
		want := `Quote{"to":"pc-bob","item":"lamp","coins":2}`
		if got := told(s.table.Parse(mind, "quote lamp to bob for 2")); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	wizard := newStage(t, world.RoleWizard)
	for _, line := range []string{"quote lamp to ann for 5", "teach mural to ann", "promise lamp to ann"} {
		if r := wizard.table.Parse(wizard.ctx(wizard.bob), line).Refusal; r == nil || r.Code != world.CodeUnknown {
			t.Errorf("%q: a wizard gets %v", line, r)
		}
	}
}

// What one was promised stands with the quests until one has it.
func TestWhatIsOwedIsListed(t *testing.T) {
	s := counter(t)
	in := world.Input{
		Actor: "npc-nan", Via: world.Via{Kind: world.ViaMind}, Action: world.Promise{To: s.bob, Promise: "lamp"},
	}
	if _, r := s.state.Decide(s.now, in); r != nil {
		t.Fatal(r.Text)
	}
	const want = `Nan Silt said: "A lamp, one day."`
	if got := verb.Words(s.line(s.bob, "quests").report, prose.Style{}).String(); !strings.Contains(got, want) {
		t.Errorf("bob sees %s", got)
	}
	if got := verb.Words(s.line(s.ann, "quests").report, prose.Style{}).String(); strings.Contains(got, "lamp") {
		t.Errorf("ann sees %s", got)
	}
}

// Nobody in Lowtide gets rich by carrying a thing from one counter to another and back.
func TestNobodyGetsRichBetweenTwoCounters(t *testing.T) {
	s := newLowtide(t)
	sold, bought := map[world.ProtoID]int{}, map[world.ProtoID]int{}
	for _, m := range s.state.MobSpecs {
		if m.Mind == nil {
			continue
		}
		for _, w := range m.Mind.Sells {
			least := w.Price
			if w.Least > 0 {
				least = w.Least
			}
			if before, ok := sold[w.Item]; !ok || least < before {
				sold[w.Item] = least
			}
		}
		for _, w := range m.Mind.Buys {
			bought[w.Item] = max(bought[w.Item], w.Price, w.Most)
		}
	}
	if len(sold) < 10 || len(bought) < 10 {
		t.Errorf("%d things are sold and %d bought", len(sold), len(bought))
	}
	for item, least := range sold {
		if most := bought[item]; most > least {
			t.Errorf("%s is sold for %d and bought for %d", item, least, most)
		}
	}
}
