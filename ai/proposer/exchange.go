package proposer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// exchange is one request.
type exchange struct {
	*Handler

	w      http.ResponseWriter
	r      *http.Request
	gate   guard.Gate
	find   Finder // nil: no token is wanted
	began  time.Time
	isLone bool // nothing but the handler is behind this listener

	principal string
}

// answer is what is sent, in the order of the document.
type answer struct {
	OK         bool            `json:"ok"`
	Action     json.RawMessage `json:"action,omitempty"`
	Errors     []string        `json:"errors,omitempty"`
	Mode       proposal.Mode   `json:"mode"`
	DurationMs int64           `json:"durationMs"`
}

// refusal is a no.
type refusal struct {
	why    reason
	status int
	text   string
	wait   time.Duration
}

// serve answers the request, whatever it is.
func (v *exchange) serve() {
	defer func() {
		if p := recover(); p != nil {
			v.cfg.Log.Error("panic at the bridge",
				slog.String("panic", v.hidden(fmt.Sprint(p))), slog.String("stack", string(debug.Stack())))
			v.refuse(&refusal{
				why: reasonFailed, status: http.StatusInternalServerError, text: "the server failed on this request",
			})
		}
	}()
	if no := v.place(); no != nil {
		v.refuse(no)
		return
	}
	if v.r.Method == http.MethodOptions {
		v.preflight()
		return
	}
	done, no := v.enter()
	if no != nil {
		v.refuse(no)
		return
	}
	defer done()
	body, no := v.body()
	if no != nil {
		v.refuse(no)
		return
	}
	question, wrong := readQuestion(body)
	if wrong != "" {
		v.refuse(&refusal{why: reasonBody, status: http.StatusBadRequest, text: wrong})
		return
	}
	question.Principal = v.principal
	v.write(http.StatusOK, v.propose(v.r.Context(), question))
	v.served.Add(1)
}

// methods are those that [Path] knows.
const methods = "POST, OPTIONS"

// place judges where the request comes from and where it is addressed to.
func (v *exchange) place() *refusal {
	h := v.w.Header()
	h.Set("Vary", "Origin")
	origins := v.r.Header.Values("Origin")
	switch {
	case v.gate.Check(v.r) == guard.SourceHost:
		return &refusal{why: reasonPlace, status: http.StatusForbidden, text: guard.SourceHost.Text()}
	case len(origins) > 1 || len(origins) == 1 && !isLocalOrigin(origins[0]):
		return &refusal{why: reasonPlace, status: http.StatusForbidden, text: guard.SourceOrigin.Text()}
	}
	if len(origins) == 1 {
		h.Set("Access-Control-Allow-Origin", origins[0])
		h.Set("Access-Control-Expose-Headers", "Retry-After")
	}
	switch {
	case v.r.URL.Path != Path:
		return &refusal{why: reasonPath, status: http.StatusNotFound, text: "not found: use POST " + Path}
	case v.r.Method != http.MethodPost && v.r.Method != http.MethodOptions:
		h.Set("Allow", methods)
		return &refusal{why: reasonPath, status: http.StatusMethodNotAllowed, text: "use POST " + Path}
	case guard.CarriesToken(v.r.URL):
		return &refusal{why: reasonBearer, status: http.StatusBadRequest, text: guard.URLTokenText}
	}
	return nil
}

// isLocalOrigin reports whether a page is this machine's: http or https, localhost, 127.0.0.1 or [::1], and a port or
// none (S3-37). What only begins or ends like it is not, and nor is the null of a page without an origin.
func isLocalOrigin(origin string) bool {
	scheme, host, ok := strings.Cut(origin, "://")
	if !ok || scheme != "http" && scheme != "https" {
		return false
	}
	for _, name := range []string{"localhost", "127.0.0.1", "[::1]"} {
		rest, isIt := strings.CutPrefix(host, name)
		if !isIt {
			continue
		}
		if rest == "" {
			return true
		}
		port, isPort := strings.CutPrefix(rest, ":")
		_, err := strconv.ParseUint(port, 10, 16)
		return isPort && err == nil
	}
	return false
}

// preflight tells a browser what its page may send.
func (v *exchange) preflight() {
	const rememberSeconds = "600"
	h := v.w.Header()
	h.Set("Allow", methods)
	if v.r.Header.Get("Origin") != "" {
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", "Content-Type, Authorization")
		h.Set("Access-Control-Max-Age", rememberSeconds)
	}
	v.w.WriteHeader(http.StatusNoContent)
}

// enter finds out who asks and takes a place for them. The caller must call done.
func (v *exchange) enter() (done func(), no *refusal) {
	from := source(v.r.RemoteAddr)
	askers := []string{"address " + from}
	v.principal = LocalPrincipal
	if v.find != nil {
		who, ok := v.find(v.r.Context(), bearerToken(v.r.Header))
		if !ok {
			v.w.Header().Set("WWW-Authenticate", "Bearer")
			return nil, &refusal{
				why: reasonBearer, status: http.StatusUnauthorized,
				text: "a token is wanted: Authorization: Bearer TOKEN, as agents have one",
			}
		}
		v.principal = who
		askers = append(askers, "character "+who)
	}
	if wait := v.window.admit(v.began, askers...); wait > 0 {
		return nil, &refusal{
			why: reasonRate, status: http.StatusTooManyRequests, wait: wait,
			text: fmt.Sprintf("Rate limit exceeded (%d requests per %d minutes). Try again later.", RequestsMost,
				int(Window.Minutes())),
		}
	}
	if !isJSON(v.r.Header) {
		return nil, &refusal{
			why: reasonBody, status: http.StatusUnsupportedMediaType,
			text: "the body must be JSON: Content-Type: application/json",
		}
	}
	done, ok := v.window.run(askers[0], v.began)
	if !ok {
		return nil, &refusal{
			why: reasonBusy, status: http.StatusServiceUnavailable, wait: time.Second,
			text: fmt.Sprintf("too many requests are in progress; there may be %d, and %d of one address", RunningMax,
				RunningOfOneMax),
		}
	}
	return done, nil
}

