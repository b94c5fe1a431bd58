// Package memory is what a mind remembers.
package memory

import "github.com/mudlark-mud/mudlark/world"

// Kind says where a memory comes from, and so what it is worth as evidence.
type Kind string

// The kinds of memories.
const (
	Event      Kind = "event"      // perceived
	Claim      Kind = "claim"      // what somebody said of themselves or the world: theirs, and no fact
	Gossip     Kind = "gossip"     // what somebody said of another
	Reflection Kind = "reflection" // what several others come to
	Lore       Kind = "lore"       // known all along
	Promise    Kind = "promise"    // given or received
	Given      Kind = "given"      // put there when the mind was made
)

// Row is one memory.
type Row struct {
	ID         uint64     `json:"id"`
	Seq        uint64     `json:"seq,omitempty"` // of the world's record that it comes from
	At         world.Time `json:"at"`
	Used       world.Time `json:"used"` // when it was recalled last
	Kind       Kind       `json:"kind"`
	Text       string     `json:"text"`
	Who        []string   `json:"who,omitempty"`    // ids of those it is about
	Source     string     `json:"source,omitempty"` // whose words; "" when it was perceived
	Only       string     `json:"only,omitempty"`   // told in confidence by this person: recalled for nobody else
	Importance int        `json:"importance"`       // 0 to 10
	Count      int        `json:"count,omitempty"`  // how many near-duplicates it stands for, beyond itself
	Of         []uint64   `json:"of,omitempty"`     // the memories that a reflection rests on
}

// Change is what became of one memory: kept as in Put, or gone.
type Change struct {
	Put  *Row
	Drop uint64
}
