package stdio_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/mcp/stdio"
)

const (
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	buyLine     = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"buy","arguments":{}}}`
	lookLine    = `{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"look","arguments":{}}}`
)

func helloWith(capabilities string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",`+
		`"capabilities":%s,"clientInfo":{"name":"t","version":"1"}}}`, capabilities)
}

// raw is a client that writes lines and reads them.
type raw struct {
	t    *testing.T
	p    *pipes
	scan *bufio.Scanner
}

func (r *raw) send(line string) {
	r.t.Helper()
	if _, err := io.WriteString(r.p.in, line+"\n"); err != nil {
		r.t.Fatal(err)
	}
}

// reads returns the next line, which must hold some text.
func (r *raw) reads(want string) {
	r.t.Helper()
	if !r.scan.Scan() {
		r.t.Fatalf("no more lines, want %s", want)
	}
	if !strings.Contains(r.scan.Text(), want) {
		r.t.Fatalf("got %s, want %s in it", r.scan.Text(), want)
	}
}

// shop is a client that said hello to a bridge which hands answers in.
func shop(t *testing.T, capabilities string) (*raw, <-chan string) {
	t.Helper()
	answers := make(chan string, 4)
	p := run(t, start(t).addr, token, func(c *stdio.Config) {
		c.Answer = func(_ context.Context, number int, yes bool) error {
			answers <- fmt.Sprint(number, yes)
			return nil
		}
	})
	r := &raw{t, p, bufio.NewScanner(p.out)}
	r.send(helloWith(capabilities))
	r.reads(`"id":1,`)
	r.send(initialized)
	return r, answers
}

// DOOR D2: the user's answer is handed in and the call is sent again; what comes too late, or was never asked for, goes
// no further.
func TestAsksItsUser(t *testing.T) {
	for action, want := range map[string]string{
		`"result":{"action":"accept","content":{}}`: "3 true", `"result":{"action":"decline"}`: "3 false",
		`"result":{"action":"cancel"}`: "", `"error":{"code":-32601,"message":"no"}`: "", `"result":7`: "",
	} {
		t.Run(action, func(t *testing.T) {
			r, answers := shop(t, `{"elicitation":{"form":{},"url":{}}}`)
			r.send(`{"jsonrpc":"2.0","id":"mudlark-owner-9","result":{"action":"accept"}}`)
			r.send(buyLine)
			r.reads(`"id":"mudlark-owner-1","method":"elicitation/create","params":{"message":"Your agent in the game ` +
				`wants to buy a hat.`)
			r.send(lookLine) // other calls go on
			r.reads(`"id":8,`)
			r.send(`{"jsonrpc":"2.0","id":"mudlark-owner-1",` + action + `}`)
			r.reads(`asked: true`)
			r.send(`{"jsonrpc":"2.0","id":"mudlark-owner-1","result":{"action":"accept"}}`)
			_ = r.p.in.Close()
			if err := <-r.p.done; err != nil {
				t.Error(err)
			}
			got := ""
			if len(answers) > 0 {
				got = <-answers
			}
			if got != want || len(answers) > 0 {
				t.Errorf("handed in %q and %d more, want %q", got, len(answers), want)
			}
		})
	}
}

// A call that is cancelled while the user is asked takes its question back, and so does the end of the client.
func TestTakesQuestionBack(t *testing.T) {
	r, answers := shop(t, `{"elicitation":{}}`)
	r.send(buyLine)
	r.reads(`"id":"mudlark-owner-1","method":"elicitation/create"`)
	r.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	r.reads(`"method":"notifications/cancelled","params":{"reason":"the question is no longer open",` +
		`"requestId":"mudlark-owner-1"}`)
	r.send(strings.Replace(buyLine, `"id":7`, `"id":9`, 1))
	r.reads(`"id":"mudlark-owner-2","method":"elicitation/create"`)
	_ = r.p.in.Close()
	r.reads(`"requestId":"mudlark-owner-2"`)
	if err := <-r.p.done; err != nil || len(answers) > 0 {
		t.Errorf("%v, %d answers", err, len(answers))
	}
}

// A client that cannot show a form is not asked.
func TestAsksNobodyWithoutForms(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"elicitation":{"url":{}}}`} {
		r, _ := shop(t, capabilities)
		r.send(buyLine)
		r.reads("asked: false")
		_ = r.p.in.Close()
		<-r.p.done
	}
}
