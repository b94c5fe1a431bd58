package account_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
)

// table is the database of these tests: rows in memory, puts applied at once.
type table struct {
	mu   sync.Mutex
	rows map[string]map[string][]byte
}

func newTable() *table { return &table{rows: map[string]map[string][]byte{}} }

func (m *table) Get(bucket string, key []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.rows[bucket][string(key)], nil
}

func (m *table) Scan(bucket string, prefix []byte, fn func(k, v []byte) error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var keys []string
	for k := range m.rows[bucket] {
		if bytes.HasPrefix([]byte(k), prefix) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	for _, k := range keys {
		if err := fn([]byte(k), m.rows[bucket][k]); err != nil {
			return err
		}
	}
	return nil
}

func (m *table) commit(puts []account.Put) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range puts {
		if m.rows[p.Bucket] == nil {
			m.rows[p.Bucket] = map[string][]byte{}
		}
		if p.Value == nil {
			delete(m.rows[p.Bucket], string(p.Key))
			continue
		}
		m.rows[p.Bucket][string(p.Key)] = p.Value
	}
}

// all is every stored byte, to look for secrets in.
func (m *table) all() []byte {
	var out []byte
	for _, rows := range m.rows {
		for k, v := range rows {
			out = append(append(append(out, k...), v...), '\n')
		}
	}
	return out
}

func (m *table) count(bucket string) int { return len(m.rows[bucket]) }

func noon() time.Time { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }

