package bots

// Chance is a source of chance that a seed repeats: 8 bytes, good enough for choosing what a bot does, and for nothing
// else (splitmix64, Steele, Lea and Flood 2014). It is not safe for concurrent use.
type Chance uint64

// NewChance returns the stream of a seed with a number; streams of one seed differ.
func NewChance(seed, stream uint64) *Chance {
	c := Chance(seed)
	c = Chance(c.next() + stream)
	return &c
}

// Below returns a number from 0 to n-1; n must be above 0.
func (c *Chance) Below(n int) int {
	return int(c.next()>>1) % n // without its highest bit it is an int
}

func (c *Chance) next() uint64 {
	*c += 0x9e3779b97f4a7c15
	z := uint64(*c)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
