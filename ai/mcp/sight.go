package mcp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// allowed keeps what the principal's role and grant permit. mcp-go asks it for lists and, with one element, at each
// call.
func allowed[T mcpgo.Named](ctx context.Context, s *Server, kind Kind, all []T) []T {
	who, ok := guard.PrincipalFrom(ctx)
	if !ok {
		return nil
	}
	out := make([]T, 0, len(all))
	for _, one := range all {
		if s.game.Allows(who, Entry{kind, one.GetName()}) {
			out = append(out, one)
		}
	}
	return out
}

// hooks are the places where this package looks into what mcp-go does.
func (s *Server) hooks() *server.Hooks {
	h := &server.Hooks{}
	h.AddOnSuccess(correlate)
	h.AddOnError(s.missed)
	h.AddAfterInitialize(func(ctx context.Context, _ any, _ *mcpgo.InitializeRequest, _ *mcpgo.InitializeResult) {
		s.greet(ctx)
	})
	h.AddAfterListTools(func(ctx context.Context, _ any, _ *mcpgo.ListToolsRequest, r *mcpgo.ListToolsResult) {
		s.greet(ctx)
		r.Tools = fitting(ctx, s, r.Tools, func(t mcpgo.Tool) Entry { return Entry{KindTool, t.Name} })
	})
	h.AddAfterListPrompts(func(ctx context.Context, _ any, _ *mcpgo.ListPromptsRequest, r *mcpgo.ListPromptsResult) {
		r.Prompts = fitting(ctx, s, r.Prompts, func(p mcpgo.Prompt) Entry { return Entry{KindPrompt, p.Name} })
	})
	h.AddAfterListResources(
		func(ctx context.Context, _ any, _ *mcpgo.ListResourcesRequest, r *mcpgo.ListResourcesResult) {
			entry := func(r mcpgo.Resource) Entry { return Entry{KindResource, r.URI} }
			r.Resources = fitting(ctx, s, s.readable(ctx, r.Resources), entry)
		})
	h.AddAfterListResourceTemplates(
		func(ctx context.Context, _ any, _ *mcpgo.ListResourceTemplatesRequest, r *mcpgo.ListResourceTemplatesResult) {
			who, ok := guard.PrincipalFrom(ctx)
			r.ResourceTemplates = slices.DeleteFunc(r.ResourceTemplates, func(t mcpgo.ResourceTemplate) bool {
				return !ok || !s.game.Allows(who, Entry{KindResource, t.URITemplate.Raw()})
			})
		})
	h.AddOnRegisterSession(s.hub.register)
	h.AddOnUnregisterSession(s.hub.unregister)
	h.AddAfterSubscribe(s.hub.subscribed)
	h.AddAfterUnsubscribe(s.hub.unsubscribed)
	h.AddBeforeSubscriptionsListen(s.hub.listens)
	return h
}

// greet tells a game that wants to know it that a client begins, and has been told nothing yet.
func (s *Server) greet(ctx context.Context) {
	game, wants := s.game.(Greeter)
	if who, ok := guard.PrincipalFrom(ctx); ok && wants {
		game.Greeted(ctx, who)
	}
}

// readable keeps the resources that the principal may read; mcp-go has no filter for them.
func (s *Server) readable(ctx context.Context, all []mcpgo.Resource) []mcpgo.Resource {
	who, ok := guard.PrincipalFrom(ctx)
	return slices.DeleteFunc(all, func(r mcpgo.Resource) bool {
		return !ok || !s.game.Allows(who, Entry{KindResource, r.URI})
	})
}

// fitting hides from a legacy client's list what makes no sense where its character stands. A modern list must not
// vary with what happens (2026-07-28, server/tools), so there everything allowed is always shown.
func fitting[T any](ctx context.Context, s *Server, all []T, entry func(T) Entry) []T {
	who, ok := guard.PrincipalFrom(ctx)
	isContextual := func(one T) bool { return s.context[entry(one)] }
	if !ok || server.IsModernRequest(ctx) || !slices.ContainsFunc(all, isContextual) {
		return all
	}
	fits, err := s.game.Fitting(ctx, who)
	if err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "could not ask what fits",
			slog.String("correlation", guard.CorrelationFrom(ctx)), slog.Any("err", err))
		fits = func(Entry) bool { return false }
	}
	return slices.DeleteFunc(all, func(one T) bool { return isContextual(one) && !fits(entry(one)) })
}

// correlate puts the correlation id into the _meta of every result that is not empty (S0-103).
func correlate(ctx context.Context, _ any, _ mcpgo.MCPMethod, _ any, result any) {
	id := guard.CorrelationFrom(ctx)
	if id == "" {
		return
	}
	carrier, ok := result.(mcpgo.ResultMetadata)
	if _, isEmpty := result.(*mcpgo.EmptyResult); !ok || isEmpty {
		return // the answer to ping is to be empty (MCP 2025-11-25, ping); its header carries the id
	}
	meta := carrier.EnsureResultMeta()
	if meta.AdditionalFields == nil {
		meta.AdditionalFields = make(map[string]any, 1)
	}
	meta.AdditionalFields[guard.CorrelationKey] = id
}

// missed says in our own words that something does not exist. mcp-go's would name its parts and say everything twice,
// and lack data.uri for a resource (2026-07-28, server/resources).
func (s *Server) missed(ctx context.Context, _ any, _ mcpgo.MCPMethod, message any, err error) {
	var f *guard.Fault
	switch r := message.(type) {
	case *mcpgo.ReadResourceRequest:
		if errors.Is(err, server.ErrResourceNotFound) {
			f = Missing(r.Params.URI)
		}
	case *mcpgo.CallToolRequest:
		if errors.Is(err, server.ErrToolNotFound) {
			f = absent("tool", r.Params.Name)
		}
	case *mcpgo.GetPromptRequest:
		if errors.Is(err, server.ErrPromptNotFound) {
			f = absent("prompt", r.Params.Name)
		}
	}
	if f != nil {
		_ = guard.Raise(ctx, f) // the error is mcp-go's to return
	}
}

// absent says that there is no such tool or prompt, or not for this principal, which must look the same.
func absent(what, name string) *guard.Fault {
	text := fmt.Sprintf("%s %q not found; %ss/list names those that there are", what, strictjson.Clip(name), what)
	return &guard.Fault{Code: guard.CodeInvalidParams, Text: text}
}
