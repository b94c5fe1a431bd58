package verb

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// MailReport lists somebody's letters, the oldest first.
type MailReport struct {
	Letters []MailLine `json:"letters"`
	Most    int        `json:"most"` // that a box holds
}

// MailLine is one of them.
type MailLine struct {
	N    int    `json:"n"`
	From string `json:"from"`
	At   string `json:"at"`
	Read bool   `json:"read,omitempty"`
}

// LetterReport is a letter as it is read. Its words are its sender's.
type LetterReport struct {
	N    int    `json:"n"`
	From string `json:"from"`
	At   string `json:"at"`
	Text string `json:"text,omitempty"`
	Gone bool   `json:"gone,omitempty"` // the record keeps its words no more
}

type mailArgs struct {
	Text string `json:"text" take:"text" opt:"yes" help:"read, send, reply or delete, and the rest; nothing for the list"`
}

func mailVerbs() []*Verb {
	return []*Verb{
		calls(Verb{
			Name: world.VerbMail, Topic: topicTalking, Need: world.RolePlayer, Effect: Changes, Only: Typed, Rare: true,
			Brief: "Write letters to those who are away, and read your own.",
			Help: "mail lists your letters, mail read shows the first that you have not read, mail read 2 number 2. mail send " +
				"ann = The boat leaves at noon. writes to Ann, who finds it when she comes; mail reply 2 and the words answers " +
				"number 2, mail delete 2 throws it away, mail delete all all that you have read. No copies are kept of what you " +
				"sent. A box holds fifty letters, ten of them from one person. Guests have " +
				"none. Your agents read and write them only once you say so: agent scope LABEL all mail. A letter's words " +
				"are kept for as long as the record of this world, 30 days unless whoever runs it set " +
				"another time: write down elsewhere what must last longer.",
			Example: "mail", When: func(c Ctx) bool { return c.Actor.UnreadLetters() > 0 },
		}, func(c Ctx, a mailArgs) Call { return c.mail(a.Text) }),
	}
}

// mail does what somebody wants with letters.
func (c Ctx) mail(text string) Call {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	rest = strings.TrimSpace(rest)
	switch word = strings.ToLower(word); word {
	case "", "list":
		return Call{Report: func(c Ctx) any { return c.letters() }}
	case "read":
		return c.readLetter(rest)
	case "send", "write":
		return c.sendLetter(rest)
	case "to":
		return c.sendLetter(rest)
	case "reply", "answer":
		return c.replyLetter(rest)
	case "sent":
		return Call{Report: func(Ctx) any {
			return DoneReport{Text: "No copies are kept of what you sent: a letter is in its reader's box alone."}
		}}
	case "delete", wordDrop, "throw":
		if strings.EqualFold(rest, "all") {
			return c.dropLetters()
		}
		n, r := letterNumber(rest)
		if r != nil {
			return Call{Refusal: r}
		}
		return Call{Input: &world.Input{Actor: c.Actor.ID, Via: c.Via, Action: world.DropLetter{N: n}}}
	}
	if _, err := strconv.Atoi(word); err == nil && rest == "" {
		return c.readLetter(word)
	}
	if who := c.State.PlayerNamed(strings.TrimSuffix(word, "=")); who != nil && who.Player() {
		return c.sendLetter(word + " " + rest)
	}
	return Call{Refusal: refuse(world.CodeBadValue,
		"Say mail, mail read 2, mail send NAME = and the words, mail reply 2 and the words, or mail delete 2.")}
}

// dropLetters throws away all letters, one after the other.
func (c Ctx) dropLetters() Call {
	if len(c.Actor.Letters) == 0 {
		return Call{Refusal: refuse(world.CodeMissing, "You have no letters.")}
	}
	if r := c.unreadLetters(); r != nil {
		return Call{Refusal: r}
	}
	call := Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.DropLetter{N: c.Actor.Letters[0].N},
	}}
	if len(c.Actor.Letters) > 1 {
		call.Then = Ctx.dropLetters
	}
	return call
}

// unreadLetters refuses to throw away, with all others, what was not read.
func (c Ctx) unreadLetters() *world.Refusal {
	if n := c.Actor.UnreadLetters(); n > 0 {
		return refuse(world.CodeCannot, "Not read yet: "+strconv.Itoa(n)+". Read those first, or throw them away by number.")
	}
	return nil
}

