package tablegame

// Behind opens a stream that reads nothing until the returned function is called, which returns all states that then
// wait for it.
func (d *Server) Behind() func() []string {
	r := d.feed.join()
	return func() []string {
		d.feed.leave(r)
		var out []string
		for {
			select {
			case now := <-r.newest:
				out = append(out, string(now.state))
			default:
				return out
			}
		}
	}
}
