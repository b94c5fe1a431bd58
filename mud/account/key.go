package account

import (
	"bytes"
	"crypto/rsa"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/mudlark-mud/mudlark/world"
)

// Limits of registered public keys.
const (
	KeysPerAccountMax = 16
	keyLineBytesMax   = 8 * 1024 // an RSA key of 16,384 bits takes 2.8 kB
	rsaBitsMin        = 2048
	labelRunesMax     = 40

	// usedGrain is how finely the last use of a key or token is remembered: fine enough to see that a token is alive,
	// coarse enough not to write on every call nor to be a diary.
	usedGrain = time.Hour
)

const (
	keyByFingerprint = "f/"
	keyByAccount     = "a/"
	keyUsed          = "u/"
)

// Key is a public key registered for signing in over SSH.
type Key struct {
	Fingerprint string // "SHA256:...", as ssh-keygen -l prints it
	Type        string // such as "ssh-ed25519"
	Label       string // the comment of the line, or what its owner called it
	Account     world.AccountID
	Name        string // folded name of the account
	Added       time.Time
	Used        time.Time // last sign-in to the hour; zero when never
}

type keyRow struct {
	Type    string          `json:"type"`
	Label   string          `json:"label,omitempty"`
	Account world.AccountID `json:"account"`
	Name    string          `json:"name"`
	Added   time.Time       `json:"added"`
}

func (k keyRow) public(fingerprint string) Key {
	return Key{
		Fingerprint: fingerprint, Type: k.Type, Label: k.Label,
		Account: k.Account, Name: k.Name, Added: k.Added,
	}
}

// AddKey registers the public key of one authorized_keys line (sshd(8)) for an account. A key opens one account only.
// Errors: *Refusal of code unknown_account, bad_key, taken_key or too_many.
func (r *Registrar) AddKey(name, line string, now time.Time) (Key, []Put, error) {
	folded := fold(name)
	owner, found, err := r.find(folded)
	if err != nil {
		return Key{}, nil, err
	}
	if !found {
		return Key{}, nil, refuse(CodeUnknownAccount, "There is no such account.")
	}
	pub, comment, err := parseKeyLine(line)
	if err != nil {
		return Key{}, nil, err
	}
	fingerprint := ssh.FingerprintSHA256(pub)
	var taken keyRow
	if found, err := getRow(r.rows, BucketKeys, keyByFingerprint+fingerprint, &taken); err != nil {
		return Key{}, nil, err
	} else if found {
		return Key{}, nil, refuse(CodeTakenKey, "That key is registered already. A key opens one account only.")
	}
	have, err := r.Keys(owner.ID)
	if err != nil {
		return Key{}, nil, err
	}
	if len(have) >= KeysPerAccountMax {
		return Key{}, nil, refuse(CodeTooMany, "An account holds at most %d keys. Remove one first.", KeysPerAccountMax)
	}
	row := keyRow{Type: pub.Type(), Label: cleanLabel(comment), Account: owner.ID, Name: folded, Added: now}
	put, err := putRow(BucketKeys, keyByFingerprint+fingerprint, row)
	if err != nil {
		return Key{}, nil, err
	}
	index := Put{Bucket: BucketKeys, Key: accountKeyIndex(owner.ID, fingerprint), Value: []byte("{}")}
	return row.public(fingerprint), []Put{put, index}, nil
}