func letterNumber(text string) (int, *world.Refusal) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, refuse(world.CodeBadValue, "Say which by its number. mail lists your letters.")
	}
	return n, nil
}

func (c Ctx) letters() MailReport {
	out := MailReport{Letters: []MailLine{}, Most: world.LettersMost}
	for i := range c.Actor.Letters {
		l := &c.Actor.Letters[i]
		out.Letters = append(out.Letters, MailLine{N: l.N, From: l.Name, At: world.WallDate(l.At), Read: l.Read})
	}
	return out
}

// readLetter asks for the words of a letter, or with no number of the first that was not read.
func (c Ctx) readLetter(which string) Call {
	if which == "" {
		for i := range c.Actor.Letters {
			if l := &c.Actor.Letters[i]; !l.Read {
				which = strconv.Itoa(l.N)
				break
			}
		}
	}
	if which == "" {
		return Call{Refusal: refuse(world.CodeMissing, "You have read all your letters. mail lists them.")}
	}
	n, r := letterNumber(which)
	switch {
	case r != nil:
		return Call{Refusal: r}
	case c.Actor.LetterNumbered(n) == nil:
		return Call{Refusal: refuse(world.CodeUnknown, "You have no letter of that number. Type mail for the list.")}
	case c.Via.Kind != world.ViaKeyboard && c.Via.Kind != world.ViaGrant:
		return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, or your agent, can do that.")}
	}
	return Call{Ask: Ask{Kind: AskLetter, Args: []string{strconv.Itoa(n)}}}
}

func (c Ctx) sendLetter(rest string) Call {
	name, text, _ := strings.Cut(rest, " ")
	name, text = strings.TrimSuffix(name, "="), strings.TrimSpace(text)
	text = strings.TrimSpace(strings.TrimPrefix(text, "="))
	switch {
	case name == "":
		return Call{Refusal: refuse(world.CodeMissing, "To whom? mail send NAME = and the words.")}
	case text == "":
		return Call{Refusal: refuse(world.CodeMissing, "Write what? mail send "+plain(clip(name))+" = and the words.")}
	}
	who, r := c.correspondent(name)
	if r != nil {
		return Call{Refusal: r}
	}
	return Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.SendLetter{To: who.ID, Text: text},
	}}
}

// correspondent finds a player by name, in the world or not.
func (c Ctx) correspondent(name string) (*world.Actor, *world.Refusal) {
	if who := c.State.PlayerNamed(name); who != nil && who.Player() && !who.IsDeleted() {
		return who, nil
	}
	return nil, refuse(world.CodeUnknown, "Nobody called "+plain(clip(name))+" plays here.")
}

func (c Ctx) replyLetter(rest string) Call {
	number, text, _ := strings.Cut(rest, " ")
	n, r := letterNumber(number)
	if r != nil {
		return Call{Refusal: r}
	}
	l := c.Actor.LetterNumbered(n)
	if l == nil {
		return Call{Refusal: refuse(world.CodeUnknown, "You have no letter of that number. Type mail for the list.")}
	}
	who := c.State.Sender(l)
	if who == nil {
		return Call{Refusal: refuse(world.CodeUnknown, plain(l.Name)+" plays here no more.")}
	}
	return Call{Input: &world.Input{
		Actor: c.Actor.ID, Via: c.Via, Action: world.SendLetter{To: who.ID, Text: strings.TrimSpace(text)},
	}}
}

func (r MailReport) words(prose.Style) prose.Text {
	if len(r.Letters) == 0 {
		return prose.Text{prose.L(prose.Plain, "You have no letters.")}
	}
	out := prose.Text{prose.L(prose.Title, countOf(len(r.Letters), "letter"))}
	for _, l := range r.Letters {
		text := strconv.Itoa(l.N) + ", from " + world.Clean(l.From) + ", " + l.At
		if !l.Read {
			text += ", not read"
		}
		out = append(out, prose.L(prose.Plain, text))
	}
	return out
}

func (r LetterReport) words(prose.Style) prose.Text {
	out := prose.Text{prose.L(prose.Title, "Letter "+strconv.Itoa(r.N)+", from "+world.Clean(r.From)+", "+r.At)}
	if r.Gone {
		return append(out, prose.L(prose.System, "Its words are gone: the record of this world does not reach back to them."))
	}
	return append(out, prose.L(prose.Private, world.Clean(r.Text)))
}
