package agentapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/url"
	"runtime/debug"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// The tools.
const (
	Create  = "create_agent"
	Process = "process_observation"
	Cleanup = "cleanup_agent"
)

// answered answers create_agent and cleanup_agent.
type answered struct {
	Status  string `json:"status"` // created, removed
	AgentID string `json:"agent_id"`
}

// Info is what can be read of an agent.
type Info struct {
	Status  string   `json:"status"` // active
	Traits  []string `json:"traits"`
	Working string   `json:"working_memory"`
}

// Call answers a call of a tool for a principal, whose id has no colon. The result is an [answered] or a [Chosen]; it
// encodes as a JSON object.
func (s *Service) Call(ctx context.Context, who, tool string, args json.RawMessage) (result any, fault *Fault) {
	defer s.recovered(tool, &fault)
	if fault := s.admit(who); fault != nil {
		return nil, fault
	}
	defer s.calls.Done()
	switch tool {
	case Create:
		return s.callCreate(ctx, who, args)
	case Process:
		return s.callProcess(ctx, who, args)
	case Cleanup:
		return s.callCleanup(ctx, who, args)
	}
	return nil, Failed(UnknownTool, "There is no tool %q here; there are %s, %s and %s.", clip(tool), Create, Process,
		Cleanup)
}

// recovered turns a panic into a fault that says nothing of it.
func (s *Service) recovered(what string, fault **Fault) {
	if met := recover(); met != nil {
		s.Log.Error("a call of a foreign world panicked", slog.String("what", what), slog.Any("panic", met),
			slog.String("stack", string(debug.Stack())))
		*fault = Failed(Internal, "The server failed on this call; its log says more.")
	}
}

func (s *Service) callCreate(ctx context.Context, who string, args json.RawMessage) (any, *Fault) {
	var in struct {
		AgentID *string         `json:"agent_id"`
		Config  json.RawMessage `json:"config"`
	}
	if fault := object(args, "create_agent", &in); fault != nil {
		return nil, fault
	}
	id, fault := agentID(in.AgentID)
	if fault != nil {
		return nil, fault
	}
	if len(in.Config) == 0 {
		return nil, Failed(InvalidArgument, "The argument config is missing; it may be empty: {}.")
	}
	made, fault := readPersona(in.Config)
	if fault != nil {
		return nil, fault
	}
	if made.Agreed != "" && s.Host != "" && !strings.EqualFold(made.Agreed, s.Host) {
		return nil, Failed(InvalidArgument, "The model of this server is at %s; players_agreed_to can name no other host.",
			s.Host)
	}
	if fault := s.create(ctx, key{who, id}, made); fault != nil {
		return nil, fault
	}
	return answered{"created", id}, nil
}

func (s *Service) callProcess(ctx context.Context, who string, args json.RawMessage) (any, *Fault) {
	var in struct {
		AgentID     *string         `json:"agent_id"`
		Observation *string         `json:"observation"`
		Actions     json.RawMessage `json:"available_actions"`
	}
	if fault := object(args, "process_observation", &in); fault != nil {
		return nil, fault
	}
	id, fault := agentID(in.AgentID)
	if fault != nil {
		return nil, fault
	}
	if in.Observation == nil {
		return nil, Failed(InvalidArgument, "The argument observation is missing.")
	}
	if fault := short("observation", *in.Observation, ObservationRunesMost); fault != nil {
		return nil, fault
	}
	if _, fault := s.find(key{who, id}); fault != nil {
		return nil, fault
	}
	if fault := s.may(ctx, who); fault != nil {
		return nil, fault
	}
	offers, fault := readOffers(in.Actions)
	if fault != nil {
		return nil, fault
	}
	out, fault := s.decide(ctx, key{who, id}, plain(*in.Observation), offers)
	if fault != nil {
		return nil, fault
	}
	return out, nil
}

func (s *Service) callCleanup(ctx context.Context, who string, args json.RawMessage) (any, *Fault) {
	var in struct {
		AgentID *string `json:"agent_id"`
	}
	if fault := object(args, "cleanup_agent", &in); fault != nil {
		return nil, fault
	}
	id, fault := agentID(in.AgentID)
	if fault != nil {
		return nil, fault
	}
	if fault := s.remove(ctx, key{who, id}); fault != nil {
		return nil, fault
	}
	return answered{"removed", id}, nil
}

// The resource's URI, around the agent's id.
const (
	uriBegin = "agent://"
	uriEnd   = "/info"
)

