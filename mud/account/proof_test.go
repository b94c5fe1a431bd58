package account_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
)

// pubKey is a key that is the same for the same number.
func pubKey(t testing.TB, n byte) ssh.PublicKey {
	t.Helper()
	seed := bytes.Repeat([]byte{n}, ed25519.SeedSize)
	pub, err := ssh.NewPublicKey(ed25519.NewKeyFromSeed(seed).Public())
	if err != nil {
		t.Fatal(err)
	}
	return pub
}

func keyLine(t testing.TB, n byte) string {
	t.Helper()
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(pubKey(t, n)))) + " laptop"
}

func TestKeys(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	ann := register(t, m, r, "Ann", "correct horse battery")
	bob := register(t, m, r, "Bob", "a lantern in fog")

	key, puts, err := r.AddKey("ANN", keyLine(t, 1)+"\n", noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	if key.Fingerprint != ssh.FingerprintSHA256(pubKey(t, 1)) || key.Label != "laptop" || key.Type != "ssh-ed25519" {
		t.Errorf("got %+v", key)
	}
	if got, ok, err := r.KeyOwner("aNN", pubKey(t, 1)); !ok || err != nil || got != ann {
		t.Errorf("the owner's key: got %+v, %v, %v", got, ok, err)
	}
	for what, ask := range map[string]struct {
		name string
		key  byte
	}{"under another name": {"bob", 1}, "another key": {"ann", 2}, "unknown name": {"cyd", 1}} {
		if _, ok, err := r.KeyOwner(ask.name, pubKey(t, ask.key)); ok || err != nil {
			t.Errorf("%s: got %v, %v, want false", what, ok, err)
		}
	}
	_, _, err = r.AddKey("bob", keyLine(t, 1), noon())
	wantCode(t, err, account.CodeTakenKey)
	_, err = r.RemoveKey(bob.ID, key.Fingerprint)
	wantCode(t, err, account.CodeUnknownKey)

	puts, err = r.KeyUsed(key.Fingerprint, noon().Add(10*time.Minute))
	if err != nil || len(puts) != 1 {
		t.Fatalf("first use: got %v, %v", puts, err)
	}
	m.commit(puts)
	if puts, err := r.KeyUsed(key.Fingerprint, noon().Add(50*time.Minute)); err != nil || puts != nil {
		t.Errorf("second use in the hour: got %v, %v, want nothing to write", puts, err)
	}
	if list, err := r.Keys(ann.ID); err != nil || len(list) != 1 || !list[0].Used.Equal(noon()) {
		t.Errorf("got %+v, %v", list, err)
	}

	puts, err = r.RemoveKey(ann.ID, strings.TrimPrefix(key.Fingerprint, "SHA256:"))
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	if _, ok, _ := r.KeyOwner("ann", pubKey(t, 1)); ok {
		t.Error("a removed key still opens the account")
	}
	if m.count(account.BucketKeys) != 0 {
		t.Error("a removed key leaves rows")
	}
}

func TestKeysPerAccountAreBounded(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	register(t, m, r, "Ann", "correct horse battery")
	for n := range account.KeysPerAccountMax {
		_, puts, err := r.AddKey("ann", keyLine(t, byte(n)), noon())
		if err != nil {
			t.Fatal(err)
		}
		m.commit(puts)
	}
	_, _, err := r.AddKey("ann", keyLine(t, 200), noon())
	wantCode(t, err, account.CodeTooMany)
}

func TestKeyLines(t *testing.T) {
	line := func(key any) string {
		pub, err := ssh.NewPublicKey(key)
		if err != nil {
			t.Fatal(err)
		}
		return string(ssh.MarshalAuthorizedKey(pub))
	}
	short, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	long, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		what, line string
		want       account.Code
	}{
		{"ed25519", keyLine(t, 1), ""},
		{"rsa 2048", line(&long.PublicKey), ""},
		{"ecdsa", line(&curve.PublicKey), ""},
		{"rsa 1024", line(&short.PublicKey), account.CodeBadKey},
		{"empty", "", account.CodeBadKey},
		{"rubbish", "hello world", account.CodeBadKey},
		{"cut short", keyLine(t, 1)[:40], account.CodeBadKey},
		{"two lines", keyLine(t, 1) + "\n" + keyLine(t, 2), account.CodeBadKey},
		{"options", `command="rm -rf /" ` + keyLine(t, 1), account.CodeBadKey},
		{"private", "-----BEGIN OPENSSH PRIVATE KEY-----", account.CodeBadKey},
		{"far too long", strings.Repeat("A", 20_000), account.CodeBadKey},
		{"comment with controls", keyLine(t, 3) + " \x1b[31mred", ""},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			m := newTable()
			r := newRegistrar(t, m)
			register(t, m, r, "Ann", "correct horse battery")
			key, _, err := r.AddKey("ann", tt.line, noon())
			wantCode(t, err, tt.want)
			if strings.ContainsFunc(key.Label, func(c rune) bool { return c < ' ' }) {
				t.Errorf("label %q holds control characters", key.Label)
			}
		})
	}
	_, _, err = newRegistrar(t, newTable()).AddKey("ann", keyLine(t, 1), noon())
	wantCode(t, err, account.CodeUnknownAccount)
}

