package stdio

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
)

// Where a token was lent, the client's user stands for the owner of the character: there may be no keyboard at which
// one could be asked. So what the owner has to allow is put to the user, by elicitation, if the client has that: in the
// older era as a request of the server's, in that of 2026-07-28 as a result that asks for input. The answer is handed
// in, and the same call is sent again, under the same key if it has one; the world decides it anew.

const (
	// askMax is how long a user is waited for; the world lets a question stand no longer.
	askMax = 10 * time.Minute
	// asksMax is how many questions may be open; then the oldest is as if it had not been asked.
	asksMax = 64
	// ownerInput names the question among those that a result asks for input with.
	ownerInput = "mudlark/owner"
	// askPrefix begins the ids of requests of our own to the client.
	askPrefix = "mudlark-owner-"
)

// question is what a server wants its owner asked for before it carries a call out.
type question struct {
	number int
	text   string // what the agent wants to do, "buy the mud pattens"
	line   []byte // the server's own message, for a client that cannot be asked after all
}

// open is a question that a client of 2026-07-28 was given.
type open struct {
	state  string // with which the client comes back
	number int
}

// hasForms reports whether a client can show its user a question: an empty capability means forms, as before there was
// a choice (2025-11-25, Elicitation, Capabilities).
func hasForms(can *mcpgo.ClientCapabilities) bool {
	return can != nil && can.Elicitation != nil && (can.Elicitation.Form != nil || can.Elicitation.URL == nil)
}

// greeted notes what a client can do that says hello.
func (b *bridge) greeted(m message) {
	var hello struct {
		Capabilities mcpgo.ClientCapabilities `json:"capabilities"`
	}
	_ = json.Unmarshal(m.Params, &hello) // what is no hello declares nothing
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hello, b.session, b.version = m.line, "", ""
	b.forms = hasForms(&hello.Capabilities)
}

// consults returns what the server is told of who asks the owner about a call; "" when that is not for us to do.
func (b *bridge) consults(m message) string {
	if b.cfg.Answer == nil || !m.is(string(mcpgo.MethodToolsCall)) {
		return ""
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case m.modern != "" && !m.forms, m.modern == "" && !b.forms:
		return ""
	case m.asked:
		return guard.OwnerAsked
	}
	return guard.OwnerWillAsk
}

// asks reads the question to the owner out of an answer, if it is one that the client's user is to be asked.
func (b *bridge) asks(m message, text []byte) (question, bool) {
	if !bytes.Contains(text, []byte(guard.AwaitingOwner)) || b.consults(m) != guard.OwnerWillAsk {
		return question{}, false
	}
	var in struct {
		Result struct {
			Structured struct {
				Error struct {
					Code string `json:"code"`
					Text string `json:"text"`
					ID   int    `json:"id"`
				} `json:"error"`
			} `json:"structuredContent"`
		} `json:"result"`
	}
	err := json.Unmarshal(text, &in)
	no := in.Result.Structured.Error
	if err != nil || no.Code != string(guard.AwaitingOwner) || no.ID == 0 {
		return question{}, false
	}
	return question{number: no.ID, text: no.Text, line: bytes.Clone(text)}, true
}

// consult puts a question to the client's user, and carries the call on when they have answered.
func (b *bridge) consult(ctx context.Context, m message, q question) {
	if m.modern != "" {
		b.emit(b.inquiry(m, q))
		return
	}
	action, isAnswered := b.elicit(ctx, m, q)
	if ctx.Err() != nil {
		return // the call was cancelled; nobody waits
	}
	if !isAnswered {
		b.log.Warn("the client did not put a question to its user", slog.String("question", q.text))
	}
	b.carryOn(ctx, m, q.number, action)
}

// carryOn hands an answer in and sends the call again. Whoever has not answered may be asked again.
func (b *bridge) carryOn(ctx context.Context, m message, number int, action mcpgo.ElicitationResponseAction) {
	isYes := action == mcpgo.ElicitationResponseActionAccept
	if isYes || action == mcpgo.ElicitationResponseActionDecline {
		if err := b.cfg.Answer(ctx, number, isYes); err != nil {
			b.log.Warn("could not hand the user's answer in", slog.Any("err", err))
		}
	}
	m.asked = true
	b.call(ctx, m)
}

