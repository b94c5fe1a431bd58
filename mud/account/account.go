// Package account proves who somebody is, and nothing else: names and passwords, SSH public keys, tokens for agents,
// and the claim code by which a fresh world gets its first wizard. What an account may do is state of the world and is
// decided there.
//
// Its one idea: read through [Rows], never write. Every function that changes something returns [Put]s, which the
// caller commits in the same transaction as the action they belong to, so that a character cannot exist without its
// account nor the other way round. Whoever hands puts to the committer also shows them to a [Staged] view, so that
// the next check sees what is decided but not yet durable.
//
// Concurrency: a [Registrar], [Hasher], [Throttle] and [Staged] may be used from any goroutine. The functions that
// return puts check and then propose; two of them that touch the same rows must not run at once, so call them where
// the world is written (the loop's writer). The slow part, the password hash, is split off into [Registrar.Draft] and
// [Registrar.SignIn], which are safe anywhere and belong off the writer. Nothing here reads a clock: callers hand in
// now.
//
// To add a kind of proof, add a bucket constant, a file with its row, and the functions that return its puts; delete
// the rows in [Registrar.Delete].
package account

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// The buckets of the database that belong to this package.
const (
	BucketAccounts = "accounts" // folded name -> account row
	BucketKeys     = "keys"     // f/FINGERPRINT -> key row; a/ACCOUNT/FINGERPRINT; u/FINGERPRINT -> last used
	BucketTokens   = "tokens"   // h/HASH -> token row; a/ACCOUNT/GRANT -> hash; u/GRANT -> last used
	BucketClaims   = "claims"   // wizard -> claim row
	BucketSettings = "settings" // ACCOUNT -> how its owner likes the world to be shown
)

const accountIDBytes = 10 // 80 random bits: never met twice, so a name given up and taken again is another account

// Rows is what this package reads. Get returns nil when there is no such row; Scan visits the rows whose keys begin
// with prefix in key order and stops at the first error, which it returns. Slices are valid only during the call.
type Rows interface {
	Get(bucket string, key []byte) ([]byte, error)
	Scan(bucket string, prefix []byte, fn func(k, v []byte) error) error
}

// Put is one row to write: a nil Value deletes the row. Puts of one call belong in one transaction.
type Put struct {
	Bucket     string
	Key, Value []byte
}

// String names the row without its value, which may be derived from a secret.
func (p Put) String() string { return fmt.Sprintf("put %s (%d bytes)", p.Bucket, len(p.Value)) }

// GoString is String, for %#v.
func (p Put) GoString() string { return p.String() }

// Account is what may be told about an account. It holds no secret.
type Account struct {
	ID      world.AccountID
	Name    string // as its owner writes it
	Created time.Time
	Changed time.Time // when the password was last set
}

// accountRow is an account at rest.
type accountRow struct {
	ID      world.AccountID `json:"id"`
	Name    string          `json:"name"`
	Hash    Hash            `json:"hash"`
	Created time.Time       `json:"created"`
	Changed time.Time       `json:"changed"`
}

func (r accountRow) public() Account {
	return Account{ID: r.ID, Name: r.Name, Created: r.Created, Changed: r.Changed}
}

// Config says what a Registrar works with. Rows, Hasher and Throttle are required; nil Newcomers means that new
// accounts are not limited, nil Denials that no line is written of what fails, a nil Rand means crypto/rand.
type Config struct {
	Rows      Rows
	Hasher    *Hasher
	Throttle  *Throttle
	Newcomers *Pace // of new accounts
	Denials   *DenialLog
	Rand      io.Reader
}

// Registrar makes and checks proofs of identity.
type Registrar struct {
	rows     Rows
	hasher   *Hasher
	throttle *Throttle
	pace     *Pace
	denials  *DenialLog
	rand     io.Reader
}

