package dialer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
)

// TestLines plays what a server sends; "..." is a silence, and "<x>" that x was typed.
func TestLines(t *testing.T) {
	for name, tt := range map[string]struct {
		server []string
		want   string
	}{
		"lines":           {[]string{"One.\r\nTwo.\n\rThree.\n"}, `line "One."|line "Two."|line "Three."`},
		"blank lines":     {[]string{"\r\n\n\r\r\r\n"}, `line ""|line ""|line ""`},
		"split anywhere":  {[]string{"On", "e", ".\r", "\nTwo", ".\r\n"}, `line "One."|line "Two."`},
		"commands inside": {[]string{"On\xff\xf1e\xff", "\xf1.\r\n"}, `line "One."`},

		"a prompt by GA":           {[]string{"Name: \xff\xf9"}, `prompt "Name: "`},
		"a prompt by EOR":          {[]string{"One.\r\n> \xff\xef"}, `line "One."|prompt "> "`},
		"GA behind nothing":        {[]string{"One.\r\n\xff\xf9"}, `line "One."`},
		"a prompt by silence":      {[]string{"Name: ", "..."}, `prompt "Name: "`},
		"no prompt of colour":      {[]string{"1\r\n\x1b[0m", "...", "\x1b[1mTwo\r\n"}, `line "1"|line "\x1b[0m\x1b[1mTwo"`},
		"told once":                {[]string{"Name: ", "...", "\xff\xf9", "..."}, `prompt "Name: "`},
		"the end of its line":      {[]string{"> ", "...", "\r\nBat!\r\n> ", "..."}, `prompt "> "|line "Bat!"|prompt "> "`},
		"the end behind GA":        {[]string{"> \xff\xf9\r\nA bat!\r\n> \xff\xf9"}, `prompt "> "|line "A bat!"|prompt "> "`},
		"an answer":                {[]string{"> ", "...", "<look>", "\r\nA bed.\r\n"}, `prompt "> "|line ""|line "A bed."`},
		"an answer behind GA":      {[]string{"> \xff\xf9", "<look>", "\r\nA bed.\r\n"}, `prompt "> "|line ""|line "A bed."`},
		"an answer and no new row": {[]string{"> ", "...", "<look>", "A bed.\r\n"}, `prompt "> "|line "A bed."`},
		"only slow":                {[]string{"A gob", "...", "lin!\r\n"}, `prompt "A gob"|line "A goblin!"`},
		"typed before the silence": {[]string{"A gob", "<look>", "lin!\r\n"}, `line "A goblin!"`},
	} {
		t.Run(name, func(t *testing.T) {
			begin(t, dialer.Config{}, func(s *stage) {
				for _, part := range tt.server {
					switch {
					case part == "...":
						s.passes(dialer.SilenceMax)
					case strings.HasPrefix(part, "<"):
						if err := s.conn.Send(strings.Trim(part, "<>")); err != nil {
							t.Error(err)
						}
					default:
						s.says(part)
					}
				}
				expect(t, "events", s.events(), strings.ReplaceAll(tt.want, "|", "\n")+"\n")
			})
		})
	}
}

// passes lets time pass.
func (s *stage) passes(d time.Duration) {
	<-time.After(d)
	s.says()
}

func TestEndings(t *testing.T) {
	begin(t, dialer.Config{}, func(s *stage) {
		s.says("Bye.\r\nReally")
		_ = s.nc.Close()
		expect(t, "gone", s.events(), "line \"Bye.\"\nline \"Really\"\nclosed the server closed the connection\n")
		if err := s.conn.Send("look"); err == nil {
			t.Error("sent to nobody")
		}
	})
	begin(t, dialer.Config{}, func(s *stage) {
		s.says("Hello.\r\n")
		if err := s.conn.Send("quit"); err != nil {
			t.Error(err)
		}
		_ = s.conn.Close()
		expect(t, "hung up", s.events(), "line \"Hello.\"\nclosed you hung up\n")
		expect(t, "the last word", s.heard(), "quit\r\n")
	})
}
