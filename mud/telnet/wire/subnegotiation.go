package wire

const (
	se  byte = 240
	sb  byte = 250
	iac byte = 255

	collectorKeepBytes = 512 // a buffer of more capacity is let go after use
)

// AppendSubnegotiation appends a subnegotiation with its payload, which may come in parts.
func AppendSubnegotiation[T string | []byte](dst []byte, option byte, parts ...T) []byte {
	dst = append(dst, iac, sb, option)
	for _, part := range parts {
		for i := range len(part) {
			if part[i] == iac {
				dst = append(dst, iac)
			}
			dst = append(dst, part[i])
		}
	}
	return append(dst, iac, se)
}

// CollectorResult says what a byte was to a subnegotiation.
type CollectorResult uint8

// The results.
const (
	// CollectorMore: it goes on.
	CollectorMore CollectorResult = iota
	// CollectorDone: it has ended.
	CollectorDone
	// CollectorLost: it has ended too, but its SE was lost, and the byte is that of a command of its own.
	CollectorLost
)

// Collector collects one subnegotiation after the other. Its user says for each option how many bytes are kept; a
// longer payload is dropped whole, because half a message is no message. The zero value stands behind an IAC SB.
type Collector struct {
	buf   []byte
	total int  // bytes of payload seen, kept or not
	most  int  // bytes kept
	code  byte // the option
	named bool // code has come
	iac   bool // the last byte was an IAC
}

// Open begins behind an IAC SB.
func (c *Collector) Open() { *c = Collector{buf: c.buf[:0]} }

// Release lets the payload go, and its memory if that is large.
func (c *Collector) Release() {
	c.buf = c.buf[:0]
	if cap(c.buf) > collectorKeepBytes {
		c.buf = nil
	}
}

// Total is how many bytes of payload have come, kept or not.
func (c *Collector) Total() int { return c.total }

// Option is the option, and whether there is one: IAC SB IAC SE names none.
func (c *Collector) Option() (code byte, ok bool) { return c.code, c.named }

// Payload is what was kept, until Open or Release; ok is false where it was longer than what was to be kept of it.
func (c *Collector) Payload() (p []byte, ok bool) { return c.buf, c.total <= c.most }

// Take takes one byte. The first time it asks how many bytes of that option's payload are to be kept. A lone SE within
// the payload is data, and so is IAC IAC.
func (c *Collector) Take(b byte, keep func(option byte) int) CollectorResult {
	if c.iac {
		c.iac = false
		switch b {
		case se:
			return CollectorDone
		case iac: // data
		default:
			return CollectorLost
		}
	} else if b == iac {
		c.iac = true
		return CollectorMore
	}
	if !c.named {
		c.named, c.code = true, b
		c.most = keep(b)
		return CollectorMore
	}
	c.total++
	switch {
	case c.total <= c.most:
		c.buf = append(c.buf, b)
	case c.total == c.most+1:
		c.Release()
	}
	return CollectorMore
}
