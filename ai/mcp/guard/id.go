package guard

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// innerID is the id under which mcp-go knows a request. That library reads every number as a float64: beyond 2^53 it
// would answer with another id than it was asked with, take two near ids for one, and let the string "5" cancel the
// call 5. An inner id is a text that no other id has; [call.own] puts the client's own bytes back into what is
// answered. Equal ids have equal inner ones, so that a notifications/cancelled finds its call.
func innerID(id json.RawMessage) string {
	text := ""
	if json.Unmarshal(id, &text) == nil { // "a" and "\u0061" are one id
		return "s" + base64.RawURLEncoding.EncodeToString([]byte(text))
	}
	return "n" + base64.RawURLEncoding.EncodeToString(id)
}

// quoted is an inner id in JSON.
func quoted(inner string) json.RawMessage { return json.RawMessage(`"` + inner + `"`) }

// inward puts inner ids in the place of a client's in a message: its own if it is a request, and that of the call which
// it cancels. Answers to requests of ours keep theirs.
func (c *call) inward(body []byte, e *envelope) ([]byte, error) {
	switch {
	case e.is(mcpgo.MethodNotificationCancelled) && len(e.ID) == 0:
		return innerCancelled(body, *e)
	case e.Method == "" || len(e.ID) == 0:
		return body, nil
	}
	c.id, c.inner = e.ID, innerID(e.ID)
	e.ID = quoted(c.inner)
	dec := json.NewDecoder(bytes.NewReader(body))
	_, err := dec.Token() // the brace
	for err == nil && dec.More() {
		var name json.Token
		var value json.RawMessage
		if name, err = dec.Token(); err == nil {
			err = dec.Decode(&value)
		}
		if end := int(dec.InputOffset()); err == nil && name == "id" {
			return slices.Concat(body[:end-len(value)], e.ID, body[end:]), nil
		}
	}
	return nil, fmt.Errorf("find the id of a message: %w", cmp.Or(err, io.ErrUnexpectedEOF))
}

// innerCancelled puts the inner id into a notifications/cancelled. What names no call is left as it is.
func innerCancelled(body []byte, e envelope) ([]byte, error) {
	params, isObject := object(e.Params)
	id := params["requestId"]
	if !isObject || len(id) == 0 || checkID(id) != "" {
		return body, nil
	}
	params["requestId"] = quoted(innerID(id))
	return withParams(body, params)
}

// answerBegins is how every answer begins, of mcp-go and of ours.
const answerBegins = `{"jsonrpc":"` + mcpgo.JSONRPC_VERSION + `","id":`

// own puts the client's id, byte for byte as it came, in the place of the inner one: in the answer to its request, or
// in a notification of the stream that it asked for.
func (c *call) own(message []byte) []byte {
	if c.inner == "" {
		return message
	}
	if rest, isAnswer := bytes.CutPrefix(message, slices.Concat([]byte(answerBegins), quoted(c.inner))); isAnswer {
		return slices.Concat([]byte(answerBegins), c.id, rest)
	}
	const tag = `"` + mcpgo.MetaKeySubscriptionID + `":`
	return bytes.Replace(message, slices.Concat([]byte(tag), quoted(c.inner)), slices.Concat([]byte(tag), c.id), 1)
}
