package guard

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"slices"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// innerID is the id under which mcp-go knows a request. That library reads every number as a float64: beyond 2^53 it
// would answer with another id than it was asked with, take two near ids for one, and let the string "5" cancel the
// call 5. An inner id is a text that no other id has; [call.own] puts the client's own bytes back into what is
// answered. Equal ids have equal inner ones, so that a notifications/cancelled finds its call.
func innerID(id json.RawMessage) string {
	if id[0] == '"' {
		return "s" + base64.RawURLEncoding.EncodeToString(plain(id))
	}
	return "n" + base64.RawURLEncoding.EncodeToString(id)
}

// plain is the text that a JSON string stands for: "a" and "\u0061" are one.
func plain(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}
	text := ""
	if json.Unmarshal(quoted, &text) != nil {
		return quoted // what is valid JSON can be read
	}
	return []byte(text)
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
	at := idAt(body)
	if at < 0 {
		return nil, errors.New("the id of a message is not where it was read")
	}
	return slices.Concat(body[:at], e.ID, body[at+len(c.id):]), nil
}

// idAt returns where the value of the id stands in a message, which is a valid JSON object; -1 when it has none.
func idAt(body []byte) int {
	depth := 0
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			from := i
			for i++; body[i] != '"'; i++ {
				if body[i] == '\\' {
					i++
				}
			}
			value, isName := bytes.CutPrefix(bytes.TrimLeft(body[i+1:], blanks), []byte(":"))
			if depth == 1 && isName && string(plain(body[from:i+1])) == "id" {
				return len(body) - len(bytes.TrimLeft(value, blanks))
			}
		}
	}
	return -1
}

// blanks may stand between the parts of a JSON text (RFC 8259, 2).
const blanks = " \t\r\n"

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
