package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf8"

	openai "github.com/sashabaranov/go-openai"
)

// Limits of connections.
const (
	dialMax        = 5 * time.Second
	idleMax        = time.Minute
	headerBytesMax = 64 << 10
	lookupMax      = 2 * time.Second
	lookupAge      = time.Minute     // before an address is looked up again
	lookupAgain    = 5 * time.Second // and one that was not found
	patience       = time.Second     // who waited less for an answer does not hold it against the endpoint
)

var (
	errOutside = errors.New("the address is not on this machine")
	errTooLong = errors.New("the response is too long")
)

// endpoint is where the models are.
type endpoint struct {
	url    *url.URL
	key    Secret
	inside *http.Transport // its dialler reaches this machine only
	any    *http.Transport

	mu       sync.Mutex
	isHere   bool      // what the last lookup said,
	lookedUp time.Time // and when that was
}

func newEndpoint(u *url.URL, key Secret) *endpoint {
	return &endpoint{url: u, key: key, inside: transport(onlyInside), any: transport(nil)}
}

// transport returns one that uses no proxy and, called without an http.Client, follows no redirect. Control judges each
// address before it is dialled.
func transport(control func(network, address string, c syscall.RawConn) error) *http.Transport {
	dialler := net.Dialer{Timeout: dialMax, Control: control}
	return &http.Transport{
		DialContext: dialler.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialMax,
		MaxIdleConns: inFlightMax, IdleConnTimeout: idleMax, MaxResponseHeaderBytes: headerBytesMax,
	}
}

// onlyInside refuses addresses that are not on this machine.
func onlyInside(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !at.Addr().Unmap().IsLoopback() {
		return errOutside
	}
	return nil
}

// isInside reports whether all the addresses of the endpoint were on this machine when they were looked up, lately.
// That saves people a question that need not be asked, and no more: the dialler judges again.
func (e *endpoint) isInside(ctx context.Context) bool {
	e.mu.Lock()
	isHere, age := e.isHere, time.Since(e.lookedUp)
	e.mu.Unlock()
	if age < lookupAge {
		return isHere
	}
	ctx, cancel := context.WithTimeout(ctx, lookupMax)
	defer cancel()
	addresses, err := net.DefaultResolver.LookupNetIP(ctx, "ip", e.url.Hostname())
	if err != nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.isHere, e.lookedUp = false, time.Now().Add(lookupAgain-lookupAge)
		return false
	}
	isOutside := func(a netip.Addr) bool { return !a.Unmap().IsLoopback() }
	isHere = len(addresses) > 0 && !slices.ContainsFunc(addresses, isOutside)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.isHere, e.lookedUp = isHere, time.Now()
	return isHere
}

// route returns by which transport a call may go, or nil. Nobody is asked to agree to what stays on this machine.
func (e *endpoint) route(ctx context.Context, c Call, consent func(player, host string) bool) *http.Transport {
	if c.Home || e.isInside(ctx) {
		return e.inside
	}
	if e.url.Scheme == "http" && e.key != "" {
		return nil // anybody on the way could read the key
	}
	for _, id := range c.people() {
		if !consent(id, e.url.Host) {
			return nil
		}
	}
	return e.any
}

// answer is what came of asking once.
type answer struct {
	text       string
	failed     Failure
	status     int // of the HTTP response; 0 when there was none
	verdict    verdict
	prompt     int
	completion int
	isAgain    bool          // it may be asked again,
	alone      time.Duration // after this; zero when the endpoint does not say
}

// ask sends a settled call once.
func (e *endpoint) ask(ctx context.Context, by *http.Transport, name string, c Call) answer {
	start, x := time.Now(), &exchange{by: by}
	config := openai.DefaultConfig(string(e.key))
	config.BaseURL, config.HTTPClient = e.url.String(), x
	response, err := openai.NewClientWithConfig(config).CreateChatCompletion(ctx, c.request(name))
	switch {
	case err == nil && len(response.Choices) > 0:
		return e.read(response)
	case x.status != 0 && x.status != http.StatusOK:
		isAgain := x.status == http.StatusTooManyRequests || x.status >= http.StatusInternalServerError
		return answer{failed: Status, status: x.status, verdict: fails, isAgain: isAgain, alone: x.alone}
	case errors.Is(err, errOutside):
		return answer{failed: Consent}
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && time.Since(start) >= patience:
		return answer{failed: Timeout, verdict: fails}
	case ctx.Err() != nil:
		return answer{failed: Timeout} // whoever asked went away, or asked late; that says nothing of the endpoint
	case err != nil && (x.status == 0 || x.isBroken):
		return answer{failed: Unreachable, verdict: fails}
	default:
		return answer{failed: Garbage, verdict: fails}
	}
}

