package minds

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/mcp/result"
	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
	"github.com/mudlark-mud/mudlark/ai/runner"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/verb"
)

// How much of a mind a wizard is shown at once.
const (
	settleWait  = 10 * time.Second
	rowsShown   = 20
	scoresShown = 6
)

// noMinds is said where nobody has a mind.
const noMinds = "Nobody in this world has a mind of their own."

// npc answers a wizard who looks after the minds of the world's people.
func (m *Minds) npc(ctx context.Context, who world.ActorID, what, rest string) (any, error) {
	if m == nil {
		return nil, server.Refuse(world.CodeCannot, noMinds)
	}
	switch what {
	case "list":
		return m.list(ctx)
	case "budget":
		return m.budget(), nil
	}
	name, more, _ := strings.Cut(rest, " ")
	body, err := m.find(ctx, name, rest)
	if err != nil {
		return nil, err
	}
	switch what {
	case world.ReadInspect, world.ReadWhy:
		return m.read(ctx, who, what, body)
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
	return nil, server.Refuse(world.CodeUnknown, "npc cannot %s anybody.", what)
}

// read shows a mind to a wizard. Where that shows what people said in confidence, the world records first who looked.
func (m *Minds) read(ctx context.Context, who world.ActorID, what, body string) (any, error) {
	m.d.Log.Info("a wizard looked into a mind", slog.String("actor", string(who)), slog.String("body", body))
	if m.isOpen {
		r, err := m.d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
			return loop.Step{Name: "npc", Input: &world.Input{
				Actor: who, Via: world.Via{Kind: world.ViaKeyboard},
				Action: world.ReadMind{Mind: world.ActorID(body), What: what},
			}}
		})
		switch {
		case err != nil:
			return nil, fmt.Errorf("record who looks into a mind: %w", err)
		case r.Refusal != nil:
			return nil, r.Refusal
		}
	}
	if what == world.ReadInspect {
		return m.inspect(ctx, body)
	}
	return m.why(ctx, body)
}

// either is one of two sentences.
func either(yes, otherwise string, is bool) verb.RecordReport {
	if is {
		return verb.RecordReport{Title: yes}
	}
	return verb.RecordReport{Title: otherwise}
}

