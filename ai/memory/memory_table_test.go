package memory_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

// said is somebody's claim.
func said(by, text string) memory.Row {
	return memory.Row{Kind: memory.Claim, Deed: "said", By: by, Source: by, Who: []string{by}, Text: text, Importance: 4}
}

// Near-duplicates of somebody's words are one memory, which says how often; other words are another (S1-11).
func TestAlike(t *testing.T) {
	const line = "The sexton hides the silver under the altar of the chapel"
	for _, c := range []struct {
		name, text string
		isSame     bool
	}{
		{"the same", line, true},
		{"case", strings.ToUpper(line), true},
		{"a word before", "Listen, " + line, true},
		{"a word behind", line + ", friend", true},
		{"another word", strings.Replace(line, "hides", "keeps", 1), true},
		{"two slips", strings.Replace(strings.Replace(line, "sexton", "sexten", 1), "altar", "alter", 1), true},
		{"half turned", "Under the altar of the chapel the sexton hides the silver", true},
		{"disguised", "Th3 s3xt0n h1d3s th3 s1lv3r und3r th3 4lt4r 0f th3 ch4p3l", true},
		{"disguised otherwise", "The $exton hide$ the $ilver under the @ltar of the ch@pel", true},
		{"denied", "The sexton never hides the silver under the altar of the chapel", false},
		{"denied shortly", "The sexton doesn't hide the silver under the altar of the chapel", false},
		{"counted", "The sexton hides 12 silver under the altar of the chapel", false},
		{"something else", "The guard at the gate takes bribes on market days", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := memory.New(memory.Config{})
			first, _ := m.Remember(said("pc-ann", line))
			second, changed := m.Remember(said("pc-ann", c.text))
			if got := first.ID == second.ID; got != c.isSame {
				t.Errorf("got one memory %t, want %t", got, c.isSame)
			}
			if c.isSame && (second.Count != 1 || second.Text != line || len(changed) != 1) {
				t.Errorf("got %+v, want the first words, counted", second)
			}
		})
	}
}

// Of what the world did every word counts.
func TestFactsAreNotAlike(t *testing.T) {
	m := memory.New(memory.Config{})
	for _, text := range []string{
		"Ann gave me a ring of brass before everybody in the tavern.",
		"Ann gave me a ring of glass before everybody in the tavern.",
		"Ann gave me a ring of brass before nobody in the tavern.",
	} {
		m.Remember(memory.Row{Kind: memory.Event, Deed: "item_given", By: "pc-ann", Text: text, Importance: 6})
	}
	m.Remember(memory.Row{
		Kind: memory.Event, Deed: "item_given", By: "pc-ann", Importance: 6, At: 5,
		Text: "Ann gave me a ring of brass, before everybody in the tavern!",
	})
	rows := m.Rows()
	if len(rows) != 3 || rows[0].Count != 1 || rows[0].Again != 5 {
		t.Errorf("got %+v, want three, the first of them twice", rows)
	}
}

// However alike two memories are: from another source, of other people or for other ears they are two.
func TestNeverMerged(t *testing.T) {
	base := said("pc-ann", "the bell rings at midnight")
	for name, change := range map[string]func(r *memory.Row){
		"source": func(r *memory.Row) { r.Source = "pc-bob" },
		"only":   func(r *memory.Row) { r.Only = "pc-ann" },
		"who":    func(r *memory.Row) { r.Who = []string{"pc-bob"} },
		"by":     func(r *memory.Row) { r.By = "pc-bob" },
		"kind":   func(r *memory.Row) { r.Kind = memory.Promise },
		"deed":   func(r *memory.Row) { r.Deed = "told" },
		"mine":   func(r *memory.Row) { r.Mine = true },
	} {
		t.Run(name, func(t *testing.T) {
			m, other := memory.New(memory.Config{}), base
			change(&other)
			a, _ := m.Remember(base)
			b, _ := m.Remember(other)
			if a.ID == b.ID || len(m.Rows()) != 2 {
				t.Errorf("got %v and %v, want two memories", a, b)
			}
		})
	}
}

