package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
)

// asks returns the status with which an export door answers a request; 0 when it was not for it.
func asks(x *exportDoor, method, path string) int {
	passed := false
	h := x.before(nil, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true }))
	w := httptest.NewRecorder()
	r := httptest.NewRequest(method, path, nil)
	r.Host = "localhost"
	h.ServeHTTP(w, r)
	if passed {
		return 0
	}
	return w.Code
}

// TestLinksToExports: a secret is for one account, one time and one hour; another link of the account ends it; and what
// only looks at it does not use it up.
func TestLinksToExports(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	x := newExportDoor(&server.Daemon{Now: func() time.Time { return now }}, nil)
	ben := account.Account{ID: "acc-ben", Name: "Ben"}
	if _, err := x.link(ben); err == nil {
		t.Fatal("there is a link before the door is open")
	}
	x.opens("https://mud.example.org")
	secret := func() string {
		link, err := x.link(ben)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := strings.CutPrefix(link, "https://mud.example.org/export/")
		if !ok || len(link) > 60 {
			t.Fatalf("got %q", link)
		}
		return got
	}
	first, second := secret(), secret()
	if _, ok := x.take(first); ok || first == second {
		t.Error("the link before is still good")
	}
	for method, want := range map[string]int{http.MethodHead: 405, http.MethodPost: 405} {
		if got := asks(x, method, "/export/"+second); got != want {
			t.Errorf("%s: %d, want %d", method, got, want)
		}
	}
	if got := asks(x, http.MethodGet, "/export/"+first); got != http.StatusNotFound {
		t.Errorf("a link that is over: %d", got)
	}
	if got := asks(x, http.MethodGet, "/mcp"); got != 0 {
		t.Errorf("another path: %d", got)
	}
	if l, ok := x.take(second); !ok || l.of != ben {
		t.Errorf("it is of %+v, %v", l.of, ok)
	}
	if _, ok := x.take(second); ok {
		t.Error("it works twice")
	}
	late := secret()
	now = now.Add(exportLife + time.Second)
	if _, ok := x.take(late); ok {
		t.Error("it works after an hour")
	}
}
