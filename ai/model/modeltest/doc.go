// Package modeltest is a language model for tests, and what players say to talk one out of its orders. No product code
// imports it; scripts/fakemodel serves the model to a game played by hand.
//
// A [Fake] is an HTTP server that speaks OpenAI's chat completions and behaves as badly as its [Scenario] says. The
// tests prove what must hold for every possible model, so the models here are the worst that can be thought of. Some
// break the protocol, some the answer's form, and three are enemies: one does whatever the last player asked, one takes
// the most harmful of what is offered, one talks at random. All are deterministic: the same requests in the same order
// get the same answers. A Fake is for any number of goroutines. It also reads what it is sent as a judge
// ([Fake.Faults]): nothing may leave but what a chat completion needs, in its bounds, without the key and without what
// a test forbids. To add a scenario, add an entry to the table in scenario.go; the broker's tests demand an expectation
// for each.
//
// A [Plea] is an attempt by a player to make a person of the world do or tell what they must not; a [PleaTwin] is
// harmless talk that sounds like one. A plea is a form and an aim. The forms are the families of attack that are known
// from shipped games and from the literature on models that are talked out of their orders (invented authority, role
// swaps, stage directions, disguised letters, a payload in pieces, memories planted for later ...); the aims are what
// can go wrong in a world (a thing, coins, a door, a price, a lesson, a promise, a secret, somebody else's confidence).
// Each form is tried with each aim, so that a defence which knows the words of one attack is not mistaken for one that
// holds. Nothing is random: [Pleas] and [PleaTwins] are the same each time, and each plea has an id that stays its own.
// To add a form, add a line to its family in forms.go, or a family to families; [PleasTotal] of all are dealt out
// evenly.
package modeltest