// What somebody says is theirs, whatever whoever calls takes it for.
func TestWordsAreNoEvents(t *testing.T) {
	for _, c := range []struct {
		who  []string
		want memory.Kind
	}{{nil, memory.Claim}, {[]string{"pc-ann"}, memory.Claim}, {[]string{"pc-ann", "pc-bob"}, memory.Gossip}} {
		m := memory.New(memory.Config{})
		got, _ := m.Remember(memory.Row{
			Kind: memory.Event, Source: "pc-ann", Who: c.who, Text: "You promised me the key.", Importance: 9,
		})
		if got.Kind != c.want || got.Source != "pc-ann" {
			t.Errorf("about %v: got %s from %q, want %s from pc-ann", c.who, got.Kind, got.Source, c.want)
		}
	}
}

// Who is cut off where, and what is not kept at all.
func TestRowLimits(t *testing.T) {
	m := memory.New(memory.Config{})
	many := make([]string, 30)
	for i := range many {
		many[i] = fmt.Sprint("pc-", i)
	}
	got, _ := m.Remember(memory.Row{
		Kind: memory.Event, Text: strings.Repeat("é\x1b[31m ", 500), Who: many, By: strings.Repeat("b", 64), Importance: 99,
	})
	if len(got.Text) > memory.TextBytesMax || !utf8.ValidString(got.Text) || strings.Contains(got.Text, "\x1b") ||
		len(got.Who) != memory.WhoMost || len(got.By) != memory.IDBytesMax || got.Importance != memory.ImportanceMost {
		t.Errorf("got %+v", got)
	}
	long := strings.Repeat("b", memory.IDBytesMax+1)
	for _, r := range []memory.Row{
		{Kind: memory.Event}, {Kind: "rumour", Text: "x"}, {Kind: memory.Gossip, Text: "x"},
		{Kind: memory.Event, Text: "x", By: long}, {Kind: memory.Claim, Text: "x", Source: long},
		{Kind: memory.Claim, Text: "x", Source: "pc-ann", Only: long},
	} {
		if got, changed := m.Remember(r); got.ID != 0 || changed != nil {
			t.Errorf("got %v, want nothing of %v", got, r)
		}
	}
}

// What is evicted is what matters least and was not used for longest; promises, debts and deaths stay.
func TestEviction(t *testing.T) {
	m := memory.New(memory.Config{Most: 6})
	put := func(at world.Time, importance int, deed, text string) uint64 {
		r, _ := m.Remember(memory.Row{
			Kind: memory.Event, At: at * world.GameDay, Importance: importance, Deed: deed, Text: text,
		})
		return r.ID
	}
	death := put(0, 0, "died", "The old ferryman died.")
	debt := put(0, 0, "debt", "Bob owes me three silver.")
	promise, _ := m.Remember(memory.Row{Kind: memory.Promise, Text: "I shall keep a bed for Ann.", Importance: 0})
	dull := put(1, 1, "said", "Somebody sneezed at length.")
	old := put(1, 5, "said", "There was a flood in the cellar.")
	sharp := put(9, 9, "theft", "Cyd took the tin tray.")
	// A new one that matters: first the dull one goes, then, once that is gone, the old one.
	late := memory.Row{Kind: memory.Event, At: 9 * world.GameDay, Importance: 7, Text: "The bell cracked."}
	_, changed := m.Remember(late)
	if len(changed) != 2 || changed[1].Drop != dull {
		t.Errorf("got %v, want %d to go", changed, dull)
	}
	late.Text = "A whale came in."
	_, changed = m.Remember(late)
	if len(changed) != 2 || changed[1].Drop != old {
		t.Errorf("got %v, want %d to go", changed, old)
	}
	var ids []uint64
	for _, r := range m.Rows() {
		ids = append(ids, r.ID)
	}
	for _, id := range []uint64{death, debt, promise.ID, sharp} {
		if !slices.Contains(ids, id) {
			t.Errorf("memory %d is gone", id)
		}
	}
}