// New returns a Registrar, or an error when a part is missing.
func New(cfg Config) (*Registrar, error) {
	if cfg.Rows == nil || cfg.Hasher == nil || cfg.Throttle == nil {
		return nil, errors.New("make account registrar: rows, hasher and throttle are required")
	}
	if cfg.Rand == nil {
		cfg.Rand = rand.Reader
	}
	return &Registrar{
		rows: cfg.Rows, hasher: cfg.Hasher, throttle: cfg.Throttle, pace: cfg.Newcomers, denials: cfg.Denials,
		rand: cfg.Rand,
	}, nil
}

// Known reports whether an account of that name exists. A name that cannot exist is not known.
func (r *Registrar) Known(name string) (bool, error) {
	_, found, err := r.Find(name)
	return found, err
}

// Find returns the account of that name in any letter case, and false when there is none.
func (r *Registrar) Find(name string) (Account, bool, error) {
	row, found, err := r.find(fold(name))
	return row.public(), found, err
}

func (r *Registrar) find(folded string) (accountRow, bool, error) {
	var row accountRow
	if !wellFormed(folded) {
		return row, false, nil
	}
	found, err := getRow(r.rows, BucketAccounts, folded, &row)
	return row, found, err
}

// Draft is a new account or password that has passed every rule and been hashed, but is not written. It is the slow
// half of Register and ChangePassword.
type Draft struct {
	name Name
	hash Hash
}

// String shows the name only.
func (d Draft) String() string { return "draft for " + d.name.Shown }

// GoString is String, for %#v.
func (d Draft) GoString() string { return d.String() }

// Newcomer books a new account that is about to be drafted for somebody at a source. Errors: *Refusal of code crowd,
// with the wait.
func (r *Registrar) Newcomer(from Source, now time.Time) error {
	wait := r.pace.Take(from, now)
	if wait <= 0 {
		return nil
	}
	return &Refusal{
		Code: CodeCrowd, Wait: wait,
		Text: "Many new accounts were made from where you are. You can make yours " + untilText(wait) +
			"; until then you may come in as a guest.",
	}
}

// Draft checks a name and a password against the rules and hashes the password, which takes tens of milliseconds and
// may have to wait for a core; call it off the writer. Errors: *Refusal of code bad_name, reserved_name, bad_password
// or busy; otherwise the context's error.
func (r *Registrar) Draft(ctx context.Context, name string, password Secret) (Draft, error) {
	n, err := ParseName(name)
	if err != nil {
		return Draft{}, err
	}
	if err := CheckPassword(n, password); err != nil {
		return Draft{}, err
	}
	hash, err := r.hasher.Hash(ctx, password)
	if err != nil {
		return Draft{}, err
	}
	return Draft{name: n, hash: hash}, nil
}

// Register makes a drafted account. It is fast; call it where the world is written. Errors: *Refusal of code
// taken_name.
func (r *Registrar) Register(d Draft, now time.Time) (Account, []Put, error) {
	if d.name.Folded == "" {
		return Account{}, nil, errors.New("register account: empty draft")
	}
	if _, found, err := r.find(d.name.Folded); err != nil {
		return Account{}, nil, err
	} else if found {
		return Account{}, nil, refuse(CodeTakenName, "That name is taken. Please choose another.")
	}
	id, err := r.randomSlug(accountIDBytes)
	if err != nil {
		return Account{}, nil, err
	}
	row := accountRow{ID: world.AccountID("acc-" + id), Name: d.name.Shown, Hash: d.hash, Created: now, Changed: now}
	put, err := putRow(BucketAccounts, d.name.Folded, row)
	if err != nil {
		return Account{}, nil, err
	}
	return row.public(), []Put{put}, nil
}

// ChangePassword replaces the password of the drafted name. The caller has made sure that it speaks with the owner: ask
// for the old password through SignIn, or be the operator. Errors: *Refusal of code unknown_account.
func (r *Registrar) ChangePassword(d Draft, now time.Time) ([]Put, error) {
	row, found, err := r.find(d.name.Folded)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, refuse(CodeUnknownAccount, "There is no such account.")
	}
	row.Hash, row.Changed = d.hash, now
	put, err := putRow(BucketAccounts, d.name.Folded, row)
	if err != nil {
		return nil, err
	}
	return []Put{put}, nil
}

