package read

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/mudlark-mud/mudlark/ai/mcp"
	"github.com/mudlark-mud/mudlark/world"
)

const (
	factSchema = `{"type":"object","properties":{"id":{"type":"string"},"type":{"type":"string",` +
		`"enum":["room","quest","help","thing","person","lore"]},"fields":{"type":"object"}},` +
		`"required":["id","type","fields"],"additionalProperties":false}`
	loreSchema = `{"type":"object","properties":{"query":{"type":"string"},"hits":{"type":"array","items":` +
		`{"type":"object","properties":{"id":{"type":"string"},"score":{"type":"number"},"snippet":{"type":"string"}},` +
		`"required":["id","score","snippet"],"additionalProperties":false}}},"required":["query","hits"],` +
		`"additionalProperties":false}`
)

// loreTools are the tools that tell what the world is (S0-32, S0-33).
func (f *Reader) loreTools() []mcp.Tool {
	query := fmt.Sprintf(`"query":{"type":"string","minLength":1,"maxLength":%d,"description":"words to look for"}`,
		queryMax)
	return []mcp.Tool{{
		Name: "get-canonical-fact", Title: "Get Canonical Fact", OutputSchema: json.RawMessage(factSchema),
		InputSchema: takes(`"entityId"`, id("entityId", "an id that another tool gave: of a place, a thing, a person, "+
			"a quest, a page of the manual or a piece of lore, with or without its type before it (room:NAME)")),
		Description: "What is true of something by its id. What you cannot know is not there.",
		Handler:     f.answering(f.canonical),
	}, {
		Name: "search-lore", Title: "Search Lore", OutputSchema: json.RawMessage(loreSchema),
		InputSchema: takes(`"query"`, query+fmt.Sprintf(`,"k":{"type":"integer","minimum":1,"maximum":%d,"default":%d,`+
			`"description":"how many at most"}`, HitsMost, HitsUsual)),
		Description: "Find places that you know, quests that you have met, pages of the manual and lore by words. " +
			"get-canonical-fact reads what was found.",
		Handler: f.answering(f.search),
	}}
}

// queryMax is how many characters a query may have.
const queryMax = 200

// viewer is the reader as package lore wants one.
func (e readScope) viewer() Viewer {
	return Viewer{Body: e.me, Knows: e.reads, Sees: e.sees, Reads: e.me == nil}
}

func (f *Reader) canonical(ctx context.Context, a ask) (any, *failure, error) {
	var in struct {
		ID string `json:"entityId"`
	}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	return f.see(ctx, a.who, func(e readScope) (any, *failure) {
		found, ok := FindFact(e.s, e.now, e.viewer(), in.ID)
		if !ok {
			return nil, unknown("You know of nothing with that id.")
		}
		return found, nil
	})
}

// hits is what a search came to.
type hits struct {
	Query string `json:"query"`
	Hits  []Hit  `json:"hits"`
}

// reading is what a search needs of the state.
type reading struct {
	edition string
	book    *Index // nil when the cache has another edition
	facts   []Fact // for one to be made
	isSeen  func(id string) bool
}

func (f *Reader) search(ctx context.Context, a ask) (any, *failure, error) {
	in := struct {
		Query string
		K     int
	}{K: HitsUsual}
	if err := json.Unmarshal(a.args, &in); err != nil {
		return nil, nil, fmt.Errorf("read arguments: %w", err)
	}
	is, no, err := f.see(ctx, a.who, func(e readScope) (any, *failure) {
		s := reading{edition: ContentEdition(e.s), isSeen: KnownFacts(e.s, e.viewer())}
		if s.book = f.index.Index(s.edition); s.book == nil {
			s.facts = SearchableFacts(e.s)
		}
		return s, nil
	})
	s, ok := is.(reading)
	if err != nil || no != nil || !ok {
		return nil, no, err
	}
	if s.book == nil {
		s.book = f.index.Put(s.edition, s.facts)
	}
	return hits{Query: world.Clean(in.Query), Hits: s.book.Search(in.Query, in.K, s.isSeen)}, nil, nil
}