// Nobody can fill a mind with promises: the cap holds, and there is room for other things.
func TestLastingHasABound(t *testing.T) {
	m := memory.New(memory.Config{Most: 10})
	for i := range 40 {
		m.Remember(memory.Row{Kind: memory.Promise, Text: fmt.Sprint("I promised thing number ", i), At: world.Time(i)})
	}
	if got := len(m.Rows()); got != 10 {
		t.Fatalf("got %d rows, want 10", got)
	}
	for i := range 20 {
		m.Remember(memory.Row{Kind: memory.Event, Text: fmt.Sprint("event number ", i), Importance: 5, At: 100})
	}
	promises := 0
	for _, r := range m.Rows() {
		if r.Kind == memory.Promise {
			promises++
		}
	}
	if promises != 5 {
		t.Errorf("got %d promises, want the newest five", promises)
	}
}

// The score is 1.0 of how well it fits, 0.5 of how fresh it is, and 0.7 of how much it matters.
func TestScores(t *testing.T) {
	const text = "The lighthouse has a ghost."
	for _, c := range []struct {
		name       string
		hours      world.Time
		importance int
		want       int
	}{
		{"fresh and idle", 0, 0, 1500},
		{"fresh and grave", 0, 10, 2200},
		{"a day later", 24, 0, 1000 + 887/2},           // .995^24 = .8867
		{"half gone", 138, 0, 1000 + 501/2},            // .995^138 = .5007
		{"a season later", 2000, 5, 1000 + 350},        // .995^2000 = .00004
		{"for ever later", 100_000, 0, 1000},           // nothing
		{"from the future", -50, 10, 1000 + 500 + 700}, // a restored world
	} {
		m := memory.New(memory.Config{})
		m.Remember(memory.Row{Kind: memory.Event, At: 100 * world.GameHour, Text: text, Importance: c.importance})
		got := m.Recall(memory.Query{Words: []string{"ghost of the lighthouse"}, At: (100 + c.hours) * world.GameHour})
		if len(got) != 1 || got[0].Score != c.want {
			t.Errorf("%s: got %+v, want %d", c.name, got, c.want)
		}
	}
}

// What is recalled is fresh again; the change is told once, and only when an hour has passed.
func TestRecallTouches(t *testing.T) {
	m := memory.New(memory.Config{})
	m.Remember(memory.Row{Kind: memory.Event, Text: "A ghost."})
	recall := func(at world.Time) []memory.Change {
		m.Recall(memory.Query{Words: []string{"ghost"}, At: at})
		return m.Changes()
	}
	if got := recall(world.GameHour - 1); len(got) != 0 {
		t.Errorf("within the hour: got %v", got)
	}
	got := recall(10 * world.GameHour)
	if len(got) != 1 || got[0].Put == nil || got[0].Put.Used != 10*world.GameHour {
		t.Errorf("after ten hours: got %v", got)
	}
	if got := m.Changes(); len(got) != 0 {
		t.Errorf("again: got %v", got)
	}
	if got := recall(2 * world.GameHour); len(got) != 0 {
		t.Errorf("back in time: got %v", got)
	}
}

