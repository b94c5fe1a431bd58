package clients

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Client is one agent's client, connected to a server with a token. It is for one goroutine.
type Client interface {
	// Names lists the names of what there is of a kind: "tools", "prompts" or "resources" (whose names are URIs).
	Names(ctx context.Context, kind string) ([]string, error)
	// Call calls a tool.
	Call(ctx context.Context, tool string, args map[string]any) (Sight, error)
	// Close ends it as its makers meant it to end.
	Close() error
}

// Sight is what a call told an agent.
type Sight struct {
	Text  string   // all that a model would read, in one line
	Room  string   // the name of where it is
	With  []string // nil: a result left it out, because it is as it was
	IsBad bool
	Code  string // of the refusal, if it is one

	Fights bool             // a fight by turns is where it is
	May    []map[string]any // what it could declare in it now, ready-made
}

// sightOf reads the result of tools/call, which every client hands on as the protocol has it.
func sightOf(result []byte) (Sight, error) {
	var r struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		IsError    bool `json:"isError"`
		Structured struct {
			Room struct {
				Name string `json:"name"`
			} `json:"room"`
			Entities *[]struct {
				Name string `json:"name"`
			} `json:"entities"`
			Error struct {
				Code string `json:"code"`
			} `json:"error"`
			Encounter *struct {
				May []map[string]any `json:"may"`
			} `json:"encounter"`
		} `json:"structuredContent"`
	}
	if err := json.Unmarshal(result, &r); err != nil {
		return Sight{}, fmt.Errorf("read a result: %w: %.200s", err, result)
	}
	s := Sight{Room: r.Structured.Room.Name, IsBad: r.IsError, Code: r.Structured.Error.Code}
	if e := r.Structured.Encounter; e != nil {
		s.Fights, s.May = true, e.May
	}
	if list := r.Structured.Entities; list != nil {
		s.With = make([]string, 0, len(*list))
		for _, e := range *list {
			s.With = append(s.With, e.Name)
		}
	}
	for _, c := range r.Content {
		s.Text += strings.Join(strings.Fields(c.Text), " ") + " "
	}
	if len(r.Content) == 0 {
		return s, errors.New("read a result: it has no content")
	}
	return s, nil
}

// remembering is a client that knows what results leave out because they told it before.
type remembering struct {
	Client

	with []string
}

// Call implements Client.
func (r *remembering) Call(ctx context.Context, tool string, args map[string]any) (Sight, error) {
	s, err := r.Client.Call(ctx, tool, args)
	if err != nil {
		return s, err //nolint:wrapcheck // it names the tool
	}
	if s.With == nil {
		s.With = r.with
	}
	r.with = s.With
	return s, nil
}

// remembers has a maker's client remember.
func remembers(m Maker) Maker {
	connect := m.Make
	m.Make = func(ctx context.Context, folder, url, token string) (Client, string, error) {
		c, revision, err := connect(ctx, folder, url, token)
		if err != nil {
			return nil, "", err
		}
		return &remembering{Client: c}, revision, nil
	}
	return m
}

// Maker is a client that can be made.
type Maker struct {
	Name string
	// Make connects it. The revision of the protocol that was agreed upon must be one of Revisions.
	Make      func(ctx context.Context, folder, url, token string) (c Client, revision string, err error)
	Revisions []string
}

// The revisions of the protocol of the two eras.
const (
	legacy = "2025-11-25"
	modern = "2026-07-28"
)

// All are the clients that play the scene. The folder they are made in is the one where they are installed.
func All() []Maker {
	all := []Maker{
		{Name: "sdk-v1", Make: driver("v1"), Revisions: []string{legacy}},
		{Name: "sdk-v2-legacy", Make: driver("v2-legacy"), Revisions: []string{legacy}},
		{Name: "sdk-v2-auto", Make: driver("v2-auto"), Revisions: []string{modern}},
		{Name: "sdk-v2-pinned", Make: driver("v2-pinned"), Revisions: []string{modern}},
		{Name: "inspector-legacy", Make: inspector("legacy", legacy), Revisions: []string{legacy}},
		{Name: "inspector-modern", Make: inspector("modern", modern), Revisions: []string{modern}},
		{Name: "mcp-go", Make: mcpGo, Revisions: []string{modern}},
	}
	for i := range all {
		all[i] = remembers(all[i])
	}
	return all
}
