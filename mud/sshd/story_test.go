package sshd_test

import (
	"bytes"
	"context"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/sshd"
)

// registry is an Auth over real accounts, the way the daemon wires it, with rows in memory and a clock of its own.
type registry struct {
	*account.Registrar

	mu   sync.Mutex
	rows map[string][]byte
	now  time.Time
}

func newRegistry(t *testing.T) *registry {
	t.Helper()
	h, err := account.NewHasher(account.HasherConfig{MemoryKiB: 8, Passes: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &registry{rows: map[string][]byte{}, now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	r.Registrar, err = account.New(account.Config{Rows: r, Hasher: h, Throttle: account.NewThrottle(0)})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Get implements account.Rows.
func (r *registry) Get(bucket string, key []byte) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows[bucket+"|"+string(key)], nil
}

// Scan implements account.Rows, in no order: nothing here lists more than one.
func (r *registry) Scan(bucket string, prefix []byte, fn func(k, v []byte) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	for k, v := range r.rows {
		if key, ok := strings.CutPrefix(k, bucket+"|"); ok && bytes.HasPrefix([]byte(key), prefix) {
			if err := fn([]byte(key), v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *registry) commit(t *testing.T, puts []account.Put, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range puts {
		if r.rows[p.Bucket+"|"+string(p.Key)] = p.Value; p.Value == nil {
			delete(r.rows, p.Bucket+"|"+string(p.Key))
		}
	}
}

func (r *registry) clock() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

func (r *registry) advance(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.now = r.now.Add(d)
}

// Password implements sshd.Auth.
func (r *registry) Password(
	ctx context.Context, user string, pw account.Secret, remote net.Addr,
) (sshd.Identity, error) {
	a, err := r.SignIn(ctx, account.Attempt{
		Name: user, Password: pw, From: account.SourceOf(remote), Now: r.clock(),
	})
	return sshd.Identity{Account: a.ID, Name: a.Name}, err
}

// Key implements sshd.Auth.
func (r *registry) Key(_ context.Context, user string, key gossh.PublicKey, _ net.Addr) (sshd.Identity, bool) {
	a, ok, err := r.KeyOwner(user, key)
	return sshd.Identity{Account: a.ID, Name: a.Name}, ok && err == nil
}

// Known implements sshd.Auth.
func (r *registry) Stranger(net.Addr) {}

func (r *registry) Known(user string) bool {
	known, err := r.Registrar.Known(user)
	return known || err != nil
}

// A life: a stranger signs up inside, comes back with a password, registers a key, comes back with the key, and is not
// kept out by somebody who guesses.
func TestFromStrangerToKeyHolder(t *testing.T) {
	r := newRegistry(t)
	d := openWith(t, r, sshd.Limits{ConnectionsPerSource: 100}, who)
	try := func(user string, method gossh.AuthMethod) (string, string) {
		var said banners
		c, err := gossh.Dial("tcp", d.Addr().String(), d.config(user, &said, method))
		if err != nil {
			return "", said.text
		}
		defer func() { _ = c.Close() }()
		return d.shell(t, c), said.text
	}

	if got, _ := try("Seren", answering("", new(int))); !strings.Contains(got, "user=Seren account= ") {
		t.Errorf("a stranger got %q", got)
	}
	draft, err := r.Draft(t.Context(), "Seren", account.NewSecret("a lantern in fog"))
	if err != nil {
		t.Fatal(err)
	}
	seren, puts, err := r.Register(draft, r.clock())
	r.commit(t, puts, err)
	in := "account=" + string(seren.ID)

	if got, _ := try("seren", answering("", new(int))); got != "" {
		t.Errorf("the name now has an owner, and still: %q", got)
	}
	if got, _ := try("seren", password("a lantern in fog")); !strings.Contains(got, in) {
		t.Errorf("with the password: %q", got)
	}
	if got, _ := try("seren", gossh.PublicKeys(signer(t, 5))); got != "" {
		t.Errorf("with a key that is not registered: %q", got)
	}
	_, puts, err = r.AddKey("seren", string(gossh.MarshalAuthorizedKey(signer(t, 5).PublicKey())), r.clock())
	r.commit(t, puts, err)
	if got, _ := try("SEREN", gossh.PublicKeys(signer(t, 5))); !strings.Contains(got, in+" key=true") {
		t.Errorf("with the key: %q", got)
	}

	var said string
	for range 8 {
		_, said = try("seren", password("guess"))
	}
	if !strings.Contains(said, "Too many wrong passwords from where you are. Please try again in") {
		t.Errorf("the guesser is told %q", said)
	}
	if got, _ := try("seren", password("a lantern in fog")); got != "" {
		t.Errorf("at once, with the right password: %q", got)
	}
	if got, _ := try("seren", gossh.PublicKeys(signer(t, 5))); !strings.Contains(got, in) {
		t.Errorf("a key is not throttled: %q", got)
	}
	r.advance(time.Minute)
	if got, _ := try("seren", password("a lantern in fog")); !strings.Contains(got, in) {
		t.Errorf("after the wait: %q", got)
	}

	puts, err = r.RemoveKey(seren.ID, gossh.FingerprintSHA256(signer(t, 5).PublicKey()))
	r.commit(t, puts, err)
	if got, _ := try("seren", gossh.PublicKeys(signer(t, 5))); got != "" {
		t.Errorf("with the key removed: %q", got)
	}
}
