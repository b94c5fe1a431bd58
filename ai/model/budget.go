package model

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

const (
	hour = time.Hour
	// windowsMax bounds how many players and how many creatures are counted at once. Who comes after them waits.
	windowsMax = 4096
	// tokensMax bounds what an endpoint can claim that a call has cost.
	tokensMax = 1 << 20
	percent   = 100
	warnAt    = 80
	// shareBytes of a digest tell the players and creatures of a day apart.
	shareBytes = 12
)

// day is what was used on a day; it is kept on the tape, so that starting again makes no new budget.
type day struct {
	Date     string                `json:"date"` // UTC
	Tokens   int                   `json:"tokens"`
	Purposes map[usage.Purpose]int `json:"purposes"`
	Hour     int                   `json:"hour,omitempty"` // the last one of which something was used,
	OfHour   int                   `json:"of_hour,omitempty"`
	// Shares are what was used for single players and by single creatures. Their keys tell nobody who that was, so that
	// the count outlives whoever has themselves forgotten.
	Shares map[string]int `json:"shares,omitempty"`
}

// The names of the limits of calls in an hour, fit for a metric's label.
const (
	LimitPlayerCalls = "model_player_calls"
	LimitMindCalls   = "model_npc_calls"
)

// budget counts calls by the hour and tokens by the day.
type budget struct {
	config Config
	tape   Tape
	alert  func(Alert)
	met    func(limit string)

	mu    sync.Mutex
	calls map[caller][]time.Time // of the last hour, oldest first; of those who are not in it the tape may know
	today day
	told  map[Alert]bool // alerts of today, without figures
}

// caller is a player for whom calls are made, or a creature that makes them.
type caller struct{ kind, id string }

// callers are those whose calls of an hour are counted when this one is made, with how many each has.
func (b *budget) callers(c Call) map[caller]int {
	out := map[caller]int{}
	if c.Player != "" {
		out[caller{"player", c.Player}] = b.config.PlayerHour
	}
	if c.Mind != "" {
		out[caller{"mind", c.Mind}] = b.config.MindHour
	}
	return out
}

// grant is what was set aside for one call.
type grant struct {
	date    string
	hour    int
	purpose usage.Purpose
	shares  []share
	tokens  int
}

// share is somebody's part of a day's tokens.
type share struct {
	key  string
	most int
}

// shares are those parts of the day that a call counts into.
func (b *budget) shares(c Call) (out []share) {
	for _, s := range []struct {
		kind, id string
		most     int
	}{{"player", c.Player, b.config.PlayerTokens}, {"mind", c.Mind, b.config.MindTokens}} {
		if s.id != "" && s.most > 0 {
			sum := sha256.Sum256([]byte(s.kind + " " + s.id + " on " + b.today.Date))
			out = append(out, share{hex.EncodeToString(sum[:shareBytes]), s.most})
		}
	}
	return out
}

func newBudget(c Config, t Tape, alert func(Alert)) *budget {
	return &budget{config: c, tape: t, alert: alert, met: func(string) {}, calls: map[caller][]time.Time{}}
}

// has reports whether there is room for a call of so many tokens. Tokens for which there is no room are as good as
// used, and it says so.
func (b *budget) has(now time.Time, c Call, tokens int) bool {
	b.mu.Lock()
	ok := b.room(now, c, tokens)
	var alerts []Alert
	if !ok {
		alerts = b.due(c.Purpose, tokens)
		b.meet(now, c)
	}
	b.mu.Unlock()
	b.tell(alerts)
	return ok
}

// meet tells which of its callers made as many calls in the last hour as they may. The mutex is held.
func (b *budget) meet(now time.Time, c Call) {
	for who, most := range b.callers(c) { // each by itself
		switch {
		case b.free(who, now, most):
		case who.kind == "player":
			b.met(LimitPlayerCalls)
		default:
			b.met(LimitMindCalls)
		}
	}
}

// take sets tokens aside for a call and counts it, if there is room.
func (b *budget) take(now time.Time, c Call, tokens int) (grant, bool) {
	b.mu.Lock()
	if !b.room(now, c, tokens) {
		b.mu.Unlock()
		return grant{}, false
	}
	for who := range b.callers(c) { // each by itself
		b.called(who, now)
	}
	g := grant{
		date: b.today.Date, hour: b.today.Hour, purpose: c.Purpose, shares: b.shares(c), tokens: tokens,
	}
	b.count(g, tokens)
	b.mu.Unlock()
	return g, true
}

// count adds tokens wherever those of a grant of today are counted. The mutex is held.
func (b *budget) count(g grant, tokens int) {
	b.today.Tokens += tokens
	b.today.Purposes[g.purpose] += tokens
	if g.hour == b.today.Hour {
		b.today.OfHour += tokens
	}
	for _, s := range g.shares {
		b.today.Shares[s.key] += tokens
	}
}

// settle replaces what was set aside by what was used, writes the day's count down, and says when little is left.
func (b *budget) settle(now time.Time, g grant, used int) {
	b.mu.Lock()
	b.turn(now)
	if g.date != b.today.Date { // it began yesterday and is yesterday's
		b.mu.Unlock()
		return
	}
	b.count(g, used-g.tokens)
	b.tape.Save(sealed(Cassette{Key: b.key(), At: now.Unix()}, b.today))
	alerts := b.due(g.purpose, 0)
	b.mu.Unlock()
	b.tell(alerts)
}

func (b *budget) tell(alerts []Alert) {
	for _, a := range alerts {
		b.alert(a)
	}
}

