package stdio

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

// reopen says hello again for a client whose session the server no longer knows, so that the client need not notice a
// restart. Whoever comes while another is at it finds the work done.
func (b *bridge) reopen(ctx context.Context, lost string) error {
	b.opening.Lock()
	defer b.opening.Unlock()
	b.mu.Lock()
	isDone := b.session != lost
	hello, ready := b.hello, b.ready
	b.again++
	id := "mudlark-bridge-" + strconv.Itoa(b.again)
	b.mu.Unlock()
	if isDone {
		return nil
	}
	if hello == nil {
		return fmt.Errorf("%w: the client has not said hello", errSession)
	}
	m, err := renamed(hello, id)
	if err != nil {
		return err
	}
	if err := b.silently(ctx, m, ""); err != nil {
		return err
	}
	if ready != nil {
		if err := b.silently(ctx, message{line: ready, Method: "notifications/initialized"}, b.current()); err != nil {
			return err
		}
	}
	b.log.Info("opened the session again")
	return nil
}

// renamed is the client's initialize under an id of our own, so that the answer is not taken for one to the client.
func renamed(hello []byte, id string) (message, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(hello, &fields); err != nil {
		return message{}, fmt.Errorf("%w: %w", errSession, err)
	}
	fields["id"] = json.RawMessage(strconv.Quote(id))
	line, err := json.Marshal(fields)
	if err != nil {
		return message{}, fmt.Errorf("%w: %w", errSession, err)
	}
	return message{ID: fields["id"], Method: "initialize", Params: fields["params"], line: line}, nil
}

// silently sends a message whose answer the client must not see.
func (b *bridge) silently(ctx context.Context, m message, session string) error {
	response, err := b.post(ctx, m, session)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("%w: %s", errSession, response.Status)
	}
	if m.isRequest() {
		b.opened(response, m)
		return each(response.Body, false, func(text []byte) { b.fit(m, response, text) })
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, AnswerBytesMax)) // so that the connection can be kept
	return nil
}

// listen begins to follow the notification stream of a legacy session, once.
func (b *bridge) listen(ctx context.Context) {
	b.mu.Lock()
	isFirst := !b.follow && b.session != ""
	b.follow = b.follow || isFirst
	b.mu.Unlock()
	if !isFirst {
		return
	}
	b.all.Go(func() {
		for wait := time.Duration(0); pause(ctx, wait); {
			var goOn bool
			if wait, goOn = b.stream(ctx); !goOn {
				return
			}
		}
	})
}

// stream follows the notification stream until it breaks, and says whether and when to try again.
func (b *bridge) stream(ctx context.Context) (wait time.Duration, goOn bool) {
	session, target := b.current(), b.endpoint()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target.URL, nil)
	if err != nil {
		return 0, false
	}
	b.head(r, message{}, head{target.Token, session})
	response, err := b.client(target).Do(r)
	if err != nil {
		return streamRetry, true
	}
	defer func() { _ = response.Body.Close() }()
	switch response.StatusCode {
	case http.StatusOK:
		_ = events(response.Body, b.emit) // however it ended, it is opened again
	case http.StatusNotFound:
		if err := b.reopen(ctx, session); err != nil && ctx.Err() == nil {
			b.log.Warn("could not open the session again", slog.Any("err", err))
		}
	case http.StatusMethodNotAllowed:
		return 0, false // there is none
	case http.StatusUnauthorized, http.StatusForbidden:
		if b.find(ctx, target) {
			return 0, true
		}
		b.log.Error("the server does not take this token", slog.Int("status", response.StatusCode))
		return 0, false
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
			return min(time.Duration(seconds)*time.Second, AnswerMax), true
		}
	}
	return streamRetry, true
}

// goodbye ends a legacy session, so that the server need not keep it until it is idle.
func (b *bridge) goodbye(ctx context.Context) {
	session := b.current()
	if session == "" || ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, goodbyeMax)
	defer cancel()
	target := b.endpoint()
	r, err := http.NewRequestWithContext(ctx, http.MethodDelete, target.URL, nil)
	if err != nil {
		return
	}
	b.head(r, message{}, head{target.Token, session})
	if response, err := b.client(target).Do(r); err == nil {
		_ = response.Body.Close()
	}
}