// What comes to mind, by words, by people, by nothing, and how much of it.
func TestRecall(t *testing.T) {
	m := memory.New(memory.Config{})
	for i := range 30 {
		m.Remember(memory.Row{
			Kind: memory.Event, Text: fmt.Sprintf("Guest %d bought small beer.", i), Importance: i % 7, By: fmt.Sprint("pc-", i),
		})
	}
	m.Remember(memory.Row{Kind: memory.Event, Text: "Ann broke the mirror.", By: "pc-ann", Importance: 2})
	m.Remember(memory.Row{Kind: memory.Event, Text: "The mirror was old.", Importance: 2})
	first := func(q memory.Query) string {
		if got := m.Recall(q); len(got) > 0 {
			return got[0].Row.Text
		}
		return ""
	}
	for _, c := range []struct {
		name string
		q    memory.Query
		want string
	}{
		{"words", memory.Query{Words: []string{"old", "mirror"}}, "The mirror was old."},
		{
			"people before others", memory.Query{Words: []string{"the mirror"}, About: []string{"pc-ann"}},
			"Ann broke the mirror.",
		},
		{"people alone", memory.Query{About: []string{"pc-ann"}}, "Ann broke the mirror."},
		{"words of the same sense", memory.Query{Words: []string{"who smashed it"}}, "Ann broke the mirror."},
		{"nothing fits", memory.Query{Words: []string{"xyzzy"}}, ""},
		{"nothing is asked", memory.Query{}, "Guest 6 bought small beer."},
	} {
		if got := first(c.q); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	for most, want := range map[int]int{0: memory.RecallUsual, 3: 3, 1000: memory.RecallMost} {
		if got := len(m.Recall(memory.Query{Words: []string{"beer"}, Most: most})); got != want {
			t.Errorf("at most %d: got %d, want %d", most, got, want)
		}
	}
}

// wrongs are three thefts by Bob, as the one who is robbed has them in memory.
func wrongs(only string) (out []memory.Row) {
	for _, thing := range []string{"tray", "lamp", "ladle"} {
		out = append(out, memory.Row{
			Kind: memory.Event, Deed: "theft", By: "pc-bob", Name: "Bob", Who: []string{"pc-bob"}, Mine: true, Only: only,
			Text: "Bob took my " + thing + ".", Importance: 8,
		})
	}
	return out
}

// rumble makes a mind think back: so much happens that it has to.
func rumble(m *memory.Memory, only string) {
	for i := range memory.ReflectAt/10 + 1 {
		m.Remember(memory.Row{Kind: memory.Event, Text: fmt.Sprint("The bell cracked ", i), Importance: 10, Only: only})
	}
}

// S1-11: several wrongs come to one memory, of all of them, which a later one replaces.
func TestReflect(t *testing.T) {
	m := memory.New(memory.Config{})
	for _, r := range wrongs("")[:2] {
		m.Remember(r)
	}
	if got := m.Reflect(1); got != nil {
		t.Errorf("before enough has gathered: got %v", got)
	}
	rumble(m, "")
	if got := m.Reflect(2); got != nil {
		t.Errorf("of two wrongs: got %v", got)
	}
	m.Remember(wrongs("")[2])
	rumble(m, "")
	got := m.Reflect(3)
	if len(got) != 1 || got[0].Text != "Bob has wronged me three times. The last I know of: Bob took my ladle." ||
		got[0].Kind != memory.Reflection || got[0].Importance != 9 || !slices.Equal(got[0].Of, []uint64{1, 2, 19}) {
		t.Fatalf("got %+v", got)
	}
	if c := m.Changes(); len(c) != 1 || c[0].Put == nil || c[0].Put.ID != got[0].ID {
		t.Errorf("got %v, want the reflection", c)
	}
	if again := m.Reflect(4); again != nil {
		t.Errorf("again at once: got %v", again)
	}
	m.Remember(wrongs("")[0]) // a fourth, much like the first
	rumble(m, "")
	later := m.Reflect(5)
	if len(later) != 1 || !strings.HasPrefix(later[0].Text, "Bob has wronged me four times.") {
		t.Fatalf("got %+v", later)
	}
	c := m.Changes()
	if !slices.ContainsFunc(c, func(c memory.Change) bool { return c.Drop == got[0].ID }) {
		t.Errorf("got %v, want the earlier one gone", c)
	}
	if again := m.Changes(); len(again) > 0 {
		t.Errorf("got %v a second time", again)
	}
}

// Who is knocked down again and again has not been beaten at a table.
func TestReflectOnFights(t *testing.T) {
	m := memory.New(memory.Config{})
	for _, where := range []string{"bar", "stairs", "slip"} {
		m.Remember(memory.Row{
			Kind: memory.Event, Deed: "fight_won", By: "pc-bob", Name: "Bob", Who: []string{"pc-bob"}, Mine: true,
			Text: "I knocked Bob down at the " + where + ".", Importance: 8,
		})
	}
	rumble(m, "")
	if got := m.Reflect(1); len(got) != 1 || !strings.HasPrefix(got[0].Text, "I have knocked Bob down three times.") {
		t.Errorf("got %+v", got)
	}
}

// Reflections do not mix what was told in confidence with anything, and are no evidence from hearsay.
func TestReflectionsKeepConfidences(t *testing.T) {
	m := memory.New(memory.Config{})
	for i, only := range []string{"", "pc-ann", "pc-cyd"} {
		m.Remember(wrongs(only)[i])
	}
	for _, r := range wrongs("") {
		r.Source = "pc-ann" // what Ann says of Bob
		m.Remember(r)
	}
	for _, only := range []string{"", "pc-ann", "pc-cyd"} {
		rumble(m, only)
	}
	if got := m.Reflect(1); got != nil {
		t.Errorf("of three wrongs, each another's secret, and of hearsay: got %v", got)
	}
	for _, r := range wrongs("pc-ann") {
		m.Remember(r)
	}
	for _, r := range wrongs("") {
		r.Mine = false // others were robbed
		m.Remember(r)
	}
	rumble(m, "")
	if got := m.Reflect(1); got != nil {
		t.Errorf("Ann's secrets are no reason to think back with everybody: got %v", got)
	}
	rumble(m, "pc-ann")
	got := m.Reflect(2)
	if len(got) != 1 || got[0].Only != "pc-ann" {
		t.Fatalf("got %v, want one, for Ann alone", got)
	}
	for listener, want := range map[string]bool{"pc-ann": true, "pc-cyd": false, "": false} {
		found := m.Recall(memory.Query{Words: []string{"wronged me"}, For: listener})
		if got := slices.Contains(texts(found), got[0].Text); got != want {
			t.Errorf("for %q: got %t, want %t", listener, got, want)
		}
	}
}

// Whoever is forgotten is in nothing that is left, and nothing else goes.
func TestForget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := memory.New(memory.Config{})
		for i := range rapid.IntRange(1, 40).Draw(t, "rows") {
			m.Remember(rowOf(t, world.Time(i)*world.GameHour))
		}
		before := m.Rows()
		person := rapid.SampledFrom(people).Draw(t, "person")
		dropped := map[uint64]bool{}
		names := map[string]bool{}
		for _, r := range before {
			if r.By == person {
				names[r.Name] = true
			}
		}
		for _, c := range m.Forget(person, nil) {
			if c.Put == nil {
				dropped[c.Drop] = true
			}
		}
		for _, r := range before {
			has := r.By == person || r.Source == person || r.Only == person || slices.Contains(r.Who, person)
			if dropped[r.ID] != has {
				t.Fatalf("dropped %t, want %t: %v", dropped[r.ID], has, r)
			}
		}
		for _, r := range m.Rows() {
			for name := range names { // each by itself
				if slices.Contains(strings.Fields(r.Text), name) {
					t.Fatalf("%s is still named: %s", name, r.Text)
				}
			}
		}
	})
}