// Delete removes an account with its keys and tokens; its name is free again. Characters are the world's to remove.
// Errors: *Refusal of code unknown_account.
func (r *Registrar) Delete(name string) ([]Put, error) {
	folded := fold(name)
	row, found, err := r.find(folded)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, refuse(CodeUnknownAccount, "There is no such account.")
	}
	puts := []Put{
		{Bucket: BucketAccounts, Key: []byte(folded)}, {Bucket: BucketSettings, Key: []byte(row.ID)},
	}
	keys, err := r.Keys(row.ID)
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		puts = append(puts, dropKey(row.ID, k.Fingerprint)...)
	}
	tokens, err := r.Tokens(row.ID)
	if err != nil {
		return nil, err
	}
	for _, t := range tokens {
		puts = append(puts, dropToken(t)...)
	}
	return puts, nil
}

// NameOf returns the name of an account, or false when there is none. It reads all accounts, so ask seldom.
func (r *Registrar) NameOf(id world.AccountID) (string, bool, error) {
	name := ""
	err := r.rows.Scan(BucketAccounts, nil, func(_, v []byte) error {
		var row accountRow
		err := decodeRow(v, &row)
		if err == nil && row.ID == id {
			name = row.Name
		}
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("look for an account: %w", err)
	}
	return name, name != "", nil
}

// SettingsBytesMax is how long the settings of one account may be.
const SettingsBytesMax = 24 << 10

// Settings returns how an account's owner likes the world to be shown, as it was kept; nil when nothing was. It proves
// nothing: it lies with the account because it goes with it.
func (r *Registrar) Settings(id world.AccountID) ([]byte, error) {
	raw, err := r.rows.Get(BucketSettings, []byte(id))
	if err != nil {
		return nil, fmt.Errorf("read %s row: %w", BucketSettings, err)
	}
	return append([]byte(nil), raw...), nil
}

// KeepSettings keeps them; none deletes the row.
func (r *Registrar) KeepSettings(id world.AccountID, raw []byte) ([]Put, error) {
	switch {
	case id == "":
		return nil, errors.New("keep settings: no account")
	case len(raw) > SettingsBytesMax:
		return nil, fmt.Errorf("keep settings: %d bytes, at most %d", len(raw), SettingsBytesMax)
	case len(raw) == 0:
		return []Put{{Bucket: BucketSettings, Key: []byte(id)}}, nil
	}
	return []Put{{Bucket: BucketSettings, Key: []byte(id), Value: raw}}, nil
}

// randomSlug returns n random bytes as lower-case letters and digits.
func (r *Registrar) randomSlug(n int) (string, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(r.rand, b); err != nil {
		return "", fmt.Errorf("read randomness: %w", err)
	}
	return slug(b), nil
}

// slug writes bytes in base32: no letter case and no punctuation, so it survives being read aloud and double-clicked.
func slug(b []byte) string {
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b))
}

// getRow decodes one row. An unknown field is an error: the row was written by a newer program.
func getRow(rows Rows, bucket, key string, into any) (bool, error) {
	raw, err := rows.Get(bucket, []byte(key))
	if err != nil {
		return false, fmt.Errorf("read %s row: %w", bucket, err)
	}
	if raw == nil {
		return false, nil
	}
	if err := decodeRow(raw, into); err != nil {
		return false, fmt.Errorf("decode %s row: %w", bucket, err)
	}
	return true, nil
}

func decodeRow(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

func putRow(bucket, key string, row any) (Put, error) {
	value, err := json.Marshal(row)
	if err != nil {
		return Put{}, fmt.Errorf("encode %s row: %w", bucket, err)
	}
	return Put{Bucket: bucket, Key: []byte(key), Value: value}, nil
}
