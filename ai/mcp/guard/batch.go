package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/mudlark-mud/mudlark/world/strictjson"
)

// Batches (JSON-RPC 2.0, 6) came into MCP with revision 2025-03-26, whose servers MUST take them, and left it with the
// next. So a session that agreed on exactly that revision may send them, as the official Go SDK has it too; to refuse
// the revision instead would lock out clients that know no later one, for the sake of a form that hardly one of them
// uses. mcp-go knows no batches: each message of one goes its way through the guard and mcp-go as if it had come alone.

// batchText refuses a batch of whoever may not send one.
const batchText = "batches are of revision " + mcpgo.ProtocolVersion20250326 + " alone; send one message a request"

// isBatch reports whether a body begins as a list does.
func isBatch(body []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("[")) }

// batch answers a list of messages, one after the other in their order, with the list of their answers. Each is held to
// the limits of a request by itself, and what one of them is refused stands in its place.
func (v *visit) batch(ctx context.Context, r *http.Request, body []byte) *refusal {
	wrong := func(code int, text string) *refusal {
		return &refusal{reason: reasonMessage, status: http.StatusBadRequest, fault: Fault{Code: code, Text: text}}
	}
	v.asked = "batch"
	if err := strictjson.Check(body); err != nil {
		return wrong(CodeParse, "parse error: "+err.Error())
	}
	var messages []json.RawMessage
	if err := json.Unmarshal(body, &messages); err != nil {
		return wrong(CodeParse, "parse error: not a list")
	}
	if f := v.own(r); f != nil {
		return f
	}
	switch n := len(messages); {
	case v.revision(r) != mcpgo.ProtocolVersion20250326:
		return wrong(CodeInvalidRequest, "invalid request: "+batchText)
	case n == 0 || n > BatchMessagesMax:
		text := fmt.Sprintf("invalid request: a batch holds 1 to %d messages", BatchMessagesMax)
		return wrong(CodeInvalidRequest, text)
	}
	var out batchReply
	for i, message := range messages {
		if ctx.Err() != nil {
			break // nobody waits for the rest
		}
		out.add(v.inBatch(ctx, r, message, i == 0))
	}
	out.write(newReply(v.w, v.call))
	return nil
}

// revision is which revision of the protocol a session speaks. Of one that the server does not know since it began, the
// client's header says it, and no header means 2025-03-26 (MCP 2025-06-18, transports).
func (v *visit) revision(r *http.Request) string {
	if known := v.ledger.revision(r.Header.Get(server.HeaderKeySessionID)); known != "" {
		return known
	}
	return mcpgo.NegotiateLegacyVersion(r.Header.Get(mcpgo.HeaderProtocolVersion))
}

// inBatch answers one message of a batch. The first was counted with the request that brought it.
func (v *visit) inBatch(ctx context.Context, r *http.Request, message json.RawMessage, isFirst bool) *recorder {
	c := &call{correlation: v.call.correlation, streaming: make(chan struct{})}
	out := &recorder{header: http.Header{}}
	one := visit{Guard: v.Guard, call: c, next: v.next, w: out, who: v.who}
	e, fault := readEnvelope(r.Header, message)
	var f *refusal
	switch {
	case fault != nil:
		e, f = envelope{}, &refusal{reason: reasonMessage, fault: *fault} // whose answer it would be is not known
	case e.modern || e.is(mcpgo.MethodInitialize):
		f = refuse(reasonMessage, 0, e.Method+" stands alone, and not in a batch")
	case !isFirst:
		f = one.draw()
	}
	if f == nil {
		f = one.message(withCall(ctx, c), r.Clone(ctx), message)
	}
	if f != nil {
		v.count.refused[f.reason].Add(1)
		out.refuse(e, &f.fault)
	}
	return out
}

// recorder keeps what is answered to one message of a batch.
type recorder struct {
	header http.Header
	body   bytes.Buffer
}

func (o *recorder) Header() http.Header { return o.header }
func (o *recorder) WriteHeader(int)     {}

// Write keeps a part of an answer.
func (o *recorder) Write(p []byte) (int, error) { return o.body.Write(p) }

// refuse answers with an error, unless the message was a notification, to which there is no answer.
func (o *recorder) refuse(e envelope, f *Fault) {
	if len(e.ID) == 0 && e.Method != "" {
		return
	}
	body, err := encodeError(e.ID, f)
	if err != nil {
		body = nil
	}
	o.body.Write(body)
}

// messages are what was answered, one by one. mcp-go makes a stream of an answer when a hint is on its way.
func (o *recorder) messages() (out [][]byte) {
	if !strings.HasPrefix(o.header.Get("Content-Type"), "text/event-stream") {
		return [][]byte{bytes.TrimSpace(o.body.Bytes())}
	}
	for event := range bytes.SplitSeq(o.body.Bytes(), []byte("\n\n")) {
		if data, isMessage := bytes.CutPrefix(event, []byte(eventBegins)); isMessage {
			out = append(out, data)
		}
	}
	return out
}

// batchReply gathers the answer to a batch: the answers to its messages in one list, and hints that came with them.
type batchReply struct{ answers, hints [][]byte }

func (b *batchReply) add(from *recorder) {
	for _, message := range from.messages() {
		switch {
		case bytes.HasPrefix(message, []byte(answerBegins)):
			b.answers = append(b.answers, message)
		case json.Valid(message):
			b.hints = append(b.hints, message)
		case len(message) > 0: // words of mcp-go's own
			body, err := encodeError(nil, &Fault{Code: CodeInvalidRequest, Text: string(message)})
			if err == nil {
				b.answers = append(b.answers, body)
			}
		}
	}
}

// write sends it: nothing but that it was taken, when no message wanted an answer; a stream, when there are hints.
func (b *batchReply) write(to *reply) {
	defer to.finish()
	list := append(append([]byte("["), bytes.Join(b.answers, []byte(","))...), ']')
	switch {
	case len(b.answers)+len(b.hints) == 0:
		to.WriteHeader(http.StatusAccepted)
		return
	case len(b.hints) == 0:
		to.Header().Set("Content-Type", "application/json")
		_, _ = to.Write(list) // it is held back until finish
		return
	case len(b.answers) > 0:
		b.hints = append(b.hints, list)
	}
	to.Header().Set("Content-Type", "text/event-stream")
	for _, message := range b.hints {
		if _, err := fmt.Fprintf(to, "%s%s\n\n", eventBegins, message); err != nil {
			return // nobody is left to tell
		}
	}
	to.Flush()
}
