package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
)

// internalText is all that a client learns of our own failures.
const internalText = "the server failed on this request; the correlation id names it in the server's log"

var errNobody = errors.New("no principal")

// register puts the catalogue into mcp-go.
func (s *Server) register(c Catalogue) error {
	for _, t := range c.Tools {
		takes, err := newArguments(t)
		if err != nil {
			return err
		}
		s.mcp.AddTool(toolOf(t), s.toolHandler(t, takes))
	}
	for _, p := range c.Prompts {
		s.mcp.AddPrompt(promptOf(p), s.promptHandler(p))
	}
	for _, r := range c.Resources {
		if r.isTemplate() {
			t := mcpgo.NewResourceTemplate(r.URI, r.Name,
				mcpgo.WithTemplateDescription(r.Description), mcpgo.WithTemplateMIMEType(r.mimeType()))
			t.Title = r.Title
			s.mcp.AddResourceTemplate(t, server.ResourceTemplateHandlerFunc(s.resourceHandler(r)))
			continue
		}
		s.mcp.AddResource(mcpgo.Resource{
			URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.mimeType(),
		}, s.resourceHandler(r))
	}
	return nil
}

func toolOf(t Tool) mcpgo.Tool {
	h := t.Hints
	return mcpgo.Tool{
		Name: t.Name, Title: t.Title, Description: t.Description,
		RawInputSchema: listedSchema(t), RawOutputSchema: t.OutputSchema,
		Annotations: mcpgo.ToolAnnotation{
			Title: t.Title, ReadOnlyHint: &h.ReadOnly, DestructiveHint: &h.Destructive,
			IdempotentHint: &h.Idempotent, OpenWorldHint: &h.OpenWorld,
		},
	}
}

// usualBounds are what most arguments have in their schemas. Lists leave them out, because a model reads each of them
// and they are held to all the same.
var usualBounds = regexp.MustCompile(`"maxLength":\d{4,},"minLength":1,`)

// listedSchema is the schema of a tool's arguments as lists show it.
func listedSchema(t Tool) json.RawMessage {
	if t.Free { // it is somebody else's contract, to the byte
		return t.InputSchema
	}
	return usualBounds.ReplaceAll(t.InputSchema, nil)
}

func promptOf(p Prompt) mcpgo.Prompt {
	out := mcpgo.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
	for _, a := range p.Arguments {
		out.Arguments = append(out.Arguments, mcpgo.PromptArgument{
			Name: a.Name, Description: a.Description, Required: a.Required,
		})
	}
	return out
}

func (s *Server) toolHandler(t Tool, takes arguments) server.ToolHandlerFunc {
	return func(ctx context.Context, request mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		who, ok := guard.PrincipalFrom(ctx)
		if !ok {
			return nil, s.failed(ctx, t.Name, errNobody)
		}
		args, err := rawArguments(request)
		if err != nil {
			return nil, s.failed(ctx, t.Name, err)
		}
		args = wholes(args)
		if !t.Free {
			if text := takes.judge(args); text != "" {
				return s.unfit(ctx, t, who, text)
			}
		}
		ctx, wrong := withRetryKey(ctx, request)
		if wrong != nil {
			return nil, guard.Raise(ctx, wrong)
		}
		ctx = withIntent(ctx, request)
		return s.answered(ctx, t.Name, func() Result { return t.Handler(ctx, who, args) })
	}
}

// answered is what a tool answers, whatever becomes of it while it does.
func (s *Server) answered(ctx context.Context, tool string, do func() Result) (*mcpgo.CallToolResult, error) {
	var result Result
	if err := s.safely(func() error { result = do(); return nil }); err != nil {
		return nil, s.failed(ctx, tool, err)
	}
	if result.Fault != nil {
		return nil, guard.Raise(ctx, result.Fault)
	}
	out, err := s.toolResult(ctx, result)
	if err != nil {
		return nil, s.failed(ctx, tool, err)
	}
	return out, nil
}

