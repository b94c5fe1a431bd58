package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/guard"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/minds"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/record"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
)

// Limits of links to exports.
const (
	exportLife      = time.Hour // of a link
	exportLinksMost = 1000      // that wait to be used; then no more are made
	exportPath      = "/export/"
	exportBytes     = 16 // of a link's secret: nothing to guess, and the link fits into a line
)

// errExportsFull and errExportsShut say why there is no link.
var (
	errExportsFull = errors.New("too many links to exports wait to be used")
	errExportsShut = errors.New("the door for the web is not open yet")
)

// exportDoor hands players what is held about them, over HTTP, at a secret path that works once. Nothing is written
// down for it: the export is made when it is fetched, and links end with the process.
type exportDoor struct {
	d     *server.Daemon
	minds *minds.Service
	base  atomic.Pointer[string] // where the door is found; nil until it is open
	turn  chan struct{}          // one at a time is made: it reads the record

	mu    sync.Mutex
	links map[[sha256.Size]byte]exportLink // by the hash of the secret
}

type exportLink struct {
	of    account.Account
	until time.Time
}

func newExportDoor(d *server.Daemon, m *minds.Service) *exportDoor {
	return &exportDoor{d: d, minds: m, turn: make(chan struct{}, 1), links: map[[sha256.Size]byte]exportLink{}}
}

// opens says where the door is found.
func (x *exportDoor) opens(base string) { x.base.Store(&base) }

// link makes a link for an account. One that it had is good for nothing any more.
func (x *exportDoor) link(of account.Account) (string, error) {
	base := x.base.Load()
	if base == nil {
		return "", errExportsShut
	}
	raw := make([]byte, exportBytes)
	_, _ = rand.Read(raw) // it never fails
	secret := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw))
	now := x.d.Now()
	x.mu.Lock()
	defer x.mu.Unlock()
	for hash, l := range x.links {
		if l.of.ID == of.ID || now.After(l.until) {
			delete(x.links, hash)
		}
	}
	if len(x.links) >= exportLinksMost {
		return "", errExportsFull
	}
	x.links[sha256.Sum256([]byte(secret))] = exportLink{of, now.Add(exportLife)}
	return *base + exportPath + secret, nil
}

// take finds whose export a secret is for. It works once.
func (x *exportDoor) take(secret string) (exportLink, bool) {
	hash := sha256.Sum256([]byte(secret))
	x.mu.Lock()
	defer x.mu.Unlock()
	l, ok := x.links[hash]
	delete(x.links, hash)
	return l, ok && !x.d.Now().After(l.until)
}

// before answers what is meant for this door; all else goes on. A look ahead of time, as programs take that show what
// is behind a link, does not use it up.
func (x *exportDoor) before(hosts []string, next http.Handler) http.Handler {
	gate := guard.NewGate(hosts, nil)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secret, ok := strings.CutPrefix(r.URL.Path, exportPath)
		if !ok {
			next.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Robots-Tag", "noindex")
		if fault := gate.Check(r); fault != guard.SourceFine {
			http.Error(w, fault.Text(), http.StatusForbidden)
			return
		}
		if r.Method != http.MethodGet {
			h.Set("Allow", http.MethodGet)
			http.Error(w, "an export is fetched by GET", http.StatusMethodNotAllowed)
			return
		}
		l, ok := x.take(secret)
		if !ok {
			http.Error(w, "This link is used up or over. Type export me in the game for another.", http.StatusNotFound)
			return
		}
		x.hand(r.Context(), w, l)
	})
}

func (x *exportDoor) hand(ctx context.Context, w http.ResponseWriter, l exportLink) {
	select {
	case x.turn <- struct{}{}:
		defer func() { <-x.turn }()
	case <-ctx.Done():
		return
	}
	text, err := record.ExportPlayer(ctx, x.d, x.minds, l.of)
	if err != nil {
		x.d.Log.Error("could not make an export", slog.String("account", string(l.of.ID)), slog.Any("err", err))
		http.Error(w, "Something went wrong at our end; it was written down. Type export me for another link.",
			http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+l.of.Name+`.json"`)
	x.d.Log.Info("an export was fetched", slog.String("account", string(l.of.ID)), slog.Int("bytes", len(text)))
	_, _ = w.Write(text) // whoever hung up asks for another link
}

// public is where players find the door: under the first name that it was given, or else where it listens. A proxy in
// front of it speaks HTTPS at the usual port.
func (w *webDoor) public(hosts []string) string {
	if len(hosts) == 0 || hosts[0] == "*" {
		return w.url("")
	}
	if len(w.behind) > 0 {
		return "https://" + hosts[0]
	}
	_, port, err := net.SplitHostPort(w.Addr().String())
	if err != nil {
		return w.url("")
	}
	if w.isSecure {
		return "https://" + net.JoinHostPort(hosts[0], port)
	}
	return "http://" + net.JoinHostPort(hosts[0], port)
}
