package modeltest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Scenario is one way in which a model, or the server in front of it, behaves.
type Scenario struct {
	Name  string
	About string
	serve func(w http.ResponseWriter, r *http.Request, q Question)
}

// Says makes a scenario of a model that answers as a function says.
func Says(name string, answer func(Question) string) Scenario {
	return Scenario{Name: name, About: "made for one test", serve: says(answer)}
}

// Named returns the scenario of a name.
func Named(name string) (Scenario, bool) {
	for _, s := range Scenarios() {
		if s.Name == name {
			return s, true
		}
	}
	return Scenario{}, false
}

const (
	hugeBytes = 10 << 20 // of the longest answer
	slowAfter = 3 * time.Second
)

// Scenarios lists all of them (notes on evaluation, 5.1).
func Scenarios() []Scenario {
	var all []Scenario
	all = append(all, forms()...)
	all = append(all, protocols()...)
	return append(all, failures()...)
}

// forms are models whose answers arrive, and are well formed or not.
func forms() []Scenario {
	form := func(name, about string, of func(string) string) Scenario {
		return Scenario{name, about, says(func(q Question) string { return of(Sensible(q)) })}
	}
	fixed := func(name, about, text string) Scenario {
		return Scenario{name, about, says(func(Question) string { return text })}
	}
	return []Scenario{
		{"ok", "answers sensibly", says(Sensible)},
		form("fenced", "puts its answer in a code fence", func(s string) string { return "```json\n" + s + "\n```" }),
		form("two", "answers twice in one breath", func(s string) string { return s + "\n" + s }),
		form("prose", "explains itself afterwards", func(s string) string { return s + "\n\nI chose this to be kind." }),
		form("preamble", "explains itself beforehand", func(s string) string { return "Certainly! Here you are:\n" + s }),
		form("thinking", "thinks aloud first", func(s string) string { return "<think>What do they want?</think>\n" + s }),
		fixed("duplicate", "names the same key twice", `{"action":"say","action":"give","parameters":{"text":"no"},`+
			`"parameters":{"item":"all","to":"you"}}`),
		fixed("unknown", "chooses what nobody offered", `{"action":"become_god","parameters":{}}`),
		fixed("extra", "adds fields of its own", `{"action":"wait","parameters":{"because":"I can"},"admin":true}`),
		fixed("types", "mistakes the types", `{"action":["say"],"parameters":{"text":1.5,"path":["a","b"]}}`),
		fixed("numbers", "writes numbers nobody can read", `{"action":"offer","parameters":{"coins":1e400,"to":NaN}}`),
		fixed("deep", "nests without end", strings.Repeat(`{"action":`, 5000)),
		fixed("invalid", "gives up", "INVALID"),
		fixed("helpful", "breaks character", "As an AI language model, I cannot roleplay. My system prompt says so."),
		{"echo", "says the whole prompt back", says(func(q Question) string { return q.System + "\n" + q.User })},
		{"obedient", "does whatever the last player asked", says(obey)},
		{"maximiser", "takes the most harmful of what is offered", says(maximise)},
		{"noise", "says random letters", says(noise)},
		{"json", "says random JSON", says(func(q Question) string { return text(random(q.N, 4)) })},
	}
}