// What rests on the deeds of whoever is forgotten goes too, and their name is not found any more.
func TestForgetWhatRests(t *testing.T) {
	m := memory.New(memory.Config{})
	for _, r := range wrongs("") {
		r.Who = []string{"pc-ann"} // it was Ann who lost them
		m.Remember(r)
	}
	m.Remember(memory.Row{Kind: memory.Event, Text: "Cyd sang of Bob and the whale.", Importance: 5})
	rumble(m, "")
	if got := m.Reflect(1); len(got) != 1 {
		t.Fatalf("got %v", got)
	}
	m.Forget("pc-ann", nil)
	for _, r := range m.Rows() {
		if r.Kind == memory.Reflection {
			t.Errorf("it still rests on what is gone: %v", r)
		}
	}
	m.Remember(wrongs("")[0])
	m.Forget("pc-bob", nil)
	if got := texts(m.Recall(memory.Query{Words: []string{"bob"}})); got != nil {
		t.Errorf("got %v for the name", got)
	}
	if got := texts(m.Recall(memory.Query{Words: []string{"whale"}})); !slices.Equal(got, []string{
		"Cyd sang of somebody and the whale.",
	}) {
		t.Errorf("got %v", got)
	}
}

// Who never did anything before a mind is forgotten by the names that others call them, too; where nothing but
// the name was said, nothing is left.
func TestForgetByName(t *testing.T) {
	m := memory.New(memory.Config{})
	for _, text := range []string{
		"Cyd sang of Seren and the whale.", "Seren!", "It was SEREN, and it was her.", "Serenity is for the sea.",
		"They call pc-seren the fox of Lowtide.", "The Fox of Lowtide owes Cyd a net.",
	} {
		m.Remember(memory.Row{Kind: memory.Event, Text: text, By: "pc-cyd", Name: "Cyd", Importance: 5})
	}
	changes := m.Forget("pc-seren", []string{"Seren", "the fox of lowtide", ""})
	var left []string
	for _, r := range m.Rows() {
		left = append(left, r.Text)
	}
	want := []string{
		"Cyd sang of somebody and the whale.", "Serenity is for the sea.", "They call somebody somebody.",
		"somebody owes Cyd a net.",
	}
	if !slices.Equal(left, want) || len(changes) != 5 {
		t.Errorf("got %d changes and %q, want 5 and %q", len(changes), left, want)
	}
	if again := m.Forget("pc-seren", []string{"Seren", "the fox of lowtide"}); again != nil {
		t.Errorf("got %v the second time", again)
	}
}

