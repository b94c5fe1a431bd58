package verb

import (
	"context"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// The kinds of Ask that are about the record. They are answered by a [Host] and take their time.
const (
	AskReport     = "report"     // the words
	AskReports    = "reports"    // nothing, all, a number, or close, a number and the words
	AskAnswers    = "answers"    // nothing: a session asks for whoever comes in and has answers to read
	AskHistory    = "history"    // what, and perhaps before which sequence
	AskProvenance = "provenance" // a thing
	AskRewind     = "rewind"     // look, show or bring, and the rest
	AskNPC        = "npc"        // what to do with a creature's mind, and the rest
	AskBundle     = "bundle"     // an encounter's id, or nothing
	AskLetter     = "letter"     // the number of a letter of whoever asks
	AskBoard      = "board"      // list, or read and a number: of the board where whoever asks stands
	AskForget     = "forget"     // nothing: it is of whoever asks
)

// OfPlayers reports whether it is for a player, and for an agent of theirs, to ask.
func (a Ask) OfPlayers() bool {
	return a.Kind == AskReport || a.Kind == AskLetter || a.Kind == AskBoard
}

// OfRecord reports whether a [Host] answers an Ask.
func (a Ask) OfRecord() bool {
	switch a.Kind {
	case AskReport, AskReports, AskHistory, AskProvenance, AskRewind, AskBundle, AskNPC, AskForget, AskLetter, AskBoard:
		return true
	}
	return false
}

// Host answers what verbs ask of the record: away from the world's writer, in the goroutine of whoever asks. A
// *[world.Refusal] as the error is the world's no, or ours, and is told as it is; any other error is a fault.
type Host func(ctx context.Context, q Asked) (report any, err error)

// Asked is who asks what, and through which door.
type Asked struct {
	Actor world.ActorID
	Via   world.Via
	Ask   Ask
}

// ReceiptReport is what somebody gets for a report: its number, and what proves later that it was not tampered with.
type ReceiptReport struct {
	Report  uint64 `json:"report"`
	Receipt string `json:"receipt"`
	Lines   int    `json:"lines"`   // that are kept with it
	Minutes int    `json:"minutes"` // of which they are
}

// RecordReport is what the record says about something.
type RecordReport struct {
	Title string       `json:"title"`
	Lines []RecordLine `json:"lines"`
	Notes []string     `json:"notes,omitempty"`
	Diff  bool         `json:"-"` // of its lines "- " begins what is, and "+ " what is to be
}

// RecordLine is one sentence of the record. Of Day, Time and Seq each is empty where the line has none.
type RecordLine struct {
	Day  string `json:"day,omitempty"`  // "Saturday 21 November 2026"; a heading where it changes
	Time string `json:"time,omitempty"` // "21:04:11"
	Seq  uint64 `json:"seq,omitempty"`
	Text string `json:"text"`
}

// PastReport is a place as it was.
type PastReport struct {
	When string           `json:"when"`
	Room world.RoomReport `json:"room"`
}

type reportArgs struct {
	Text string `json:"text" take:"text" help:"what is the matter, in a sentence or two"`
}

type reportsArgs struct {
	Which string `json:"which" take:"text" opt:"yes" help:"all, a number, or close, a number and a word"`
}

type recordArgs struct {
	What string `json:"what" take:"text" help:"a name or id, of now or of the past; then, perhaps, before and a sequence"`
}

type historyArgs struct {
	What string `json:"what" take:"text" opt:"yes" help:"say, tell or channel; for wizards, a name or id"`
}

type bundleArgs struct {
	ID string `json:"id" take:"word" opt:"yes" help:"the id of a fight by turns that is over"`
}

type rewindArgs struct {
	Do   string `json:"do" take:"word" enum:"look,show,bring" help:"look, show or bring"`
	Rest string `json:"rest" take:"text" help:"what, and as of when"`
}

func reportVerb() *Verb {
	return calls(Verb{
		Name: "report", Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
		Brief: "Ask whoever looks after the world to look at something; what you saw in the last minutes is kept with it.",
		Help: "Report what should not have been: a fault, or somebody who does harm. You get a receipt. Keep it: it " +
			"proves later that nobody has changed the record up to then, for it names where the record stood.",
		Example: "report Somebody took my boots and left the world.",
	}, func(c Ctx, a reportArgs) Call {
		if c.Via.Kind != world.ViaKeyboard && c.Via.Kind != world.ViaGrant {
			return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, or your agent, can do that.")}
		}
		return Call{Ask: Ask{Kind: AskReport, Args: []string{a.Text}}}
	})
}

func recordVerbs() []*Verb {
	return []*Verb{
		asks(recordVerb("reports", "Read what people reported, and close it with a word to them.", "reports",
			"reports lists those that are open, reports all the closed ones too. reports 48211 shows one, with what its "+
				"author was shown then and whether the record still says so. reports close 48211 It is mended. closes it."),
			func(_ Ctx, a reportsArgs) Ask { return Ask{Kind: AskReports, Args: []string{a.Which}} }),
		historyVerb(),
		asks(recordVerb("provenance", "See each hand that a thing went through, and how it came to be.",
			"provenance lamp", "What happened to the container that it was in meanwhile stands among it."),
			func(_ Ctx, a recordArgs) Ask { return Ask{Kind: AskProvenance, Args: []string{a.What}} }),
		asks(rewindVerb(), func(_ Ctx, a rewindArgs) Ask {
			return Ask{Kind: AskRewind, Args: []string{a.Do, a.Rest}}
		}),
		asks(bundleVerb(), func(_ Ctx, a bundleArgs) Ask {
			return Ask{Kind: AskBundle, Args: []string{strings.ToLower(a.ID)}}
		}),
	}
}

// talkKept says what anybody can read back.
const talkKept = "Three kinds of talk can be read back: history say is what was said and acted out around you, " +
	"history tell what was told or whispered to you, and history channel what was shouted, or said on a channel or " +
	"to your group. With options screenreader on, history all is everything that you were told lately, the newest page " +
	"of it; history all 2 is the page before, and so on. again is the last of it."

// historyVerb reads back what one heard, and for wizards the record.
func historyVerb() *Verb {
	return calls(Verb{
		Name: "history", Topic: "You", Need: world.RoleGuest, Effect: Changes, Only: Typed,
		Brief: "Read back what you were told lately: history say, tell or channel, or history all.",
		Help: "channel is what is shouted, or said on a channel; for wizards wiznet too. Wizards see what happened to " +
			"somebody, something or some place, from the record: history ann; history ann before #48211 shows what was " +
			"before. " +
			"The newest come last. " +
			"Who and what is no more is found by its name or id too. You can go on meanwhile; the answer comes when it is " +
			"found.",
		Example: "history tell",
	}, func(c Ctx, a historyArgs) Call {
		what := strings.ToLower(strings.TrimSpace(a.What))
		switch {
		case c.Via.Kind != world.ViaKeyboard:
			return Call{Refusal: refuse(world.CodeKeyboard, "Only you yourself, at a keyboard, can do that.")}
		case what == "":
			return Call{Report: func(Ctx) any { return DoneReport{Text: talkKept} }}
		case what == "say" || what == "tell" || what == "channel" || what == "all":
			return Call{Ask: Ask{Kind: AskHeard, Args: []string{what}}}
		case pageOfAll(what) > 0:
			return Call{Ask: Ask{Kind: AskHeard, Args: []string{"all", strconv.Itoa(pageOfAll(what))}}}
		case c.role() < world.RoleWizard:
			return Call{Refusal: refuse(world.CodeUnknown, talkKept)}
		}
		return Call{Ask: Ask{Kind: AskHistory, Args: []string{a.What}}}
	})
}

// pageOfAll is which page `all 2` asks for; 0 for no page.
func pageOfAll(what string) int {
	page, isAll := strings.CutPrefix(what, "all ")
	n, err := strconv.Atoi(strings.TrimSpace(page))
	if !isAll || err != nil {
		return 0
	}
	return n
}

func recordVerb(name, brief, example, help string) Verb {
	v := wizard(name, brief, example, Changes)
	v.Help = help
	return v
}

func rewindVerb() Verb {
	v := wizard("rewind", "Look at a place as it was, or bring one thing or character back as it was.",
		"rewind look here 10m", Destroys)
	v.Help = "rewind look PLACE TIME shows a place, who and what was there. rewind show THING|PERSON TIME says what " +
		"would come of bringing it back; rewind bring THING|PERSON TIME REASON does it, and nothing else is turned back. " +
		"What is not gone stays where it is; what somebody gained since is taken only if anyway stands before the reason. " +
		"TIME is 21:04, 10m for ten minutes ago, #48211, or 2026-11-21 21:04; it is the server's clock."
	return v
}

func bundleVerb() Verb {
	v := recordVerb("bundle", "Write a fight by turns that is over into a file that can be run again.", "bundle",
		"bundle lists the fights by turns that are over. bundle battle-7 writes one into the folder bundles beside the "+
			"journal, with its beginning, its dice and each step, and runs it again at once.")
	v.Aliases = []string{"@bundle"}
	return v
}

func (r ReceiptReport) words() prose.Text {
	with := "What you were shown in the last " + countOf(r.Minutes, "minute") + " is kept with it: " +
		countOf(r.Lines, "line") + "."
	if r.Lines == 0 {
		with = "You were shown nothing in the last " + countOf(r.Minutes, "minute") + " that could be kept with it."
	}
	return prose.Text{
		prose.L(prose.System, "Thank you. Your report is number "+strconv.FormatUint(r.Report, 10)+". "+with),
		prose.L(prose.System, "Keep this line. It says where the record stands now, and proves later that nothing was "+
			"changed in it up to here:"),
		prose.L(prose.Command, world.Clean(r.Receipt)),
	}
}

func (r RecordReport) words(style prose.Style) prose.Text {
	if r.Diff && style.ScreenReader {
		r.Title, _, _ = strings.Cut(r.Title, ";")
	}
	out := prose.Text{prose.L(prose.Title, world.Clean(r.Title))}
	day := ""
	for _, l := range r.Lines {
		if l.Day != "" && l.Day != day {
			day = l.Day
			out = append(out, prose.L(prose.Title, world.Clean(day)))
		}
		var lead []string
		if l.Time != "" {
			lead = append(lead, world.Clean(l.Time))
		}
		if l.Seq != 0 {
			lead = append(lead, prose.Marked(l.Seq))
		}
		if r.Diff && style.ScreenReader {
			l.Text = heardDiff(l.Text)
		}
		words := prose.Line{Spans: []prose.Span{{Text: world.Clean(l.Text)}}}
		if len(lead) > 0 {
			gap := "  "
			if style.ScreenReader {
				gap = ", "
			}
			words.Spans = append([]prose.Span{{Text: strings.Join(lead, gap) + gap, Role: prose.Hint}}, words.Spans...)
			words.Indent = 2
		}
		out = append(out, words)
	}
	for _, n := range r.Notes {
		out = append(out, prose.L(prose.System, world.Clean(n)))
	}
	return out
}

// heardDiff puts words in place of the marks of a difference, which screen readers leave out.
func heardDiff(line string) string {
	if text, is := strings.CutPrefix(line, "- "); is {
		return "Was, " + text
	}
	if text, is := strings.CutPrefix(line, "+ "); is {
		return "Is to be, " + text
	}
	return line
}

func (r PastReport) words(style prose.Style) prose.Text {
	return append(prose.Text{prose.L(prose.System, world.Clean(r.When))}, prose.Room(r.Room, style)...)
}

// backWords says what would come of bringing something back.
func backWords(r world.BackReport) prose.Text {
	out := prose.Text{prose.L(prose.Title, "If "+world.Clean(r.What)+" is brought back")}
	add := func(title string, lines []string) {
		if len(lines) > 0 {
			out = append(out, prose.L(prose.Plain, title+" "+world.Clean(strings.Join(lines, "; "))+"."))
		}
	}
	if r.Ended != "" {
		out = append(out, prose.L(prose.Plain, "It came to its end so: "+world.Clean(r.Ended)))
	}
	add("There would be again:", r.Comes)
	add("It would change:", r.Changes)
	add("It stays where it is, for it is not gone:", r.Stays)
	add("It cannot come back:", r.Barred)
	add("It would be lost:", r.Loses)
	if r.Refusal != nil {
		return append(out, prose.L(prose.Refusal, "It would be refused. "+world.Clean(r.Refusal.Text)))
	}
	return append(out, prose.L(prose.Hint, "rewind bring, the same words and a reason do it."))
}