// params are the question as the client is to show it: to accept is yes, and there is nothing to fill in.
func (q question) params() mcpgo.ElicitationParams {
	return mcpgo.ElicitationParams{
		Message:         "Your agent in the game wants to " + strings.TrimSuffix(q.text, ".") + ". Allow it, this once?",
		RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`),
	}
}

// elicit asks the user of a client with sessions, and waits. It reports false when the client gave no answer.
func (b *bridge) elicit(
	ctx context.Context, m message, q question,
) (action mcpgo.ElicitationResponseAction, isAnswered bool) {
	answer := make(chan reply, 1)
	b.mu.Lock()
	b.questions++
	id := strconv.Quote(askPrefix + strconv.Itoa(b.questions))
	b.replies[id] = answer
	if r := b.calls[string(m.ID)]; r != nil {
		r.asks = true
	}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.replies, id)
		if r := b.calls[string(m.ID)]; r != nil {
			r.asks = false
		}
	}()
	b.tell(json.RawMessage(id), string(mcpgo.MethodElicitationCreate), q.params())
	late := time.NewTimer(askMax)
	defer late.Stop()
	select {
	case r := <-answer:
		return r.Result.Action, r.Result.Action != ""
	case <-ctx.Done():
	case <-late.C:
	}
	b.tell(nil, string(mcpgo.MethodNotificationCancelled), map[string]any{
		"requestId": json.RawMessage(id), "reason": "the question is no longer open",
	})
	return "", false
}

// tell writes a request of our own to the client; without an id it is a notification.
func (b *bridge) tell(id json.RawMessage, method string, params any) {
	line, err := json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id,omitempty"`
		Method  string          `json:"method"`
		Params  any             `json:"params"`
	}{mcpgo.JSONRPC_VERSION, id, method, params})
	if err == nil {
		b.emit(line)
	}
}

// reply is a client's answer to a request of our own. One that is an error has no action.
type reply struct {
	Result mcpgo.ElicitationResponse `json:"result"`
}

// replied takes an answer to a request of our own, and reports whether the line was one.
func (b *bridge) replied(m message) bool {
	if m.Method != "" || !bytes.HasPrefix(m.ID, []byte(`"`+askPrefix)) {
		return false
	}
	var r reply
	_ = json.Unmarshal(m.line, &r) // what is no answer answers nothing
	b.mu.Lock()
	defer b.mu.Unlock()
	if answer := b.replies[string(m.ID)]; answer != nil {
		delete(b.replies, string(m.ID))
		answer <- r
	}
	return true // one that nobody waits for is no business of the server's
}

// inquiry is the answer to a client of 2026-07-28: its user has to be asked, and then it calls again. The state by
// which it is known then cannot be guessed, and counts once.
func (b *bridge) inquiry(m message, q question) []byte {
	state := rand.Text()
	line, err := json.Marshal(struct {
		JSONRPC string                     `json:"jsonrpc"`
		ID      json.RawMessage            `json:"id"`
		Result  *mcpgo.InputRequiredResult `json:"result"`
	}{mcpgo.JSONRPC_VERSION, m.ID, mcpgo.NewInputRequiredResult(mcpgo.InputRequests{
		ownerInput: mcpgo.NewElicitationInputRequest(q.params()),
	}, state)})
	if err != nil {
		return q.line
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opens = append(b.opens, open{state, q.number}); len(b.opens) > asksMax {
		b.opens = b.opens[1:]
	}
	return line
}

// returns reports whether a call of 2026-07-28 is one that comes back with its user's answer, and what that is.
func (b *bridge) returns(m message) (number int, action mcpgo.ElicitationResponseAction, ok bool) {
	if m.modern == "" || !m.is(string(mcpgo.MethodToolsCall)) || b.cfg.Answer == nil {
		return 0, "", false
	}
	var params struct {
		State     string                               `json:"requestState"`
		Responses map[string]mcpgo.ElicitationResponse `json:"inputResponses"`
	}
	if json.Unmarshal(m.Params, &params) != nil || params.State == "" {
		return 0, "", false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, o := range b.opens {
		if o.state == params.State {
			b.opens = append(b.opens[:i:i], b.opens[i+1:]...)
			return o.number, params.Responses[ownerInput].Action, true
		}
	}
	return 0, "", false
}
