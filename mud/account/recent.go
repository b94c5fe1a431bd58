package account

// recent is a map that forgets: when the young half is full it becomes the old half and the old half goes. What is
// looked up moves to the young half, so an entry outlives at least rowsMax others, every step costs the same, and
// memory is bounded whoever fills it.
type recent[K comparable, V any] struct {
	young, old map[K]*V
	rowsMax    int
}

// at gives the entry for k, made when absent. It stays valid until the lock is let go.
func (r *recent[K, V]) at(k K) *V {
	if v := r.young[k]; v != nil {
		return v
	}
	v := r.old[k]
	if v == nil {
		v = new(V)
	}
	delete(r.old, k)
	if len(r.young) >= r.rowsMax || r.young == nil {
		r.young, r.old = make(map[K]*V), r.young
	}
	r.young[k] = v
	return v
}

// peek looks without making an entry.
func (r *recent[K, V]) peek(k K) (V, bool) {
	v := r.young[k]
	if v == nil {
		v = r.old[k]
	}
	if v == nil {
		var none V
		return none, false
	}
	return *v, true
}

func (r *recent[K, V]) len() int { return len(r.young) + len(r.old) }
