package model_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model"
	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
)

// pipes is a network of one host, in memory.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	c, ok := <-p
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func (p pipes) dial(context.Context, string, string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	p <- theirs
	return ours, nil
}

// A model that hangs or drips holds a call for twelve seconds, and nothing afterwards. In the bubble of synctest the
// time is exact, and a goroutine left behind is a deadlock.
func TestTimeout(t *testing.T) {
	for _, name := range []string{"hang", "drip"} {
		t.Run(name, func(t *testing.T) {
			s := named(t, name)
			synctest.Test(t, func(t *testing.T) {
				network := make(pipes)
				server := &http.Server{Handler: modeltest.New(s), ReadHeaderTimeout: time.Minute}
				served := make(chan error)
				go func() { served <- server.Serve(network) }()
				c := config()
				c.BaseURL = "http://127.0.0.1/v1"
				r := rigFor(t, c)
				model.Dial(r.Broker, network.dial)
				if err := r.On(); err != nil {
					t.Fatal(err)
				}
				for i, want := range []struct {
					failed model.Failure
					took   time.Duration
				}{
					{model.Timeout, 12 * time.Second}, {model.Timeout, 12 * time.Second}, {model.Timeout, 12 * time.Second},
					{model.Timeout, 12 * time.Second}, {model.Timeout, 12 * time.Second}, {model.Timeout, 12 * time.Second},
				} {
					start := time.Now()
					got := r.Do(t.Context(), fresh(i))
					if took := time.Since(start); got.Failed != want.failed || took != want.took {
						t.Errorf("call %d: %q after %v", i, got.Failed, took)
					}
				}
				r.Off()
				close(network)
				if err := server.Close(); err != nil {
					t.Error(err)
				}
				<-served
			})
		})
	}
}

// Four calls hang, and everybody else is answered at once or soon; when all is over no goroutine is left.
func TestHanging(t *testing.T) {
	r := newRig(t, named(t, "hang"), nil)
	before := runtime.NumGoroutine()
	replies := make(chan model.Reply)
	ctx, cancel := context.WithCancel(t.Context())
	for i := range 4 {
		call := fresh(i)
		call.Mind, call.Player = fmt.Sprint("npc-", i), ""
		go func() { replies <- r.Do(ctx, call) }()
	}
	waitFor(t, func() bool { return len(r.fake.Requests()) == 4 })
	call := fresh(9)
	call.Deadline = time.Now().Add(50 * time.Millisecond)
	start := time.Now()
	if got := r.Do(t.Context(), call); got.Failed != model.Busy || time.Since(start) > model.AnswerMax {
		t.Errorf("got %+v after %v", got, time.Since(start))
	}
	cancel()
	for range 4 {
		if got := <-replies; got.Failed != model.Timeout {
			t.Errorf("got %+v", got)
		}
	}
	if r.State().Open {
		t.Error("whoever stops waiting holds it against the endpoint")
	}
	r.Off()
	waitFor(t, func() bool { return runtime.NumGoroutine() <= before })
}