// cheap is a hasher whose hashes cost next to nothing.
func cheap(t testing.TB) *account.Hasher {
	t.Helper()
	h, err := account.NewHasher(account.HasherConfig{MemoryKiB: 8, Passes: 1})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func newRegistrar(t testing.TB, rows account.Rows) *account.Registrar {
	t.Helper()
	return newRegistrarWith(t, rows, nil)
}

func newRegistrarWith(t testing.TB, rows account.Rows, newcomers *account.Pace) *account.Registrar {
	t.Helper()
	r, err := account.New(account.Config{
		Rows: rows, Hasher: cheap(t), Throttle: account.NewThrottle(0), Newcomers: newcomers,
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func register(t testing.TB, m *table, r *account.Registrar, name, password string) account.Account {
	t.Helper()
	d, err := r.Draft(context.Background(), name, account.NewSecret(password))
	if err != nil {
		t.Fatalf("draft %s: %v", name, err)
	}
	a, puts, err := r.Register(d, noon())
	if err != nil {
		t.Fatalf("register %s: %v", name, err)
	}
	m.commit(puts)
	return a
}

func signIn(r *account.Registrar, name, password string, from account.Source, now time.Time) (account.Account, error) {
	return r.SignIn(context.Background(), account.Attempt{
		Name: name, Password: account.NewSecret(password), From: from, Now: now,
	})
}

// wantCode checks that err is a refusal of that code; the empty code means no error.
func wantCode(t testing.TB, err error, want account.Code) {
	t.Helper()
	var refusal *account.Refusal
	switch {
	case want == "" && err != nil:
		t.Errorf("got %v, want no error", err)
	case want != "" && !errors.As(err, &refusal):
		t.Errorf("got %v, want a refusal of code %s", err, want)
	case want != "" && (refusal.Code != want || refusal.Advice() == ""):
		t.Errorf("got %s %q, want %s and a text", refusal.Code, refusal.Text, want)
	}
}

func TestNewNeedsItsParts(t *testing.T) {
	if _, err := account.New(account.Config{}); err == nil {
		t.Error("got a registrar without rows, hasher and throttle")
	}
}

func TestRegisterAndSignIn(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	ann := register(t, m, r, "Ann", "correct horse battery")
	if !world.ValidID(string(ann.ID)) || ann.Name != "Ann" || !ann.Created.Equal(noon()) {
		t.Errorf("got account %+v", ann)
	}

	for _, name := range []string{"Ann", "ann", "ANN", " ann "} {
		if got, err := signIn(r, name, "correct horse battery", "10.0.0.1", noon()); err != nil || got != ann {
			t.Errorf("sign in as %q: got %+v, %v, want %+v", name, got, err, ann)
		}
	}
	for what, attempt := range map[string][2]string{
		"wrong password":          {"ann", "correct horse batterz"},
		"empty password":          {"ann", ""},
		"longer password":         {"ann", "correct horse battery "},
		"unknown name":            {"bob", "correct horse battery"},
		"name that cannot be":     {"a/b", "correct horse battery"},
		"no name":                 {"", "correct horse battery"},
		"password far too long":   {"ann", string(make([]byte, 100_000))},
		"unknown, empty password": {"bob", ""},
	} {
		t.Run(what, func(t *testing.T) {
			got, err := signIn(r, attempt[0], attempt[1], account.Source(what), noon())
			wantCode(t, err, account.CodeWrong)
			if got != (account.Account{}) {
				t.Errorf("got %+v beside the refusal", got)
			}
		})
	}
	if bytes.Contains(m.all(), []byte("correct horse")) {
		t.Error("the password is in the database")
	}
}

func TestNameIsTakenInAnyLetterCase(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	register(t, m, r, "Ann", "correct horse battery")
	d, err := r.Draft(context.Background(), "aNN", account.NewSecret("another good one"))
	if err != nil {
		t.Fatal(err)
	}
	_, puts, err := r.Register(d, noon())
	wantCode(t, err, account.CodeTakenName)
	if puts != nil {
		t.Errorf("got puts %v beside the refusal", puts)
	}
	if _, _, err := r.Register(account.Draft{}, noon()); err == nil {
		t.Error("an empty draft was registered")
	}
}

func TestAccentsAreOnePasswordHoweverTyped(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	register(t, m, r, "Ann", "caf\u00e9 au lait")
	if _, err := signIn(r, "ann", "cafe\u0301 au lait", "10.0.0.1", noon()); err != nil {
		t.Errorf("composed and decomposed accents differ: %v", err)
	}
}

func TestChangePassword(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	ann := register(t, m, r, "Ann", "correct horse battery")
	d, err := r.Draft(context.Background(), "ann", account.NewSecret("a lantern in fog"))
	if err != nil {
		t.Fatal(err)
	}
	puts, err := r.ChangePassword(d, noon().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	_, err = signIn(r, "ann", "correct horse battery", "10.0.0.1", noon())
	wantCode(t, err, account.CodeWrong)
	got, err := signIn(r, "ann", "a lantern in fog", "10.0.0.1", noon())
	if err != nil || got.ID != ann.ID || got.Name != "Ann" || !got.Changed.Equal(noon().Add(time.Hour)) {
		t.Errorf("got %+v, %v", got, err)
	}
	d, err = r.Draft(context.Background(), "nobodyhere", account.NewSecret("a lantern in fog"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.ChangePassword(d, noon())
	wantCode(t, err, account.CodeUnknownAccount)
}

func TestDeleteLeavesNothing(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	ann := register(t, m, r, "Ann", "correct horse battery")
	key, puts, err := r.AddKey("ann", keyLine(t, 1), noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	secret, token, puts, err := r.Mint(account.TokenSpec{Account: ann.ID, Character: "pc-ann", Label: "bot"}, noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	for _, f := range []func() ([]account.Put, error){
		func() ([]account.Put, error) { return r.KeyUsed(key.Fingerprint, noon()) },
		func() ([]account.Put, error) { return r.TokenUsed(token.Grant, noon()) },
		func() ([]account.Put, error) { return r.KeepSettings(ann.ID, []byte("{}")) },
		func() ([]account.Put, error) { return r.Delete("ANN") },
	} {
		puts, err := f()
		if err != nil {
			t.Fatal(err)
		}
		m.commit(puts)
	}
	for _, bucket := range []string{
		account.BucketAccounts, account.BucketKeys, account.BucketTokens, account.BucketSettings,
	} {
		if got := m.count(bucket); got != 0 {
			t.Errorf("%s holds %d rows after the only account was deleted", bucket, got)
		}
	}
	_, err = r.Present(secret, noon())
	wantCode(t, err, account.CodeBadToken)
	_, err = r.Delete("ann")
	wantCode(t, err, account.CodeUnknownAccount)
	if again := register(t, m, r, "Ann", "correct horse battery"); again.ID == ann.ID {
		t.Error("a new account of the same name inherits the old one's id")
	}
}

func TestSettingsGoWithTheAccount(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	ann := register(t, m, r, "Ann", "correct horse battery")
	if raw, err := r.Settings(ann.ID); err != nil || len(raw) != 0 {
		t.Errorf("to begin with: %q, %v", raw, err)
	}
	for _, want := range []string{`{"v":1}`, ""} {
		puts, err := r.KeepSettings(ann.ID, []byte(want))
		if err != nil {
			t.Fatal(err)
		}
		m.commit(puts)
		if raw, err := r.Settings(ann.ID); err != nil || string(raw) != want {
			t.Errorf("got %q, %v; want %q", raw, err, want)
		}
	}
	if n := m.count(account.BucketSettings); n != 0 {
		t.Errorf("%d rows are left of none", n)
	}
	if _, err := r.KeepSettings("", []byte("{}")); err == nil {
		t.Error("nobody's settings were kept")
	}
	if _, err := r.KeepSettings(ann.ID, make([]byte, account.SettingsBytesMax+1)); err == nil {
		t.Error("more than 4 KiB were kept")
	}
}

func TestDamagedRowIsAnErrorNotARefusal(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	for what, row := range map[string]string{
		"not json":       `{`,
		"newer field":    `{"id":"acc-a","name":"Ann","surprise":1}`,
		"no hash":        `{"id":"acc-a","name":"Ann"}`,
		"huge memory":    `{"id":"acc-a","name":"Ann","hash":{"alg":"argon2id","v":19,"m":4294967295,"t":1,"p":1}}`,
		"other algoritm": `{"id":"acc-a","name":"Ann","hash":{"alg":"md5","v":19,"m":8,"t":1,"p":1}}`,
	} {
		t.Run(what, func(t *testing.T) {
			m.commit([]account.Put{{Bucket: account.BucketAccounts, Key: []byte("ann"), Value: []byte(row)}})
			_, err := signIn(r, "ann", "correct horse battery", account.Source(what), noon())
			var refusal *account.Refusal
			if err == nil || errors.As(err, &refusal) {
				t.Errorf("got %v, want an error of the machine", err)
			}
		})
	}
}
