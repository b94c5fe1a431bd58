package main

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	mcpclient "github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// user is who sits before a client that can ask them.
type user struct {
	t      *testing.T
	answer mcpgo.ElicitationResponseAction
	asked  atomic.Int32
}

// Elicit implements client.ElicitationHandler.
func (u *user) Elicit(_ context.Context, q mcpgo.ElicitationRequest) (*mcpgo.ElicitationResult, error) {
	u.asked.Add(1)
	if want := "wants to buy the mud pattens from Widow Tarry"; !strings.Contains(q.Params.Message, want) {
		u.t.Errorf("the user is asked %q, want %q in it", q.Params.Message, want)
	}
	return &mcpgo.ElicitationResult{ElicitationResponse: mcpgo.ElicitationResponse{Action: u.answer}}, nil
}

// shopper is an agent in a world of its own, before the shop with six coins.
type shopper struct {
	t *testing.T
	c *mcpclient.Client
}

// goShopping starts `mudlark mcp --solo` and walks to the chandlery.
func goShopping(t *testing.T, era string, u *user, flags ...string) *shopper {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	p := begin(t, inR, outW, append([]string{"mcp", "--solo", "--data", t.TempDir()}, flags...)...)
	// The world starts first, and that takes its time under the race detector: nobody is to fall back to the other era.
	options := []mcpclient.ClientOption{mcpclient.WithProtocolVersion(era), mcpclient.WithDiscoverTimeout(patience)}
	if u != nil {
		options = append(options, mcpclient.WithElicitationHandler(u))
	}
	wire := transport.NewIO(outR, inW, io.NopCloser(strings.NewReader("")))
	s := &shopper{t, mcpclient.NewClient(wire, options...)}
	t.Cleanup(func() {
		_ = s.c.Close()
		_ = inW.Close()
		_ = outR.Close()
		p.end(t)
	})
	if err := s.c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	hello := mcpgo.InitializeRequest{}
	hello.Params.ProtocolVersion = era
	hello.Params.ClientInfo = mcpgo.Implementation{Name: "t", Version: "1"}
	if got, err := s.c.Initialize(t.Context(), hello); err != nil || got.ProtocolVersion != era {
		t.Fatalf("hello: %v %+v\n%s", err, got, p.errs)
	}
	for _, line := range []string{"north", "get pennies", "south", "west", "west", "west"} {
		if text := s.types(line); strings.HasPrefix(text, "Error") {
			t.Fatalf("%s: %s", line, text)
		}
	}
	return s
}

// types sends a line and returns the words of the answer.
func (s *shopper) types(line string) string {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	request := mcpgo.CallToolRequest{}
	request.Params.Name, request.Params.Arguments = "command", map[string]any{"line": line}
	if strings.HasPrefix(line, "buy ") {
		request.Params.Meta = &mcpgo.Meta{AdditionalFields: map[string]any{"mudlark/key": line}}
	}
	got, err := s.c.CallTool(ctx, request)
	if err != nil {
		s.t.Fatalf("%s: %v", line, err)
	}
	var out strings.Builder
	for _, c := range got.Content {
		if text, ok := c.(mcpgo.TextContent); ok {
			out.WriteString(text.Text + "\n")
		}
	}
	return out.String()
}

// DOOR D2: in a world of one's own nobody sits at a keyboard. Who sits before the client is the owner: they are asked
// by elicitation where the client has it, or have allowed it beforehand; else the refusal says how they could.
func TestBridgeAsksItsUser(t *testing.T) {
	racedElsewhere(t)
	const (
		accept  = mcpgo.ElicitationResponseActionAccept
		decline = mcpgo.ElicitationResponseActionDecline
		cancel  = mcpgo.ElicitationResponseActionCancel
	)
	cases := map[string]struct {
		answer mcpgo.ElicitationResponseAction // "": the client asks nobody
		flags  []string
		want   string // of the first try to buy
		again  string // of the second, under the same key
		asked  int32
	}{
		"accept":         {answer: accept, want: "You buy the mud pattens", again: "You buy the mud pattens", asked: 1},
		"decline":        {answer: decline, want: "owner said no", again: "owner said no", asked: 1},
		"cancel":         {answer: cancel, want: "has not answered yet", again: "has not answered yet", asked: 2},
		"no elicitation": {want: "put --yes behind", again: "mudlark mcp --yes --solo"},
		"yes beforehand": {
			answer: cancel, flags: []string{"--yes"}, want: "You buy the mud pattens", again: "You buy the mud pattens",
		},
	}
	for _, era := range []string{mcpgo.ProtocolVersion20251125, mcpgo.ProtocolVersion20260728} {
		for name, c := range cases {
			t.Run(era+" "+name, func(t *testing.T) {
				u := &user{t: t, answer: c.answer}
				who := u
				if c.answer == "" {
					who = nil
				}
				s := goShopping(t, era, who, c.flags...)
				begun := time.Now()
				for _, want := range []string{c.want, c.again} {
					if got := s.types("buy mud pattens"); !strings.Contains(got, want) {
						t.Errorf("got %.300s, want %q in it", got, want)
					}
				}
				if got := u.asked.Load(); got != c.asked {
					t.Errorf("the user was asked %d times, want %d", got, c.asked)
				}
				if took := time.Since(begun); took > 10*time.Second {
					t.Errorf("it took %s: somebody was waited for who is not there", took)
				}
				bag, isBought := s.types("inventory"), strings.HasPrefix(c.want, "You buy")
				if strings.Contains(bag, "pattens") != isBought || strings.Contains(bag, "6 coins") == isBought {
					t.Errorf("afterwards: %s", bag)
				}
			})
		}
	}
}
