package telnet_test

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet"
)

// What never becomes a line is taken no faster than anybody could mean it, so that it costs little to throw away.
func TestByteFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, start := newPipe(t), time.Now()
		p.SetIdleMax(time.Hour)
		flood := strings.Repeat("\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0", (telnet.BytesBurst+5*telnet.BytesPerSecond)/9)
		go func() {
			for range p.Events() { // sizes, and the end
			}
		}()
		if _, err := io.WriteString(p.client, flood); err != nil {
			t.Fatal(err)
		}
		if d := time.Since(start); d < 4900*time.Millisecond || d > 5100*time.Millisecond {
			t.Errorf("%d bytes took %s, want 5 s", len(flood), d)
		}
		if p.slowed.Load() == 0 {
			t.Error("nobody was told")
		}
	})
}