// bearerToken returns the token that a request carries; none that could stand when there is not exactly one.
func bearerToken(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	scheme, token, _ := strings.Cut(values[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// body takes what is sent within its limits of size and time.
func (v *exchange) body() ([]byte, *refusal) {
	large := &refusal{
		why: reasonBody, status: http.StatusRequestEntityTooLarge,
		text: fmt.Sprintf("Payload too large (max %d bytes)", BodyBytesMax),
	}
	if v.r.ContentLength > BodyBytesMax {
		return nil, large
	}
	rc := http.NewResponseController(v.w)
	_ = rc.SetReadDeadline(time.Now().Add(BodyReadMax)) // not every connection can, for example in tests
	body, err := io.ReadAll(http.MaxBytesReader(v.w, v.r.Body, BodyBytesMax))
	if err == nil {
		_ = rc.SetReadDeadline(time.Time{})
		return body, nil
	}
	if _, isLarge := errors.AsType[*http.MaxBytesError](err); isLarge {
		return nil, large
	}
	if late, is := errors.AsType[net.Error](err); is && late.Timeout() {
		return nil, &refusal{why: reasonSlow, status: http.StatusRequestTimeout, text: "the body did not come in time"}
	}
	return nil, &refusal{why: reasonBody, status: http.StatusBadRequest, text: "the body could not be read"}
}

// propose asks for a proposal and checks it as if it had come from outside (S3-40).
func (v *exchange) propose(ctx context.Context, q Question) answer {
	if q.Mode == proposal.Real && !v.spend() {
		q.Mode = proposal.Mock
	}
	wasAsked := false // an answer that nobody could read was paid for all the same
	q.Asked = func() { wasAsked = true }
	p := v.cfg.Proposer.Propose(ctx, q)
	if q.Mode == proposal.Real && p.Mode != proposal.Real && !wasAsked {
		v.unspend()
	}
	a := answer{Mode: proposal.Mock, DurationMs: p.Took.Milliseconds()}
	if p.Mode == proposal.Real {
		a.Mode = proposal.Real
	}
	if p.OK {
		var why string
		if a.Action, why = checked(p, q.Summary); why == "" {
			a.OK = true
			return a
		}
		p.Reason = why
	}
	a.Errors = []string{v.told(p)}
	return a
}

// checked writes an action anew, or says why it is none: it passes the parser once more, and speaks only of those of
// whom the asker spoke.
func checked(p proposal.Proposal, of proposal.Summary) (text json.RawMessage, why string) {
	if p.Action == nil {
		return nil, "The proposal has no action."
	}
	raw, err := json.Marshal(p.Action)
	if err != nil || len(raw) > actionBytesMax {
		return nil, "The proposed action is too long."
	}
	again := proposal.Parse(string(raw))
	if !again.OK || again.Action == nil {
		return nil, "Server-side parser rejected: " + again.Reason
	}
	for _, id := range []world.ActorID{again.Action.EntityID, again.Action.AttackerID, again.Action.TargetID} {
		if id != "" && !isAmong(id, of) {
			return nil, "The proposed action names somebody who is not in the state."
		}
	}
	if raw, err = json.Marshal(again.Action); err != nil {
		return nil, "The proposed action cannot be written."
	}
	return raw, ""
}

func isAmong(id world.ActorID, of proposal.Summary) bool {
	for _, e := range of.Entities {
		if e.ID == id {
			return true
		}
	}
	return false
}

// told is why there is no action, as the asker may read it: never a model's answer as it came, and no secret.
func (v *exchange) told(p proposal.Proposal) string {
	why := p.Reason
	if raw := strings.TrimSpace(p.RawText); why == "" ||
		p.Mode == proposal.Real && raw != "" && strings.Contains(why, raw) {
		why = "The answer was no action."
	}
	return bounded(v.hidden(why), errorCharsMax)
}

func (v *exchange) hidden(text string) string {
	if v.cfg.Hide == nil {
		return text
	}
	return v.cfg.Hide(text)
}

// refuse counts a refusal and sends it.
func (v *exchange) refuse(no *refusal) {
	v.no[no.why].Add(1)
	if no.wait > 0 {
		v.w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(no.wait.Seconds()))))
	}
	if v.isLone {
		v.w.Header().Set("Connection", "close") // what else was to come is not waited for
	} else {
		// Elsewhere net/http reads what is left of the body before it sends an answer, for as long as that takes.
		_ = http.NewResponseController(v.w).SetReadDeadline(time.Now().Add(LingerMax))
	}
	v.write(no.status, answer{
		Errors: []string{bounded(v.hidden(no.text), errorCharsMax)}, Mode: proposal.Mock,
		DurationMs: v.cfg.Now().Sub(v.began).Milliseconds(),
	})
}

// write sends an answer within the time that it may take.
func (v *exchange) write(status int, a answer) {
	body, err := json.Marshal(a)
	if err != nil {
		panic(err) // texts, numbers and JSON that was just written can always be
	}
	rc := http.NewResponseController(v.w)
	_ = rc.SetWriteDeadline(time.Now().Add(writeMax))
	h := v.w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	v.w.WriteHeader(status)
	_, _ = v.w.Write(append(body, '\n')) // nobody is left to tell
	_ = rc.Flush()
	_ = rc.SetWriteDeadline(time.Time{}) // the connection may serve others next
}
