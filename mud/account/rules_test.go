package account_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/account"
)

func TestParseName(t *testing.T) {
	tests := []struct {
		name string
		want account.Code
	}{
		{"Ann", ""}, {"seren", ""}, {" bob ", ""}, {strings.Repeat("a", 16), ""}, {"R2D2", account.CodeBadName},
		{"", account.CodeBadName}, {"ab", account.CodeBadName}, {strings.Repeat("a", 17), account.CodeBadName},
		{"2fast", account.CodeBadName}, {"a b c", account.CodeBadName}, {"a-b-c", account.CodeBadName},
		{"anné", account.CodeBadName}, {"аnna", account.CodeBadName}, {"ann\x00", account.CodeBadName},
		{"a\nb", account.CodeBadName}, {"ann/key", account.CodeBadName},
		{"guest", account.CodeReservedName}, {"Guesty", account.CodeReservedName}, {"WIZARD", account.CodeReservedName},
		{"admin", account.CodeReservedName}, {"you", account.CodeReservedName}, {"all", account.CodeReservedName},
		{"me", account.CodeBadName}, {"plain", account.CodeReservedName}, {"root", account.CodeReservedName},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%q", tt.name), func(t *testing.T) {
			_, err := account.ParseName(tt.name)
			wantCode(t, err, tt.want)
		})
	}
}

func TestCheckPassword(t *testing.T) {
	tests := []struct {
		password string
		want     account.Code
	}{
		{"correct horse", ""}, {"tidepool", ""}, {strings.Repeat("abc!", 32), ""}, {"пароль долгий", ""},
		{"", account.CodeBadPassword}, {"7 bytes", account.CodeBadPassword},
		{strings.Repeat("abc!", 32) + "x", account.CodeBadPassword},
		{"tab\there and on", account.CodeBadPassword}, {"nul\x00byte here", account.CodeBadPassword},
		{"seren1234", account.CodeBadPassword}, {"Seren!!!", account.CodeBadPassword},
		{"serenseren", account.CodeBadPassword}, {"password", account.CodeBadPassword},
		{"PassWord1", account.CodeBadPassword}, {"aaaaaaaa", account.CodeBadPassword},
		{"abababababab", account.CodeBadPassword}, {"1234567890", account.CodeBadPassword},
	}
	name, err := account.ParseName("Seren")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%q", tt.password), func(t *testing.T) {
			wantCode(t, account.CheckPassword(name, account.NewSecret(tt.password)), tt.want)
		})
	}
}

func TestNameRulesHoldForAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ a-zA-Z0-9]{0,24}`)).Draw(t, "text")
		n, err := account.ParseName(text)
		if err != nil {
			return
		}
		again, err := account.ParseName(n.Folded)
		if err != nil || again.Folded != n.Folded {
			t.Fatalf("%q folds to %q, which folds to %q, %v", text, n.Folded, again.Folded, err)
		}
		if len(n.Shown) < 3 || len(n.Shown) > 20 || strings.ContainsAny(n.Shown, " /\x00") {
			t.Fatalf("%q was let through", n.Shown)
		}
	})
}

func TestSecretsDoNotShow(t *testing.T) {
	const text = "correct horse battery"
	s := account.NewSecret(text)
	type held struct{ inner, Outer account.Secret }
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "secret", s, "held", held{s, s})
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "secret", s, "held", held{s, s})
	printed := log.String()
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
		printed += fmt.Sprintf(verb, s) + fmt.Sprintf(verb, held{s, s}) + fmt.Sprintf(verb, &held{s, s}) +
			fmt.Sprintf(verb, []any{s}) + fmt.Sprintf(verb, account.Attempt{Password: s})
	}
	if strings.Contains(printed, text) || strings.Contains(printed, fmt.Sprintf("%x", text)) {
		t.Errorf("the secret shows in %s", printed)
	}
	if out, err := json.Marshal(held{s, s}); err == nil {
		t.Errorf("a secret was encoded: %s", out)
	}
	if s.Reveal() != text || (account.Secret{}).Reveal() != "" {
		t.Error("Reveal does not give the text")
	}
}

type address string

func (address) Network() string  { return "test" }
func (a address) String() string { return string(a) }

func TestSourceOf(t *testing.T) {
	tests := []struct {
		addr net.Addr
		want account.Source
	}{
		{address("192.0.2.7:4000"), "192.0.2.7"},
		{address("192.0.2.7"), "192.0.2.7"},
		{address("[::ffff:192.0.2.7]:4000"), "192.0.2.7"},
		{address("[2001:db8:1:2:3:4:5:6]:4000"), "2001:db8:1:2::/64"},
		{address("[2001:db8:1:2:ffff::9]:1"), "2001:db8:1:2::/64"},
		{address("[fe80::1%eth0]:1"), "fe80::/64"},
		{&net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 9}, "10.1.2.3"},
		{address("pipe"), "unknown"}, {address(""), "unknown"}, {nil, "unknown"},
	}
	for _, tt := range tests {
		if got := account.SourceOf(tt.addr); got != tt.want {
			t.Errorf("SourceOf(%v): got %s, want %s", tt.addr, got, tt.want)
		}
	}
}