// Read answers a read of a resource for a principal.
func (s *Service) Read(who, uri string) (info Info, fault *Fault) {
	defer s.recovered("resource", &fault)
	if fault := s.admit(who); fault != nil {
		return Info{}, fault
	}
	defer s.calls.Done()
	begun, isAgent := strings.CutPrefix(uri, uriBegin)
	id, isInfo := strings.CutSuffix(begun, uriEnd)
	if !isAgent || !isInfo {
		return Info{}, Failed(UnknownResource, "There is no such resource; there is agent://{agent_id}/info.")
	}
	if plain, err := url.PathUnescape(id); err == nil {
		id = plain
	}
	a, fault := s.find(key{who, id})
	if fault != nil {
		return Info{}, fault
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return Info{Status: "active", Traits: append([]string{}, a.made.Traits...), Working: a.working}, nil
}

// object reads arguments, and refuses names that the tool does not take.
func object(args json.RawMessage, what string, into any) *Fault {
	if text := bytes.TrimSpace(args); len(text) == 0 || text[0] != '{' {
		return Failed(InvalidArgument, "The arguments of %s are an object.", what)
	}
	d := json.NewDecoder(bytes.NewReader(args))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return Failed(InvalidArgument, "%s cannot be called so: %s.", what, wrong(err))
	}
	return nil
}

// wrong says what a decoder met, in words that speak of JSON and of no program.
func wrong(err error) string {
	if t, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return t.Field + " is a " + t.Value + ", and should be a " + map[string]string{
			"string": "text", "[]string": "list of texts",
		}[strings.TrimPrefix(t.Type.String(), "*")]
	}
	if _, name, ok := strings.Cut(err.Error(), "unknown field "); ok {
		return "it takes no " + clip(name)
	}
	return "its arguments are no JSON"
}

// agentID checks an agent's id: short, printable, and fit for a URI.
func agentID(given *string) (string, *Fault) {
	if given == nil {
		return "", Failed(InvalidArgument, "The argument agent_id is missing.")
	}
	id := *given
	isOdd := strings.ContainsFunc(id, func(r rune) bool {
		return !unicode.IsPrint(r) || strings.ContainsRune("/\\%?#{}\"<>^`|", r)
	})
	if id == "" || isOdd || !utf8.ValidString(id) || id != strings.TrimSpace(id) ||
		utf8.RuneCountInString(id) > agentIDRunesMost || len(id) > 2*agentIDRunesMost {
		return "", Failed(InvalidArgument, "An agent_id is a text of 1 to %d printable characters, without any of "+
			"/ \\ %% ? # { } \" < > ^ ` | and without a space at either end.", agentIDRunesMost)
	}
	return id, nil
}

// readPersona reads what an agent is made with. What is left out is empty.
func readPersona(raw json.RawMessage) (persona, *Fault) {
	made := persona{}
	if fault := object(raw, "config", &made); fault != nil {
		return persona{}, fault
	}
	if len(made.Traits) > traitsMost {
		return persona{}, Failed(InvalidArgument, "traits has %d entries; there may be %d.", len(made.Traits), traitsMost)
	}
	for i, t := range made.Traits {
		if fault := short("a trait", t, traitRunesMost); fault != nil {
			return persona{}, fault
		}
		if made.Traits[i] = world.Clean(t); made.Traits[i] == "" {
			return persona{}, Failed(InvalidArgument, "A trait is empty.")
		}
	}
	if fault := short("players_agreed_to", made.Agreed, hostRunesMost); fault != nil {
		return persona{}, fault
	}
	if made.Agreed != world.Clean(made.Agreed) || strings.ContainsAny(made.Agreed, "/@ ") {
		return persona{}, Failed(InvalidArgument, "players_agreed_to names a host, as in api.example.org, and no URL.")
	}
	if fault := short("initial_working_memory", made.Working, WorkingRunesMost); fault != nil {
		return persona{}, fault
	}
	made.Working = plain(made.Working)
	if n := len(made.Given); n > GivenMost {
		return persona{}, Failed(InvalidArgument, "initial_long_term_memories has %d entries; there may be %d.", n, GivenMost)
	}
	for i, text := range made.Given {
		if len(text) > GivenBytesMost {
			return persona{}, Failed(InvalidArgument, "The memory with index %d has %d bytes; each may have %d: make two of it.",
				i, len(text), GivenBytesMost)
		}
		if made.Given[i] = world.Clean(strings.ReplaceAll(text, "\n", " ")); made.Given[i] == "" {
			return persona{}, Failed(InvalidArgument, "The memory with index %d is empty.", i)
		}
	}
	return made, nil
}

func short(what, text string, most int) *Fault {
	if n := utf8.RuneCountInString(text); n > most {
		return Failed(InvalidArgument, "%s has %d characters; it may have %d.", upper(what), n, most)
	}
	return nil
}

// plain takes out of a text what no terminal, log or prompt should see; lines stay lines.
func plain(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = world.Clean(line)
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

func upper(text string) string {
	if strings.HasPrefix(text, "a ") || strings.HasPrefix(text, "the ") {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

// clip makes somebody's words short enough to be said back.
func clip(text string) string {
	const most = 80
	runes := []rune(world.Clean(text))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