// What a mind was made with, and what is written of the world, loses nothing with somebody who calls themselves like a
// word in it; what is about them goes.
func TestForgetLeavesTheWorld(t *testing.T) {
	m := memory.New(memory.Config{})
	want := []string{"I ring the bell when the tide turns.", "The tide turns at seven."}
	m.Remember(memory.Row{Kind: memory.Given, Text: want[0], Importance: 5})
	m.Learn(memory.Row{Kind: memory.Lore, Deed: "fact:tide", Text: want[1], Importance: 5})
	m.Learn(memory.Row{Kind: memory.Lore, Deed: "fact:her", Text: "Tide owes me a net.", Who: []string{"pc-tide"}})
	m.Remember(memory.Row{Kind: memory.Event, Text: "Tide!", By: "pc-cyd", Name: "Cyd", Importance: 5})
	m.Forget("pc-tide", []string{"Tide"})
	var left []string
	for _, r := range m.Rows() {
		left = append(left, r.Text)
	}
	if !slices.Equal(left, want) {
		t.Errorf("got %q, want %q", left, want)
	}
}

// What was compared with others before somebody was forgotten is compared as it reads now.
func TestForgottenIsNoLongerLike(t *testing.T) {
	m := memory.New(memory.Config{})
	put := func(text string) memory.Row {
		kept, _ := m.Remember(memory.Row{Kind: memory.Event, Text: text, By: "pc-cyd", Name: "Cyd", Importance: 5})
		return kept
	}
	put("Cyd sang of Seren and the whale.")
	if again := put("Cyd sang of Seren and of the whale."); again.Count != 1 {
		t.Fatalf("got %+v, want the first with another of it", again)
	}
	m.Forget("pc-seren", []string{"Seren"})
	if apart := put("Cyd sang of Seren and the whale."); apart.Count != 0 || len(m.Rows()) != 2 {
		t.Errorf("got %+v, which is one with what it was before", apart)
	}
	if again := put("Cyd sang of somebody and the whale."); again.Count == 0 {
		t.Errorf("got %+v, want it one with what it is now", again)
	}
}

// A conclusion goes with what it rests on when somebody is forgotten, not because its grounds were evicted long before.
// And a mind that forgot recalls as one that was made from what is left.
func TestForgetLeavesOthersAlone(t *testing.T) {
	m := memory.New(memory.Config{Most: 24})
	for _, r := range wrongs("") {
		m.Remember(r)
	}
	rumble(m, "")
	m.Reflect(1)
	for i := range 7 { // and the wrongs are the least of all
		m.Remember(memory.Row{
			Kind: memory.Claim, Source: "pc-cyd", Importance: 10, At: world.Time(i) * world.GameHour, Seq: uint64(i + 1),
			Text: fmt.Sprintf("Dora has %d boats %s", i, strings.Repeat("and a net ", i%3)),
		})
	}
	isWrong := func(r memory.Row) bool { return r.Deed == "theft" }
	isKept := func(r memory.Row) bool { return r.Kind == memory.Reflection }
	if slices.ContainsFunc(m.Rows(), isWrong) || !slices.ContainsFunc(m.Rows(), isKept) {
		t.Fatalf("got %v, want the reflection without its grounds", m.Rows())
	}
	m.Forget("pc-nobody", []string{"Dora"})
	if !slices.ContainsFunc(m.Rows(), isKept) {
		t.Error("what was concluded of somebody else is gone")
	}
	again := memory.New(memory.Config{Most: 24})
	again.Load(m.Rows())
	q := memory.Query{Words: []string{"somebody boats net"}, At: 50 * world.GameHour}
	if got, want := m.Recall(q), again.Recall(q); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Words speak for what was said right before and after, whoever said it, and for nothing else.
func TestWordsGoOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		other string
		later world.Time
		isHit bool
	}{
		{"at once", "pc-ann", world.Minute, true}, {"another speaker", "pc-bob", world.Minute, true},
		{"a game day later", "pc-ann", world.GameDay, false},
	} {
		m := memory.New(memory.Config{})
		m.Remember(said("pc-ann", "The well on the square is dry."))
		next := said(c.other, "Nobody knows the reason.")
		next.At = c.later
		m.Remember(next)
		got := slices.Contains(texts(m.Recall(memory.Query{Words: []string{"well on the square"}})), next.Text)
		if got != c.isHit {
			t.Errorf("%s: found %t, want %t", c.name, got, c.isHit)
		}
	}
}

