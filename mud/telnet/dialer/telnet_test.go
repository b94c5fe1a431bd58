package dialer_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mudlark-mud/mudlark/mud/telnet"
	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/mud/telnet/wire"
)

// TestOurServer lets the two ends of this project talk to each other.
func TestOurServer(t *testing.T) {
	c := dialer.Config{
		Version: "0.2", Width: 120, Height: 40, Reader: true, Depth: dialer.Depth256, Supports: []string{"Char 1"},
	}
	synctest.Test(t, func(t *testing.T) {
		s := dial(t, c)
		server := telnet.NewConn(s.nc, telnet.ConnOptions{
			MSSP: func() []telnet.Variable { return []telnet.Variable{{Name: "NAME", Values: []string{"Lowtide"}}} },
		})
		var typed []string
		go server.Serve(func(e telnet.Event) {
			switch e := e.(type) {
			case telnet.Line:
				typed = append(typed, e.Text)
			case telnet.GMCP:
				typed = append(typed, e.Package+" "+string(e.Data))
			case telnet.Ready, telnet.Terminal, telnet.Resized, telnet.Interrupt, telnet.Closed:
			}
		})
		synctest.Wait()
		caps := server.Capabilities()
		if caps.MTTS != 2637 {
			t.Errorf("MTTS %d", caps.MTTS)
		}
		caps.MTTS = 0
		if want := (telnet.Capabilities{
			Telnet: true, Client: "MUDLARK", Version: "0.2", TerminalName: "XTERM-256COLOR", Colour: wire.Colour256,
			UTF8: true, Charset: "UTF-8", GMCP: true, Compressed: true, ScreenReader: true, Width: 120, Height: 40,
		}); caps != want {
			t.Errorf("the server knows %+v\nwant %+v", caps, want)
		}
		expect(t, "at first", s.events(), "mssp \"Lowtide\"\n"+compressed)

		server.Send(telnet.Output{
			Text: "Caf\u00e9 \x1b[1mSeren\x1b[0m.\n", Prompt: "> ", GMCP: [][]byte{[]byte(`Char.Vitals {"hp":1}`)},
		})
		expect(t, "told", s.events(), "gmcp Char.Vitals {\"hp\":1}\nline \"Café \\x1b[1mSeren\\x1b[0m.\"\nprompt \"> \"\n")
		server.BeginSecret()
		server.Send(telnet.Output{Prompt: "Password: "})
		expect(t, "hidden", s.events(), "hidden true\nprompt \"Password: \"\n")
		for _, line := range []string{"s\u00e9cret", "look"} {
			if err := s.conn.Send(line); err != nil {
				t.Error(err)
			}
			synctest.Wait()
			server.EndSecret()
		}
		expect(t, "shown", s.events(), "hidden false\nline \"\"\n")
		s.conn.Resize(200, 50)
		synctest.Wait()
		if caps := server.Capabilities(); caps.Width != 200 || caps.Height != 50 {
			t.Errorf("resized to %d by %d", caps.Width, caps.Height)
		}
		expect(t, "typed", strings.Join(typed, "|"),
			`Core.Hello {"client":"mudlark","version":"0.2"}|Core.Supports.Set ["Char 1"]|`+"s\u00e9cret|look")

		server.Send(telnet.Output{Text: "Bye.\n"})
		server.Close(telnet.ReasonQuit)
		expect(t, "the end", s.events(), "line \"Bye.\"\nclosed the server closed the connection\n")
		server.Wait()
		if err := s.conn.Close(); err != nil {
			t.Error(err)
		}
	})
}
