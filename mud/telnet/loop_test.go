package telnet_test

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// peer is a client that negotiates by the same rules from the other end.
type peer struct {
	states map[string]*wire.OptionState // by its own WILL or DO and the option
	likes  []bool
}

func (p *peer) state(cmd, option byte) *wire.OptionState {
	key := string([]byte{cmd, option})
	if p.states[key] == nil {
		p.states[key] = &wire.OptionState{}
	}
	return p.states[key]
}

// hears takes the negotiations that the server sent and returns the answers.
func (p *peer) hears(sent []byte) (answers []byte) {
	for i := 0; i+2 < len(sent); i++ {
		if sent[i] != 0xFF || sent[i+1] < 0xFB {
			continue
		}
		answers = append(answers, p.answer(sent[i+1], sent[i+2])...)
		i += 2
	}
	return answers
}

func (p *peer) answer(cmd, option byte) []byte {
	yes, no := byte(0xFD), byte(0xFE) // to WILL and WONT
	if cmd >= 0xFD {                  // to DO and DONT
		yes, no = 0xFB, 0xFC
	}
	s := p.state(yes, option)
	move := s.Agreed
	if cmd == 0xFC || cmd == 0xFE {
		move = func(bool) wire.OptionMove { return s.Denied() }
	}
	switch move(p.likes[int(option)%len(p.likes)]) {
	case wire.MoveAccept:
		return []byte{0xFF, yes, option}
	case wire.MoveRefuse, wire.MoveEnd:
		return []byte{0xFF, no, option}
	default:
		return nil
	}
}

// asks wants something, or wants it no more, of its own accord.
func (p *peer) asks(cmd, option byte) []byte {
	s := p.state(cmd, option)
	if s.On() {
		s.Deny()
		return []byte{0xFF, cmd + 1, option}
	}
	if s.Ask() {
		return []byte{0xFF, cmd, option}
	}
	return nil
}

// TestLoopProof lets the machine talk to clients that ask for this and that at any time: left to themselves both fall
// silent, and agree on what is on.
func TestLoopProof(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		now := func() time.Time { return time.Unix(1, 0) }
		m := telnet.New(telnet.Options{Status: true, Encrypted: true, Now: now}) // not compressed: the peer cannot read it
		p := &peer{states: map[string]*wire.OptionState{}, likes: rapid.SliceOfN(rapid.Bool(), 13, 13).Draw(r, "likes")}
		options := []byte(ttype + naws + endOfRecord + gmcp + mssp + environ + charset + echo + sga + timingMark + "\x2e")
		for range rapid.IntRange(0, 12).Draw(r, "turns") {
			if rapid.Bool().Draw(r, "secret") {
				m.BeginSecret()
			} else {
				m.EndSecret()
			}
			var in []byte
			for range rapid.IntRange(0, 3).Draw(r, "requests") { // which cross what the machine has said
				cmd := rapid.SampledFrom([]byte{0xFB, 0xFD}).Draw(r, "command")
				in = append(in, p.asks(cmd, rapid.SampledFrom(options).Draw(r, "option"))...)
			}
			feed(m, append(in, p.hears(m.Out())...))
		}
		for range 6 { // now nobody wants anything any more
			in := p.hears(m.Out())
			if len(in) == 0 {
				wantAgreed(r, m, p)
				return
			}
			feed(m, in)
		}
		r.Errorf("they still talk: %q", m.Out())
	})
}

// wantAgreed compares what both ends think is on.
func wantAgreed(r *rapid.T, m *telnet.Machine, p *peer) {
	on := map[string]bool{
		"TTYPE": p.state(0xFB, 24).On(), "NAWS": p.state(0xFB, 31).On(), "EOR": p.state(0xFD, 25).On(),
		"GMCP": p.state(0xFD, 201).On(), "MSSP": p.state(0xFD, 70).On(), "NEW-ENVIRON": p.state(0xFB, 39).On(),
		"CHARSET": p.state(0xFD, 42).On(), "CHARSET of the client": p.state(0xFB, 42).On(), "ECHO": p.state(0xFD, 1).On(),
	}
	got := map[string]bool{}
	for _, a := range m.Agreed() {
		got[a.Option] = a.Standing == telnet.On
	}
	for name, want := range on {
		if got[name] != want {
			r.Errorf("%s: the client has it on: %t", name, want)
		}
	}
}