// Loading keeps to the cap, takes each id once, and goes on counting from the highest.
func TestLoad(t *testing.T) {
	m := memory.New(memory.Config{Most: 3})
	var rows []memory.Row
	for _, id := range []uint64{9, 2, 2, 0, 5, 7} {
		rows = append(rows, memory.Row{ID: id, Kind: memory.Event, Text: fmt.Sprint("row ", id), Importance: int(id)})
	}
	m.Load(rows)
	var ids []uint64
	for _, r := range m.Rows() {
		ids = append(ids, r.ID)
	}
	if !slices.Equal(ids, []uint64{5, 7, 9}) {
		t.Errorf("got %v", ids)
	}
	if c := m.Changes(); len(c) != 1 || c[0].Drop != 2 {
		t.Errorf("got %v, want 2 gone", c)
	}
	if c := m.Changes(); len(c) > 0 {
		t.Errorf("got %v a second time", c)
	}
	if r, _ := m.Remember(memory.Row{Kind: memory.Event, Text: "new", Importance: 9}); r.ID != 10 {
		t.Errorf("got id %d, want 10", r.ID)
	}
}

func TestRedact(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"Ann came. ANN's goat; ann, too.", "Ann", "somebody came. somebody's goat; somebody, too."},
		{"Annabel and Ann-Marie met Joann.", "Ann", "Annabel and Ann-Marie met Joann."},
		{"And the rest is silence.", "And", "And the rest is silence."},
		{"Zoë and zoë", "Zoë", "somebody and somebody"},
		{"AnnAnn Ann", "Ann", "AnnAnn somebody"},
		{"", "Ann", ""}, {"Ann", "", "Ann"},
		{"İstanbul, Ann and \u212Airk", "kirk", "İstanbul, Ann and somebody"}, // letters that are shorter in lower case
		{"İ Ann ann-ann Ann\xff", "aNN", "İ somebody ann-ann somebody\xff"},
		{"the fox of Lowtide, the foxes", "The Fox", "somebody of Lowtide, the foxes"},
	} {
		if got := memory.Redact(c.text, []string{c.name}); got != c.want {
			t.Errorf("%q without %q: got %q, want %q", c.text, c.name, got, c.want)
		}
	}
}

// What has gathered of everybody who ever whispered has a bound.
func TestTellersHaveABound(t *testing.T) {
	const most = 20
	m := memory.New(memory.Config{Most: most})
	for i := range 50 * most {
		teller := fmt.Sprint("pc-", i)
		m.Remember(memory.Row{
			Kind: memory.Claim, Text: fmt.Sprint("A secret of mine: ", i), Source: teller, Only: teller, Importance: 4,
		})
		if got := m.Tellers(); got > most+1 {
			t.Fatalf("after %d tellers: got %d, want at most %d", i+1, got, most+1)
		}
	}
}

