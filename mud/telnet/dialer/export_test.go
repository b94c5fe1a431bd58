package dialer

// Inflater is what decompresses; it is tested by itself, since its input comes cut at any byte.
type Inflater = inflater

// NewInflater makes one.
func NewInflater(ratio int) *Inflater { return newInflater(ratio) }

// InflateFreeBytes is what it may give before its ratio counts.
const InflateFreeBytes = inflateFreeBytes

// What may be wrong with a stream.
var (
	ErrInflateHeader = errInflateHeader
	ErrInflateBlock  = errInflateBlock
	ErrInflateSum    = errInflateSum
	ErrInflateBomb   = errInflateBomb
)