// TestNeverMoreAnswersThanRequests sends random commands and no answers to what the machine asks.
func TestNeverMoreAnswersThanRequests(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := telnet.New(telnet.Options{Status: true, Now: func() time.Time { return time.Unix(1, 0) }})
		feed(m, []byte(iac+"\xf1"))
		offered := commands(m.Out())
		if offered != 8 {
			r.Fatalf("%d offers", offered)
		}
		in := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) string {
			return string([]byte{0xFF, rapid.ByteRange(0xFB, 0xFE).Draw(r, "command"), rapid.Byte().Draw(r, "option")})
		}), 0, 200).Draw(r, "commands")
		// MCCP2 would hide the answers.
		stream := strings.ReplaceAll(strings.Join(in, ""), do+mccp2, "")
		feed(m, []byte(stream))
		if got, most := commands(m.Out()), len(stream)/3; got > most {
			r.Errorf("%d answers to %d commands", got, most)
		}
	})
}

func feed(m *telnet.Machine, in []byte) {
	for range m.Feed(in) {
	}
}

// commands counts negotiations.
func commands(sent []byte) int {
	n := 0
	for _, cmd := range []string{will, wont, do, dont} {
		n += bytes.Count(sent, []byte(cmd))
	}
	return n
}

// TestBoundedMemory feeds what never ends; the machine may keep no more than its limits.
func TestBoundedMemory(t *testing.T) {
	block := func(s string) []byte { return []byte(strings.Repeat(s, 1<<18/len(s))) }
	for name, flood := range map[string][]byte{
		"line":     block("x"),
		"editing":  block("x\b"),
		"messages": block(says("Core.Ping")),
		"names":    block(is("x")),
		"values":   block(sb + environ + "\x02\x00CLIENT_NAME\x01" + strings.Repeat("x", 200) + se),
		"long":     block(says("A " + strings.Repeat("x", 2*telnet.GMCPMaxBytes))),
		"longest":  block(says("A " + strings.Repeat("x", telnet.GMCPMaxBytes))),
		"empty":    block(sb + se),
		"sizes":    block(window(100, 30) + window(101, 30)),
	} {
		t.Run(name, func(t *testing.T) {
			m := telnet.New(telnet.Options{})
			feed(m, []byte(will+ttype+will+naws+do+gmcp+will+environ))
			m.Out()
			before := heap()
			for range 4 {
				feed(m, flood)
				m.Out()
			}
			if grown := int64(heap()) - int64(before); grown > 12<<10 { // less than the longest message
				t.Errorf("keeps %d bytes more after 1 MiB", grown)
			}
			runtime.KeepAlive(m)
		})
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestStatusOfConn answers a crawler before it is greeted, and counts it as nobody: no event comes of it.
func TestStatusOfConn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipeWith(t, telnet.ConnOptions{MSSP: func() []telnet.Variable {
			return []telnet.Variable{{Name: "NAME", Values: []string{"Lowtide"}}}
		}})
		p.says(t, do+mssp)
		synctest.Wait()
		want := firstOffers + will + mssp + secondOffers + sb + mssp + "\x01NAME\x02Lowtide" + se
		if got := strings.Join(p.got.take(), ""); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		p.says(t, iac+"\xf1") // once is enough
		synctest.Wait()
		if got := p.got.take(); got != nil {
			t.Errorf("got %q", got)
		}
		select {
		case e := <-p.Events():
			t.Errorf("got %s", tell(e))
		default:
		}
	})
}

// TestDroppedOfConn counts what is dropped for a limit.
func TestDroppedOfConn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dropped := make(chan string, 2)
		p := newPipeWith(t, telnet.ConnOptions{Dropped: func(limit string) { dropped <- limit }})
		p.says(t, do+gmcp+says(" {}"))
		synctest.Wait()
		if got := <-dropped; got != telnet.LimitGMCPPackage || len(dropped) != 0 {
			t.Errorf("told of %q and %d more", got, len(dropped))
		}
	})
}

// TestMessageFlood slows GMCP messages down as it does lines, and apart from them.
func TestMessageFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipe(t)
		p.says(t, wont+ttype+dont+charset+do+gmcp)
		start := time.Now()
		const count = 2 * telnet.LineBurst
		go func() { _, _ = io.WriteString(p.client, strings.Repeat(says("Core.Ping"), count)+"look\r\n") }()
		got := 0
		for e := range p.Events() {
			if _, ok := e.(telnet.GMCP); ok {
				got++
			}
			if _, ok := e.(telnet.Line); ok {
				break
			}
		}
		want := time.Second * (count - telnet.LineBurst) / telnet.LinesPerSecond
		if d := time.Since(start); got != count || d != want {
			t.Errorf("%d messages took %s, want %d in %s", got, d, count, want)
		}
	})
}