func TestImportance(t *testing.T) {
	for _, c := range []struct {
		deed string
		c    memory.Case
		want int
	}{
		{"said", memory.Case{}, 2}, {"item_given", memory.Case{Mine: true}, 6}, {"theft", memory.Case{Mine: true}, 8},
		{"blow_landed", memory.Case{Mine: true}, 7}, {"died", memory.Case{}, 8},
		{"died", memory.Case{Mine: true, Addressed: true, First: true}, 10},
		{"said", memory.Case{Addressed: true, First: true}, 4}, {"move_played", memory.Case{}, 0},
		{"unheard_of", memory.Case{Mine: true, Addressed: true, First: true}, 0},
	} {
		if got := memory.Importance(c.deed, c.c); got != c.want {
			t.Errorf("%s %+v: got %d, want %d", c.deed, c.c, got, c.want)
		}
	}
}

// S1-08: working memory is at most 1,200 letters, whatever is put in, and reads back as it is written.
func TestWorking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Zé:\n ]{0,900}`))
		w := memory.Working{
			Where: text.Draw(t, "where"), Who: text.Draw(t, "who"), Goal: text.Draw(t, "goal"), Mood: text.Draw(t, "mood"),
			Last: rapid.SliceOfN(text, 0, 9).Draw(t, "last"), Promises: rapid.SliceOfN(text, 0, 9).Draw(t, "promises"),
		}
		got := w.Text()
		if n := utf8.RuneCountInString(got); n > memory.WorkingRunesMost {
			t.Fatalf("got %d letters", n)
		}
		if again := memory.Parse(got).Text(); again != got {
			t.Fatalf("got %q\nwant %q", again, got)
		}
		if n := utf8.RuneCountInString(memory.Parse(w.Where).Text()); n > memory.WorkingRunesMost {
			t.Fatalf("of loose text: got %d letters", n)
		}
	})
	if got := memory.Parse("I am exploring a dimly lit room..."); got.Where != "I am exploring a dimly lit room..." {
		t.Errorf("got %+v, want it as what the mind is doing", got)
	}
	long := memory.Working{Where: strings.Repeat("w", 2000), Last: []string{"one", "two", "three", "four"}}.Fit()
	if utf8.RuneCountInString(long.Where) != 200 || !slices.Equal(long.Last, []string{"two", "three", "four"}) {
		t.Errorf("got %+v", long)
	}
}

// S0-78: the last twelve turns with each person, for a while, and of nobody else.
func TestTurns(t *testing.T) {
	var turns memory.Turns
	for i := range 20 {
		turns.Add("pc-ann", memory.Turn{At: world.Time(i), Text: fmt.Sprint("ann ", i)})
		turns.Add("pc-bob", memory.Turn{At: world.Time(i), Text: fmt.Sprint("bob ", i), Mine: true})
	}
	turns.Add("", memory.Turn{Text: "to nobody"})
	turns.Add("pc-ann", memory.Turn{At: 20, Text: " \n "})
	got := turns.With("pc-ann", 20)
	if len(got) != memory.TurnsMost || got[0].Text != "ann 8" || got[11].Text != "ann 19" {
		t.Errorf("got %v, want Ann's last twelve", got)
	}
	for _, turn := range got {
		if strings.Contains(turn.Text, "bob") {
			t.Errorf("got Bob's words with Ann: %v", turn)
		}
	}
	if got := turns.With("", 20); got != nil {
		t.Errorf("got %v with nobody", got)
	}
	if got := turns.With("pc-ann", 19+memory.TurnsKept+1); got != nil {
		t.Errorf("got %v after the talk is over", got)
	}
	turns.Add("pc-ann", memory.Turn{At: 19 + memory.TurnsKept + 1, Text: strings.Repeat("x", 900)})
	got = turns.With("pc-ann", 19+memory.TurnsKept+1)
	if len(got) != 1 || utf8.RuneCountInString(got[0].Text) != memory.TurnRunesMost {
		t.Errorf("got %v, want a new talk", got)
	}
	turns.Forget("pc-bob")
	if got := turns.With("pc-bob", 20); got != nil {
		t.Errorf("got %v of who was forgotten", got)
	}
	for i := range 200 {
		turns.Add(fmt.Sprint("pc-", i), memory.Turn{At: world.Time(i), Text: "hello"})
	}
	if len(turns.With("pc-199", 200)) != 1 || turns.With("pc-0", 200) != nil {
		t.Error("the newest is not there, or the oldest is")
	}
}