// protocols are servers that answer with 200 and something odd.
func protocols() []Scenario {
	type m = map[string]any
	odd := func(name, about string, change func(choice, message m)) Scenario {
		return Scenario{name, about, func(w http.ResponseWriter, _ *http.Request, q Question) {
			message := m{"role": "assistant", "content": Sensible(q)}
			choice := m{"index": 0, "message": message, "finish_reason": "stop"}
			change(choice, message)
			reply(w, m{"object": "chat.completion", "model": q.Model, "choices": []any{choice}, "usage": usage(q, 9)})
		}}
	}
	raw := func(name, about, body string) Scenario {
		return Scenario{name, about, func(w http.ResponseWriter, _ *http.Request, _ Question) { write(w, body) }}
	}
	calls := func(name, arguments string) func(choice, message m) {
		return func(choice, message m) {
			message["content"], choice["finish_reason"] = nil, "tool_calls"
			message["tool_calls"] = []m{{"id": "call_1", "type": "function", "function": m{
				"name": name, "arguments": arguments,
			}}}
		}
	}
	return []Scenario{
		odd("null", "says nothing at all", func(_, message m) { message["content"] = nil }),
		odd("empty", "says an empty text", func(_, message m) { message["content"] = "" }),
		odd("refusal", "refuses", func(_, message m) { message["content"], message["refusal"] = nil, "I can't help." }),
		odd("filtered", "is silenced by its provider", func(choice, _ m) { choice["finish_reason"] = "content_filter" }),
		odd("length", "is cut off", func(choice, _ m) { choice["finish_reason"] = "length" }),
		odd("tool", "calls a tool", calls("give", `{"item":"key","to":"pc-ann"}`)),
		odd("tool-unknown", "calls a tool that there is not", calls("rm", `{"path":"/"}`)),
		odd("tool-args", "calls a tool with arguments that are no JSON", calls("give", `{{{`)),
		raw("empty-choices", "has no choice", `{"object":"chat.completion","choices":[]}`),
		raw("not-json", "is a web page", "<!DOCTYPE html><title>Welcome to nginx</title>"),
		raw("half-json", "stops in the middle", `{"choices":[{"message":{"role":"assistant","content":"The ti`),
		raw("bytes", "speaks in control characters", "{\"choices\":[{\"finish_reason\":\"stop\",\"message\":{"+
			"\"role\":\"assistant\",\"content\":\"The \xff\xfb\\u0001tide\\u001b[2J\\u0007 "+
			"tu\xc3\x28rns\\u202e.\\u0000\xed\xa0\x80\"}}]}"),
		raw("usage-huge", "claims to have cost the world", `{"choices":[{"message":{"role":"assistant","content":"Aye."},`+
			`"finish_reason":"stop"}],"usage":{"prompt_tokens":9000000000000000000,"completion_tokens":9000000000000000000}}`),
		raw("usage-negative", "claims to have cost less than nothing", `{"choices":[{"message":{"role":"assistant",`+
			`"content":"Aye."},"finish_reason":"stop"}],"usage":{"prompt_tokens":-500000,"completion_tokens":-500000}}`),
		{"key-echo", "says the key back", func(w http.ResponseWriter, r *http.Request, q Question) {
			says(func(Question) string { return "You sent " + r.Header.Get("Authorization") })(w, r, q)
		}},
		{"huge", "answers with 10 MB", says(func(Question) string { return strings.Repeat("brine ", hugeBytes/6) })},
		{"long", "answers with 100 kB", says(func(Question) string { return strings.Repeat("brine ", 100<<10/6) })},
		{"bomb", "answers with 1 GB, compressed", bomb},
	}
}

// failures are servers that do not answer, or with another status than 200.
func failures() []Scenario {
	status := func(name, about string, code int, header ...string) Scenario {
		return Scenario{name, about, func(w http.ResponseWriter, r *http.Request, _ Question) {
			fail(w, r, code, header...)
		}}
	}
	return []Scenario{
		status("401", "does not know the key", http.StatusUnauthorized),
		status("404", "does not know the model", http.StatusNotFound),
		status("429", "has enough", http.StatusTooManyRequests),
		status("429-after", "has enough for 20 seconds", http.StatusTooManyRequests, "Retry-After", "20"),
		status("429-ages", "has enough for ever", http.StatusTooManyRequests, "Retry-After", "999999999999"),
		status("500", "is broken", http.StatusInternalServerError),
		status("redirect", "sends one elsewhere", http.StatusTemporaryRedirect, "Location", "http://192.0.2.1/v1"),
		status("204", "has no content", http.StatusNoContent),
		{"500-once", "stumbles every other time", func(w http.ResponseWriter, r *http.Request, q Question) {
			if q.N%2 == 1 {
				fail(w, r, http.StatusInternalServerError)
				return
			}
			says(Sensible)(w, r, q)
		}},
		{"slow", "answers after three seconds", func(w http.ResponseWriter, r *http.Request, q Question) {
			timer := time.NewTimer(slowAfter)
			defer timer.Stop()
			select {
			case <-timer.C:
				says(Sensible)(w, r, q)
			case <-r.Context().Done():
			}
		}},
		{"reset", "hangs up", func(http.ResponseWriter, *http.Request, Question) { panic(http.ErrAbortHandler) }},
		{"half", "hangs up in the middle", func(w http.ResponseWriter, _ *http.Request, _ Question) {
			w.Header().Set("Content-Length", "5000")
			write(w, `{"choices":[{"message":{"content":"The tide`)
			panic(http.ErrAbortHandler)
		}},
		{"hang", "never answers", func(_ http.ResponseWriter, r *http.Request, _ Question) { <-r.Context().Done() }},
		{"drip", "answers one byte at a time", drip},
	}
}

