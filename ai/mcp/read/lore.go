package read

import (
	"strconv"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/ai/memory/search"
	"github.com/mudlark-mud/mudlark/world"
)

// Limits.
const (
	factsMost       = 20_000 // of a world, that can be searched
	SnippetBytesMax = 240    // of a snippet
	HitsMost        = 20     // of one search
	HitsUsual       = 5      // when it is not said how many
)

// The kinds of facts, and what their ids begin with.
const (
	KindRoom   = "room"
	KindQuest  = "quest"
	KindHelp   = "help"
	KindThing  = "thing"
	KindPerson = "person"
	KindLore   = "lore" // that a wizard wrote down
)

// Fact is something that is so (S0-32).
type Fact struct {
	ID     string         `json:"id"` // kind:id
	Type   string         `json:"type"`
	Fields map[string]any `json:"fields"`
}

// Viewer is who asks, and what they may see. The functions are called on the writer; a nil one says no to all.
type Viewer struct {
	Body  *world.Actor            // in whose place one sees; nil for a narrator
	Knows func(world.RoomID) bool // whether they may know what a place is like
	Sees  func(world.RoomID) bool // whether they see who and what is there now
	Reads bool                    // every quest, as the boards that offer them hang open
}

// FindFact returns a fact by its id, with or without its kind before it, as far as the viewer may know it.
func FindFact(s *world.State, now world.Time, v Viewer, id string) (Fact, bool) {
	kind, bare, isTyped := strings.Cut(id, ":")
	if !isTyped {
		kind, bare = "", id
	}
	for _, k := range []struct {
		kind string
		read func() (Fact, bool)
	}{
		{KindRoom, func() (Fact, bool) { return roomFact(s, s.Rooms[world.RoomID(bare)]) }},
		{KindQuest, func() (Fact, bool) { return questFact(s.Quests[world.QuestID(bare)]) }},
		{KindHelp, func() (Fact, bool) { return helpFact(s.Help[strings.ToLower(bare)]) }},
		{KindLore, func() (Fact, bool) { return loreFact(s.Lore[world.LoreID(bare)]) }},
		{KindThing, func() (Fact, bool) { return v.thing(s, world.ItemID(bare)) }},
		{KindPerson, func() (Fact, bool) { return v.person(s, now, world.ActorID(bare)) }},
	} {
		if kind != "" && kind != k.kind {
			continue
		}
		if f, ok := k.read(); ok && (k.kind == KindThing || k.kind == KindPerson || v.knows(s, f.ID)) {
			return f, true
		}
	}
	return Fact{}, false
}

// KnownFacts returns which of an index's facts the viewer may learn, as a function that may be used off the writer.
func KnownFacts(s *world.State, v Viewer) func(id string) bool {
	seen := map[string]bool{}
	note := func(id string) {
		if v.knows(s, id) {
			seen[id] = true
		}
	}
	for id := range s.Quests { // into a set
		note(KindQuest + ":" + string(id))
	}
	for id := range s.Rooms { // into a set
		note(KindRoom + ":" + string(id))
	}
	for id := range s.Lore { // into a set
		note(KindLore + ":" + string(id))
	}
	return func(id string) bool { return seen[id] || strings.HasPrefix(id, KindHelp+":") }
}

// knows reports whether the viewer may learn a fact of the world's content.
func (v Viewer) knows(s *world.State, id string) bool {
	kind, bare, _ := strings.Cut(id, ":")
	switch {
	case kind == KindHelp:
		return true
	case kind == KindLore:
		f := s.Lore[world.LoreID(bare)]
		return f != nil && s.KnowsLore(v.Body, f)
	case kind == KindRoom:
		return v.Knows != nil && v.Knows(world.RoomID(bare))
	case kind == KindQuest && v.Reads:
		return true
	case v.Body == nil:
		return false
	case kind == KindQuest:
		q := s.Quests[world.QuestID(bare)]
		_, isMet := v.Body.Quests[world.QuestID(bare)]
		return isMet || q != nil && v.Body.Presence != world.Away && v.Body.Room == q.Room
	}
	return false
}

