package account

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// Limits and shape of tokens.
const (
	TokensPerAccountMax = 16

	// TokenPrefix begins every token, so that one that leaks is recognised by people and by secret scanners.
	TokenPrefix = "mlk_"

	tokenBytes      = 32 // 256 bits: nothing to guess, so no slow hash is needed at rest
	tokenCharacters = 52 // 256 bits in base32
	grantBytes      = 5  // tells grants apart; proves nothing
)

const (
	tokenByHash    = "h/"
	tokenByAccount = "a/"
	tokenUsed      = "u/"
)

// Token is what is known of a token once it was shown: everything but the token.
type Token struct {
	Grant     world.GrantID // what the world's permissions hang on
	Account   world.AccountID
	Character world.ActorID // the one body it may drive
	Label     string
	created   time.Time
	Used      time.Time // last use to the hour; zero when never
	Expires   time.Time // zero when it does not

	hash string
}

type tokenRow struct {
	Grant     world.GrantID   `json:"grant"`
	Account   world.AccountID `json:"account"`
	Character world.ActorID   `json:"character"`
	Label     string          `json:"label"`
	Hash      string          `json:"hash"`
	Created   time.Time       `json:"created"`
	Expires   time.Time       `json:"expires,omitzero"`
}

func (t tokenRow) public() Token {
	return Token{
		Grant: t.Grant, Account: t.Account, Character: t.Character, Label: t.Label,
		created: t.Created, Expires: t.Expires, hash: t.Hash,
	}
}

// TokenSpec says what a token is for. A zero Expires means that it holds until revoked.
type TokenSpec struct {
	Account   world.AccountID
	Character world.ActorID
	Label     string
	Expires   time.Time
}

// Mint makes a token. The secret is returned this once, to be shown to the owner; at rest there is only its SHA-256.
// Tokens of the account whose time is over make room for it.
// The caller has checked that the character is the account's. Errors: *Refusal of code bad_label or too_many.
func (r *Registrar) Mint(spec TokenSpec, now time.Time) (Secret, Token, []Put, error) {
	none := func(err error) (Secret, Token, []Put, error) { return Secret{}, Token{}, nil, err }
	if spec.Account == "" || spec.Character == "" {
		return none(errors.New("mint token: account and character are required"))
	}
	if spec.Label == "" || cleanLabel(spec.Label) != spec.Label {
		return none(refuse(CodeBadLabel, "A label is 1 to %d printable characters.", labelRunesMax))
	}
	have, err := r.Tokens(spec.Account)
	if err != nil {
		return none(err)
	}
	over := func(t Token) bool { return !t.Expires.IsZero() && !now.Before(t.Expires) }
	var dropped []Put
	for _, t := range have {
		if over(t) {
			dropped = append(dropped, dropToken(t)...)
		}
	}
	have = slices.DeleteFunc(have, over)
	if len(have) >= TokensPerAccountMax {
		return none(refuse(CodeTooMany, "An account holds at most %d tokens. Revoke one first.", TokensPerAccountMax))
	}
	grant, err := r.randomSlug(grantBytes)
	if err != nil {
		return none(err)
	}
	raw := make([]byte, tokenBytes)
	if _, err := io.ReadFull(r.rand, raw); err != nil {
		return none(fmt.Errorf("read randomness: %w", err))
	}
	secret := NewSecret(TokenPrefix + slug(raw))
	row := tokenRow{
		Grant: world.GrantID("grant-" + grant), Account: spec.Account, Character: spec.Character,
		Label: spec.Label, Hash: hashHex(secret), Created: now, Expires: spec.Expires,
	}
	if slices.ContainsFunc(have, func(t Token) bool { return t.Grant == row.Grant }) {
		return none(errors.New("mint token: grant id met twice"))
	}
	put, err := putRow(BucketTokens, tokenByHash+row.Hash, row)
	if err != nil {
		return none(err)
	}
	index, err := putRow(BucketTokens, string(accountTokenIndex(row.Account, row.Grant)), row.Hash)
	if err != nil {
		return none(err)
	}
	return secret, row.public(), append(dropped, put, index), nil
}