// used returns a copy of the day's count.
func (b *budget) used(now time.Time) day {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn(now)
	today := b.today
	today.Purposes, today.Shares = maps.Clone(today.Purposes), nil
	return today
}

// room is has with the mutex held.
func (b *budget) room(now time.Time, c Call, tokens int) bool {
	b.turn(now)
	if b.today.Tokens+tokens > b.config.DayTokens {
		return false
	}
	if most, ok := b.config.PurposeTokens[c.Purpose]; ok && b.today.Purposes[c.Purpose]+tokens > most {
		return false
	}
	if most := b.config.HourTokens; most > 0 && b.today.OfHour+tokens > most {
		return false
	}
	for _, s := range b.shares(c) {
		used, is := b.today.Shares[s.key]
		if used+tokens > s.most || !is && len(b.today.Shares) >= windowsMax {
			return false
		}
	}
	for who, most := range b.callers(c) { // each by itself
		if !b.free(who, now, most) {
			return false
		}
	}
	return true
}

// turn begins a new day or hour when it is one. The mutex is held.
func (b *budget) turn(now time.Time) {
	if date := now.UTC().Format(time.DateOnly); b.today.Date != date {
		b.begin(date)
	}
	if h := now.UTC().Hour(); b.today.Hour != h {
		b.today.Hour, b.today.OfHour = h, 0
	}
}

// begin takes up a day's count. The mutex is held.
func (b *budget) begin(date string) {
	b.today, b.told = day{Date: date}, map[Alert]bool{}
	if kept, ok := b.tape.Load(b.key()); ok {
		if kept.Digest != kept.digest() || json.Unmarshal(kept.Body, &b.today) != nil || b.today.Date != date {
			b.today = day{Date: date, Tokens: b.config.DayTokens} // nobody knows, so nothing is left
		}
	}
	if b.today.Purposes == nil {
		b.today.Purposes = map[usage.Purpose]int{}
	}
	if b.today.Shares == nil {
		b.today.Shares = map[string]int{}
	}
}

// due returns what has to be said of the day's count and a purpose's, once a day each, when so many more tokens are
// wanted. The mutex is held.
func (b *budget) due(p usage.Purpose, wanted int) []Alert {
	alerts := b.alerts(Alert{Used: b.today.Tokens, Limit: b.config.DayTokens}, wanted)
	if most := b.config.PurposeTokens[p]; most > 0 {
		alerts = append(alerts, b.alerts(Alert{Purpose: p, Used: b.today.Purposes[p], Limit: most}, wanted)...)
	}
	return alerts
}

// alerts is due for one count.
func (b *budget) alerts(of Alert, wanted int) []Alert {
	var alerts []Alert
	for _, at := range []int{warnAt, percent} {
		once := Alert{Purpose: of.Purpose, Percent: at}
		isDue := of.Used*percent >= of.Limit*at || of.Used+wanted > of.Limit
		if isDue && !b.told[once] {
			b.told[once] = true
			of.Percent = at
			alerts = append(alerts, of)
		}
	}
	return alerts
}

// free reports whether somebody has made fewer calls than most within the last hour, and forgets older ones. The mutex
// is held.
func (b *budget) free(who caller, now time.Time, most int) bool {
	calls, ok := b.calls[who]
	if !ok && len(b.calls) >= windowsMax {
		maps.DeleteFunc(b.calls, func(_ caller, calls []time.Time) bool { return now.Sub(calls[len(calls)-1]) >= hour })
		if len(b.calls) >= windowsMax {
			return false
		}
	}
	if !ok {
		calls, ok = b.past(who)
		if !ok {
			return false
		}
	}
	for len(calls) > 0 && now.Sub(calls[0]) >= hour {
		calls = calls[1:]
	}
	if len(calls) == 0 {
		delete(b.calls, who)
	} else {
		b.calls[who] = calls
	}
	return len(calls) < most
}

// hourOf are somebody's calls of an hour as the tape keeps them, so that starting again makes no new hour. They stand
// under a key that tells nobody who that was.
type hourOf struct {
	Calls []int64 `json:"calls"` // milliseconds since 1970
}

// called counts a call, and writes the hour's down. The mutex is held.
func (b *budget) called(who caller, now time.Time) {
	b.calls[who] = append(b.calls[who], now)
	var kept hourOf
	for _, at := range b.calls[who] {
		kept.Calls = append(kept.Calls, at.UnixMilli())
	}
	b.tape.Save(sealed(Cassette{Key: b.callsKey(who), At: now.Unix()}, kept))
}

// past are somebody's calls as they were kept; not ok when nobody can tell, and then none is left. The mutex is held.
func (b *budget) past(who caller) (calls []time.Time, ok bool) {
	kept, is := b.tape.Load(b.callsKey(who))
	if !is {
		return nil, true
	}
	var h hourOf
	if kept.Digest != kept.digest() || json.Unmarshal(kept.Body, &h) != nil {
		return nil, false
	}
	for _, at := range h.Calls {
		calls = append(calls, time.UnixMilli(at))
	}
	return calls, true
}

// callsKey is where somebody's calls of an hour are kept.
func (b *budget) callsKey(who caller) [32]byte {
	return sha256.Sum256([]byte("calls of " + who.kind + " " + who.id + b.by()))
}

// key is where today's count is kept.
func (b *budget) key() [32]byte {
	return sha256.Sum256([]byte("tokens used on " + b.today.Date + b.by()))
}

// by tells this budget's counts from others' on the same tape.
func (b *budget) by() string {
	if b.config.Name == "" {
		return ""
	}
	return " by " + b.config.Name
}
