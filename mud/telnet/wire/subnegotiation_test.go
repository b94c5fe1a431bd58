package wire_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

const most = 100

func keep(byte) int { return most }

// collect takes what stands behind IAC SB and returns what came of it.
func collect(c *wire.Collector, in string) (r wire.CollectorResult, taken int) {
	c.Open()
	for i := range len(in) {
		if r = c.Take(in[i], keep); r != wire.CollectorMore {
			return r, i + 1
		}
	}
	return r, len(in)
}

func TestCollector(t *testing.T) {
	longest := strings.Repeat("x", most)
	for name, tt := range map[string]struct {
		in      string
		result  wire.CollectorResult
		taken   int
		named   bool
		option  byte
		payload string
		whole   bool
	}{
		"empty-sb":            {"\xff\xf0x", wire.CollectorDone, 2, false, 0, "", true},
		"sb-no-payload":       {"\x18\xff\xf0x", wire.CollectorDone, 3, true, 24, "", true},
		"payload":             {"\x18abc\xff\xf0", wire.CollectorDone, 6, true, 24, "abc", true},
		"255 doubled":         {"\x18a\xff\xff\xff\xf0", wire.CollectorDone, 6, true, 24, "a\xff", true},
		"option 255":          {"\xff\xffa\xff\xf0", wire.CollectorDone, 5, true, 255, "a", true},
		"0xF0 inside SB":      {"\x18\xf0\xf0\xff\xf0", wire.CollectorDone, 5, true, 24, "\xf0\xf0", true},
		"lost SE":             {"\x18ab\xff\xfd", wire.CollectorLost, 5, true, 24, "ab", true},
		"lost SE at once":     {"\xff\xfa", wire.CollectorLost, 2, false, 0, "", true},
		"goes on":             {"\x18ab\xff", wire.CollectorMore, 4, true, 24, "ab", true},
		"as long as can be":   {"\x18" + longest + "\xff\xf0", wire.CollectorDone, 103, true, 24, longest, true},
		"longer than is kept": {"\x18" + longest + "x\xff\xf0", wire.CollectorDone, 104, true, 24, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			var c wire.Collector
			collect(&c, "\x01leftovers of another\xff\xf0")
			r, taken := collect(&c, tt.in)
			option, named := c.Option()
			p, whole := c.Payload()
			if r != tt.result || taken != tt.taken || named != tt.named || option != tt.option {
				t.Errorf("got %d after %d, option %d %t", r, taken, option, named)
			}
			if string(p) != tt.payload || whole != tt.whole {
				t.Errorf("got %q %t, want %q %t", p, whole, tt.payload, tt.whole)
			}
		})
	}
}

func TestWhatIsAppendedIsCollected(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		option := rapid.Byte().Draw(r, "option")
		payload := string(rapid.SliceOfN(rapid.Byte(), 0, most).Draw(r, "payload"))
		cut := rapid.IntRange(0, len(payload)).Draw(r, "cut")
		sent := wire.AppendSubnegotiation(nil, option, payload[:cut], payload[cut:])
		if option == 255 { // its name is doubled too
			sent = append([]byte{255, 250, 255}, sent[2:]...)
		}
		var c wire.Collector
		result, taken := collect(&c, string(sent[2:]))
		got, whole := c.Payload()
		code, named := c.Option()
		isDone := result == wire.CollectorDone && taken == len(sent)-2
		if !isDone || !whole || string(got) != payload || code != option || !named {
			r.Errorf("%q became %d %q, option %d", payload, result, got, code)
		}
	})
}

func TestTooMuchIsNotKept(t *testing.T) {
	var c wire.Collector
	collect(&c, "\x18"+strings.Repeat("x", 1<<20))
	if p, whole := c.Payload(); whole || cap(p) > 2*most {
		t.Errorf("keeps %d bytes", cap(p))
	}
	if got := c.Total(); got != 1<<20 {
		t.Errorf("counted %d", got)
	}
}
