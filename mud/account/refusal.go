package account

import (
	"fmt"
	"time"
)

// Code is a stable name for why something was refused.
type Code string

// The codes of this package.
const (
	CodeBadName        Code = "bad_name"        // not 3 to 16 letters
	CodeReservedName   Code = "reserved_name"   // means something else in the game
	CodeTakenName      Code = "taken_name"      // belongs to an account already
	CodeBadPassword    Code = "bad_password"    // breaks a rule for new passwords
	CodeWrong          Code = "wrong"           // name and password do not belong together
	CodeThrottled      Code = "throttled"       // too many failures; Wait says how long
	CodeUnderWay       Code = "under_way"       // too many others are signing in from there, or with that name
	CodeBusy           Code = "busy"            // too many people are signing in at this moment
	CodeCrowd          Code = "crowd"           // too many new accounts from one source; Wait says how long
	CodeUnknownAccount Code = "unknown_account" // no account of that name
	CodeBadKey         Code = "bad_key"         // not one usable public key
	CodeTakenKey       Code = "taken_key"       // the key is registered already
	CodeUnknownKey     Code = "unknown_key"     // the account has no such key
	CodeTooMany        Code = "too_many"        // a limit per account is reached
	CodeBadToken       Code = "bad_token"       // unknown, revoked, expired or malformed
	CodeUnknownToken   Code = "unknown_token"   // the account has no such grant
	CodeBadLabel       Code = "bad_label"       // a label is too long or not printable
	CodeBadClaim       Code = "bad_claim"       // not the claim code
	CodeClaimUsed      Code = "claim_used"      // this world was claimed already
)

// Refusal is a no with a reason. It never holds a secret.
type Refusal struct {
	Code Code
	Text string        // a sentence fit for the person at the door
	Wait time.Duration // for throttled and crowd: how long to wait; zero otherwise
}

// Error gives the code, for logs.
func (r *Refusal) Error() string { return "refused: " + string(r.Code) }

// Advice is the sentence for the person at the door.
func (r *Refusal) Advice() string { return r.Text }

func refuse(code Code, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}

// untilText says a wait in words, rounded up so that whoever waits that long is not told to wait again.
func untilText(wait time.Duration) string {
	seconds := int64((wait + time.Second - 1) / time.Second)
	if seconds <= 1 {
		return "in a second"
	}
	if seconds < 2*60 {
		return fmt.Sprintf("in %d seconds", seconds)
	}
	return fmt.Sprintf("in %d minutes", (seconds+59)/60)
}
