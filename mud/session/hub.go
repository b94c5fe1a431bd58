package session

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session/agents"
	"github.com/mudlark-mud/mudlark/mud/session/settings"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// World is what sessions need of the loop.
type World interface {
	Offer(ctx context.Context, in loop.Intent) error
	Do(ctx context.Context, do func(*world.State, world.Time) loop.Step) (loop.Reply, error)
}

// Accounts is proof of identity; *account.Registrar is it.
type Accounts interface {
	agents.Accounts
	Known(name string) (bool, error)
	Newcomer(from account.Source, now time.Time) error
	Draft(ctx context.Context, name string, password account.Secret) (account.Draft, error)
	Register(d account.Draft, now time.Time) (account.Account, []account.Put, error)
	SignIn(ctx context.Context, a account.Attempt) (account.Account, error)
	ChangePassword(d account.Draft, now time.Time) ([]account.Put, error)
	Delete(name string) ([]account.Put, error)
	RevokeAll(id world.AccountID, character world.ActorID) ([]account.Put, error)
	Claim(code account.Secret, by world.AccountID, now time.Time) ([]account.Put, error)
	AddKey(name, line string, now time.Time) (account.Key, []account.Put, error)
	Keys(id world.AccountID) ([]account.Key, error)
	Settings(id world.AccountID) ([]byte, error)
	KeepSettings(id world.AccountID, raw []byte) ([]account.Put, error)
	RemoveKey(id world.AccountID, fingerprint string) ([]account.Put, error)
}

// Config of a hub. What stands before Audit is needed.
type Config struct {
	World    World
	Table    *verb.Table
	Accounts Accounts
	Staged   *account.Staged
	Welcome  func() string // the world's name, and behind it, in lines, what it says to those who come
	Log      *slog.Logger
	// Art is what greets those who see, drawn: the same thing, the widest first.
	Art []prose.Text
	// Audit lists deeds, newest last. A *[world.Refusal] as the error is told as it is.
	Audit func(ctx context.Context, q verb.Audit) (verb.RecordReport, error)
	// Trouble is what wizards are told when they come in, "" for nothing; nil means that nothing ever is wrong.
	Trouble func() string
	// Snoop lets wizards read what players are shown, who are told; see [world.Snoop].
	Snoop bool
	// Unpoison lets what met a crash happen again, and reports whether anything did.
	Unpoison func() (bool, error)
	// Apply reads the world's files again and says what has changed; nil means that there are none.
	Apply func(ctx context.Context) (string, error)
	// Export makes a link to a copy of what is held about an account's owner; nil where there is no door for it.
	Export func(account.Account) (link string, err error)

	// WritePack writes what was edited inside the world into its files, and says what; nil means that there are none.
	WritePack func(ctx context.Context) (string, error)
	// Host answers what is asked of the record, in a goroutine of its own.
	Host verb.Host
	// GM reads what people want to do in a fight by turns; the zero one knows the grammar alone.
	GM ProposalHost
	// Model is where words to the people of the world would go; nil means nowhere.
	Model *settings.Model
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Aside does what takes long, such as hashing a password, beside the session; nil means in a goroutine.
	Aside func(slow func())
	// After calls f in a goroutine of its own after a time, unless it was stopped before; nil means time.AfterFunc.
	After func(d time.Duration, f func()) (stop func() bool)
	// Tally is told what an operator counts, from any goroutine; it must not block. Nil means nobody.
	Tally func(Count)
	// SignInMax is how long a session may take to come into play; 0 means the constant of that name.
	SignInMax time.Duration
	// MailMost is how many things told may wait to be shown; 0 means the constant of that name.
	MailMost int
}

// Hub is what all sessions share. Its methods may be called from any goroutine.
type Hub struct {
	Config

	*Keyboards[*Session] // who is at the keyboard of which body

	mu        sync.Mutex
	open      map[*Session]struct{} // every session, signed in or not
	opened    uint64                // how many there were
	inquiries inquiries             // who waits for an answer from the record
	parting   string                // the word with which everybody is sent away, once they are

	Watches    agents.Watches // who watches which agent
	rehearsals int            // drafts that are tried out

	desks    desks  // who writes what text, line by line
	snoops   snoops // which wizard reads along with whom
	commands agents.Commands
	views    surroundings.Cache // the writer's: what all in a room see alike
}

// NewHub makes a hub.
func NewHub(c Config) *Hub {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Aside == nil {
		c.Aside = func(slow func()) { go slow() }
	}
	if c.MailMost <= 0 {
		c.MailMost = MailMost
	}
	if c.After == nil {
		c.After = func(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }
	}
	if c.Tally == nil {
		c.Tally = func(Count) {}
	}
	if c.Trouble == nil {
		c.Trouble = func() string { return "" }
	}
	if c.SignInMax <= 0 {
		c.SignInMax = SignInMax
	}
	h := &Hub{
		Config: c, Keyboards: NewKeyboards[*Session](), open: map[*Session]struct{}{},
	}
	h.commands = agents.Commands{Accounts: c.Accounts, Table: c.Table, Watches: &h.Watches, Now: c.Now}
	return h
}

// Count returns how many sessions are open, signed in or not.
func (h *Hub) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.open)
}

// Part ends every session with a word, be it in play or not, and each that is opened later.
func (h *Hub) Part(word string) {
	h.mu.Lock()
	h.parting = word
	h.mu.Unlock()
	h.each(func(s *Session) { s.Kick(word, ReasonShutdown) })
}

// Word says something to every session, in play or not, that is no part of the world: it waits for no commit.
func (h *Hub) Word(text string) {
	h.each(func(s *Session) { s.word(text) })
}

// WordTo says something to those who sit at the keyboards of some bodies, as Word does.
func (h *Hub) WordTo(bodies []world.ActorID, text string) {
	for _, id := range bodies {
		if s := h.At(id); s != nil {
			s.word(text)
		}
	}
}

// each calls f for each session, in play or not, in the order in which they were opened.
func (h *Hub) each(f func(*Session)) {
	h.mu.Lock()
	list := slices.Collect(maps.Keys(h.open))
	h.mu.Unlock()
	slices.SortFunc(list, func(a, b *Session) int { return cmp.Compare(a.number, b.number) })
	for _, s := range list {
		f(s)
	}
}

// stage turns account rows into puts that ride with a batch, and shows them to later checks.
func (h *Hub) stage(puts []account.Put) []journal.Put {
	h.Staged.Stage(puts)
	out := make([]journal.Put, len(puts))
	for i, p := range puts {
		out[i] = journal.Put{Bucket: p.Bucket, Key: p.Key, Value: p.Value}
	}
	return out
}