// Present checks a token somebody sends. Errors: *Refusal of code bad_token, the same for unknown, revoked, expired and
// malformed ones.
func (r *Registrar) Present(token Secret, now time.Time) (Token, error) {
	text := token.Reveal()
	if len(text) != len(TokenPrefix)+tokenCharacters || !strings.HasPrefix(text, TokenPrefix) {
		return Token{}, badToken()
	}
	// The database is asked for the hash: what its search takes tells about hashes, from which no token can be made.
	hash := hashHex(token)
	var row tokenRow
	found, err := getRow(r.rows, BucketTokens, tokenByHash+hash, &row)
	if err != nil {
		return Token{}, err
	}
	if !found || subtle.ConstantTimeCompare([]byte(row.Hash), []byte(hash)) != 1 {
		return Token{}, badToken()
	}
	if !row.Expires.IsZero() && !now.Before(row.Expires) {
		return Token{}, badToken()
	}
	t := row.public()
	if t.Used, err = used(r.rows, BucketTokens, tokenUsed+string(t.Grant)); err != nil {
		return Token{}, err
	}
	return t, nil
}

// TokenUsed returns the put that remembers the use of a token, or none when this hour is remembered already.
func (r *Registrar) TokenUsed(grant world.GrantID, now time.Time) ([]Put, error) {
	return stampUsed(r.rows, BucketTokens, tokenUsed+string(grant), now)
}

// Tokens lists the tokens of an account, oldest first, expired ones included.
func (r *Registrar) Tokens(id world.AccountID) ([]Token, error) {
	var hashes []string
	err := r.rows.Scan(BucketTokens, accountTokenIndex(id, ""), func(_, v []byte) error {
		var hash string
		if err := decodeRow(v, &hash); err != nil {
			return err
		}
		hashes = append(hashes, hash)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list tokens: %w", err)
	}
	tokens := make([]Token, 0, len(hashes))
	for _, hash := range hashes {
		var row tokenRow
		found, err := getRow(r.rows, BucketTokens, tokenByHash+hash, &row)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("list tokens: index of %s names a token that is not there", id)
		}
		t := row.public()
		if t.Used, err = used(r.rows, BucketTokens, tokenUsed+string(t.Grant)); err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
	}
	slices.SortFunc(tokens, func(a, b Token) int {
		return cmp.Or(a.created.Compare(b.created), cmp.Compare(a.Grant, b.Grant))
	})
	return tokens, nil
}

// Revoke ends a token of an account. Errors: *Refusal of code unknown_token, also for a grant of somebody else.
func (r *Registrar) Revoke(id world.AccountID, grant world.GrantID) ([]Put, error) {
	tokens, err := r.Tokens(id)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		if t.Grant == grant {
			return dropToken(t), nil
		}
	}
	return nil, refuse(CodeUnknownToken, "You have no such token.")
}

// RevokeAll ends the tokens of an account that drive one character.
func (r *Registrar) RevokeAll(id world.AccountID, character world.ActorID) ([]Put, error) {
	tokens, err := r.Tokens(id)
	if err != nil {
		return nil, err
	}
	var puts []Put
	for _, t := range tokens {
		if t.Character == character {
			puts = append(puts, dropToken(t)...)
		}
	}
	return puts, nil
}

func badToken() *Refusal {
	return refuse(CodeBadToken, "That token is not valid: mistyped, expired or revoked. Its owner can make a new one.")
}

func hashHex(s Secret) string {
	sum := sha256.Sum256([]byte(s.Reveal()))
	return hex.EncodeToString(sum[:])
}

func accountTokenIndex(id world.AccountID, grant world.GrantID) []byte {
	return []byte(tokenByAccount + string(id) + "/" + string(grant))
}

func dropToken(t Token) []Put {
	return []Put{
		{Bucket: BucketTokens, Key: []byte(tokenByHash + t.hash)},
		{Bucket: BucketTokens, Key: accountTokenIndex(t.Account, t.Grant)},
		{Bucket: BucketTokens, Key: []byte(tokenUsed + string(t.Grant))},
	}
}
