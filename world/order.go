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

// Picked returns the keys of those that pass, in order: quicker than [Ordered] where few do.
func Picked[K cmp.Ordered, V any](m map[K]V, pass func(K, V) bool) []K {
	var out []K
	for k, v := range m {
		if pass(k, v) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// anyhow walks a map in no order, which is quicker: only for what comes out the same in any, such as lists that are
// sorted afterwards.
func anyhow[K comparable, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for k, v := range m {
			if !yield(k, v) {
				return
			}
		}
	}
}
