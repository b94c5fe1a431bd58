package storm

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/world"
)

// What ends a connection from the server's side, as clients read it.
const (
	ClosingWord = "The world closes for now. Everything is kept."
	StoppedWord = "The world has stopped: its disk failed. Nothing that you were told is lost."

	stoppedStart = "The world has stopped."
	faultStart   = "Something went wrong at our end"
	tokenStart   = "mlk_"
	markStem     = "zq" // begins the word that ends an answer
	markStart    = "There is no option"
)

// Command is a line that a client sent, and the word behind it that ends its answer.
type Command struct {
	Line string
	Word string // a speech that nobody makes but once, if it is one
	Mark string
	does string // the kind of action that comes of it, if it does anything
}

// Visit is one connection as its client knows it. Actor, From and Ended are what the server's log says: who the client
// plays, behind which record it is told things, and why its session ended.
type Visit struct {
	ID      int
	Who     *Person
	Out     []byte // sent and not yet under way
	Stalled bool   // it does not read
	Gone    bool   // it has closed the connection, or found it closed
	Inside  bool   // it has seen the prompt of somebody in play
	Lines   []string
	Sent    []Command
	Answers int // of the commands sent
	Actor   world.ActorID
	From    uint64
	Ended   string
	Parting string // the word with which it was sent away

	stage   *Stage
	stream  bots.Stream
	knew    bool // that it has an account, when it came
	isFinal bool // it has typed its last command, in the calm
	quits   bool
	change  string // the password that it is changing to; "": none
	changed int    // questions of the change that it has answered
	tried   string // the password it sent last
}

// naws says that the window is 500 by 100, so that no line is ever wrapped (RFC 1073).
const naws = "\xff\xfb\x1f\xff\xfa\x1f\x01\xf4\x00\x64\xff\xf0"

// Dial opens a connection.
func (s *Stage) Dial(p *Person, id int) *Visit {
	v := &Visit{ID: id, Who: p, stage: s, knew: p.isKnown, Out: []byte(naws)}
	v.stream = bots.Stream{Line: v.line, Prompt: v.prompt}
	s.Open = append(s.Open, v)
	s.Notes.Say("    %s has connection %d", p.Name, id)
	return v
}

// Read takes bytes from the server.
func (v *Visit) Read(p []byte) {
	v.stage.Notes.MixBytes(p)
	if answer := v.stream.Feed(p); !v.Gone {
		v.Out = append(v.Out, answer...)
	}
}

func (v *Visit) send(line string) { v.Out = append(v.Out, line+"\r\n"...) }

// line takes one line in.
func (v *Visit) line(b []byte) {
	line, n := strings.TrimRight(string(b), " "), v.stage.Notes
	if line == "" {
		return
	}
	n.Say("    %d reads %q", v.ID, line)
	v.Lines = append(v.Lines, line)
	switch {
	case strings.HasPrefix(line, markStart):
		v.marked(line)
	case strings.HasPrefix(line, tokenStart):
		v.Who.token, v.Who.noToken = line, false
		n.Saw(Tokens)
	case line == "Your password is changed.":
		v.Who.password, v.Who.maybe = v.change, ""
		n.Saw(NewPasswords)
	case strings.HasPrefix(line, "That name and that password do not belong"):
		v.rejected()
	case strings.HasPrefix(line, faultStart):
		n.Fail("connection %d is told of a fault: %q", v.ID, line)
	case line == ClosingWord, line == StoppedWord, strings.HasPrefix(line, stoppedStart):
		v.Parting = line
	}
}

// IsMark reports whether a line ends the answer to a command.
func (c Command) IsMark(line string) bool {
	return strings.HasPrefix(line, markStart) && strings.Contains(line, `"`+c.Mark+`"`)
}

// marked takes the word that ends the answer to the oldest open command.
func (v *Visit) marked(line string) {
	n := v.stage.Notes
	if v.Answers == len(v.Sent) || !v.Sent[v.Answers].IsMark(line) {
		n.Fail("connection %d is answered %q, and %d of its %d commands were answered before", v.ID, line, v.Answers,
			len(v.Sent))
		return
	}
	switch c := v.Sent[v.Answers]; {
	case c.Line == quitLine:
		v.quits = false // the world did not let it go
	case strings.HasPrefix(c.Line, revokeLine) && v.Who.noToken:
		v.Who.token = ""
		n.Saw(Revoked)
	}
	v.Answers++
	n.Saw(Answers)
}

