package world

import "slices"

// KeySum is a short digest, of an idempotency key or of all that was asked under it. What the digest is made of is the
// door's business; the world only compares.
type KeySum string

// Limits of keys.
const (
	KeysMost       = 256         // remembered for each grant, the newest
	KeyAge         = 10 * Minute // for so long
	keySumBytesMax = 32
)

// KeptKey is a key under which an agent did something, so that a client which lost the answer can ask again without
// acting twice, also after a restart.
type KeptKey struct {
	Key  KeySum `json:"k"`
	Sum  KeySum `json:"s"`
	From uint64 `json:"f"` // the first record that was made under it
	To   uint64 `json:"t"` // and the last
	At   Time   `json:"a"` // of the last
}

// KeyKept says that the deed of this record was done under a key. It is the last event of its record.
type KeyKept struct {
	Grant GrantID `json:"grant"`
	Key   KeySum  `json:"key" words:"fixed"`
	Sum   KeySum  `json:"sum" words:"fixed"`
	Seq   uint64  `json:"seq"`
	At    Time    `json:"at"`
	Drop  int     `json:"drop,omitempty"` // so many of the oldest keys are let go
}

// keyed refuses a key that cannot be kept.
func (t *Turn) keyed() *Refusal {
	v := t.in.Via
	switch {
	case v.Key == "" && v.Sum == "":
		return nil
	case v.Kind != ViaGrant, v.Key == "", v.Sum == "", len(v.Key) > keySumBytesMax, len(v.Sum) > keySumBytesMax:
		return refuse(CodeBadValue, "That key cannot be kept.")
	}
	return nil
}

// keep remembers the key of a deed that was done. Several records of one deed share it.
func (t *Turn) keep() {
	v := t.in.Via
	g := t.s.Grants[v.Grant]
	if v.Key == "" || g == nil { // revoking the grant that it came by lets its keys go
		return
	}
	drop, isThere := 0, g.keyAt(v.Key) >= 0
	for drop < len(g.Keys) && g.Keys[drop].Key != v.Key &&
		(t.now-g.Keys[drop].At > KeyAge || !isThere && len(g.Keys)-drop >= KeysMost) {
		drop++
	}
	t.emit(KeyKept{Grant: v.Grant, Key: v.Key, Sum: v.Sum, Seq: t.seq, At: t.now, Drop: drop})
}

func (g *Grant) keyAt(key KeySum) int {
	return slices.IndexFunc(g.Keys, func(k KeptKey) bool { return k.Key == key })
}

// KeyOf returns what was done under a key of a grant within the last [KeyAge], and whether anything was.
func (s *State) KeyOf(grant GrantID, key KeySum, now Time) (KeptKey, bool) {
	g := s.Grants[grant]
	if g == nil {
		return KeptKey{}, false
	}
	i := g.keyAt(key)
	if i < 0 || now-g.Keys[i].At > KeyAge {
		return KeptKey{}, false
	}
	return g.Keys[i], true
}

func (e KeyKept) fold(s *State) {
	g := s.Grants[e.Grant]
	kept := KeptKey{Key: e.Key, Sum: e.Sum, From: e.Seq, To: e.Seq, At: e.At}
	list := slices.Clone(g.Keys[e.Drop:])
	if i := slices.IndexFunc(list, func(k KeptKey) bool { return k.Key == e.Key }); i >= 0 {
		if list[i].Sum == e.Sum {
			kept.From = list[i].From
		}
		list = slices.Delete(list, i, i+1)
	}
	g.Keys = append(list, kept)
	s.touch(kindGrant, string(e.Grant))
}

func (KeyKept) scene(*State) scene { return scene{} }

func (KeyKept) traits() Traits { return Traits{} }
