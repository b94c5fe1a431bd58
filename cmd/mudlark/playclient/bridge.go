package playclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/proposal"
)

// Limits of what a bridge is asked.
const (
	bridgeWait      = 15 * time.Second
	bridgeBytesMost = 64 << 10 // of an answer
	bridgeWordBytes = 300      // of its words that are shown
)

// playBridge reads words by a bridge, for the client (S3-41).
type playBridge struct {
	to     string
	client *http.Client
}

// newPlayBridge returns what has words read at an address: of this machine, or by https.
func newPlayBridge(address string) (*playBridge, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil {
		return nil, command.Misuse(fmt.Errorf("--bridge wants an address as http://127.0.0.1:3002 is, not %q", address))
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && !ip.IsLoopback() {
		return nil, command.Misuse(errors.New("--bridge: what you say would cross the network readable; use https"))
	}
	return &playBridge{to: u.JoinPath("api", "propose").String(), client: &http.Client{
		Timeout:       bridgeWait,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// bridgeAnswer is what a bridge says.
type bridgeAnswer struct {
	OK     bool
	Action json.RawMessage
	Errors []string
	Mode   proposal.Mode
}

// propose is a far.Reader. Nobody is told that there is no bridge: then the words are read here.
func (b *playBridge) propose(
	ctx context.Context, words string, s proposal.Summary, me world.ActorID,
) (p proposal.Proposal, err error) {
	// Who speaks comes first: before anybody is on turn, that is whom a bridge takes the words for.
	s.Entities = slices.Clone(s.Entities)
	slices.SortStableFunc(s.Entities, func(x, y proposal.Entity) int {
		switch me {
		case x.ID:
			return -1
		case y.ID:
			return 1
		}
		return 0
	})
	body, err := json.Marshal(map[string]any{"inputText": words, "state": s, "mode": proposal.Real})
	if err != nil {
		return p, fmt.Errorf("ask the bridge: %w", err)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.to, bytes.NewReader(body))
	if err != nil {
		return p, fmt.Errorf("ask the bridge: %w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := b.client.Do(r)
	if err != nil {
		return p, fmt.Errorf("ask the bridge: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	var a bridgeAnswer
	err = json.NewDecoder(io.LimitReader(answer.Body, bridgeBytesMost)).Decode(&a)
	said := cell.Clean(cell.Head(strings.Join(a.Errors, " "), bridgeWordBytes))
	switch {
	case answer.StatusCode == http.StatusTooManyRequests:
		return p, client.Refused(command.OrDefault(said, "The bridge has been asked too often. Wait a few minutes."))
	case answer.StatusCode != http.StatusOK:
		return p, fmt.Errorf("ask the bridge: status %d", answer.StatusCode)
	case err != nil:
		return p, fmt.Errorf("read the bridge's answer: %w", err)
	case !a.OK:
		return proposal.Proposal{Reason: command.OrDefault(said, "Nothing came of that."), Mode: a.Mode}, nil
	}
	return proposal.Parse(string(a.Action)), nil // what comes over a wire is judged here, too
}