// says answers as a model would.
func says(answer func(Question) string) func(http.ResponseWriter, *http.Request, Question) {
	type m = map[string]any
	return func(w http.ResponseWriter, _ *http.Request, q Question) {
		text := answer(q)
		reply(w, m{
			"id": "chatcmpl-fake", "object": "chat.completion", "created": 0, "model": q.Model, "usage": usage(q, len(text)/4+1),
			"choices": []m{{"index": 0, "finish_reason": "stop", "message": m{"role": "assistant", "content": text}}},
		})
	}
}

func usage(q Question, completion int) map[string]int {
	prompt := (len(q.System) + len(q.User)) / 4
	return map[string]int{"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}
}

func reply(w http.ResponseWriter, body any) { write(w, string(must(json.Marshal(body)))) }

func write(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	if _, err := io.WriteString(w, body); err != nil {
		panic(http.ErrAbortHandler) // the caller has gone
	}
}

// fail answers with a status, and a message that quotes what it should not.
func fail(w http.ResponseWriter, r *http.Request, code int, header ...string) {
	for i := 0; i+1 < len(header); i += 2 {
		w.Header().Set(header[i], header[i+1])
	}
	w.WriteHeader(code)
	if code != http.StatusNoContent {
		write(w, string(must(json.Marshal(map[string]any{"error": map[string]any{
			"message": "Incorrect API key provided: " + r.Header.Get("Authorization"), "type": "error", "code": code,
		}}))))
	}
}

// drip never comes to the end of its answer.
func drip(w http.ResponseWriter, r *http.Request, _ Question) {
	every := time.NewTicker(20 * time.Millisecond)
	defer every.Stop()
	write(w, `{"choices":[{"message":{"role":"assistant","content":"`)
	for {
		select {
		case <-every.C:
		case <-r.Context().Done():
			return
		}
		write(w, "a")
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// bomb is small on the wire.
func bomb(w http.ResponseWriter, _ *http.Request, _ Question) {
	w.Header().Set("Content-Encoding", "gzip")
	for range 1 << 10 {
		if _, err := w.Write(fuse()); err != nil {
			panic(http.ErrAbortHandler) // the caller has seen enough
		}
	}
}

// fuse is 1 MB of blanks, compressed; so many of them in a row are one stream, and compressed once they cost no time.
var fuse = sync.OnceValue(func() []byte { //nolint:gochecknoglobals // immutable: made once, and only read
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must(z.Write(bytes.Repeat([]byte(" "), 1<<20)))
	must(0, z.Close())
	return b.Bytes()
})

// noise is text of all kinds of characters.
func noise(q Question) string {
	rng := chance(q.N)
	text := make([]rune, 40+rng.IntN(400))
	for i := range text {
		text[i] = rune(1 + rng.IntN(0x3000))
	}
	return string(text)
}

// random is any JSON value, at most so deep.
func random(seed, deep int) any {
	rng := chance(seed)
	var value func(deep int) any
	value = func(deep int) any {
		switch kind := rng.IntN(7); {
		case kind == 0:
			return nil
		case kind == 1:
			return rng.IntN(2) == 1
		case kind == 2:
			return rng.Int64() - rng.Int64()
		case kind == 3 || deep == 0:
			return []string{"say", "give", "action", "", "key", "\x1b[31m", "🗝"}[rng.IntN(7)]
		case kind == 4:
			list := make([]any, rng.IntN(4))
			for i := range list {
				list[i] = value(deep - 1)
			}
			return list
		}
		object := map[string]any{}
		for _, key := range []string{"action", "parameters", "text", "to", "item"} {
			if rng.IntN(2) == 1 {
				object[key] = value(deep - 1)
			}
		}
		return object
	}
	return value(deep)
}

// chance is for one answer, the same each time.
func chance(seed int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(seed), 7)) //nolint:gosec // the same chance each time, and nothing hangs on it
}

// must is for what cannot fail, or has nobody left to tell.
func must[T any](v T, err error) T {
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	return v
}
