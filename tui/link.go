package tui

import (
	tea "charm.land/bubbletea/v2"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/palette"
	"github.com/mudlark-mud/mudlark/tui/view"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of what crosses the link. All fail closed: what is beyond them is dropped or refused, never queued.
const (
	// batchMaxMessages is how many waiting messages one tea.Msg carries, so that a flood costs one update and one
	// view for many of them while keys still come between.
	batchMaxMessages = 256
	// KeepMaxBytes is the longest text that Link.Keep is given and Message.Keep may have.
	KeepMaxBytes = 8 << 10
)

// What a message may carry for the panes and the palette.
type (
	// Saying is something said on a channel.
	Saying = view.Saying
	// Page is the answer to Link.Ask.
	Page = view.Page
	// Verb is something that can be typed.
	Verb = palette.Verb
)

// Link is one session as the screen sees it: lines out, text and state in. The screen calls all but Messages from
// commands, never while it updates or draws, so each may block briefly. Send, Resize, Ask and Keep are called one at a
// time and in order; Complete may run beside them.
//
// Whoever made the link closes it (and with it the channel of Messages) when the program has ended: a goroutine of
// the screen waits on that channel until then.
type Link interface {
	// Send passes on one typed line without its line break; answers to a secret prompt too.
	Send(line string)
	// Complete returns lines that would replace the whole given line, best first. It is never asked about a secret.
	Complete(line string) []string
	// Ask wants a page for a pane: "who", "help" or "sheet", of a topic or of none. It is quiet: the answer comes as a
	// Message with that Page, which for a page that nobody knows says so.
	Ask(page, topic string)
	// Keep wants a short text, valid JSON of at most KeepMaxBytes, given back as Message.Keep at the next beginning of
	// play: how the screen is arranged, and the aliases.
	Keep(state string)
	// Messages delivers what happens. It is closed when the session is over.
	Messages() <-chan Message
	// Resize says how many cells wide and high the area for text now is, which is what a server should wrap to.
	Resize(width, height int)
}

// Echo says whether the next typed line may be seen.
type Echo uint8

// What a Message may say about the next line.
const (
	EchoKeep Echo = iota // as before; a new screen shows what is typed
	EchoShow             // an ordinary line
	EchoHide             // a secret: masked, not echoed into the text, not kept in the history, never completed
)

// Message is one delivery from the session. The zero Message changes nothing. The screen keeps parts of it; the sender
// must not change them afterwards.
type Message struct {
	Text   prose.Text  // new paragraphs, at the end of what was told
	Lines  []cell.Line // more of them, behind Text: in colours of a foreign server's own
	Tab    string      // the output tab that Lines are shown in as well; "" for none
	Said   []Saying    // what of it was said on a channel, for the chat panes
	Prompt string      // the prompt from now on; "" keeps the current one
	Echo   Echo        // whether the next line is a secret
	Words  *bool       // whether what is typed from now on is words, of which nothing else is made; nil keeps it so
	View   *view.View  // the state from now on; nil keeps the current one
	Page   *Page       // the answer to an Ask
	Verbs  []Verb      // all that can be typed from now on; nil keeps what is known
	Keep   string      // what Link.Keep was given last time, once at the beginning of play; "" for nothing
	Mouse  *bool       // whether the mouse is used from now on; nil keeps it so
	Theme  string      // one of prose.Themes from now on; "" keeps the present one
	End    string      // the session is over, with this word to the person; "" means that it goes on
}

// arrivedMsg is what was waiting on the link; closed says that nothing will follow.
type arrivedMsg struct {
	messages []Message
	closed   bool
}

// receive waits for the next message and takes along those already there.
func receive(from <-chan Message) tea.Cmd {
	return func() tea.Msg {
		m, open := <-from
		if !open {
			return arrivedMsg{closed: true}
		}
		batch := []Message{m}
		for len(batch) < batchMaxMessages {
			select {
			case m, open := <-from:
				if !open {
					return arrivedMsg{messages: batch, closed: true}
				}
				batch = append(batch, m)
			default:
				return arrivedMsg{messages: batch}
			}
		}
		return arrivedMsg{messages: batch}
	}
}

// completedMsg brings the candidates for a line.
type completedMsg struct {
	line       string
	candidates []string
}

// sentMsg says that the link took what was handed to it.
type sentMsg struct{}