func roomFact(s *world.State, r *world.RoomSpec) (Fact, bool) {
	if r == nil {
		return Fact{}, false
	}
	exits := map[string]string{}
	for _, e := range r.Exits {
		if !e.Hidden && s.Admits(nil, s.Rooms[e.To]) {
			exits[string(e.Dir)] = e.Desc
		}
	}
	return Fact{ID: KindRoom + ":" + string(r.ID), Type: KindRoom, Fields: map[string]any{
		"name": world.Clean(r.Name), "description": world.Clean(r.Desc), "exits": exits, "tidal": r.Tidal != nil,
		"safe": r.Safe, "zone": r.Zone,
	}}, s.Rooms[r.ID] == r
}

func questFact(q *world.QuestSpec) (Fact, bool) {
	if q == nil {
		return Fact{}, false
	}
	return Fact{ID: KindQuest + ":" + string(q.ID), Type: KindQuest, Fields: map[string]any{
		"name": world.Clean(q.Name), "offer": world.Clean(q.Offer), "room": string(q.Room), "needs": len(q.Needs),
	}}, true
}

func helpFact(h *world.HelpSpec) (Fact, bool) {
	if h == nil {
		return Fact{}, false
	}
	return Fact{ID: KindHelp + ":" + h.ID, Type: KindHelp, Fields: map[string]any{
		"topic": h.ID, "text": world.Clean(h.Text),
	}}, true
}

// loreFact is what a wizard wrote down.
func loreFact(f *world.LoreFact) (Fact, bool) {
	if f == nil {
		return Fact{}, false
	}
	about := make([]string, len(f.About))
	for i, w := range f.About {
		about[i] = world.Clean(w)
	}
	return Fact{ID: KindLore + ":" + string(f.ID), Type: KindLore, Fields: map[string]any{
		"topic": strings.ReplaceAll(string(f.ID), "-", " "), "text": world.Clean(f.Text), "about": about,
	}}, true
}

// thing is something that lies or is held within the viewer's sight.
func (v Viewer) thing(s *world.State, id world.ItemID) (Fact, bool) {
	it := s.Items[id]
	if it == nil || it.At.Item != "" || it.Buried {
		return Fact{}, false // what lies in something is that thing's to show
	}
	isOwn := v.Body != nil && it.At.Actor == v.Body.ID
	if !isOwn && !v.sees(it.At.Room) {
		return Fact{}, false
	}
	r := s.ExamineItem(it)
	fields := map[string]any{"name": world.Clean(r.Bare), "description": world.Clean(r.Desc)}
	if r.State != "" {
		fields["state"] = r.State
	}
	if it.At.Room != "" {
		fields["room"] = string(it.At.Room)
	}
	return Fact{ID: KindThing + ":" + string(id), Type: KindThing, Fields: fields}, true
}

// person is somebody within the viewer's sight.
func (v Viewer) person(s *world.State, now world.Time, id world.ActorID) (Fact, bool) {
	a := s.Actors[id]
	if a == nil || a.Presence == world.Away {
		return Fact{}, false
	}
	if isOwn := v.Body != nil && v.Body.ID == id; !isOwn && (!v.sees(a.Room) || !s.Sees(v.Body, a)) {
		return Fact{}, false
	}
	r := s.ExamineActor(a, now)
	return Fact{ID: KindPerson + ":" + string(id), Type: KindPerson, Fields: map[string]any{
		"name": world.Clean(r.Bare), "description": world.Clean(r.Desc), "health": r.Health, "kind": r.Kind,
		"room": string(a.Room),
	}}, true
}

func (v Viewer) sees(room world.RoomID) bool { return room != "" && v.Sees != nil && v.Sees(room) }

// SearchableFacts returns what of the world can be searched, in the order of kinds and ids: what wizards wrote down,
// the manual, quests and places, at most [factsMost].
func SearchableFacts(s *world.State) []Fact {
	var out []Fact
	put := func(f Fact, ok bool) {
		if ok && len(out) < factsMost {
			out = append(out, f)
		}
	}
	for _, l := range world.Ordered(s.Lore) {
		put(loreFact(l))
	}
	for _, h := range world.Ordered(s.Help) {
		put(helpFact(h))
	}
	for _, q := range world.Ordered(s.Quests) {
		put(questFact(q))
	}
	for _, r := range world.Ordered(s.Rooms) {
		put(roomFact(s, r))
	}
	return out
}