// find returns the body of a mind that is awake, by its id or the beginning of a word of its id or name.
func (m *Minds) find(ctx context.Context, name, whole string) (string, error) {
	if name == "" {
		return "", server.Refuse(world.CodeMissing, "Whose mind? npc list shows them.")
	}
	var found []string
	m.settled(ctx)
	low, lowWhole := strings.ToLower(name), strings.ToLower(strings.TrimSpace(whole))
	err := m.d.See(ctx, func(s *world.State, _ world.Time) {
		for _, id := range m.house.Agents() {
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
		return "", server.Refuse(world.CodeUnknown, "No mind of that name is awake. npc list shows them.")
	case len(found) > 1:
		return "", server.Refuse(world.CodeBadValue, "Whose mind: %s?", strings.Join(found, ", "))
	}
	return found[0], nil
}

// settled waits a little for those who are still waking, as they are just after a start.
func (m *Minds) settled(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, settleWait)
	defer cancel()
	m.house.Settled(ctx)
}

// list names the minds that are awake, and those that wait after a fault.
func (m *Minds) list(ctx context.Context) (any, error) {
	m.settled(ctx)
	out := verb.RecordReport{Title: "Minds that are awake"}
	driven, err := m.driven(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range m.house.Agents() {
		out.Lines = append(out.Lines, verb.RecordLine{Text: id + driven[id]})
	}
	for _, f := range m.house.Backoffs() {
		again := "shortly"
		if wait := time.Until(f.Until); wait > 0 {
			again = "in " + about(wait)
		}
		times := ""
		if f.Times > 1 {
			times = fmt.Sprintf(", %d times by now", f.Times)
		}
		out.Notes = append(out.Notes, fmt.Sprintf("%s failed%s, and is started again %s: %s",
			f.Body, times, again, f.Why))
	}
	if len(out.Lines)+len(out.Notes) == 0 {
		out.Notes = append(out.Notes, noMinds)
	}
	return out, nil
}

// driven says of the bodies that an agent drives by which token it does.
func (m *Minds) driven(ctx context.Context) (map[string]string, error) {
	out := map[string]string{}
	err := m.d.See(ctx, func(s *world.State, _ world.Time) {
		for _, id := range m.house.Agents() {
			if a := s.Actors[world.ActorID(id)]; a != nil && a.Driven() {
				out[id] = ", driven from elsewhere"
				if g := s.Grants[a.Agent]; g != nil {
					out[id] += " by the token " + g.Label
				}
			}
		}
	})
	return out, err
}

// inspect shows what a mind is like, has in mind and remembers.
func (m *Minds) inspect(ctx context.Context, body string) (any, error) {
	var v runner.View
	ok := false
	if err := m.house.Still(ctx, body, func() { v, ok = m.brain.View(body) }); err != nil || !ok {
		return nil, server.Refuse(world.CodeAbsent, "That mind is not awake.")
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
	if !m.isOpen {
		rows = closedRows(rows)
	}
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
func (m *Minds) why(ctx context.Context, body string) (any, error) {
	trace, err := m.brain.Why(body)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read why: %w", err)
	case trace == nil:
		return nil, server.Refuse(world.CodeUnknown, "It has not chosen anything lately.")
	}
	if !m.isOpen {
		var v runner.View
		ok := false
		if err := m.house.Still(ctx, body, func() { v, ok = m.brain.View(body) }); err != nil || !ok {
			return nil, server.Refuse(world.CodeAbsent, "That mind is not awake.")
		}
		trace = closedTrace(trace, v.Rows)
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

// unlearn has one mind forget somebody, or everything.
func (m *Minds) unlearn(ctx context.Context, body, whom string) (any, error) {
	switch strings.ToLower(whom) {
	case "":
		return nil, server.Refuse(world.CodeMissing, "Forget whom? npc forget barkeep ann, or npc forget barkeep all.")
	case everything:
		if err := m.house.Empty(ctx, body); err != nil {
			return nil, fmt.Errorf("have a mind forget everything: %w", err)
		}
		return verb.RecordReport{Title: "It has forgotten everything, and begins anew."}, nil
	}
	var person, name string
	err := m.d.See(ctx, func(s *world.State, _ world.Time) {
		for id, a := range s.Actors { // names of players are told apart by the world
			if string(id) == whom || a.Player() && strings.EqualFold(a.Name, whom) {
				person, name = string(id), a.Name
				return
			}
		}
	})
	switch {
	case err != nil:
		return nil, err
	case person == "":
		return nil, server.Refuse(world.CodeUnknown, "Nobody is called %s.", whom)
	}
	if err := m.house.Unlearn(ctx, body, person, []string{name}); err != nil {
		return nil, fmt.Errorf("have a mind forget somebody: %w", err)
	}
	return verb.RecordReport{Title: "It has forgotten them."}, nil
}

// everything is what a mind forgets that forgets all.
const everything = "all"

// replay decides a mind's choices again, as far as they are kept.
func (m *Minds) replay(ctx context.Context, body string) (any, error) {
	from, err := m.sources(ctx, body)
	if err != nil {
		return nil, err
	}
	stretches, err := m.brain.Replay(ctx, body, from)
	switch {
	case err != nil:
		return nil, fmt.Errorf("run a mind again: %w", err)
	case len(stretches) == 0:
		return nil, server.Refuse(world.CodeUnknown, "It has decided nothing, as far as that is kept.")
	}
	return replayed(body, stretches), nil
}

// replayed tells what came of running a mind again, stretch by stretch.
func replayed(body string, stretches []runner.Stretch) verb.RecordReport {
	out := verb.RecordReport{}
	turns, deeds, isSame, isWhole := 0, 0, true, true
	for _, s := range stretches {
		turns, deeds = turns+s.Turns, deeds+s.Deeds
		text := fmt.Sprintf("Records %d to %d: ", s.From, s.To)
		if s.Turns > 0 {
			text += fmt.Sprintf(
				"%s and %s, ",
				command.Counted(uint64(s.Turns), "turn"),
				command.Counted(uint64(s.Deeds), "deed"),
			)
			if s.Differs == "" {
				text += "as they had been."
			} else {
				isSame = false
				text += "not the same: " + s.Differs + "."
			}
		}
		if s.Not > 0 {
			isWhole = false
			text += fmt.Sprintf(" %s cannot be decided again: %s.", command.Counted(uint64(s.Not), "turn"), s.Why)
		}
		if s.Believed > 0 {
			text += fmt.Sprintf(" %s is taken from its own book: the records are no longer kept.",
				command.Counted(uint64(s.Believed), "thing that it perceived", "things that it perceived"))
		}
		out.Lines = append(out.Lines, verb.RecordLine{Text: strings.ReplaceAll(text, ":  ", ": ")})
	}
	out.Title = fmt.Sprintf("%d turns and %d deeds of %s, decided again", turns, deeds, body)
	switch {
	case !isSame:
		out.Notes = append(out.Notes, "Not all came out as it had been.")
	case isWhole:
		out.Notes = append(out.Notes, "All came out as it had been.")
	default:
		out.Notes = append(out.Notes, "What could be decided again came out as it had been.")
	}
	return out
}

// sources are the record of the world and the cassettes, for one body.
func (m *Minds) sources(ctx context.Context, body string) (runner.Sources, error) {
	var num uint32
	if err := m.d.See(ctx, func(s *world.State, _ world.Time) {
		if a := s.Actors[world.ActorID(body)]; a != nil {
			num = a.Num
		}
	}); err != nil {
		return runner.Sources{}, err
	}
	perceived := func(from, to uint64) (map[uint64][]mind.Percept, error) {
		out := map[uint64][]mind.Percept{}
		err := m.d.Book.Records(ctx, from, to, func(r journal.Record) error {
			rec, err := journal.Decode(r.Bytes)
			if err != nil {
				return err
			}
			for i := range rec.Notices {
				sense, ok := rec.Notices[i].SenseOf(num)
				if !ok {
					continue
				}
				t := &loop.Told{Notice: &rec.Notices[i], Actor: rec.Actor, Via: rec.Via, Sense: sense}
				if text := result.EventText(t); text != "" {
					p, err := runner.Perceived(result.EventOf(t, text))
					if err != nil {
						return err
					}
					out[t.Seq] = append(out[t.Seq], p)
				}
			}
			return nil
		})
		return out, err
	}
	return runner.Sources{Tape: m.Keep, First: m.d.Book.First(), Perceived: perceived}, nil
}

// token makes a token under which another program can be a creature's mind.
func (m *Minds) token(ctx context.Context, who world.ActorID, body string) (any, error) {
	var secret account.Secret
	err := m.d.WriteWith(ctx, func(s *world.State) (*world.Input, []account.Put, error) {
		wizard := s.Actors[who]
		if wizard == nil {
			return nil, nil, server.Refuse(world.CodeAbsent, "You are not in the world.")
		}
		minted, token, puts, err := m.d.Accounts.Mint(account.TokenSpec{
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
