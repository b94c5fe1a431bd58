package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/yosida95/uritemplate/v3"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// Principal is who a call is made for. The guard knows them; a Game need not import it to name them.
type Principal = guard.Principal

// Kind says what an [Entry] of the catalogue is.
type Kind uint8

// The kinds of entries.
const (
	KindTool Kind = iota + 1
	KindPrompt
	KindResource
)

// Entry names one thing of the catalogue: a tool or prompt by its name, a resource by its URI or URI template.
type Entry struct {
	Kind Kind
	Name string
}

// Game is what this package asks of the world. Allows must be quick and must not ask the world: it is called for
// every entry of a list and at every call. Fitting is called once for a list that a legacy client asks for.
type Game interface {
	// Catalogue returns everything there is, for everybody. It is read once.
	Catalogue() Catalogue
	// Allows reports whether the principal's role and grant permit the entry. What it does not allow does not exist
	// for p.
	Allows(p Principal, e Entry) bool
	// Fitting returns a function that says which Contextual entries make sense for p where it now stands.
	Fitting(ctx context.Context, p Principal) (func(Entry) bool, error)
}

// Greeter is a game that wants to know when a client begins, which has been told nothing yet.
type Greeter interface {
	Greeted(ctx context.Context, p Principal)
}

// Catalogue is what a game offers.
type Catalogue struct {
	Tools     []Tool
	Prompts   []Prompt
	Resources []Resource
}

// Hints are a tool's annotations (MCP, ToolAnnotations). They are advice to clients and protect nothing.
type Hints struct {
	ReadOnly    bool // changes nothing
	Destructive bool // may take away what cannot be had back
	Idempotent  bool // twice is as good as once
	OpenWorld   bool // reaches beyond the game
}

// Tool is one tool. Name, Description, InputSchema and Handler are needed.
type Tool struct {
	Name, Title, Description string
	InputSchema              json.RawMessage // JSON Schema of an object; calls that do not fit never reach Handler
	OutputSchema             json.RawMessage // JSON Schema of Result.Structured, or empty
	Hints                    Hints
	Contextual               bool // legacy clients see it only while [Game].Fitting says so; it can be called always
	Free                     bool // Handler judges the arguments itself, in words of its own; any object reaches it
	Bare                     bool // its name is a method too, answered by Result.Bare without a session
	Handler                  Handler
	// Refuse answers a call whose arguments do not fit, which text says why; nil: with the text, and as structure with
	// an error that has the code bad_value.
	Refuse func(ctx context.Context, p Principal, text string) Result
}

// Handler answers a call. args is a JSON object that fits the tool's schema; [RetryKey] is the idempotency
// key that came with it.
type Handler func(ctx context.Context, p Principal, args json.RawMessage) Result

// Result is a tool's answer. Text and Structured must each tell the model everything, for a server cannot know which
// it will see.
type Result struct {
	Text       []string     // each becomes one text content
	Structured any          // becomes structuredContent; must encode as a JSON object; nil for none
	Bare       any          // what the method of a [Tool] that is Bare answers; must encode as JSON
	IsError    bool         // the call came to nothing, and Text says why so that the model can mend it
	Fault      *guard.Fault // when set, the call is answered by this protocol error and the rest is ignored
}

// Prompt is one prompt: a view of the world as a text for the client's model. Name, Description and Handler are needed.
type Prompt struct {
	Name, Title, Description string
	Arguments                []Argument
	Contextual               bool // as for [Tool]
	Handler                  PromptHandler
}

// Argument is an argument of a prompt.
type Argument struct {
	Name, Description string
	Required          bool
	Values            []string // when set, nothing else is taken; also what completion offers
}

// PromptHandler writes a prompt. args holds only declared arguments with allowed values. An error that is no
// [*guard.Fault] is logged, and the client is told only that the server failed.
type PromptHandler func(ctx context.Context, p Principal, args map[string]string) (Script, error)

// Script is what a prompt says.
type Script struct {
	Description string
	Messages    []Message
}

// Message is one message of a [Script].
type Message struct {
	Assistant bool // said by the model; otherwise by the user
	Text      string
}

// Resource is something to read. URI, Name, Description and Handler are needed. A URI with braces is a template
// (RFC 6570); two templates must not fit one URI.
type Resource struct {
	URI, Name, Title, Description string
	MIMEType                      string // application/json when empty
	Contextual                    bool   // as for [Tool]
	Handler                       ResourceHandler
	// Complete lists values of a template's variable that begin so; nil: none are offered.
	Complete func(ctx context.Context, p Principal, begins string) []string
}

// ResourceHandler reads a resource. Use [Missing] for what is not there. Other errors are treated as for
// [PromptHandler].
type ResourceHandler func(ctx context.Context, p Principal, uri string) (text string, err error)

// Missing says that there is no resource at uri, or none for this principal, which must look the same.
func Missing(uri string) *guard.Fault { return guard.Missing(uri) }

func (r Resource) isTemplate() bool { return strings.Contains(r.URI, "{") }

func (r Resource) mimeType() string {
	if r.MIMEType == "" {
		return "application/json"
	}
	return r.MIMEType
}

// nameForm is what SEP-986 advises for tool names, which all clients take.
const nameForm = `^[A-Za-z0-9_.-]{1,64}$`

// Check reports everything in the catalogue that clients would stumble over. mcp-go passes most of it in silence: a
// schema that does not compile, for one, is simply not enforced.
func (c Catalogue) Check() error {
	var errs []error
	names := regexp.MustCompile(nameForm)
	seen := make(map[Entry]bool)
	note := func(e Entry, description string, hasHandler bool) {
		switch {
		case e.Kind != KindResource && !names.MatchString(e.Name):
			errs = append(errs, fmt.Errorf("the name %q does not fit %s", e.Name, nameForm))
		case seen[e]:
			errs = append(errs, fmt.Errorf("%q is there twice", e.Name))
		case description == "":
			errs = append(errs, fmt.Errorf("%q has no description", e.Name))
		case !hasHandler:
			errs = append(errs, fmt.Errorf("%q has no handler", e.Name))
		}
		seen[e] = true
	}
	for _, t := range c.Tools {
		note(Entry{KindTool, t.Name}, t.Description, t.Handler != nil)
		_, err := compile(t.Name+" input", t.InputSchema)
		errs = append(errs, err)
		if len(t.OutputSchema) > 0 {
			_, err := compile(t.Name+" output", t.OutputSchema)
			errs = append(errs, err)
		}
	}
	for _, p := range c.Prompts {
		note(Entry{KindPrompt, p.Name}, p.Description, p.Handler != nil)
	}
	for _, r := range c.Resources {
		note(Entry{KindResource, r.URI}, r.Description, r.Handler != nil)
		if _, err := uritemplate.New(r.URI); err != nil {
			errs = append(errs, fmt.Errorf("the URI %q: %w", r.URI, err))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("check catalogue: %w", err)
	}
	return nil
}

// compile reads the schema of an object.
func compile(of string, text json.RawMessage) (*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("read schema of %s: %w", of, err)
	}
	if object, ok := doc.(map[string]any); !ok || object["type"] != "object" {
		return nil, fmt.Errorf(`the schema of %s is not of "type": "object"`, of)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(jsonschema.SchemeURLLoader{}) // no file and no network, whatever the schema refers to
	if err := compiler.AddResource("schema:tool", doc); err != nil {
		return nil, fmt.Errorf("add schema of %s: %w", of, err)
	}
	schema, err := compiler.Compile("schema:tool")
	if err != nil {
		return nil, fmt.Errorf("compile schema of %s: %w", of, err)
	}
	return schema, nil
}
