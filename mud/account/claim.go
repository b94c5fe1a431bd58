package account

import (
	"crypto/subtle"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

const (
	claimRowKey     = "wizard"
	claimBytes      = 15 // 120 bits, 24 characters
	claimGroupChars = 6
)

// claimRow holds the hash of the open code, or who used it.
type claimRow struct {
	Hash string          `json:"hash,omitempty"`
	Made time.Time       `json:"made"`
	Used time.Time       `json:"used,omitzero"`
	By   world.AccountID `json:"by,omitempty"`
}

// Claimed reports whether the claim code of this database was ever used.
func (r *Registrar) Claimed() (bool, error) {
	var row claimRow
	found, err := getRow(r.rows, BucketClaims, claimRowKey, &row)
	return found && !row.Used.IsZero(), err
}

// NewClaim makes the one-time code with which the first wizard claims a fresh world, for the server to print on its own
// console. A code made earlier and not used stops working; no code expires. Once one was used there is never another.
// Errors: *Refusal of code claim_used.
func (r *Registrar) NewClaim(now time.Time) (Secret, []Put, error) {
	claimed, err := r.Claimed()
	if err != nil {
		return Secret{}, nil, err
	}
	if claimed {
		return Secret{}, nil, claimUsed()
	}
	raw := make([]byte, claimBytes)
	if _, err := io.ReadFull(r.rand, raw); err != nil {
		return Secret{}, nil, fmt.Errorf("read randomness: %w", err)
	}
	code := slug(raw)
	put, err := putRow(BucketClaims, claimRowKey, claimRow{Hash: hashHex(NewSecret(code)), Made: now})
	if err != nil {
		return Secret{}, nil, err
	}
	var groups []string
	for ; code != ""; code = code[claimGroupChars:] {
		groups = append(groups, code[:claimGroupChars])
	}
	return NewSecret(strings.Join(groups, "-")), []Put{put}, nil
}

// Claim uses up the code for an account; the action that makes its character a wizard belongs in the same transaction.
// Letter case, blanks and hyphens do not matter. Errors: *Refusal of code bad_claim or claim_used.
func (r *Registrar) Claim(code Secret, by world.AccountID, now time.Time) ([]Put, error) {
	var row claimRow
	found, err := getRow(r.rows, BucketClaims, claimRowKey, &row)
	if err != nil {
		return nil, err
	}
	if found && !row.Used.IsZero() {
		return nil, claimUsed()
	}
	bare := strings.NewReplacer("-", "", " ", "").Replace(strings.TrimSpace(code.Reveal()))
	hash := hashHex(NewSecret(strings.ToLower(bare)))
	if !found || by == "" || row.Hash == "" ||
		subtle.ConstantTimeCompare([]byte(hash), []byte(row.Hash)) != 1 {
		return nil, refuse(CodeBadClaim, "That is not the claim code. It stands where the server was started.")
	}
	put, err := putRow(BucketClaims, claimRowKey, claimRow{Made: row.Made, Used: now, By: by})
	if err != nil {
		return nil, err
	}
	return []Put{put}, nil
}

func claimUsed() *Refusal {
	return refuse(CodeClaimUsed, "This world was claimed already.")
}
