package mcphost

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
)

const doorMCP = "mcp" // of all that is asked over HTTP with a token

// TellDenials has a line written for each request that comes with a token which is none, or stands for a grant that is
// no more. Whoever asks without any only asks.
func TellDenials(log *account.DenialLog, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			next.ServeHTTP(w, r)
			return
		}
		told := &judgement{tell: func() {
			log.Free(account.Denial{
				Remote: account.TextAddr(r.RemoteAddr), Door: doorMCP, Reason: account.CodeBadToken,
			}, time.Now())
		}}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), judgementKey{}, told)))
	})
}

type judgementKey struct{}

// judgement is what was found of a request's token. The first look counts: a stream looks again and again, and a token
// that is revoked meanwhile was a good one.
type judgement struct {
	once sync.Once
	tell func()
}

// verdict says whether a token stands.
type verdict bool

const isDenied verdict = false

// judged notes what was found of the token of the request that ctx belongs to, if it belongs to one.
func judged(ctx context.Context, what verdict) {
	j, ok := ctx.Value(judgementKey{}).(*judgement)
	if !ok {
		return
	}
	j.once.Do(func() {
		if what == isDenied {
			j.tell()
		}
	})
}
