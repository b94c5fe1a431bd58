// Command fakemodel is a language model to play with: it serves one of the ways to misbehave of package modeltest on
// this machine, and says how to run mudlark against it.
//
//	go run ./scripts/fakemodel obedient
//	OPENAI_BASE_URL=http://127.0.0.1:PORT/v1 OPENAI_MODEL=fake mudlark serve ...
//
// Without a name it lists the scenarios. Each request is printed with its answer's scenario and, when it told more than
// it should, with what was wrong.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model/modeltest"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		stop()
		_, _ = fmt.Fprintln(os.Stderr, "fakemodel:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(out, format, values...) }
	flags := flag.NewFlagSet("fakemodel", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:0", "address to serve on")
	if err := flags.Parse(args); err != nil {
		return errors.New("usage: fakemodel [-listen ADDRESS] SCENARIO")
	}
	scenario, ok := modeltest.Named(flags.Arg(0))
	if !ok {
		for _, s := range modeltest.Scenarios() {
			say("%-15s %s\n", s.Name, s.About)
		}
		return nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", *listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	say("OPENAI_BASE_URL=http://%s/v1 OPENAI_MODEL=fake\n", listener.Addr())
	fake := modeltest.New(scenario)
	server := &http.Server{Handler: told(fake, say), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// told prints each request after the fake has answered it, or given up.
func told(fake *modeltest.Fake, say func(string, ...any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		before := len(fake.Faults())
		defer func() {
			all := fake.Requests()
			if len(all) == 0 {
				return
			}
			q := all[len(all)-1].Question
			say("--- request %d to %s\n%s\n", q.N, q.Model, q.User)
			for _, what := range fake.Faults()[before:] {
				say("!!! %s\n", what)
			}
		}()
		fake.ServeHTTP(w, r)
	})
}
