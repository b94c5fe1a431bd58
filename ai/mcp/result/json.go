package result

import (
	"github.com/mudlark-mud/mudlark/ai/mcp/quote"
	"github.com/mudlark-mud/mudlark/world"
)

// AppendJSON writes the result as encoding/json does. It fails when the report does not encode.
func (r Result) AppendJSON(b []byte) (_ []byte, err error) {
	b = r.Room.append(append(b, `{"room":`...))
	b = appendWays(append(b, `,"exits":`...), r.Exits)
	b = appendRefs(append(b, `,"entities":`...), r.Entities)
	b = r.You.append(append(b, `,"you":`...))
	b = appendActions(append(b, `,"actions":`...), r.Actions)
	b = quote.AppendUint(append(b, `,"cursor":`...), r.Cursor)
	b = number(b, `,"at":`, r.At)
	if b, err = appendEvents(append(b, `,"events":`...), r.Events); err != nil {
		return b, err
	}
	if r.Encounter != nil {
		if b, err = quote.AppendAny(append(b, `,"encounter":`...), r.Encounter); err != nil {
			return b, err //nolint:wrapcheck // it says what does not encode
		}
	}
	b = flag(b, `,"more":`, r.More)
	if r.Missed != nil {
		b = quote.AppendUint(append(b, `,"missed_after":`...), *r.Missed)
	}
	b = flag(b, `,"again":`, r.Again)
	switch report := r.Result.(type) {
	case nil:
	case Words:
		b = append(quote.Append(append(b, `,"result":{"text":`...), report.Text), '}')
	default:
		if b, err = quote.AppendAny(append(b, `,"result":`...), report); err != nil {
			return b, err //nolint:wrapcheck // it names the report's type
		}
	}
	if f := r.Error; f != nil {
		b = quote.Append(append(b, `,"error":{"code":`...), f.Code)
		b = quote.Append(append(b, `,"text":`...), f.Text)
		b = append(number(b, `,"id":`, f.ID), '}')
	}
	return append(b, '}'), nil
}

// flag writes a key that is left out when it is false.
func flag(b []byte, key string, is bool) []byte {
	if !is {
		return b
	}
	return append(append(b, key...), "true"...)
}

// number writes a key that is left out when it is zero.
func number[T ~int | ~int64](b []byte, key string, n T) []byte {
	if n == 0 {
		return b
	}
	return quote.AppendInt(append(b, key...), n)
}

// text writes a key that is left out when it is empty.
func text[T ~string](b []byte, key string, value T) []byte {
	if value == "" {
		return b
	}
	return quote.Append(append(b, key...), value)
}

// array writes a list; nil is null, as everywhere in Go's JSON.
func array[T any](b []byte, list []T, one func(b []byte, v *T) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(b, &list[i])
	}
	return append(b, ']')
}

func (p *Place) append(b []byte) []byte {
	b = quote.Append(append(b, `{"id":`...), p.ID)
	b = quote.Append(append(b, `,"name":`...), p.Name)
	b = text(b, `,"description":`, p.Desc)
	b = flag(b, `,"dark":`, p.Dark)
	b = text(b, `,"tide":`, p.Tide)
	return append(number(b, `,"people_more":`, p.Uncounted), '}')
}

func appendWays(b []byte, ways []world.Way) []byte {
	return array(b, ways, func(b []byte, w *world.Way) []byte {
		b = quote.Append(append(b, `{"direction":`...), w.Dir)
		b = text(b, `,"to":`, w.To)
		b = text(b, `,"name":`, w.Name)
		b = text(b, `,"door":`, w.Door)
		b = flag(b, `,"closed":`, w.Closed)
		return append(flag(b, `,"under_water":`, w.Under), '}')
	})
}

