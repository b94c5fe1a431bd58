package guard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// envelope is what the guard needs to know of one message. It is read with the same decoder and the same names as
// mcp-go reads it, so that the two can never understand one message differently.
type envelope struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	modern bool
}

// readEnvelope checks one message and reads its envelope. The fault it returns is fit for the client.
func readEnvelope(header http.Header, body []byte) (envelope, *Fault) {
	var e envelope
	if err := strictjson.Check(body); err != nil {
		return e, &Fault{Code: CodeParse, Text: "parse error: " + err.Error()}
	}
	invalid := func(text string) (envelope, *Fault) {
		return e, &Fault{Code: CodeInvalidRequest, Text: "invalid request: " + text}
	}
	switch bytes.TrimLeft(body, " \t\r\n")[0] {
	case '{':
	case '[':
		return invalid(batchText)
	default:
		return invalid("a message is a JSON object")
	}
	if err := json.Unmarshal(body, &e); err != nil {
		return invalid("method must be a string")
	}
	if text := checkID(e.ID); text != "" {
		return invalid(text)
	}
	if string(e.Params) == "null" {
		e.Params = nil
	}
	if len(e.Params) > 0 && e.Params[0] != '{' {
		return invalid("params must be an object")
	}
	var params struct {
		Meta *mcpgo.Meta `json:"_meta"`
	}
	if len(e.Params) > 0 && json.Unmarshal(e.Params, &params) != nil {
		return invalid("params._meta must be an object")
	}
	e.modern = mcpgo.IsModernProtocol(params.Meta.ProtocolVersion()) || isModern(header)
	return e, nil
}

// isModern reports whether the headers name a revision without sessions.
func isModern(header http.Header) bool {
	return mcpgo.IsModernProtocol(header.Get(mcpgo.HeaderProtocolVersion))
}

// checkID reports what is wrong with a JSON-RPC id; it is a string or a number, and absent in a notification.
func checkID(id json.RawMessage) string {
	switch {
	case len(id) == 0:
		return ""
	case len(id) > RequestIDCharsMax:
		return fmt.Sprintf("the id is longer than %d characters", RequestIDCharsMax)
	case id[0] == '"' || id[0] == '-' || id[0] >= '0' && id[0] <= '9':
		return ""
	}
	return "the id must be a string or a number"
}

// revision is the revision of the protocol that is agreed on with an initialize.
func (e envelope) revision() string {
	var params struct {
		Version string `json:"protocolVersion"`
	}
	if len(e.Params) > 0 && json.Unmarshal(e.Params, &params) != nil {
		return mcpgo.LATEST_LEGACY_PROTOCOL_VERSION
	}
	return mcpgo.NegotiateLegacyVersion(params.Version)
}

// is reports whether the message has the given method.
func (e envelope) is(method mcpgo.MCPMethod) bool { return e.Method == string(method) }

// listens reports whether the message opens a modern notification stream.
func (e envelope) listens() bool {
	return e.modern && len(e.ID) > 0 && e.is(mcpgo.MethodSubscriptionsListen)
}

// object returns the members of a JSON object, and false when there is none or something else is there. What is
// missing or no object passes as it is: mcp-go knows whether it may be missing, and refuses it by its own words.
func object(text json.RawMessage) (members map[string]json.RawMessage, ok bool) {
	if len(text) == 0 || json.Unmarshal(text, &members) != nil {
		return nil, false
	}
	return members, true
}

// stringArguments turns true, 3 and the like among the arguments of prompts/get into strings. The protocol wants
// strings, but clients send what their user's form holds, and mcp-go would refuse the whole message.
func stringArguments(body []byte, e envelope) ([]byte, error) {
	params, isObject := object(e.Params)
	if !isObject {
		return body, nil
	}
	arguments, isObject := object(params["arguments"])
	if !isObject {
		return body, nil
	}
	changed := false
	for name, value := range arguments {
		if c := value[0]; c != 't' && c != 'f' && c != '-' && (c < '0' || c > '9') {
			continue
		}
		changed = true
		arguments[name] = json.RawMessage(`"` + string(value) + `"`)
	}
	if !changed {
		return body, nil
	}
	var err error
	if params["arguments"], err = json.Marshal(arguments); err != nil {
		return nil, fmt.Errorf("write prompt arguments: %w", err)
	}
	return withParams(body, params)
}

// withParams is a message with other params.
func withParams(body []byte, params map[string]json.RawMessage) ([]byte, error) {
	var message map[string]json.RawMessage
	if err := json.Unmarshal(body, &message); err != nil {
		return nil, fmt.Errorf("read a message: %w", err)
	}
	var err error
	if message["params"], err = json.Marshal(params); err != nil {
		return nil, fmt.Errorf("write parameters: %w", err)
	}
	if body, err = json.Marshal(message); err != nil {
		return nil, fmt.Errorf("write a message: %w", err)
	}
	return body, nil
}
