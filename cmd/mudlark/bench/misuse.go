package bench

import (
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/bots"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/load"
)

// Misuse is people who play, beside others who do not read, who flood, and who connect and say nothing. The server has
// all its limits.
type Misuse struct {
	Players  int     `default:"300" help:"Who play."`
	PerRoom  int     `default:"5" help:"Of these in a room."`
	Slow     int     `default:"50" help:"Who ask for much and read nothing."`
	Floods   int     `default:"20" help:"Who send as fast as the wire takes it."`
	HalfOpen int     `default:"200" help:"Who connect and come no further."`
	Seconds  float64 `default:"30" help:"How long to measure without misuse, and how long with it."`
}

// Measure implements Scenario.
func (s *Misuse) Measure(ctx context.Context, l *Lab) (*Report, error) {
	title := fmt.Sprintf("Misuse: %s play beside %d slow readers, %d floods, %d half-open connections",
		Count(s.Players), s.Slow, s.Floods, s.HalfOpen)
	r, err := l.begin(ctx, "misuse", title)
	if err != nil {
		return nil, err
	}
	// Those who behave stay in their rooms: how loud it is where the others are is no harm done to them.
	mix := bots.Mix{"say": 2, "tell": 3, "look": 3, "item": 1}
	all := s.Players + s.Slow + s.Floods + s.HalfOpen
	site, err := l.game(ctx, wish{
		players: all, town: townFor(s.Players, s.PerRoom), limited: true, doors: []string{load.DoorSSH},
	})
	if err != nil {
		return nil, err
	}
	defer site.close()
	r.Server, err = l.play(ctx, site, load.Config{
		Crowd: load.Crowd{Telnet: s.Players}, Loop: load.Open, PerSecond: 1, Mix: mix,
		Phases: []load.Phase{
			{Name: "without", Time: seconds(s.Seconds)},
			{Name: "with", Do: func(ctx context.Context) error {
				r.Misuse = s.misuse(ctx, site.at)
				return nil
			}},
			{Name: "after", Time: seconds(s.Seconds / 2)},
		},
	})
	r.Observe()
	return r, err
}

// misuse lets all of them have their way for a time.
func (s *Misuse) misuse(ctx context.Context, at load.Addresses) []Misusers {
	ctx, stop := context.WithTimeout(ctx, seconds(s.Seconds))
	defer stop()
	bands := []*band{
		{kind: "slow readers", many: s.Slow, misbehave: slowReader},
		{kind: "floods", many: s.Floods, misbehave: flood},
		{kind: "half open", many: s.HalfOpen, misbehave: halfOpen},
	}
	var wg sync.WaitGroup
	id := misuseBegin
	for _, b := range bands {
		for range b.many {
			id++
			own := id
			wg.Go(func() { b.live(ctx, at, own) })
		}
	}
	wg.Wait()
	var out []Misusers
	for _, b := range bands {
		out = append(out, Misusers{
			Kind: b.kind, AtATime: b.many, Connections: b.connections.Load(), CutOff: b.cutOff.Load(), Bytes: b.sent.Load(),
		})
	}
	return out
}

// band is those who misbehave in one way.
type band struct {
	kind                      string
	many                      int
	misbehave                 func(ctx context.Context, b *band, at load.Addresses, id int)
	connections, cutOff, sent atomic.Int64
}

// live misbehaves, and comes back whenever it is cut off.
func (b *band) live(ctx context.Context, at load.Addresses, id int) {
	for ctx.Err() == nil {
		b.misbehave(ctx, b, at, id)
		if ctx.Err() == nil {
			b.cutOff.Add(1)
			pause(ctx, comeAgain)
		}
	}
}

// guest is somebody who came in well-behaved, and will not stay so.
func (b *band) guest(ctx context.Context, addr string, id int) (*visitor, bool) {
	b.connections.Add(1)
	v := &visitor{addr: addr, id: id}
	if err := v.enter(ctx); err != nil {
		return nil, false
	}
	return v, true
}

// pour writes the same text again and again until the server or the time ends it.
func (b *band) pour(ctx context.Context, conn net.Conn, text string, every time.Duration) {
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	_ = conn.SetDeadline(time.Time{}) // what is wrong with it, the next write tells
	for ctx.Err() == nil {
		n, err := conn.Write([]byte(text))
		b.sent.Add(int64(n))
		if err != nil {
			return
		}
		if every > 0 {
			pause(ctx, every)
		}
	}
}

const slowReadBytes = 4 << 10 // that the kernel takes for one who does not read

// slowReader asks for one of the longest answers again and again, where all the floods are heard, and reads nothing.
func slowReader(ctx context.Context, b *band, at load.Addresses, id int) {
	v, ok := b.guest(ctx, at.Telnet, id)
	if !ok {
		return
	}
	defer v.close()
	if tcp, isTCP := v.conn.(*net.TCPConn); isTCP {
		_ = tcp.SetReadBuffer(slowReadBytes) // with more it takes longer to be noticed, no more
	}
	b.pour(ctx, v.conn, "commands\r\n", 20*time.Millisecond)
}

// flood talks as fast as the wire takes it, to all who misuse the server in the room where one arrives, and reads what
// comes.
func flood(ctx context.Context, b *band, at load.Addresses, id int) {
	v, ok := b.guest(ctx, at.Telnet, id)
	if !ok {
		return
	}
	defer v.close()
	go v.linger()
	const lines, words = 100, 80
	text := strings.Repeat("say "+marker(id)+strings.Repeat(" no", words)+"\r\n", lines)
	b.pour(ctx, v.conn, text, 0)
}

// halfOpen connects and says nothing, or begins what it never ends: a third with SSH, another with telnet.
func halfOpen(ctx context.Context, b *band, at load.Addresses, id int) {
	const ways = 3
	b.connections.Add(1)
	addr, opening := at.Telnet, ""
	switch id % ways {
	case 1:
		opening = "\xff\xfa\xc9Core" // IAC SB GMCP, without IAC SE
	case 2:
		if at.SSH != "" {
			addr, opening = at.SSH, "SSH-2.0-half\r\n"
		}
	}
	conn, err := bots.Dial(ctx, addr, id)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	n, _ := conn.Write([]byte(opening)) // what is wrong with it, the next read tells
	b.sent.Add(int64(n))
	(&visitor{conn: conn}).linger()
}
