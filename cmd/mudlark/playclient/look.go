package playclient

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/mud/telnet/dialer"
	"github.com/mudlark-mud/mudlark/tui/cell"
)

// look shows what a MUD says of itself.
func (p *player) look() error {
	e := p.e
	card, err := dialer.Preview(e.Ctx, p.config())
	changed := (*dialer.PinChanged)(nil)
	switch {
	case errors.As(err, &changed):
		for _, line := range p.changedWords(changed) {
			e.Println(line)
		}
		return errors.New("nothing was asked: play without --look to say whether the new one is trusted")
	case errors.Is(err, dialer.ErrNoServerInfo):
		return err
	case err != nil:
		return errors.New(p.unreached(err))
	}
	lines := cardLines(card, time.Now())
	if len(lines) == 0 {
		return dialer.ErrNoServerInfo
	}
	for _, line := range lines {
		e.Println(line)
	}
	return nil
}

// cardLines are the words of a card. A website is text: nothing is fetched.
func cardLines(card dialer.Card, now time.Time) []string {
	var out []string
	add := func(title string, names ...string) {
		for _, name := range names {
			if value := strings.TrimSpace(cell.Clean(card.Value(name))); value != "" {
				out = append(out, title+": "+value)
				return
			}
		}
	}
	add("Name", "NAME")
	add("Players", "PLAYERS")
	if since := uptime(card.Value("UPTIME"), now); since != "" {
		out = append(out, "Up for: "+since)
	}
	add("Codebase", "CODEBASE", "FAMILY")
	add("Genre", "GENRE")
	add("Language", "LANGUAGE")
	add("Status", "STATUS")
	if card.Value("TLS") != "0" && card.Value("SSL") != "0" { // which is no port at all
		add("TLS port", "TLS", "SSL")
	}
	add("Website", "WEBSITE")
	add("Contact", "CONTACT")
	return out
}

// uptime is how long a MUD has been up, in words: it tells when it began.
func uptime(began string, now time.Time) string {
	seconds, err := strconv.ParseInt(strings.TrimSpace(began), 10, 64)
	up := now.Sub(time.Unix(seconds, 0))
	if err != nil || seconds <= 0 || up < 0 {
		return ""
	}
	counted := func(n int, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return strconv.Itoa(n) + " " + unit + "s"
	}
	switch hours := int(up.Hours()); {
	case hours >= 48:
		return counted(hours/24, "day")
	case hours > 0:
		return counted(hours, "hour")
	default:
		return counted(int(up.Minutes()), "minute")
	}
}

// cardWait is how long a MUD that was never visited may take to say what it is, before its first words are shown.
const cardWait = time.Second

// welcome shows the card of a MUD before anything else of it, and returns what came meanwhile.
func (p *player) welcome(events <-chan dialer.Event) []dialer.Event {
	var came []dialer.Event
	late := time.After(cardWait)
	for {
		select {
		case e, ok := <-events:
			if !ok {
				return came
			}
			if m, ok := e.(dialer.MSSP); ok {
				if lines := cardLines(m.ServerInfo, time.Now()); len(lines) > 0 {
					p.far.Say(append([]string{"You are here for the first time. This MUD says of itself:"}, lines...)...)
				}
				return came
			}
			came = append(came, e)
		case <-late:
			return came
		}
	}
}
