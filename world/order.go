package world

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// Ordered walks a map in the order of its keys: the only way in which this module walks a map whose order can be seen.
func Ordered[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			if !yield(k, m[k]) {
				return
			}
		}
	}
}
