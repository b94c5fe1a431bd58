package journal

import (
	"encoding/binary"
	"reflect"

	"github.com/mudlark-mud/mudlark/world"
)

// EncodeByCodec is Encode by the general encoder alone: what Encode must equal, byte for byte.
func EncodeByCodec(r *world.Record) ([]byte, error) {
	w := wireRecord{
		Seq: r.Seq, At: r.At, Rules: r.Rules, Actor: r.Actor, Via: r.Via, Kind: reflect.TypeOf(r.Action).Name(),
		Notices: make([]wireNotice, len(r.Notices)),
	}
	var err error
	if w.Action, err = codec.enc.Marshal(r.Action); err != nil {
		return nil, err
	}
	for i, n := range r.Notices {
		o := wireNotice{Kind: reflect.TypeOf(n.Event).Name(), Room: n.Room, Captions: n.Captions}
		if o.Event, err = codec.enc.Marshal(n.Event); err != nil {
			return nil, err
		}
		for _, g := range n.To {
			steps, last := []byte{}, uint32(0)
			for _, num := range g.Who {
				steps = binary.AppendUvarint(steps, uint64(num-last))
				last = num
			}
			o.To = append(o.To, wireGroup{Sense: g.Sense, Who: steps})
		}
		w.Notices[i] = o
	}
	return codec.enc.Marshal(&w)
}
