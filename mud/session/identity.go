package session

import (
	"context"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// crowdWord is said to whoever waits for a core to hash a password on.
const crowdWord = "Many people are signing in at this moment. Yours waits its turn; please stay."

// identityAccounts is proof of identity; *account.Registrar is it.
type identityAccounts interface {
	Draft(ctx context.Context, name string, password account.Secret) (account.Draft, error)
	SignIn(ctx context.Context, a account.Attempt) (account.Account, error)
	ChangePassword(d account.Draft, now time.Time) ([]account.Put, error)
	Claim(code account.Secret, by world.AccountID, now time.Time) ([]account.Put, error)
	AddKey(name, line string, now time.Time) (account.Key, []account.Put, error)
	Keys(id world.AccountID) ([]account.Key, error)
	RemoveKey(id world.AccountID, fingerprint string) ([]account.Put, error)
}

// identityDesk is a session at which somebody sits.
type identityDesk interface {
	// Owner is whose account it is; the zero account is a guest's.
	Owner() account.Account
	// Body is whose keyboard it is.
	Body() world.ActorID
	// From is where they sit.
	From() account.Source
	// Now is the clock.
	Now() time.Time
	// Say says something to them.
	Say(role prose.Role, text string)
	// Hidden asks a question whose answer is not shown while it is typed. It stays so until Shown.
	Hidden(question string, then func(answer string))
	// Shown shows again what is typed.
	Shown()
	// Aside does something slow beside the session, and what it returns on its goroutine. Who waits long is told why.
	Aside(why string, slow func(context.Context) func())
	// Proof writes account rows, with an action if there is one, and goes on when both are durable.
	Proof(rows func(time.Time) ([]account.Put, error), act func() world.Action, then func())
	// Rule is Proof with an action of the host's.
	Rule(rows func(time.Time) ([]account.Put, error), act world.Action, then func())
	// Read looks at the world, and goes on when what was seen is durable.
	Read(look func(*world.State, world.Time), then func())
	// Refused says why a proof was refused.
	Refused(err error)
	// Broken says that something went wrong at our end.
	Broken(doing string, err error)
}

// changePassword changes the password of whoever knows the present one.
func changePassword(d identityDesk, accounts identityAccounts) {
	name := d.Owner().Name
	if name == "" {
		d.Say(prose.Refusal, "Guests have no password.")
		return
	}
	d.Hidden("Your present password: ", func(old string) {
		d.Aside(crowdWord, func(ctx context.Context) func() {
			_, err := accounts.SignIn(ctx, account.Attempt{
				Name: name, Password: account.NewSecret(old), From: d.From(), Now: d.Now(),
			})
			return func() {
				if err != nil {
					d.Shown()
					d.Refused(err)
					return
				}
				choosePassword(d, accounts, name, func(draft account.Draft) { writePassword(d, accounts, draft) },
					func() { d.Say(prose.System, "Your password is as it was.") })
			}
		})
	})
}

func writePassword(d identityDesk, accounts identityAccounts, draft account.Draft) {
	d.Proof(func(now time.Time) ([]account.Put, error) { return accounts.ChangePassword(draft, now) }, nil, func() {
		d.Say(prose.System, "Your password is changed.")
	})
}

// choosePassword asks for a new password twice, checks and hashes it.
func choosePassword(d identityDesk, accounts identityAccounts, name string, then func(account.Draft), giveUp func()) {
	d.Hidden("Choose a password (8 characters or more): ", func(first string) {
		d.Hidden("The same again: ", func(second string) {
			d.Shown()
			if first != second {
				d.Say(prose.Refusal, "The two do not match.")
				giveUp()
				return
			}
			d.Aside(crowdWord, func(ctx context.Context) func() {
				draft, err := accounts.Draft(ctx, name, account.NewSecret(first))
				return func() {
					if err != nil {
						d.Refused(err)
						giveUp()
						return
					}
					then(draft)
				}
			})
		})
	})
}

// manageKeys lists the owner's public keys, adds one or removes one.
func manageKeys(d identityDesk, accounts identityAccounts, do, text string) {
	owner := d.Owner()
	switch do {
	case "add":
		var key account.Key
		d.Proof(func(now time.Time) (puts []account.Put, err error) {
			key, puts, err = accounts.AddKey(owner.Name, text, now)
			return puts, err
		}, nil, func() { d.Say(prose.System, "The key "+key.Fingerprint+" opens the door for you from now on.") })
	case "remove":
		d.Proof(func(time.Time) ([]account.Put, error) {
			return accounts.RemoveKey(owner.ID, strings.TrimSpace(text))
		}, nil, func() { d.Say(prose.System, "That key opens nothing any more.") })
	default:
		list, err := accounts.Keys(owner.ID)
		if err != nil {
			d.Broken("list keys", err)
			return
		}
		if len(list) == 0 {
			d.Say(prose.System, "You have no keys. key add and the line from your id_ed25519.pub registers one.")
		}
		for _, k := range list {
			d.Say(prose.Plain, strings.TrimSpace(k.Fingerprint+"  "+k.Label))
		}
	}
}

// claimWorld makes the owner's character the first wizard, for the code that the server printed.
func claimWorld(d identityDesk, accounts identityAccounts, code string) {
	owner := d.Owner().ID
	if owner == "" {
		d.Say(prose.Refusal, "Make an account first; a guest cannot claim the world.")
		return
	}
	d.Rule(func(now time.Time) ([]account.Put, error) {
		return accounts.Claim(account.NewSecret(code), owner, now)
	}, world.Anoint{Body: d.Body()}, func() {
		d.Say(prose.Gain, "The world is yours to look after. help wizardry lists what you can do now.")
	})
}

// listCharacters lists the characters of the owner's account.
func listCharacters(d identityDesk) {
	id := d.Owner().ID
	var names []string
	d.Read(func(st *world.State, _ world.Time) {
		for _, c := range st.Characters(id) {
			names = append(names, st.Actors[c].Name)
		}
	}, func() { d.Say(prose.Plain, "Your characters: "+strings.Join(names, ", ")+".") })
}

// showAudit shows a wizard what somebody did lately; read lists it, newest last, and nil means that nobody can.
func showAudit(d identityDesk, who world.ActorID, read func(ctx context.Context, who world.ActorID) ([]string, error)) {
	if read == nil {
		d.Say(prose.Refusal, "There is no journal to read here.")
		return
	}
	d.Aside("The journal is long; this takes a moment.", func(ctx context.Context) func() {
		lines, err := read(ctx, who)
		return func() {
			if err != nil {
				d.Broken("read the journal", err)
				return
			}
			for _, l := range lines {
				d.Say(prose.Plain, l)
			}
			if len(lines) == 0 {
				d.Say(prose.System, "The journal holds nothing of theirs.")
			}
		}
	})
}

// findReadyBody goes on with the ready-made body of a name, or otherwise when there is none of that name.
func findReadyBody(d identityDesk, name string, then func(body world.ProtoID), otherwise func()) {
	var body world.ProtoID
	d.Read(func(st *world.State, _ world.Time) { body = st.ReadyNamed(strings.TrimSpace(name)) }, func() {
		if body == "" {
			otherwise()
			return
		}
		then(body)
	})
}

// withFreeBodies adds to the refusal of a ready-made body, if it is one, who else a guest can be.
func withFreeBodies(r *world.Refusal, names []string) *world.Refusal {
	if r == nil {
		return nil
	}
	who := " Type guest to come in as somebody new."
	if len(names) > 0 {
		who = " You can be " + strings.Join(names, " or ") + "; or type guest to come in as somebody new."
	}
	return &world.Refusal{Code: r.Code, Text: r.Text + who}
}

// introduce tells those who are new who they are; fresh is an account, or a guest's ready-made body, that was made a
// moment ago.
func introduce(d identityDesk, name string, fresh bool) {
	switch {
	case d.Owner().ID == "" && fresh:
		d.Say(prose.System, "You are "+name+" for as long as you stay. The next guest finds "+name+" as you did; what you "+
			"picked up stays where you stand when you go. The people of this world take whoever is "+name+" for the same: what "+
			"you tell them they may tell the next, unless you type forget me. New here? Type help newbie.")
	case d.Owner().ID == "":
		d.Say(prose.System, "You are called "+name+" here. A guest is forgotten an hour after leaving; "+
			"to stay somebody, come in with a name of your own. New here? Type help newbie.")
	case fresh:
		d.Say(prose.System, "Your account is made, and "+name+" with it. Welcome. New here? Type help newbie.")
	}
}

// createdCharacter finds the character that a reply's records made.
func createdCharacter(r loop.Reply) world.ActorID {
	for _, rec := range r.Records {
		for i := range rec.Notices {
			if c, ok := rec.Notices[i].Event.(world.Created); ok {
				return c.Actor
			}
		}
	}
	return ""
}
