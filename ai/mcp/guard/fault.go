package guard

import (
	"encoding/json"
	"fmt"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Codes of JSON-RPC errors that this server chooses itself.
const (
	// CodeParse answers text that is not JSON this server reads (JSON-RPC 2.0).
	CodeParse = mcpgo.PARSE_ERROR
	// CodeInvalidRequest answers JSON that is no request (JSON-RPC 2.0).
	CodeInvalidRequest = mcpgo.INVALID_REQUEST
	// CodeInvalidParams answers a request whose parameters make no sense (JSON-RPC 2.0).
	CodeInvalidParams = mcpgo.INVALID_PARAMS
	// CodeInternal answers a request on which this server failed (JSON-RPC 2.0).
	CodeInternal = mcpgo.INTERNAL_ERROR
	// CodeRefused answers what the guard refuses: no right to ask, too much, too often.
	CodeRefused = -32000
)

// internalText is all that a client learns of our own failures.
const internalText = "the server failed on this request; the correlation id names it in the server's log"

// Fault is a protocol error that a handler chooses; everything a model should read and mend is a tool result with
// isError instead.
type Fault struct {
	Code    int    // a JSON-RPC error code
	Text    string // what was wrong, fit for the client's log
	Data    any    // becomes error.data when it is not nil
	Missing bool   // the thing asked for does not exist: the code is then chosen by the protocol's era
}

// Error returns the fault's text.
func (f *Fault) Error() string { return f.Text }

// Missing says that the resource at uri does not exist, or not for this principal, which must look the same.
func Missing(uri string) *Fault {
	text := fmt.Sprintf("resource %q not found", strictjson.Clip(uri))
	return &Fault{Text: text, Data: map[string]any{"uri": uri}, Missing: true}
}

// in returns the fault with the code of the era: resource not found is -32602 since 2026-07-28, -32002 before.
func (f *Fault) in(modern bool) *Fault {
	if !f.Missing {
		return f
	}
	chosen := *f
	chosen.Code = mcpgo.RESOURCE_NOT_FOUND
	if modern {
		chosen.Code = CodeInvalidParams
	}
	return &chosen
}

// rewrite puts the fault in place of the error in a JSON-RPC response; other messages pass unchanged.
func (f *Fault) rewrite(message []byte) []byte {
	var response struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   json.RawMessage `json:"error,omitempty"`
	}
	if json.Unmarshal(message, &response) != nil || len(response.Error) == 0 {
		return message
	}
	out, err := encodeError(response.ID, f)
	if err != nil {
		return message
	}
	return out
}

// encodeError writes a JSON-RPC error response; a nil id is written as null.
func encodeError(id json.RawMessage, f *Fault) ([]byte, error) {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	type details struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
		Data    any    `json:"data,omitempty"`
	}
	out, err := json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   details         `json:"error"`
	}{JSONRPC: mcpgo.JSONRPC_VERSION, ID: id, Error: details{Code: f.Code, Message: f.Text, Data: f.Data}})
	if err != nil {
		return nil, fmt.Errorf("encode error response: %w", err)
	}
	return out, nil
}

// statusOf maps an error code to the HTTP status that 2026-07-28 prescribes for it.
func statusOf(code int) int {
	switch code {
	case mcpgo.METHOD_NOT_FOUND:
		return http.StatusNotFound
	case mcpgo.HEADER_MISMATCH, mcpgo.MISSING_REQUIRED_CLIENT_CAPABILITY, mcpgo.UNSUPPORTED_PROTOCOL_VERSION,
		CodeInvalidRequest, CodeInvalidParams, CodeParse:
		return http.StatusBadRequest
	default:
		return http.StatusOK
	}
}
