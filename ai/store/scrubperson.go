package store

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/memory"
)

// Person is who is to be forgotten.
type Person struct {
	id    string
	names []string
	gone  map[row]bool
	Left  *bloomFilter // of all that is left
}

// Forgetting returns a judge who takes a person out, called by names.
func Forgetting(id string, names []string) *Person {
	return &Person{id: id, names: names, gone: map[row]bool{}, Left: &bloomFilter{}}
}

// Line takes them out of a letter that is still to be written; nil when nothing is left of it.
func (w *Person) Line(line []byte) []byte {
	out, did, _, err := w.scrub(line)
	if err != nil || did {
		return nil
	}
	w.Left.Note(out)
	return out
}

// MayBeIn reports whether they may stand in what was seen.
func (w *Person) MayBeIn(s *bloomFilter) bool {
	return s.mayHave(w.id) || slices.ContainsFunc(w.names, s.mayHave)
}

// Judge says what is left of a value.
func (w *Person) Judge(v Value) (is Verdict, err error) {
	switch v.Bucket {
	case Rows:
		is, err = w.judgeRow(v)
	case Before:
		is, err = w.judgePast(v)
	case Ledger, Audit:
		is, err = w.judgeTurn(v)
	case Cassettes:
		is, err = w.judgeCassette(v)
	default:
		_, did, edited, err2 := w.scrub(v.Text)
		is, err = Verdict{Drop: did || edited}, err2
	}
	if err != nil || is.Drop {
		return is, err
	}
	text := v.Text
	if is.Put != nil {
		if text, err = json.Marshal(is.Put); err != nil {
			return is, unwritten(err)
		}
	}
	w.Left.Note(text)
	return is, nil
}

func (w *Person) judgeRow(v Value) (Verdict, error) {
	var r memory.Row
	if err := readText(v.Text, &r); err != nil {
		return Verdict{}, err
	}
	kept, ok := w.without(v.Mind, r)
	switch {
	case !ok:
		return Verdict{Drop: true}, nil
	case kept.Text != r.Text:
		return Verdict{Put: kept}, nil
	}
	return Verdict{}, nil
}

func (w *Person) without(mind string, r memory.Row) (memory.Row, bool) {
	kept, ok := r.Without(w.id, w.names, func(id uint64) bool { return w.gone[row{mind, id}] })
	if !ok {
		w.gone[row{mind, r.ID}] = true
	}
	return kept, ok
}

// judgePast takes them out of what a batch took the place of: what is undone brings nobody back.
func (w *Person) judgePast(v Value) (Verdict, error) {
	var p Past
	if err := readText(v.Text, &p); err != nil {
		return Verdict{}, err
	}
	isEdited := false
	for i, was := range p.Rows {
		if was.Row == nil {
			continue
		}
		kept, ok := w.without(p.Mind, *was.Row)
		isEdited = isEdited || !ok || kept.Text != was.Row.Text
		if p.Rows[i].Row = &kept; !ok {
			p.Rows[i].Row = nil
		}
	}
	if p.Working != nil {
		text, err := json.Marshal(p.Working)
		if err != nil {
			return Verdict{}, unwritten(err)
		}
		_, did, edited, err := w.scrub(text)
		if err != nil {
			return Verdict{}, err
		}
		if did || edited {
			p.Working, isEdited = nil, true
		}
	}
	if isEdited {
		return Verdict{Put: p}, nil
	}
	return Verdict{}, nil
}

// judgeTurn empties the entries that the person has a part in, and takes their names out of the others. The entries
// stay, so that nobody looks for them.
func (w *Person) judgeTurn(v Value) (Verdict, error) {
	var t Turn
	if err := readText(v.Text, &t); err != nil || t.Turn == nil {
		return Verdict{}, err
	}
	text, did, edited, err := w.scrub(t.Turn)
	switch {
	case err != nil:
		return Verdict{}, err
	case did || t.Mind == w.id:
		return Verdict{Put: Turn{Seq: t.Seq, Mind: t.Mind, Edited: true, Why: WhyForgotten}}, nil
	case edited:
		return Verdict{Put: Turn{Seq: t.Seq, Mind: t.Mind, Turn: text, Edited: true, Why: WhyForgotten}}, nil
	}
	return Verdict{}, nil
}

func (w *Person) judgeCassette(v Value) (Verdict, error) {
	var c Tape
	if err := readText(v.Text, &c); err != nil {
		return Verdict{}, err
	}
	return Verdict{Drop: slices.Contains(c.People, w.id) || w.isIn(c.Body)}, nil
}

// isIn reports whether a text, JSON or not, has the id or one of the names.
func (w *Person) isIn(text string) bool {
	if _, did, edited, err := w.scrub([]byte(text)); err == nil {
		return did || edited
	}
	return hasWord(text, w.id) || memory.Redact(text, w.names) != text
}

// scrub takes the names out of the strings of a JSON text. did says that the person's id stands in one.
func (w *Person) scrub(text []byte) (out []byte, did, edited bool, err error) {
	if !w.mayBeIn(text) {
		return text, false, false, nil
	}
	v, err := parse(text)
	if err != nil {
		return nil, false, false, err
	}
	v = eachString(v, func(s string) string {
		did = did || hasWord(s, w.id)
		kept := memory.Redact(s, w.names)
		edited = edited || kept != s
		return kept
	})
	out, err = json.Marshal(v)
	return out, did, edited, unwritten(err)
}

// mayBeIn is a quick look whether a JSON text can have the id or one of the names. Letters that are written as figures
// are not read here.
func (w *Person) mayBeIn(text []byte) bool {
	if bytes.Contains(text, []byte(`\u`)) {
		return true
	}
	low := bytes.ToLower(text)
	return slices.ContainsFunc(append([]string{w.id}, w.names...), func(name string) bool {
		return name != "" && bytes.Contains(low, []byte(strings.ToLower(name)))
	})
}

// hasWord reports whether an id stands in a text as a word of its own.
func hasWord(text, id string) bool {
	for rest := text; ; {
		i := strings.Index(rest, id)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:i])
		after, _ := utf8.DecodeRuneInString(rest[i+len(id):])
		if !isOfID(before) && !isOfID(after) {
			return true
		}
		rest = rest[i+len(id):]
	}
}

func isOfID(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
}
