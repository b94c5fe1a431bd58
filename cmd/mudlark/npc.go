package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/event"
	"github.com/mudlark-mud/mudlark/ai/mcp/game"
	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/resident"
	"github.com/mudlark-mud/mudlark/ai/usage"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// How much of a mind a wizard is shown at once.
const (
	rowsShown   = 20
	scoresShown = 6
)

// noMinds is said where nobody has a mind.
const noMinds = "Nobody in this world has a mind of their own."

func no(code world.Code, format string, args ...any) *world.Refusal {
	return &world.Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}

// npc answers a wizard who looks after the minds of the world's people.
func (m *minds) npc(ctx context.Context, who world.ActorID, what, rest string) (any, error) {
	if m == nil {
		return nil, no(world.CodeCannot, noMinds)
	}
	switch what {
	case "list":
		return m.list(), nil
	case "budget":
		return m.budget(), nil
	}
	name, more, _ := strings.Cut(rest, " ")
	body, err := m.find(ctx, name, rest)
	if err != nil {
		return nil, err
	}
	switch what {
	case "inspect":
		return m.inspect(body)
	case "why":
		return m.why(body)
	case "mute", "unmute":
		m.house.Mute(body, what == "mute")
		return either("It is quiet from now on, and goes on listening.", "It may speak again.", what == "mute"), nil
	case "forget":
		return m.unlearn(ctx, body, strings.TrimSpace(more))
	case "replay":
		return m.replay(ctx, body)
	case "token":
		return m.token(ctx, who, body)
	}
	return nil, no(world.CodeUnknown, "npc cannot %s anybody.", what)
}

// either is one of two sentences.
func either(yes, otherwise string, is bool) verb.RecordReport {
	if is {
		return verb.RecordReport{Title: yes}
	}
	return verb.RecordReport{Title: otherwise}
}

// find returns the body of a mind that is awake, by its id or the beginning of a word of its id or name.
func (m *minds) find(ctx context.Context, name, whole string) (string, error) {
	if name == "" {
		return "", no(world.CodeMissing, "Whose mind? npc list shows them.")
	}
	var found []string
	low, lowWhole := strings.ToLower(name), strings.ToLower(strings.TrimSpace(whole))
	err := m.d.clerk.see(ctx, func(s *world.State, _ world.Time) {
		for _, id := range m.house.Residents() {
			a := s.Actors[world.ActorID(id)]
			switch {
			case a == nil:
			case id == low || strings.ToLower(a.Name) == lowWhole:
				found = []string{id}
				return
			case slices.ContainsFunc(s.ActorWords(a), func(w string) bool { return strings.HasPrefix(w, low) }),
				strings.Contains(id, low):
				found = append(found, id)
			}
		}
	})
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", no(world.CodeUnknown, "No mind of that name is awake. npc list shows them.")
	case len(found) > 1:
		return "", no(world.CodeBadValue, "Whose mind: %s?", strings.Join(found, ", "))
	}
	return found[0], nil
}

// list names the minds that are awake.
func (m *minds) list() verb.RecordReport {
	out := verb.RecordReport{Title: "Minds that are awake"}
	for _, id := range m.house.Residents() {
		out.Lines = append(out.Lines, verb.RecordLine{Text: id})
	}
	if len(out.Lines) == 0 {
		out.Notes = append(out.Notes, noMinds)
	}
	return out
}

// budget shows what may still be asked of models.
func (m *minds) budget() verb.RecordReport {
	s := m.broker.State()
	out := verb.RecordReport{Title: "Models"}
	line := func(format string, args ...any) {
		out.Lines = append(out.Lines, verb.RecordLine{Text: fmt.Sprintf(format, args...)})
	}
	switch {
	case s.On:
		line("Asked at %s: %s, and %s for small things.", s.Host, s.Large, s.Small)
		line("%d of %d tokens are used today.", s.Tokens, s.Limit)
	default:
		line("None is asked: %s.", cmp.Or(s.Why, "they are switched off"))
	}
	if s.Open {
		line("The endpoint has been failing, and is left alone for a while.")
	}
	for _, p := range slices.Sorted(func(yield func(usage.Purpose) bool) {
		for p := range s.By {
			if !yield(p) {
				return
			}
		}
	}) {
		line("%s: %d tokens today.", p, s.By[p])
	}
	return out
}

