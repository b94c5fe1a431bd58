package account

import (
	"context"
	"net"
	"time"
)

// Attempt is one try to sign in with a password.
type Attempt struct {
	Name     string
	Password Secret
	From     Source
	Now      time.Time

	// Remote and Door are whom it comes from and by which way, for the line that is written when it fails.
	Remote net.Addr
	Door   string
}

// SignIn checks a name and a password. Whether the name exists shows neither in the answer nor in the time it takes.
// It hashes, and may have to stand in line, so call it off the writer. Errors: *Refusal of code wrong, throttled,
// under_way or busy; otherwise the context's or the machine's.
func (r *Registrar) SignIn(ctx context.Context, a Attempt) (Account, error) {
	folded := fold(a.Name)
	if !wellFormed(folded) {
		folded = "" // all impossible names count together, and take no room each
	}
	ticket, err := r.throttle.Begin(ctx, a.From, folded, a.Now)
	if err != nil {
		return Account{}, err
	}
	defer ticket.Failed(a.Now) // unless something else came of it: a defect must not gain anybody a guess
	row, ok, err := r.verify(ctx, folded, a.Password)
	if err != nil {
		ticket.Cancelled()
		return Account{}, err
	}
	if !ok {
		r.denials.Throttled(Denial{Remote: a.Remote, Door: a.Door, Name: row.Name, Reason: CodeWrong})
		return Account{}, refuse(CodeWrong, "That name and that password do not belong together.")
	}
	ticket.Passed(a.Now)
	return row.public(), nil
}

func (r *Registrar) verify(ctx context.Context, folded string, password Secret) (accountRow, bool, error) {
	row, found, err := r.find(folded)
	if err != nil {
		return accountRow{}, false, err
	}
	if !found {
		ok, err := r.hasher.verifyNobody(ctx, password)
		return accountRow{}, ok, err
	}
	ok, err := r.hasher.Verify(ctx, row.Hash, password)
	return row, ok, err
}
