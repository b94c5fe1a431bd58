package settings

import (
	"errors"
	"strconv"
	"strings"
	"sync"

	"github.com/mudlark-mud/mudlark/world"
)

// The choice about models is kept with the host that it is about, behind one of two words. A bare "on", as it was kept
// before hosts were, is no choice: nobody said to which host they agreed.
const (
	agreedTo   = On + " " // and a host: words may go there; behind it the world's time since when, in milliseconds
	askedOf    = "asked " // and a host: they were told of it, or chose off, and words may not
	hostMost   = 255      // bytes of a host
	agreesMost = 10_000   // guests whose choice is remembered; beyond, none of them has agreed
)

// Model is where words to the people of the world would go, and which of those without an account agreed. It is one for
// all sessions, and safe for use by many goroutines. A nil one is nowhere.
type Model struct {
	mu     sync.Mutex
	host   string
	guests map[world.ActorID]string // as a sheet would keep it
}

// Move says where words would go from now on; "" is nowhere.
func (m *Model) Move(host string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.host = host
}

// Host returns where words would go.
func (m *Model) Host() string {
	if m == nil {
		return ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.host
}

// Guest reports whether somebody without an account agreed to a host.
func (m *Model) Guest(who world.ActorID, host string) bool {
	if m == nil {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return host != "" && hostOf(m.guests[who]) == agreedTo+host
}

// GuestSince returns since when somebody without an account agrees to a host; false: they do not.
func (m *Model) GuestSince(who world.ActorID, host string) (world.Time, bool) {
	if !m.Guest(who, host) {
		return 0, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return sinceOf(m.guests[who]), true
}

// hostOf is a choice as it is kept, without the time, and sinceOf that time: the beginning of the world for whoever
// agreed before times were kept.
func hostOf(kept string) string {
	if word, rest, ok := strings.Cut(kept, " "); ok {
		host, _, _ := strings.Cut(rest, " ")
		return word + " " + host
	}
	return kept
}

func sinceOf(kept string) world.Time {
	_, at, _ := strings.Cut(strings.TrimPrefix(kept, agreedTo), " ")
	n, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return 0 // it was judged when it was read
	}
	return world.Time(n)
}

// Tell lets the others know whether a guest agreed, for as long as they are there. Of everybody else the account knows.
func (s *Sheet) Tell(who world.ActorID) {
	m := s.Model
	if m == nil || who == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	kept, _ := s.Chosen(AI)
	if !strings.HasPrefix(kept, agreedTo) {
		delete(m.guests, who)
		return
	}
	if len(m.guests) >= agreesMost || m.guests == nil {
		m.guests = map[world.ActorID]string{}
	}
	m.guests[who] = kept
}

// With is a sheet of its own, with the choice about models as it lies with the account: it may have been made in
// another of its owner's sessions. What is not there, as with a guest, or cannot be read, changes nothing.
func (s *Sheet) With(kept []byte, err error) Sheet {
	out := s.Clone()
	if account, bad := Decode(kept); err == nil && bad == nil && len(kept) > 0 {
		if out.Set(AI, Off); account.chosen[AI] != "" {
			out.Set(AI, account.chosen[AI])
		}
	}
	return out
}

// Agreed reports whether the sheet's owner agreed that their words go to a host, and whether they were told of it.
func (s *Sheet) Agreed(host string) (yes, asked bool) {
	kept, _ := s.Chosen(AI)
	yes = host != "" && hostOf(kept) == agreedTo+host
	return yes, yes || host != "" && kept == askedOf+host
}

// Since returns since when the sheet's owner agrees to a host, which they must.
func (s *Sheet) Since() world.Time {
	kept, _ := s.Chosen(AI)
	return sinceOf(kept)
}

// Date notes since when the sheet's owner agrees, if they do: since a time, unless they did before.
func (s *Sheet) Date(before *Sheet, at world.Time) {
	kept, _ := s.Chosen(AI)
	was, _ := before.Chosen(AI)
	switch {
	case !strings.HasPrefix(kept, agreedTo):
	case hostOf(was) == hostOf(kept):
		s.Set(AI, was)
	default:
		s.Set(AI, hostOf(kept)+" "+strconv.FormatInt(int64(at), 10))
	}
}

// Asked writes into a sheet as it is kept that its owner was told of a host. One that cannot be read stays as it is.
func Asked(kept []byte, host string) ([]byte, error) {
	sheet, err := Decode(kept)
	if err != nil {
		return nil, err
	}
	if _, asked := sheet.Agreed(host); !asked {
		sheet.Set(AI, askedOf+host)
	}
	return sheet.Encode()
}

// agree is the choice about models as it is kept, of what was typed.
func (s *Sheet) agree(typed string) (string, error) {
	host := s.Model.Host()
	switch {
	case typed == Off && host != "":
		return askedOf + host, nil
	case typed == Off:
		return Off, nil
	case typed != On:
		return "", errors.New("ai is on or off, and nothing else")
	case host == "":
		return "", errors.New("there is no language model here that your words could go to")
	}
	return agreedTo + host, nil
}

// agreement says what the choice about models is now, and to whom.
func (s *Sheet) agreement() string {
	kept, _ := s.Chosen(AI)
	to, isOn := strings.CutPrefix(hostOf(kept), agreedTo)
	switch host := s.Model.Host(); {
	case isOn && host == to:
		return On + ", for " + to
	case isOn && host == "":
		return Off + ", as there is no model now; you agreed to " + to
	case isOn:
		return Off + ", as you agreed to " + to + " and words would go to " + host + " now"
	}
	return Off
}

// checkAgreement judges the choice as it is kept.
func checkAgreement(value string) error {
	to, isOn := strings.CutPrefix(value, agreedTo)
	if !isOn {
		to, isOn = strings.CutPrefix(value, askedOf)
	} else if host, at, isDated := strings.Cut(to, " "); isDated {
		if _, err := strconv.ParseUint(at, 10, 63); err != nil {
			return errors.New("ai is on or off")
		}
		to = host
	}
	if !isOn || to == "" || len(to) > hostMost || to != world.Clean(to) || strings.Contains(to, " ") {
		return errors.New("ai is on or off")
	}
	return nil
}
