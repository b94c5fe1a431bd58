package guard

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Bare answers a method that is no part of the protocol's conversation: each message stands for itself. The result
// encodes as JSON; a fault takes its place.
type Bare func(ctx context.Context, p Principal, params json.RawMessage) (result any, fault *Fault)

// bareFor returns what answers a message without a session, nil when the protocol does.
func (v *visit) bareFor(r *http.Request, e envelope) Bare {
	isStandard := strings.Contains(e.Method, "/")
	if isStandard && (e.modern || len(r.Header.Values(server.HeaderKeySessionID)) > 0) {
		return nil
	}
	return v.cfg.Bare[e.Method]
}

// answer answers a bare method. A panic ends this request only.
func (v *visit) answer(ctx context.Context, e envelope, bare Bare) *refusal {
	if len(e.ID) == 0 {
		return &refusal{reason: reasonMessage, status: http.StatusBadRequest, fault: Fault{
			Code: CodeInvalidRequest, Text: "invalid request: an id is needed, or nobody would learn what came of it",
		}}
	}
	run, done, err := v.ledger.begin(ctx, v.who.ID)
	if err != nil {
		return busy(err)
	}
	defer done()
	out := newReply(v.w, v.call)
	defer out.finish()
	defer func() {
		if met := recover(); met != nil {
			v.log.LogAttrs(ctx, slog.LevelError, "bare method panicked", slog.String("correlation", v.call.correlation),
				slog.Any("err", met), slog.String("stack", string(debug.Stack())))
			out.fail()
		}
	}()
	result, fault := bare(run, v.who, e.Params)
	var body []byte
	if fault != nil {
		body, err = encodeError(e.ID, fault.in(v.call.modern))
	} else {
		body, err = json.Marshal(struct {
			JSONRPC string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
			Result  any             `json:"result"`
		}{mcpgo.JSONRPC_VERSION, e.ID, result})
	}
	if err != nil {
		panic(err) // a result of ours that cannot be written
	}
	out.Header().Set("Content-Type", "application/json")
	_, _ = out.Write(body) // it is held back until finish
	return nil
}
