package gmcp

import (
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
)

// Wish is what a client asks for that a Client cannot give by itself.
//
//sumtype:decl
type Wish interface{ wish() }

// View asks for a view now, because the client wants more than it did.
type View struct{}

// SignIn asks to sign in with a name and a password, as one does at the prompt. Character is which of the account's
// characters is meant; "" leaves it to the session.
type SignIn struct {
	Account, Character string
	Password           account.Secret
}

// Contents asks what is in a container; [Client.Contents] answers.
type Contents struct{ Item world.ItemID }

// Players asks who can hear the channels; [Client.Players] answers.
type Players struct{}

func (View) wish()     {}
func (SignIn) wish()   {}
func (Contents) wish() {}
func (Players) wish()  {}

// String tells no password.
func (s SignIn) String() string { return fmt.Sprintf("sign-in of %d bytes", len(s.Account)) }

// Answer is what comes of a client's message: what it is sent at once, and what is to be asked elsewhere.
type Answer struct {
	Out  [][]byte
	Wish Wish // nil for nothing
	Bad  bool // it was dropped: not understood, or one of too many
}

// Take takes a message of the client: the name of a package as it was sent, and raw JSON, as long and as deep as the
// telnet machine lets them be. What is not known is left alone, for clients announce much that a game need not answer.
func (c *Client) Take(name string, data []byte) Answer {
	if !c.taken.pass(c.o.Now(), TakenMost) {
		return Answer{Bad: true}
	}
	switch strings.ToLower(name) {
	case "core.hello":
		return Answer{Bad: !decode(data, &hello{})}
	case "core.ping":
		return Answer{Out: [][]byte{message("Core.Ping", nil)}}
	case "core.supports.set":
		return c.support(data, c.supports.set)
	case "core.supports.add":
		return c.support(data, c.supports.add)
	case "core.supports.remove":
		return c.support(data, c.supports.remove)
	case "char.login.credentials":
		return c.credentials(data)
	case "char.items.inv":
		if c.view == nil || !c.on[charItems] {
			return Answer{}
		}
		return Answer{Out: [][]byte{itemList{}.whole("inv", c.sent.held.entries)}}
	case "char.items.room":
		if c.view == nil || !c.on[charItems] {
			return Answer{}
		}
		return Answer{Out: [][]byte{itemList{}.whole("room", c.sent.floor.entries)}}
	case "char.items.contents":
		return c.contents(data)
	case "char.skills.get":
		return c.skills(data)
	case "comm.channel.players":
		if !c.on[commText] {
			return Answer{}
		}
		return Answer{Wish: Players{}}
	}
	return c.takeMudlark(strings.ToLower(name), data)
}

// hello is Core.Hello. Nothing is done with it: what a client can do it says in what it supports.
type hello struct {
	Client  string `json:"client"`
	Version string `json:"version"`
}

// support takes what a client says that it supports, or no longer.
func (c *Client) support(data []byte, change func([]string)) Answer {
	var entries []string
	if !decode(data, &entries) {
		return Answer{Bad: true}
	}
	hadLogin := c.on[charLogin]
	change(entries)
	a := c.settle()
	if !hadLogin && c.o.Asks() {
		a.Out = append(c.Greet(), a.Out...)
	}
	return a
}

// credentials takes a stored login. Without one the prompt stands as it is.
func (c *Client) credentials(data []byte) Answer {
	var body struct {
		Account  string `json:"account"`
		Password string `json:"password"`
	}
	switch {
	case !decode(data, &body):
		return Answer{Bad: true}
	case !c.on[charLogin] || body.Account == "" && body.Password == "":
		return Answer{}
	}
	name, character, _ := strings.Cut(body.Account, ":")
	return Answer{Wish: SignIn{
		Account: strings.TrimSpace(name), Character: strings.TrimSpace(character), Password: account.NewSecret(body.Password),
	}}
}

// idMaxBytes is longer than any id of a thing that is ours.
const idMaxBytes = 128

// contents takes the id of a container, as a text; some clients send it as a number, which is never one of ours.
func (c *Client) contents(data []byte) Answer {
	var id string
	switch {
	case !decode(data, &id) || id == "" || len(id) > idMaxBytes:
		return Answer{Bad: true}
	case c.view == nil || !c.on[charItems]:
		return Answer{}
	}
	return Answer{Wish: Contents{Item: world.ItemID(id)}}
}

// Contents answers what is in a container.
func (c *Client) Contents(id world.ItemID, holds []world.Ref, traits []surroundings.ItemTraits) [][]byte {
	if !c.on[charItems] {
		return nil
	}
	return [][]byte{itemList{}.whole("rep"+string(id), items(nil, holds, traits, ""))}
}

var _ interface {
	Wants() surroundings.Want
	Of(f session.Frame) [][]byte
} = (*Client)(nil)