// inspect shows what a mind is like, has in mind and remembers.
func (m *minds) inspect(body string) (any, error) {
	var v resident.View
	ok := false
	m.house.Still(body, func() { v, ok = m.brain.View(body) })
	if !ok {
		return nil, no(world.CodeAbsent, "That mind is not awake.")
	}
	out := verb.RecordReport{Title: v.Self.Name + " (" + body + ")"}
	line := func(format string, args ...any) {
		out.Lines = append(out.Lines, verb.RecordLine{Text: fmt.Sprintf(format, args...)})
	}
	line("Traits: %s.", strings.Join(v.Self.Mind.Traits, ", "))
	for _, w := range v.Self.Mind.Wants {
		line("Wants: %s", w.Text)
	}
	line("In mind: %s", cmp.Or(strings.Join(strings.Split(strings.TrimSpace(v.Working), "\n"), "; "), "nothing"))
	rows := slices.DeleteFunc(v.Rows, func(r memory.Row) bool { return r.Kind == memory.Lore }) // everybody knows that
	slices.SortStableFunc(rows, func(a, b memory.Row) int {
		return cmp.Or(cmp.Compare(b.Importance, a.Importance), cmp.Compare(b.ID, a.ID))
	})
	for _, r := range rows[:min(len(rows), rowsShown)] {
		line("%s", remembered(r))
	}
	if n := len(rows) - rowsShown; n > 0 {
		out.Notes = append(out.Notes, strconv.Itoa(n)+" memories more.")
	}
	return out, nil
}

// remembered is a memory in a line: what it is, of which weight, whose words, and in whose confidence.
func remembered(r memory.Row) string {
	text := fmt.Sprintf("#%d %s, weight %d: %s", r.ID, r.Kind, r.Importance, r.Text)
	if r.Source != "" {
		text += " (said by " + r.Source + ")"
	}
	if r.Only != "" {
		text += " (in confidence, for " + r.Only + " alone)"
	}
	return text
}

// why tells how a mind's last choice came about.
func (m *minds) why(body string) (any, error) {
	trace, err := m.brain.Why(body)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read why: %w", err)
	case trace == nil:
		return nil, no(world.CodeUnknown, "It has not chosen anything lately.")
	}
	return whyReport(body, trace), nil
}

func whyReport(body string, t *mind.Trace) verb.RecordReport {
	out := verb.RecordReport{Title: "Why " + body + " did what it did"}
	line := func(format string, args ...any) {
		out.Lines = append(out.Lines, verb.RecordLine{Text: fmt.Sprintf(format, args...)})
	}
	line("It chose: %s", chosen(*t.Choice))
	if len(t.Queries) > 0 {
		line("It looked for: %s", strings.Join(t.Queries, "; "))
	}
	for _, f := range t.Found {
		line("It found #%d (%d): %s", f.ID, f.Score, f.Text)
	}
	for _, s := range t.Scores[:min(len(t.Scores), scoresShown)] {
		line("It weighed %s at %d: %s", s.Action, s.Score, s.Why)
	}
	for _, text := range t.Added {
		line("It will remember: %s", text)
	}
	by := make([]string, 0, len(t.Stages))
	for _, s := range t.Stages {
		by = append(by, s.Name+" "+s.By)
	}
	line("Steps: %s.", strings.Join(by, ", "))
	if len(t.Flags) > 0 {
		line("Marks: %s.", strings.Join(t.Flags, ", "))
	}
	return out
}

// chosen is a choice in a line.
func chosen(c mind.Choice) string {
	words := []string{c.Action}
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for name := range c.Params {
			if !yield(name) {
				return
			}
		}
	}) {
		words = append(words, name+"="+strconv.Quote(c.Params[name]))
	}
	return strings.Join(words, " ")
}

// unlearn has one mind forget somebody.
func (m *minds) unlearn(ctx context.Context, body, whom string) (any, error) {
	if whom == "" {
		return nil, no(world.CodeMissing, "Forget whom? npc forget barkeep ann.")
	}
	var person string
	err := m.d.clerk.see(ctx, func(s *world.State, _ world.Time) {
		for id, a := range s.Actors { // names of players are told apart by the world
			if string(id) == whom || a.Player() && strings.EqualFold(a.Name, whom) {
				person = string(id)
				return
			}
		}
	})
	switch {
	case err != nil:
		return nil, err
	case person == "":
		return nil, no(world.CodeUnknown, "Nobody is called %s.", whom)
	}
	m.house.Forget(body, person)
	return verb.RecordReport{Title: "It has forgotten them."}, nil
}

