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

// person is who is to be forgotten.
type person struct {
	id    string
	names []string
	gone  map[row]bool
	left  *bloomFilter // of all that is left
}

// forgetting returns a judge who takes a person out, called by names.
func forgetting(id string, names []string) *person {
	return &person{id: id, names: names, gone: map[row]bool{}, left: &bloomFilter{}}
}

// line takes them out of a letter that is still to be written; nil when nothing is left of it.
func (w *person) line(line []byte) []byte {
	out, did, _, err := w.scrub(line)
	if err != nil || did {
		return nil
	}
	w.left.note(out)
	return out
}

// mayBeNoted reports whether they may stand in what was seen.
func (w *person) mayBeNoted(s *bloomFilter) bool {
	return s.mayHave(w.id) || slices.ContainsFunc(w.names, s.mayHave)
}

// judge says what is left of a value.
func (w *person) judge(v value) (is verdict, err error) {
	switch v.bucket {
	case bucketRows:
		is, err = w.judgeRow(v)
	case bucketPast:
		is, err = w.judgePast(v)
	case bucketLedger, bucketAudit:
		is, err = w.judgeTurn(v)
	case bucketCassettes:
		is, err = w.judgeCassette(v)
	default:
		_, did, edited, err2 := w.scrub(v.text)
		is, err = verdict{drop: did || edited}, err2
	}
	if err != nil || is.drop {
		return is, err
	}
	text := v.text
	if is.instead != nil {
		if text, err = json.Marshal(is.instead); err != nil {
			return is, unwritten(err)
		}
	}
	w.left.note(text)
	return is, nil
}

func (w *person) judgeRow(v value) (verdict, error) {
	var r memory.Row
	if err := readText(v.text, &r); err != nil {
		return verdict{}, err
	}
	kept, ok := w.without(v.mind, r)
	switch {
	case !ok:
		return verdict{drop: true}, nil
	case kept.Text != r.Text:
		return verdict{instead: kept}, nil
	}
	return verdict{}, nil
}

func (w *person) without(mind string, r memory.Row) (memory.Row, bool) {
	kept, ok := r.Without(w.id, w.names, func(id uint64) bool { return w.gone[row{mind, id}] })
	if !ok {
		w.gone[row{mind, r.ID}] = true
	}
	return kept, ok
}

// judgePast takes them out of what a batch took the place of: what is undone brings nobody back.
func (w *person) judgePast(v value) (verdict, error) {
	var p past
	if err := readText(v.text, &p); err != nil {
		return verdict{}, err
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
			return verdict{}, unwritten(err)
		}
		_, did, edited, err := w.scrub(text)
		if err != nil {
			return verdict{}, err
		}
		if did || edited {
			p.Working, isEdited = nil, true
		}
	}
	if isEdited {
		return verdict{instead: p}, nil
	}
	return verdict{}, nil
}

// judgeTurn empties the entries that the person has a part in, and takes their names out of the others. The entries
// stay, so that nobody looks for them.
func (w *person) judgeTurn(v value) (verdict, error) {
	var t turn
	if err := readText(v.text, &t); err != nil || t.Turn == nil {
		return verdict{}, err
	}
	text, did, edited, err := w.scrub(t.Turn)
	switch {
	case err != nil:
		return verdict{}, err
	case did || t.Mind == w.id:
		return verdict{instead: turn{Seq: t.Seq, Mind: t.Mind, Edited: true, Why: WhyForgotten}}, nil
	case edited:
		return verdict{instead: turn{Seq: t.Seq, Mind: t.Mind, Turn: text, Edited: true, Why: WhyForgotten}}, nil
	}
	return verdict{}, nil
}

func (w *person) judgeCassette(v value) (verdict, error) {
	var c tape
	if err := readText(v.text, &c); err != nil {
		return verdict{}, err
	}
	return verdict{drop: slices.Contains(c.People, w.id) || w.isIn(c.Body)}, nil
}

// isIn reports whether a text, JSON or not, has the id or one of the names.
func (w *person) isIn(text string) bool {
	if _, did, edited, err := w.scrub([]byte(text)); err == nil {
		return did || edited
	}
	return hasWord(text, w.id) || memory.Redact(text, w.names) != text
}

// scrub takes the names out of the strings of a JSON text. did says that the person's id stands in one.
func (w *person) scrub(text []byte) (out []byte, did, edited bool, err error) {
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
func (w *person) mayBeIn(text []byte) bool {
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