// Keys lists the keys of an account in the order of their fingerprints.
func (r *Registrar) Keys(id world.AccountID) ([]Key, error) {
	prefix := accountKeyIndex(id, "")
	var fingerprints []string
	err := r.rows.Scan(BucketKeys, prefix, func(k, _ []byte) error {
		fingerprints = append(fingerprints, string(bytes.TrimPrefix(k, prefix)))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	keys := make([]Key, 0, len(fingerprints))
	for _, f := range fingerprints {
		var row keyRow
		found, err := getRow(r.rows, BucketKeys, keyByFingerprint+f, &row)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("list keys: index of %s names a key that is not there", id)
		}
		key := row.public(f)
		if key.Used, err = used(r.rows, BucketKeys, keyUsed+f); err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// RemoveKey takes a key from an account. The fingerprint may leave out "SHA256:".
// Errors: *Refusal of code unknown_key, also for a key of somebody else.
func (r *Registrar) RemoveKey(id world.AccountID, fingerprint string) ([]Put, error) {
	const prefix = "SHA256:"
	fingerprint = prefix + strings.TrimPrefix(strings.TrimSpace(fingerprint), prefix)
	var row keyRow
	found, err := getRow(r.rows, BucketKeys, keyByFingerprint+fingerprint, &row)
	if err != nil {
		return nil, err
	}
	if !found || row.Account != id {
		return nil, refuse(CodeUnknownKey, "You have no such key.")
	}
	return dropKey(id, fingerprint), nil
}

// KeyOwner reports whether a public key opens the account of that name, and which account it is. The caller has had the
// possession of the private key proven, or asks only in order to have it proven.
func (r *Registrar) KeyOwner(name string, pub ssh.PublicKey) (Account, bool, error) {
	folded := fold(name)
	var row keyRow
	found, err := getRow(r.rows, BucketKeys, keyByFingerprint+ssh.FingerprintSHA256(pub), &row)
	if err != nil || !found || row.Name != folded {
		return Account{}, false, err
	}
	owner, found, err := r.find(folded)
	if err != nil || !found || owner.ID != row.Account {
		return Account{}, false, err
	}
	return owner.public(), true, nil
}

// KeyUsed returns the put that remembers the use of a key, or none when this hour is remembered already.
func (r *Registrar) KeyUsed(fingerprint string, now time.Time) ([]Put, error) {
	return stampUsed(r.rows, BucketKeys, keyUsed+fingerprint, now)
}

func parseKeyLine(line string) (ssh.PublicKey, string, error) {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > keyLineBytesMax || strings.ContainsAny(line, "\r\n") {
		return nil, "", refuse(CodeBadKey, "Paste one line of a public key file, such as ~/.ssh/id_ed25519.pub.")
	}
	if strings.Contains(line, "PRIVATE KEY") {
		return nil, "", refuse(CodeBadKey, "That is a private key. Show it to nobody; paste the line of the .pub file.")
	}
	pub, comment, options, rest, err := ssh.ParseAuthorizedKey([]byte(line))
	if err != nil || len(rest) > 0 || len(options) > 0 {
		return nil, "", refuse(CodeBadKey, "A public key line reads like \"ssh-ed25519 AAAA... comment\".")
	}
	switch pub.Type() {
	case ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519, ssh.KeyAlgoSKECDSA256,
		ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521:
		return pub, comment, nil
	case ssh.KeyAlgoRSA:
		crypto, ok := pub.(ssh.CryptoPublicKey)
		if !ok {
			break
		}
		if key, ok := crypto.CryptoPublicKey().(*rsa.PublicKey); ok && key.N.BitLen() >= rsaBitsMin {
			return pub, comment, nil
		}
		return nil, "", refuse(CodeBadKey, "That RSA key is too short: %d bits is the least.", rsaBitsMin)
	}
	return nil, "", refuse(CodeBadKey, "Keys of that kind are not taken here. Make one with: ssh-keygen -t ed25519")
}

func accountKeyIndex(id world.AccountID, fingerprint string) []byte {
	return []byte(keyByAccount + string(id) + "/" + fingerprint)
}

func dropKey(id world.AccountID, fingerprint string) []Put {
	return []Put{
		{Bucket: BucketKeys, Key: []byte(keyByFingerprint + fingerprint)},
		{Bucket: BucketKeys, Key: accountKeyIndex(id, fingerprint)},
		{Bucket: BucketKeys, Key: []byte(keyUsed + fingerprint)},
	}
}

// usedRow is apart from the row it speaks of, so that remembering a use can never bring a revoked row back.
type usedRow struct {
	At time.Time `json:"at"`
}

func used(rows Rows, bucket, key string) (time.Time, error) {
	var row usedRow
	_, err := getRow(rows, bucket, key, &row)
	return row.At, err
}

func stampUsed(rows Rows, bucket, key string, now time.Time) ([]Put, error) {
	at := now.UTC().Truncate(usedGrain)
	last, err := used(rows, bucket, key)
	if err != nil || at.Equal(last) { // one that lies ahead is of a clock that was wrong
		return nil, err
	}
	put, err := putRow(bucket, key, usedRow{At: at})
	if err != nil {
		return nil, err
	}
	return []Put{put}, nil
}
