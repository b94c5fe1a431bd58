package store

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/ai/memory"
)

// How words are known again where the record they come from does not stand: by so many of their first letters, unless
// they are so few that anybody may have said them.
const (
	probeRunes = 60
	probeLeast = 8
	probesMost = 1000
)

// words are what is to be erased.
type words struct {
	seqs     map[uint64]bool
	gone     map[row]bool
	probes   []string
	tapes    map[string]bool // keys of answers to what held the words, in hex
	isSecond bool            // all was shown once
}

// erasing returns a judge who takes the words of records out. Everything is shown to them twice.
func erasing(seqs []uint64) *words {
	e := &words{gone: map[row]bool{}, seqs: map[uint64]bool{}, tapes: map[string]bool{}}
	for _, seq := range seqs {
		e.seqs[seq] = true
	}
	return e
}

// judge says what is left of a value. What holds the records tells the words; the second time, they are looked for
// everywhere.
func (e *words) judge(v value) (verdict, error) {
	switch v.bucket {
	case bucketRows:
		var r memory.Row
		if err := readText(v.text, &r); err != nil {
			return verdict{}, err
		}
		return verdict{drop: e.isGone(v.mind, &r)}, nil
	case bucketPast:
		return e.judgePast(v)
	case bucketLedger, bucketAudit:
		var t turn
		if err := readText(v.text, &t); err != nil || t.Turn == nil {
			return verdict{}, err
		}
		has, err := e.holds(t.Turn)
		if !has || err != nil {
			return verdict{}, err
		}
		e.answers(string(t.Turn))
		return verdict{instead: turn{Seq: t.Seq, Mind: t.Mind, Edited: true, Why: WhyErased}}, nil
	case bucketCassettes:
		var c tape
		if err := readText(v.text, &c); err != nil {
			return verdict{}, err
		}
		has := e.tapes[hex.EncodeToString(c.Key)]
		if !has {
			has, _ = e.holds([]byte(c.Body)) // what is no JSON has no words
		}
		return verdict{drop: has}, nil
	}
	has, err := e.holds(v.text)
	return verdict{drop: has}, err
}

// isGone reports whether a memory is of one of the records, or rests on one that is.
func (e *words) isGone(mind string, r *memory.Row) bool {
	gone := e.seqs[r.Seq] || slices.ContainsFunc(r.Of, func(id uint64) bool { return e.gone[row{mind, id}] })
	if gone {
		e.gone[row{mind, r.ID}] = true
		e.probe(r.Text)
	}
	return gone
}

func (e *words) judgePast(v value) (verdict, error) {
	var p past
	if err := readText(v.text, &p); err != nil {
		return verdict{}, err
	}
	isEdited := false
	for i, was := range p.Rows {
		if was.Row != nil && e.isGone(p.Mind, was.Row) {
			p.Rows[i].Row, isEdited = nil, true
		}
	}
	if p.Working != nil {
		text, err := json.Marshal(p.Working)
		if err != nil {
			return verdict{}, unwritten(err)
		}
		if has, err := e.holds(text); err != nil {
			return verdict{}, err
		} else if has {
			p.Working, isEdited = nil, true
		}
	}
	if isEdited {
		return verdict{instead: p}, nil
	}
	return verdict{}, nil
}

// line drops a letter that holds the words.
func (e *words) line(line []byte) []byte {
	if has, err := e.holds(line); err != nil || has {
		return nil
	}
	return line
}

// holds reports whether a JSON text has something of one of the records, or words that are known from them. What it has
// of a record tells the words.
func (e *words) holds(text []byte) (bool, error) {
	v, err := parse(text)
	if err != nil {
		return false, err
	}
	has := e.learn(v)
	if e.isSecond && !has {
		eachString(v, func(s string) string {
			has = has || slices.ContainsFunc(e.probes, func(probe string) bool { return strings.Contains(s, probe) })
			return s
		})
	}
	return has, nil
}

// learn looks for what is of one of the records: what has its number as its seq, or among its seqs.
func (e *words) learn(v any) (has bool) {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			has = e.learn(one) || has
		}
	case map[string]any:
		if e.isOf(v) {
			eachString(v, func(s string) string { e.probe(s); return s })
			return true
		}
		for _, one := range v { // each by itself
			has = e.learn(one) || has
		}
	}
	return has
}

func (e *words) isOf(v map[string]any) bool {
	is := func(v any) bool {
		n, ok := v.(json.Number)
		if !ok {
			return false
		}
		seq, err := strconv.ParseUint(n.String(), 10, 64)
		return err == nil && e.seqs[seq]
	}
	all, _ := v["seqs"].([]any)
	if slices.ContainsFunc(all, is) {
		return true
	}
	_, isBatch := v["mind"] // a batch says how far it speaks of the world, not of what
	return is(v["seq"]) && !isBatch
}

// probe keeps how a text begins, and what is quoted in it.
func (e *words) probe(text string) {
	quoted := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\"“”", r) })
	for _, part := range append(quoted, text) {
		if part = strings.TrimSpace(part); utf8.RuneCountInString(part) > probeRunes {
			part = string([]rune(part)[:probeRunes])
		}
		if utf8.RuneCountInString(part) >= probeLeast && strings.Contains(part, " ") && !isFrame(part) &&
			len(e.probes) < probesMost && !slices.Contains(e.probes, part) {
			e.probes = append(e.probes, part)
		}
	}
}

// isFrame reports whether a part of a text only says who speaks: Ann says,
func isFrame(part string) bool {
	const most = 5 // words
	return strings.HasSuffix(part, ",") && len(strings.Fields(part)) <= most
}

// answers notes the cassettes that a step names.
func (e *words) answers(text string) {
	const length = 64 // of a key in hex
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !isOfID(r) }) {
		if len(word) == length {
			e.tapes[word] = true
		}
	}
}
