package search

import "cmp"

// Places counts what an index holds, the dead included.
func Places[ID cmp.Ordered](x *Index[ID]) int { return len(x.ids) }
