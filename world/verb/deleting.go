package verb

import (
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// The verbs by which characters are deleted and brought back, as the operator's commands are called too.
const (
	verbDelete   = "delete"
	verbUndelete = "undelete"
)

// AskDelete is the kind of an Ask to delete a character, or with "me" the account of whoever asks.
const AskDelete = "delete"

// wordAccount stands before whose account is meant, and not one character.
const wordAccount = "account"

type deleteArgs struct {
	Who string `json:"who" take:"word" help:"me, or a character of yours"`
}

type undeleteArgs struct {
	Who string `json:"who" take:"text" help:"a deleted character; and with to, whose it is to be"`
}

// deletionVerbs are about leaving for good.
func deletionVerbs() []*Verb {
	return []*Verb{
		exportVerb(),
		asks(Verb{
			Name: verbDelete, Topic: "You", Need: world.RoleGuest, Effect: Destroys, Only: Typed,
			Brief: "Leave for good: delete me, or one of your characters.",
			Help: "delete me deletes your account with its password, keys, tokens and settings at once, and all its " +
				"characters; the people of the world forget you. delete and a name deletes that character of yours alone. " +
				"You are asked once more, and for your password. Deleted characters are out of the world with all they carry " +
				"and keep their name for 30 days, in which a wizard can bring them back; then they are erased. What was said " +
				"and done stays in the record: help privacy tells for how long. A wizard deletes the character of a player in " +
				"the same way.",
			Example: "delete me",
		}, func(_ Ctx, a deleteArgs) Ask { return Ask{Kind: AskDelete, Args: []string{a.Who}} }),
		calls(helped(wizard(verbUndelete, "Bring a deleted character back.", "undelete ann", Changes),
			"It is as it was, and its owner comes in as it again. A character whose account was deleted too comes back to "+
				"somebody else's: undelete ann to bob makes her one of the account of Bob's. last says until when somebody is "+
				"kept."),
			func(c Ctx, a undeleteArgs) Call { return c.undelete(strings.Fields(a.Who)) }),
	}
}

func (c Ctx) undelete(words []string) Call {
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	act, told := world.UndeleteCharacter{Who: who.ID}, who.Name+" is a character again, and belongs to whom it did."
	if words = words[1:]; len(words) > 1 && strings.EqualFold(words[0], "to") {
		words = words[1:]
	}
	if len(words) > 0 {
		to, r := c.personCalled(words[0])
		if r != nil {
			return Call{Refusal: r}
		}
		act.To, told = to.ID, who.Name+" is a character again, of the account of "+to.Name+"."
	}
	return c.decides(act, func(Ctx) string { return told })
}

// deletes is the operator's word that a character is deleted, or its whole account.
func (c Ctx) deletes(words []string) Call {
	whole := strings.EqualFold(words[0], wordAccount) && len(words) > 1
	if whole {
		words = words[1:]
	}
	who, r := c.personCalled(words[0])
	if r != nil {
		return Call{Refusal: r}
	}
	return c.decides(world.DeleteCharacter{Who: who.ID, Whole: whole}, func(c Ctx) string {
		if whole {
			return "The account of " + who.Name + " is deleted. Its characters are kept until " +
				world.WallDate(who.Deleted.Until) + ": undelete " + who.Name + " to NAME makes one another's."
		}
		return who.DeletedWord() + " undelete " + who.Name + " does so."
	})
}