// unfit answers a call whose arguments do not fit: in the tool's own form if it has one.
func (s *Server) unfit(ctx context.Context, t Tool, who Principal, text string) (*mcpgo.CallToolResult, error) {
	refuse := t.Refuse
	if refuse == nil {
		refuse = unfit
	}
	return s.answered(ctx, t.Name, func() Result { return refuse(ctx, who, text) })
}

// unfit is the answer in the form that every refusal of a game's has.
func unfit(_ context.Context, _ Principal, text string) Result {
	type failure struct {
		Code world.Code `json:"code"`
		Text string     `json:"text"`
	}
	return Result{
		IsError: true, Text: []string{"Error: " + text},
		Structured: map[string]failure{"error": {world.CodeBadValue, text}},
	}
}

// toolResult is a result as mcp-go takes it. What has a structure is written here and now, and mcp-go sees none of it
// ([guard.Splice]), unless it shall check it or there is no guard in front.
func (s *Server) toolResult(ctx context.Context, r Result) (*mcpgo.CallToolResult, error) {
	out := &mcpgo.CallToolResult{IsError: r.IsError, Content: make([]mcpgo.Content, 0, len(r.Text))}
	if r.Structured != nil && !s.checks {
		words, isSpliced, err := guard.Splice(ctx, r.appendMembers)
		if err != nil {
			return nil, err //nolint:wrapcheck // it says what was done
		}
		if isSpliced {
			out.Content = append(out.Content, mcpgo.NewTextContent(words))
			return out, nil
		}
	}
	out.StructuredContent = r.Structured
	for _, text := range r.Text {
		out.Content = append(out.Content, mcpgo.NewTextContent(text))
	}
	return out, nil
}

// appendMembers writes content and structure as members of an object (MCP, CallToolResult).
func (r Result) appendMembers(b []byte) ([]byte, error) {
	members := struct {
		Content    []mcpgo.TextContent `json:"content"`
		Structured any                 `json:"structuredContent"`
	}{make([]mcpgo.TextContent, len(r.Text)), r.Structured}
	for i, text := range r.Text {
		members.Content[i] = mcpgo.NewTextContent(text)
	}
	object, err := json.Marshal(members)
	if err != nil {
		return b, fmt.Errorf("encode %T: %w", r.Structured, err)
	}
	return append(b, object[1:len(object)-1]...), nil
}

// retryKeyField is the name under which a tools/call may carry an idempotency key in its _meta: 1 to [retryKeyMax]
// printable ASCII characters of the client's choice.
const retryKeyField = "mudlark/key"

// retryKeyMax is how many characters an idempotency key may have.
const retryKeyMax = 128

type retryKey struct{}

// RetryKey returns the idempotency key of the call in ctx, or "".
func RetryKey(ctx context.Context) string {
	key, _ := ctx.Value(retryKey{}).(string)
	return key
}

// WithRetryKey returns a context of a call with an idempotency key.
func WithRetryKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, retryKey{}, key)
}

// withRetryKey keeps a call's idempotency key for its handler. A key of the wrong form is an error: to pass over it
// would let the client's second attempt act twice.
func withRetryKey(ctx context.Context, request mcpgo.CallToolRequest) (context.Context, *guard.Fault) {
	if request.Params.Meta == nil {
		return ctx, nil
	}
	value, given := request.Params.Meta.AdditionalFields[retryKeyField]
	if !given {
		return ctx, nil
	}
	key, ok := value.(string)
	isOdd := strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' })
	if !ok || key == "" || len(key) > retryKeyMax || isOdd {
		text := fmt.Sprintf("_meta %q is a text of 1 to %d printable ASCII characters", retryKeyField, retryKeyMax)
		return ctx, &guard.Fault{Code: guard.CodeInvalidParams, Text: text}
	}
	return WithRetryKey(ctx, key), nil
}

// rawArguments returns the arguments as a JSON object.
func rawArguments(request mcpgo.CallToolRequest) (json.RawMessage, error) {
	if raw := request.Params.RawArguments; len(raw) > 0 && string(raw) != "null" {
		return raw, nil
	}
	if request.Params.Arguments == nil {
		return json.RawMessage("{}"), nil
	}
	raw, err := json.Marshal(request.Params.Arguments)
	if err != nil {
		return nil, fmt.Errorf("write arguments: %w", err)
	}
	return raw, nil
}