// ContentEdition names the content that the state has now: indexes of equal editions hold the same.
func ContentEdition(s *world.State) string {
	var b strings.Builder
	for id, p := range world.Ordered(s.Packs) {
		b.WriteString(string(id) + "=" + p.Hash + ";")
	}
	b.WriteString("+" + strconv.Itoa(s.LastChange()) + ";")
	for id, l := range world.Ordered(s.Lore) {
		b.WriteString(string(id) + "@" + strconv.FormatUint(l.Rev, 36) + ";")
	}
	return b.String()
}

// Hit is what a search found (S0-33). The snippet is the place in the text that fits, cleaned and cut.
type Hit struct {
	ID      string  `json:"id"`
	Score   float64 `json:"score"`
	Snippet string  `json:"snippet"`
}

// IndexCache keeps the index of the newest edition of the world's facts. It may be used from anywhere.
type IndexCache struct {
	mu    sync.Mutex
	index *Index
}

// Index is an edition of the world's facts, ready to be searched. Nothing in it changes: who may learn what was decided
// for these facts, and holds for no others.
type Index struct {
	edition string
	index   search.Index[string]
	texts   map[string]string
}

// Index returns the index of an edition, nil when the cache has another or none.
func (c *IndexCache) Index(edition string) *Index {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.index == nil || c.index.edition != edition {
		return nil
	}
	return c.index
}

// Put makes the index of an edition and keeps it in the place of another.
func (c *IndexCache) Put(edition string, facts []Fact) *Index {
	b := &Index{edition: edition, texts: make(map[string]string, len(facts))}
	for _, f := range facts {
		text := words(f)
		b.texts[f.ID] = text
		b.index.Add(f.ID, text)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.index = b
	return b
}

// Search returns the best facts for a query among those that may be seen, at most so many and at most [HitsMost].
func (b *Index) Search(query string, most int, isSeen func(id string) bool) []Hit {
	out := []Hit{}
	for _, h := range b.index.Find(search.Query[string]{Text: query, Most: min(most, HitsMost), Seen: isSeen}) {
		const step, perThousand = search.Whole / 1000, 1000
		score := float64((h.Score+step/2)/step) / perThousand
		out = append(out, Hit{ID: h.ID, Score: score, Snippet: snippet(b.texts[h.ID], query)})
	}
	return out
}

// words is what of a fact is searched.
func words(f Fact) string {
	var out []string
	for _, key := range []string{"name", "topic", "description", "offer", "text"} {
		if text, ok := f.Fields[key].(string); ok {
			out = append(out, text)
		}
	}
	if about, ok := f.Fields["about"].([]string); ok {
		out = append(out, strings.Join(about, ", "))
	}
	return strings.Join(strings.Fields(strings.Join(out, ". ")), " ")
}

// snippet cuts out the part of a text around the first word that the query shares with it.
func snippet(text, query string) string {
	if len(text) <= SnippetBytesMax {
		return text
	}
	low, at := strings.ToLower(text), len(text)
	for w := range strings.FieldsSeq(strings.ToLower(query)) {
		const wordLeast = 4 // shorter ones stand everywhere
		if i := strings.Index(low, w); i >= 0 && len(w) >= wordLeast {
			at = min(at, i)
		}
	}
	if at == len(text) || len(low) != len(text) {
		at = 0
	}
	const before = 60
	from := max(at-before, 0)
	if from > 0 {
		from += strings.IndexByte(text[from:], ' ') + 1
	}
	room := SnippetBytesMax - 2*len(cut)
	out := text[from:min(from+room, len(text))]
	out = strings.ToValidUTF8(out, "")
	if from > 0 {
		out = cut + out
	}
	if from+room < len(text) {
		if i := strings.LastIndexByte(out, ' '); i > len(out)/2 {
			out = out[:i]
		}
		out += cut
	}
	return out
}

// cut stands where a snippet leaves something out.
const cut = "…"