// forget has everybody forget a person, and takes what was kept of them out of the file.
func (m *minds) forget(ctx context.Context, who world.ActorID) (any, error) {
	if m == nil {
		return nil, no(world.CodeCannot, noMinds)
	}
	name := ""
	if err := m.d.clerk.see(ctx, func(s *world.State, _ world.Time) {
		if a := s.Actors[who]; a != nil {
			name = a.Name
		}
	}); err != nil {
		return nil, err
	}
	for _, body := range m.house.Residents() {
		m.house.Forget(body, string(who))
	}
	if err := m.keep.Forget(ctx, string(who), name); err != nil {
		return nil, fmt.Errorf("take out what was kept of %s: %w", who, err)
	}
	return verb.RecordReport{
		Title: "The people of this world have forgotten you.",
		Notes: []string{"What happened stays in the world's record, as it does for everybody."},
	}, nil
}

// replay decides a mind's last choices again.
func (m *minds) replay(ctx context.Context, body string) (any, error) {
	again, err := m.brain.Replay(body, m.sources(ctx, body))
	switch {
	case err != nil:
		return nil, fmt.Errorf("run a mind again: %w", err)
	case again.Turns == 0:
		return nil, no(world.CodeUnknown, "It has decided nothing since it woke.")
	}
	title := fmt.Sprintf("%d turns and %d deeds of %s, decided again", again.Turns, again.Deeds, body)
	out := verb.RecordReport{Title: title}
	if again.Differs == "" {
		out.Lines = append(out.Lines, verb.RecordLine{Text: "All came out as it had been."})
	} else {
		out.Lines = append(out.Lines, verb.RecordLine{Text: "Not the same: " + again.Differs + "."})
	}
	return out, nil
}

// sources are the record of the world and the cassettes, for one body.
func (m *minds) sources(ctx context.Context, body string) resident.Sources {
	read := &history{book: m.d.book}
	return resident.Sources{Tape: m.keep, Perceived: func(from, to uint64) (map[uint64][]mind.Percept, error) {
		var num uint32
		if err := m.d.clerk.see(ctx, func(s *world.State, _ world.Time) {
			if a := s.Actors[world.ActorID(body)]; a != nil {
				num = a.Num
			}
		}); err != nil {
			return nil, err
		}
		out := map[uint64][]mind.Percept{}
		for after := from - 1; after < to; {
			told, next, err := read.Since(ctx, game.Span{Body: num, After: after, Limit: perceivedMost})
			if err != nil {
				return nil, err
			}
			for _, t := range told {
				if text := event.Text(t); text != "" && t.Seq <= to {
					p, err := resident.Perceived(event.Of(t, text))
					if err != nil {
						return nil, err
					}
					out[t.Seq] = append(out[t.Seq], p)
				}
			}
			if next <= after {
				break
			}
			after = next
		}
		return out, nil
	}}
}

// perceivedMost is how much of the past is read at a time.
const perceivedMost = 200

// token makes a token under which another program can be a creature's mind.
func (m *minds) token(ctx context.Context, who world.ActorID, body string) (any, error) {
	var secret account.Secret
	err := m.d.writeWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		wizard := s.Actors[who]
		if wizard == nil {
			return nil, nil, no(world.CodeAbsent, "You are not in the world.")
		}
		minted, token, puts, err := m.d.accounts.Mint(account.TokenSpec{
			Account: wizard.Account, Character: world.ActorID(body), Label: mindLabel,
		}, time.Now())
		if err != nil {
			return nil, nil, err
		}
		secret = minted
		return &world.Input{
			Actor: who, Via: world.Via{Kind: world.ViaKeyboard},
			Action: world.MintFor{Body: world.ActorID(body), Grant: token.Grant, Label: mindLabel},
		}, puts, nil
	})
	if err != nil {
		return nil, err
	}
	return verb.RecordReport{
		Title: "This is the token; it is shown only now, and whoever has it can be the mind of " + body + ":",
		Lines: []verb.RecordLine{{Text: secret.Reveal()}},
		Notes: []string{"While it is used, the creature's own mind stands aside."},
	}, nil
}

// mindLabel is what tokens for creatures are called.
const mindLabel = "mind"