func (s *Server) promptHandler(p Prompt) server.PromptHandlerFunc {
	return func(ctx context.Context, request mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) {
		who, ok := guard.PrincipalFrom(ctx)
		if !ok {
			return nil, s.failed(ctx, p.Name, errNobody)
		}
		if f := checkArguments(p, request.Params.Arguments); f != nil {
			return nil, guard.Raise(ctx, f)
		}
		var script Script
		err := s.safely(func() (err error) { script, err = p.Handler(ctx, who, request.Params.Arguments); return err })
		if err != nil {
			return nil, s.failed(ctx, p.Name, err)
		}
		out := &mcpgo.GetPromptResult{Description: script.Description}
		for _, m := range script.Messages {
			role := mcpgo.RoleUser
			if m.Assistant {
				role = mcpgo.RoleAssistant
			}
			out.Messages = append(out.Messages, mcpgo.NewPromptMessage(role, mcpgo.NewTextContent(m.Text)))
		}
		return out, nil
	}
}

// checkArguments reports what is wrong with a prompt's arguments (-32602, MCP prompts, error handling).
func checkArguments(p Prompt, args map[string]string) *guard.Fault {
	wrong := func(format string, a ...any) *guard.Fault {
		text := fmt.Sprintf("prompt %s: ", p.Name) + fmt.Sprintf(format, a...)
		return &guard.Fault{Code: guard.CodeInvalidParams, Text: text}
	}
	known := 0
	for _, a := range p.Arguments {
		value, given := args[a.Name]
		switch {
		case !given && a.Required:
			return wrong("the argument %q is needed", a.Name)
		case !given:
			continue
		case len(a.Values) > 0 && !slices.Contains(a.Values, value):
			return wrong("the argument %q is one of: %s", a.Name, strings.Join(a.Values, ", "))
		}
		known++
	}
	if known < len(args) {
		return wrong("it takes only the arguments that prompts/list shows")
	}
	return nil
}

func (s *Server) resourceHandler(r Resource) server.ResourceHandlerFunc {
	return func(ctx context.Context, request mcpgo.ReadResourceRequest) ([]mcpgo.ResourceContents, error) {
		uri := request.Params.URI
		who, ok := guard.PrincipalFrom(ctx)
		if !ok {
			return nil, s.failed(ctx, r.Name, errNobody)
		}
		if !s.game.Allows(who, Entry{KindResource, r.URI}) {
			return nil, guard.Raise(ctx, Missing(uri))
		}
		var text string
		err := s.safely(func() (err error) { text, err = r.Handler(ctx, who, uri); return err })
		if err != nil {
			return nil, s.failed(ctx, r.Name, err)
		}
		return []mcpgo.ResourceContents{mcpgo.TextResourceContents{URI: uri, MIMEType: r.mimeType(), Text: text}}, nil
	}
}

// safely runs a handler and turns a panic into an error, which ends this request only.
func (s *Server) safely(run func() error) (err error) {
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("handler panicked: %v\n%s", met, debug.Stack())
		}
	}()
	return run()
}

// failed passes a chosen fault on, and hides any other error from the client behind one fixed sentence.
func (s *Server) failed(ctx context.Context, name string, err error) error {
	if chosen, ok := errors.AsType[*guard.Fault](err); ok {
		return guard.Raise(ctx, chosen)
	}
	level := slog.LevelError
	if ctx.Err() != nil {
		level = slog.LevelDebug // the client has gone or was revoked; nobody waits for the answer
	}
	s.log.LogAttrs(ctx, level, "agent handler failed",
		slog.String("correlation", guard.CorrelationFrom(ctx)), slog.String("name", name), slog.Any("err", err))
	return guard.Raise(ctx, &guard.Fault{Code: guard.CodeInternal, Text: internalText})
}