func appendRefs(b []byte, refs []world.Ref) []byte {
	return array(b, refs, func(b []byte, r *world.Ref) []byte {
		b = quote.Append(append(b, `{"id":`...), r.ID)
		b = quote.Append(append(b, `,"name":`...), r.Name)
		b = text(b, `,"line":`, r.Line)
		b = text(b, `,"state":`, r.State)
		b = quote.Append(append(b, `,"kind":`...), r.Kind)
		return append(flag(b, `,"foe":`, r.Foe), '}')
	})
}

func (y *You) append(b []byte) []byte {
	b = quote.Append(append(b, `{"id":`...), y.ID)
	b = quote.Append(append(b, `,"name":`...), y.Name)
	b = quote.Append(append(b, `,"role":`...), y.Role)
	b = quote.AppendInt(append(b, `,"hp":`...), y.HP)
	b = quote.AppendInt(append(b, `,"hp_max":`...), y.HPMax)
	b = quote.AppendInt(append(b, `,"level":`...), y.Level)
	b = quote.AppendInt(append(b, `,"xp":`...), y.XP)
	b = quote.AppendInt(append(b, `,"xp_next":`...), y.XPNext)
	b = quote.AppendInt(append(b, `,"coins":`...), y.Coins)
	b = quote.Append(append(b, `,"room":`...), y.Room)
	b = text(b, `,"fighting":`, y.Fighting)
	b = text(b, `,"following":`, y.Follows)
	if y.Games != (world.Tally{}) {
		b = appendTally(append(b, `,"games":`...), y.Games)
	}
	b = quote.AppendInt(append(b, `,"hour":`...), y.Hour)
	b = quote.Append(append(b, `,"tide":`...), y.Tide)
	b = appendRefs(append(b, `,"carrying":`...), y.Carrying)
	b = appendRefs(append(b, `,"using":`...), y.Using)
	b = quote.Append(append(b, `,"presence":`...), y.Presence)
	return append(flag(b, `,"driven_by_player":`, y.Driven), '}')
}

func appendTally(b []byte, games world.Tally) []byte {
	from := len(b)
	b = number(b, `,"played":`, games.Played)
	b = number(b, `,"won":`, games.Won)
	b = number(b, `,"drawn":`, games.Drawn)
	b[from] = '{' // in place of the first comma
	return append(b, '}')
}

func appendActions(b []byte, actions []Action) []byte {
	return array(b, actions, func(b []byte, a *Action) []byte {
		b = quote.Append(append(b, `{"tool":`...), a.Tool)
		b = text(b, `,"verb":`, a.Verb)
		if len(a.Args) > 0 {
			b = a.Args.append(append(b, `,"args":`...))
		}
		return append(b, '}')
	})
}

// MarshalJSON writes the arguments as an object.
func (a Args) MarshalJSON() ([]byte, error) { return a.append(nil), nil }

func (a Args) append(b []byte) []byte {
	b = append(b, '{')
	for i := range a {
		if i > 0 {
			b = append(b, ',')
		}
		b = quote.AppendList(append(quote.Append(b, a[i].Name), ':'), a[i].Candidates)
	}
	return append(b, '}')
}

func appendEvents(b []byte, events []Event) (_ []byte, err error) {
	b = array(b, events, func(b []byte, e *Event) []byte {
		b = quote.AppendUint(append(b, `{"seq":`...), e.Seq)
		b = quote.AppendInt(append(b, `,"n":`...), e.N)
		b = quote.AppendInt(append(b, `,"at":`...), e.At)
		b = quote.Append(append(b, `,"kind":`...), e.Kind)
		b = quote.Append(append(b, `,"text":`...), e.Text)
		b = text(b, `,"actor":`, e.Actor)
		b = text(b, `,"actor_name":`, e.ActorName)
		b = quote.AppendList(append(b, `,"sense":`...), e.Sense)
		if len(e.Data) > 0 && err == nil {
			b, err = quote.AppendAny(append(b, `,"data":`...), e.Data)
		}
		return append(b, '}')
	})
	return b, err //nolint:wrapcheck // it says what does not encode
}