func spec(id world.AccountID) account.TokenSpec {
	return account.TokenSpec{Account: id, Character: "pc-ann", Label: "my bot"}
}

func TestTokens(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	secret, token, puts, err := r.Mint(spec("acc-a"), noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	text := secret.Reveal()
	if !strings.HasPrefix(text, "mlk_") || len(text) != 56 || !world.ValidID(string(token.Grant)) {
		t.Errorf("got a token of %d characters and grant %s", len(text), token.Grant)
	}
	if bytes.Contains(m.all(), []byte(text[4:])) || strings.Contains(fmt.Sprintf("%+v %v", token, puts), text) {
		t.Error("the token is stored or shown")
	}
	got, err := r.Present(secret, noon())
	token.Used = time.Time{}
	if err != nil || got != token {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, wrong := range []string{
		"", "mlk_", text[4:], text + "a", text[:55], strings.ToUpper(text), " " + text,
		"mlk_" + strings.Repeat("a", 52),
	} {
		_, err := r.Present(account.NewSecret(wrong), noon())
		wantCode(t, err, account.CodeBadToken)
	}

	use, err := r.TokenUsed(token.Grant, noon().Add(59*time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Revoke("acc-b", token.Grant)
	wantCode(t, err, account.CodeUnknownToken)
	puts, err = r.Revoke("acc-a", token.Grant)
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	m.commit(use) // was under way when the owner revoked
	_, err = r.Present(secret, noon())
	wantCode(t, err, account.CodeBadToken)
	if list, err := r.Tokens("acc-a"); err != nil || len(list) != 0 {
		t.Errorf("after revoking: got %v, %v", list, err)
	}
}

func TestTokensExpire(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	s := spec("acc-a")
	s.Expires = noon().Add(time.Hour)
	secret, _, puts, err := r.Mint(s, noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	if _, err := r.Present(secret, noon().Add(time.Hour-1)); err != nil {
		t.Errorf("before its time: %v", err)
	}
	_, err = r.Present(secret, noon().Add(time.Hour))
	wantCode(t, err, account.CodeBadToken)
}

func TestMintRefuses(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	for _, label := range []string{"", "two\nlines", "\x1b[31m", " padded", strings.Repeat("x", 41)} {
		s := spec("acc-a")
		s.Label = label
		_, _, _, err := r.Mint(s, noon())
		wantCode(t, err, account.CodeBadLabel)
	}
	if _, _, _, err := r.Mint(account.TokenSpec{Label: "x"}, noon()); err == nil {
		t.Error("a token for nobody was made")
	}
	for range account.TokensPerAccountMax {
		_, _, puts, err := r.Mint(spec("acc-a"), noon())
		if err != nil {
			t.Fatal(err)
		}
		m.commit(puts)
	}
	_, _, _, err := r.Mint(spec("acc-a"), noon())
	wantCode(t, err, account.CodeTooMany)
	if _, _, _, err := r.Mint(spec("acc-aa"), noon()); err != nil {
		t.Errorf("an account whose id begins alike: %v", err)
	}
}

// One account's list is exactly what it minted and did not revoke, whatever the others do.
func TestTokenListsHoldTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newTable()
		r, err := account.New(account.Config{Rows: m, Hasher: mustHasher(), Throttle: account.NewThrottle(0)})
		if err != nil {
			t.Fatal(err)
		}
		want := map[world.AccountID]map[world.GrantID]account.Secret{"acc-a": {}, "acc-ab": {}}
		for step := range rapid.IntRange(1, 30).Draw(t, "steps") {
			id := rapid.SampledFrom([]world.AccountID{"acc-a", "acc-ab"}).Draw(t, "account")
			if rapid.Bool().Draw(t, "mint") {
				secret, token, puts, err := r.Mint(spec(id), noon().Add(time.Duration(step)))
				if err != nil {
					continue // at the limit
				}
				m.commit(puts)
				want[id][token.Grant] = secret
				continue
			}
			for grant := range want[id] {
				puts, err := r.Revoke(id, grant)
				if err != nil {
					t.Fatal(err)
				}
				m.commit(puts)
				delete(want[id], grant)
				break
			}
		}
		for id, grants := range want {
			list, err := r.Tokens(id)
			if err != nil || len(list) != len(grants) {
				t.Fatalf("%s: got %d tokens, %v, want %d", id, len(list), err, len(grants))
			}
			for _, token := range list {
				if got, err := r.Present(grants[token.Grant], noon()); err != nil || got.Grant != token.Grant {
					t.Fatalf("%s: %s does not open: %v", id, token.Grant, err)
				}
			}
		}
	})
}

func mustHasher() *account.Hasher {
	h, err := account.NewHasher(account.HasherConfig{MemoryKiB: 8, Passes: 1})
	if err != nil {
		panic(err)
	}
	return h
}

func TestClaim(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	_, err := r.Claim(account.NewSecret(""), "acc-a", noon())
	wantCode(t, err, account.CodeBadClaim)

	first, puts, err := r.NewClaim(noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	second, puts, err := r.NewClaim(noon())
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	if bytes.Contains(m.all(), []byte(strings.ReplaceAll(second.Reveal(), "-", ""))) {
		t.Error("the code is stored")
	}
	if len(second.Reveal()) != 27 {
		t.Errorf("got a code of %d characters", len(second.Reveal()))
	}
	for _, wrong := range []string{"", first.Reveal(), second.Reveal()[1:], second.Reveal() + "a"} {
		_, err := r.Claim(account.NewSecret(wrong), "acc-a", noon())
		wantCode(t, err, account.CodeBadClaim)
	}
	_, err = r.Claim(second, "", noon())
	wantCode(t, err, account.CodeBadClaim)

	typed := account.NewSecret(" " + strings.ToUpper(strings.ReplaceAll(second.Reveal(), "-", " ")) + "\r\n")
	puts, err = r.Claim(typed, "acc-a", noon())
	if err != nil {
		t.Fatalf("as people type it: %v", err)
	}
	if claimed, err := r.Claimed(); claimed || err != nil {
		t.Errorf("claimed before the puts were committed: %v, %v", claimed, err)
	}
	m.commit(puts)
	_, err = r.Claim(second, "acc-b", noon())
	wantCode(t, err, account.CodeClaimUsed)
	_, _, err = r.NewClaim(noon())
	wantCode(t, err, account.CodeClaimUsed)
	if claimed, err := r.Claimed(); !claimed || err != nil {
		t.Errorf("got %v, %v, want claimed", claimed, err)
	}
}

// Tokens whose time is over make room for new ones, and leave nothing behind.
func TestExpiredTokensMakeRoom(t *testing.T) {
	m := newTable()
	r := newRegistrar(t, m)
	brief := spec("acc-a")
	brief.Expires = noon().Add(time.Hour)
	for range account.TokensPerAccountMax {
		_, _, puts, err := r.Mint(brief, noon())
		if err != nil {
			t.Fatal(err)
		}
		m.commit(puts)
	}
	_, _, _, err := r.Mint(spec("acc-a"), noon())
	wantCode(t, err, account.CodeTooMany)
	_, token, puts, err := r.Mint(spec("acc-a"), noon().Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	m.commit(puts)
	if list, err := r.Tokens("acc-a"); err != nil || len(list) != 1 || list[0].Grant != token.Grant {
		t.Errorf("got %+v, %v", list, err)
	}
}