// rejectsMost is how often in a row an honest password may be rejected: the old one because a change is on its way to
// the disk, and the new one because that change was lost in a crash.
const rejectsMost = 2

// rejected takes the news that a password does not open the door.
func (v *Visit) rejected() {
	p, n := v.Who, v.stage.Notes
	switch {
	case v.tried == wrongPassword:
		n.Saw(WrongPasswords)
	case v.tried != p.password: // it was changed meanwhile
	case p.maybe != "" && p.rejects < rejectsMost:
		p.rejects++
		p.password, p.maybe = p.maybe, p.password // it was changed after all, though nobody was told
	default:
		n.Fail("%s was told that their password is %q, and it does not open the door", p.Name, p.password)
	}
}

// prompt answers what is asked at the door; behind it a prompt is only one.
func (v *Visit) prompt(b []byte) {
	p, s, asked := v.Who, v.stage, string(b)
	s.Notes.Say("    %d is asked %q", v.ID, asked)
	switch {
	case strings.HasPrefix(asked, "["):
		v.enters()
	case v.Gone:
	case strings.Contains(asked, "or guest:") && p.IsGuest:
		v.send("guest")
	case strings.Contains(asked, "or guest:"):
		v.send(p.Name)
	case strings.Contains(asked, "yes or no:"):
		if v.knew {
			s.Notes.Fail("%s has an account and was told so, and nobody knows it any more", p.Name)
		}
		v.send("yes")
	case v.change != "":
		v.changes(asked)
	case strings.Contains(asked, "Choose a password"), strings.Contains(asked, "The same again:"):
		v.send(firstPassword)
	case strings.Contains(asked, "Password:"):
		if v.tried = p.password; s.Chance.Below(12) == 0 {
			v.tried = wrongPassword
		}
		v.send(v.tried)
	default:
		s.Notes.Fail("%s is asked %q", p.Name, asked)
	}
}

// changes answers the questions behind the command password, each once: what happens meanwhile repeats them.
func (v *Visit) changes(asked string) {
	questions := []string{"Your present password:", "Choose a password", "The same again:"}
	if v.changed == len(questions) || !strings.Contains(asked, questions[v.changed]) {
		return
	}
	p := v.Who
	answer := v.change
	switch v.changed++; v.changed {
	case 1:
		v.tried, answer = p.password, p.password
	case len(questions):
		p.maybe, p.asked = v.change, v.stage.Life
	}
	v.send(answer)
}

// enters notes that the client is in play.
func (v *Visit) enters() {
	if v.changed > 0 {
		v.change, v.changed = "", 0 // changed or not, nothing more is asked
	}
	if v.Inside {
		return
	}
	v.Inside = true
	p, n := v.Who, v.stage.Notes
	switch {
	case p.IsGuest:
		n.Saw(Guests)
		return
	case !p.isKnown:
		n.Saw(Accounts)
	case p.maybe != "" && p.asked < v.stage.Life:
		p.maybe = "" // the one that opened the door is the one
	}
	p.isKnown, p.rejects = true, 0
}

// MayType reports whether the client sends another command.
func (v *Visit) MayType() bool {
	return v.Inside && !v.Gone && !v.quits && !v.isFinal && v.change == "" && !v.stage.Hush &&
		len(v.Sent)-v.Answers < v.stage.Pipeline
}

// Type sends a command, and behind it one whose refusal repeats a word.
func (v *Visit) Type() {
	s := v.stage
	c := v.choose()
	if s.Calm {
		c, v.isFinal = v.speech("say ", "Say"), true
	}
	if c.Line == passwordLine {
		v.Who.changes++
		v.change = "tide and time " + strconv.Itoa(v.Who.changes)
		v.send(c.Line)
		return
	}
	c.Mark = markStem + strconv.Itoa(v.ID) + "x" + strconv.Itoa(len(v.Sent))
	v.Sent = append(v.Sent, c)
	v.send(c.Line)
	v.send("options " + c.Mark)
	s.Notes.Saw(Commands)
	if c.does != "" {
		s.Asked[Asking{v.Actor, c.does}]++
	}
	s.Notes.Say("    %d types %q", v.ID, c.Line)
}
