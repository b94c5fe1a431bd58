package automap

// Bound makes an Atlas smaller than BytesMax, for a test.
func (a *Atlas) Bound(bytes int) { a.sizeMax = bytes }

// Size is what BytesMax bounds, and the same counted anew.
func (a *Atlas) Size() (kept, counted int) {
	for _, r := range a.rooms {
		counted += r.size()
	}
	return a.size, counted
}
