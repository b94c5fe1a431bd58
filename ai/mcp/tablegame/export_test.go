package tablegame

// Deaf opens a stream that nobody reads, and returns a function that says whether it was cut.
func (d *Server) Deaf() func() bool {
	r := d.feed.join()
	return func() bool {
		d.feed.mu.Lock()
		defer d.feed.mu.Unlock()
		return r.why == reasonSlow
	}
}
