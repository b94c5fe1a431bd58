package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/fxamacker/cbor/v2"

	"github.com/mudlark-mud/mudlark/world"
)

// The codec turns world records and rows into deterministic CBOR (RFC 8949, 4.2.1) and back. Kinds of actions and
// events are named by their Go type names; an unknown kind, an unknown field or a duplicate key is an error, never
// skipped.

// codec holds the modes and the tables of kinds.
var codec = newCodec() //nolint:gochecknoglobals // immutable: made once

type kinds struct {
	enc     cbor.UserBufferEncMode
	dec     cbor.DecMode
	actions map[string]reflect.Type
	events  map[string]reflect.Type
}

const (
	nestedLevelsMax = 32
	arrayItemsMax   = 1 << 24
)

func newCodec() kinds {
	eo := cbor.CoreDetEncOptions()
	enc, err := eo.UserBufferEncMode()
	if err != nil {
		panic(err) // the options are constants
	}
	dec, err := cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
		MaxNestedLevels: nestedLevelsMax, MaxArrayElements: arrayItemsMax, MaxMapPairs: arrayItemsMax,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	k := kinds{enc: enc, dec: dec, actions: map[string]reflect.Type{}, events: map[string]reflect.Type{}}
	for _, a := range world.ActionKinds() {
		t := reflect.TypeOf(a)
		k.actions[t.Name()] = t
	}
	for _, e := range world.EventKinds() {
		t := reflect.TypeOf(e)
		k.events[t.Name()] = t
	}
	return k
}

// What is written has numbers for names: short, and open to a number that an older record does not have.
type wireRecord struct {
	Seq     uint64          `cbor:"1,keyasint"`
	At      world.Time      `cbor:"2,keyasint,omitempty"`
	Rules   int             `cbor:"3,keyasint"`
	Actor   world.ActorID   `cbor:"4,keyasint,omitempty"`
	Via     world.Via       `cbor:"5,keyasint"`
	Kind    string          `cbor:"6,keyasint"`
	Action  cbor.RawMessage `cbor:"7,keyasint"`
	Notices []wireNotice    `cbor:"8,keyasint"`
}

type wireNotice struct {
	Kind     string          `cbor:"1,keyasint"`
	Event    cbor.RawMessage `cbor:"2,keyasint"`
	Room     world.RoomID    `cbor:"3,keyasint,omitempty"`
	Captions []world.Caption `cbor:"4,keyasint,omitempty"`
	To       []wireGroup     `cbor:"5,keyasint,omitempty"`
}

// wireGroup is a group with its numbers as the steps between them, each a varint: a shout to five hundred is five
// hundred bytes.
type wireGroup struct {
	Sense world.Sense `cbor:"1,keyasint"`
	Who   []byte      `cbor:"2,keyasint"`
}

// errGroups says that the numbers of those who perceived an event are not such as were ever written.
var errGroups = errors.New("who perceived it cannot be read")

func unpackGroups(groups []wireGroup) ([]world.Group, error) {
	if len(groups) == 0 {
		return nil, nil
	}
	out := make([]world.Group, len(groups))
	for i, g := range groups {
		who, last := make([]uint32, 0, len(g.Who)), uint64(0)
		for steps := g.Who; len(steps) > 0; {
			step, n := binary.Uvarint(steps)
			if n <= 0 || step == 0 || step > math.MaxUint32-last || n > 1 && steps[n-1] == 0 {
				return nil, errGroups
			}
			steps = steps[n:]
			last += step
			who = append(who, uint32(last))
		}
		out[i] = world.Group{Sense: g.Sense, Who: who}
	}
	return out, nil
}

// Decode turns kept bytes into a world record.
func Decode(b []byte) (*world.Record, error) {
	var w wireRecord
	if err := codec.dec.Unmarshal(b, &w); err != nil {
		return nil, fmt.Errorf("decode record: %w", err)
	}
	return w.record()
}

// Perceivers returns the numbers of all who perceived anything of a record, in order. It costs a part of what Decode
// does: no action and no event is decoded, of which one may hold a whole world pack.
func Perceivers(b []byte) ([]uint32, error) {
	var w wireRecord
	if err := codec.dec.Unmarshal(b, &w); err != nil {
		return nil, fmt.Errorf("decode record: %w", err)
	}
	var out []uint32
	for i, n := range w.Notices {
		to, err := unpackGroups(n.To)
		if err != nil {
			return nil, fmt.Errorf("record %d: event %d: %w", w.Seq, i, err)
		}
		for _, g := range to {
			out = append(out, g.Who...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func (w *wireRecord) record() (*world.Record, error) {
	r := &world.Record{Seq: w.Seq, At: w.At, Rules: w.Rules, Actor: w.Actor, Via: w.Via}
	action, err := codec.value(codec.actions, w.Kind, w.Action)
	if err != nil {
		return nil, fmt.Errorf("record %d: action: %w", w.Seq, err)
	}
	r.Action, _ = action.(world.Action)
	r.Notices = make([]world.Notice, len(w.Notices))
	for i, n := range w.Notices {
		event, err := codec.value(codec.events, n.Kind, n.Event)
		if err != nil {
			return nil, fmt.Errorf("record %d: event %d: %w", w.Seq, i, err)
		}
		to, err := unpackGroups(n.To)
		if err != nil {
			return nil, fmt.Errorf("record %d: event %d: %w", w.Seq, i, err)
		}
		ev, _ := event.(world.Event)
		r.Notices[i] = world.Notice{
			Seq: w.Seq, N: i, At: w.At, Event: ev, Room: n.Room, Captions: n.Captions, To: to, Rules: w.Rules,
		}
	}
	return r, nil
}

func (k kinds) value(table map[string]reflect.Type, kind string, b []byte) (any, error) {
	t, ok := table[kind]
	if !ok {
		return nil, fmt.Errorf("unknown kind %q: this record was written by another release", kind)
	}
	v := reflect.New(t)
	if err := k.dec.Unmarshal(b, v.Interface()); err != nil {
		return nil, fmt.Errorf("decode %s: %w", kind, err)
	}
	return v.Elem().Interface(), nil
}

// EncodeRow turns an entity of the state into the bytes of a cut's row; nil stays nil, which means gone.
func EncodeRow(entity any) ([]byte, error) {
	if entity == nil {
		return nil, nil
	}
	return codec.enc.Marshal(entity)
}

// CutOf encodes the entities under keys as a cut of the state as it is now.
func CutOf(s *world.State, keys []world.Key) (*Cut, error) {
	cut := &Cut{Seq: s.Seq, Rows: make([]Row, len(keys))}
	for i, k := range keys {
		b, err := EncodeRow(s.Row(k))
		if err != nil {
			return nil, fmt.Errorf("encode row %s: %w", k, err)
		}
		cut.Rows[i] = Row{Key: k.String(), Value: b}
	}
	return cut, nil
}

// LoadRow puts one row of a cut into the state.
func LoadRow(s *world.State, key string, value []byte) error {
	e, err := decodeRow(Row{Key: key, Value: value})
	if err != nil {
		return err
	}
	s.PutRow(e)
	return nil
}

func decodeRow(r Row) (world.Entity, error) {
	e, err := world.ReadRow(r.Key, func(v any) error { return codec.dec.Unmarshal(r.Value, v) })
	if err != nil {
		return e, fmt.Errorf("row %s: %w", r.Key, err)
	}
	return e, nil
}