// read takes an answer out of a response.
func (e *endpoint) read(r openai.ChatCompletionResponse) answer {
	choice := r.Choices[0]
	text := clean(choice.Message.Content)
	if e.key != "" {
		text = strings.ReplaceAll(text, string(e.key), e.key.String())
	}
	a := answer{text: text, verdict: works, prompt: r.Usage.PromptTokens, completion: r.Usage.CompletionTokens}
	switch {
	case choice.Message.Refusal != "", choice.FinishReason == openai.FinishReasonContentFilter:
		a.text, a.failed = "", Refused
	case text == "":
		a.failed = Garbage // tool calls, which nobody offered, among them
	case len(text) > textBytesMax:
		a.text, a.failed = strings.ToValidUTF8(text[:textBytesMax], ""), Cut
	case choice.FinishReason == openai.FinishReasonLength:
		a.failed = Cut
	}
	return a
}

// request returns the call in OpenAI's words. Nothing else of it leaves.
func (c Call) request(name string) openai.ChatCompletionRequest {
	r := openai.ChatCompletionRequest{
		Model: name,
		Messages: []openai.ChatCompletionMessage{
			{Role: openai.ChatMessageRoleSystem, Content: c.System},
			{Role: openai.ChatMessageRoleUser, Content: c.User},
		},
	}
	if c.JSON {
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
	}
	if c.JSON && c.Schema != "" {
		r.ResponseFormat = &openai.ChatCompletionResponseFormat{
			Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{
				Name: "answer", Schema: json.RawMessage(c.Schema),
			},
		}
	}
	if reasons(name) { // they take neither max_tokens nor a temperature
		r.MaxCompletionTokens = c.MaxTokens
		return r
	}
	r.MaxTokens = c.MaxTokens //nolint:staticcheck // deprecated by OpenAI, and all that many other servers know
	if r.Temperature = float32(c.Temperature) / 1000; c.Temperature == 0 {
		r.Temperature = math.SmallestNonzeroFloat32 // a zero would be left out, and mean the endpoint's default
	}
	return r
}

// reasons reports whether a model is one of OpenAI's reasoning models, by its name.
func reasons(name string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// exchange makes one HTTP request and notes what the client library does not tell.
type exchange struct {
	by       *http.Transport
	status   int           // 0 when there was no response
	alone    time.Duration // Retry-After
	isBroken bool          // the connection broke within the response
}

// Do reads the whole response, within bounds. Of anything but 200 it keeps only the status: an endpoint's error message
// may quote the prompt or the key.
func (x *exchange) Do(r *http.Request) (*http.Response, error) {
	response, err := x.by.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	x.status = response.StatusCode
	if x.status != http.StatusOK {
		x.alone = retryAfter(response.Header.Get("Retry-After"), response.Header.Get("Date"))
		response.Body = http.NoBody // so that it is no answer, be it a success of another kind or a redirect
		return response, nil
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, responseBytesMax+1))
	if err != nil {
		x.isBroken = true
		return nil, err
	}
	if len(body) > responseBytesMax {
		return nil, errTooLong
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, nil
}

// retryAfter reads the header of that name: seconds, or a date, which is compared with the server's own.
func retryAfter(value, date string) time.Duration {
	if seconds, err := strconv.Atoi(value); err == nil {
		return time.Duration(max(0, min(seconds, int(retryAfterMax/time.Second)))) * time.Second
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(date)
	if err != nil {
		return 0
	}
	return max(0, min(at.Sub(now), retryAfterMax))
}

// clean drops what is no text: bytes that are not UTF-8, control characters but line ends and tabs, and marks that turn
// the direction of writing.
func clean(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r < ' ', r >= 0x7f && r < 0xa0, r == utf8.RuneError, r == 0xfeff,
			r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x2028, r == 0x2029:
			return -1
		}
		return r
	}, s))
}
