package world

import "net/netip"

// voiced marks actions by which somebody is heard or read where they are: what a mute keeps from, besides what is
// carried.
type voiced interface{ voiced() }

// harmless marks actions that are left to the frozen: coming, going, reporting, and how the world is told to them.
type harmless interface{ harmless() }

func (Say) voiced()         {}
func (Whisper) voiced()     {}
func (Emote) voiced()       {}
func (Gesture) voiced()     {}
func (TauntAt) voiced()     {}
func (StateIntent) voiced() {}

func (Enter) harmless()  {}
func (Depart) harmless() {}
func (Report) harmless() {}
func (Listen) harmless() {}

// restrained refuses what a freeze, a jail or a mute keeps somebody from, by whichever door. What a wizard has them do
// is the wizard's.
func (t *Turn) restrained() *Refusal {
	if len(t.s.Sanctions) == 0 || !t.me.Player() || t.in.Via.Kind == ViaForce {
		return nil
	}
	if _, ok := t.in.Action.(harmless); !ok {
		if x := t.s.SanctionOn(SanctionFreeze, t.me, t.now); x != nil {
			return refuse(CodeFrozen, x.Word())
		}
	}
	_, isCarried := t.in.Action.(carried)
	if _, ok := t.in.Action.(leaving); ok || isCarried {
		if x := t.s.jailed(t.me, t.now); x != nil {
			return refuse(CodeJailed, x.Word())
		}
	}
	if _, ok := t.in.Action.(voiced); ok || isCarried {
		if x := t.s.SanctionOn(SanctionMute, t.me, t.now); x != nil {
			return refuse(CodeMuted, x.Word())
		}
	}
	return nil
}

// Stands reports whether the time of a sanction is not over yet.
func (s *State) Stands(x *Sanction, now Time) bool { return x.Until == 0 || s.WallClock(now) < x.Until }

// SanctionByID returns a sanction that stands, or nil.
func (s *State) SanctionByID(id SanctionID, now Time) *Sanction {
	if x := s.Sanctions[id]; x != nil && s.Stands(x, now) {
		return x
	}
	return nil
}

// SanctionOn returns the sanction of a kind that fits a body, its own or its account's; nil when there is none.
func (s *State) SanctionOn(kind SanctionKind, who *Actor, now Time) *Sanction {
	if len(s.Sanctions) == 0 {
		return nil
	}
	for _, id := range s.persons(who) {
		x := s.SanctionByID(sanctionID(kind, string(id)), now)
		if x != nil && x.fits(s, who) {
			return x
		}
	}
	return nil
}

// SanctionOnNet returns the ban of exactly a range of addresses; nil when there is none.
func (s *State) SanctionOnNet(net netip.Prefix, strangers bool, now Time) *Sanction {
	id := sanctionID(SanctionBan, netWords.Replace(net.String()))
	if strangers {
		id = sanctionID(SanctionBan, "guests-"+netWords.Replace(net.String()))
	}
	return s.SanctionByID(id, now)
}

// SanctionOnDoor returns what shuts the world to a sort of people; nil when it is open to them.
func (s *State) SanctionOnDoor(door Entrance, now Time) *Sanction {
	return s.SanctionByID(sanctionID(SanctionShut, string(door)), now)
}

// standing counts the sanctions that stand.
func (s *State) standing(now Time) (n int) {
	for _, x := range anyhow(s.Sanctions) {
		n += boolInt(s.Stands(x, now))
	}
	return n
}

// fits reports whether a sanction is about a body.
func (x *Sanction) fits(s *State, who *Actor) bool {
	switch {
	case x.Who == "":
		return false
	case x.Who == who.ID:
		return x.Num == who.Num
	}
	named := s.Actors[x.Who]
	return x.Whole && named != nil && who.Account != "" && named.Account == who.Account
}

// keepsOut reports whether the ban of an address reaches whoever comes from there: nil is somebody who has no character
// yet. No wizard can be locked out by an address.
func (x *Sanction) keepsOut(who *Actor) bool {
	switch {
	case who == nil:
		return true
	case x.Strangers:
		return who.Guest()
	}
	return who.Player() && who.Role < RoleWizard
}

// Banned says why a body may not come in, and its agents may not act; nil when no ban of its own or of its account's
// stands.
func (s *State) Banned(who *Actor, now Time) *Refusal {
	if x := s.SanctionOn(SanctionBan, who, now); x != nil {
		return refuse(CodeBanned, x.Word())
	}
	return nil
}

// Barred says why a body may not come into the world: it is banned, or the world is shut to it.
func (s *State) Barred(who *Actor, now Time) *Refusal {
	if len(s.Sanctions) == 0 || !who.Player() {
		return nil
	}
	if r := s.Banned(who, now); r != nil || who.Role >= RoleWizard {
		return r
	}
	return s.shutTo(EntrancePlayers, now)
}

// BarredNew says why nobody new may come in as a guest, or with a new account: the world is shut to them.
func (s *State) BarredNew(door Entrance, now Time) *Refusal {
	if r := s.shutTo(door, now); r != nil {
		return r
	}
	return s.shutTo(EntrancePlayers, now)
}

func (s *State) shutTo(door Entrance, now Time) *Refusal {
	if x := s.SanctionOnDoor(door, now); x != nil {
		return refuse(CodeShut, x.Word())
	}
	return nil
}

// BarredFrom says why nobody may come in from where they come: an address, or a range of IPv6; what is neither is
// barred by nothing. Who is nil for somebody without a character.
func (s *State) BarredFrom(source string, who *Actor, now Time) *Refusal {
	if len(s.Sanctions) == 0 {
		return nil
	}
	addr, err := netip.ParseAddr(source)
	if err != nil {
		net, err := netip.ParsePrefix(source)
		if err != nil {
			return nil
		}
		addr = net.Addr()
	}
	for _, x := range Ordered(s.Sanctions) {
		if x.Net == "" || !x.keepsOut(who) || !s.Stands(x, now) {
			continue
		}
		if net, err := netip.ParsePrefix(x.Net); err == nil && net.Contains(addr) {
			return refuse(CodeBanned, x.Word())
		}
	}
	return nil
}

// Term says until when a sanction stands, as the end of a sentence.
func (x *Sanction) Term() string { return term(x.Until) }

func term(until int64) string {
	if until == 0 {
		return "for good"
	}
	return "until " + WallDate(until)
}

// TermAndWhy says until when a sanction stands, and the reason behind that if there is one.
func (x *Sanction) TermAndWhy() string { return x.Term() + x.why() }

func (x *Sanction) why() string {
	if x.Reason == "" {
		return ""
	}
	return ": " + x.Reason
}

// Word is what those read whom a sanction fits: what is so, until when, and why.
func (x *Sanction) Word() string {
	switch x.Kind {
	case SanctionMute:
		return "You are muted " + x.TermAndWhy() + ". You can still report."
	case SanctionFreeze:
		return "You are frozen " + x.TermAndWhy() + ". You can look, read help, report and quit."
	case SanctionJail:
		return "You are jailed " + x.TermAndWhy() + ". You cannot leave, and only those who are with you hear you. You can " +
			"still report and quit."
	case SanctionBan:
		return x.banWord() + x.why() + "."
	case SanctionShut:
	}
	open := ""
	if x.Until != 0 {
		open = " " + x.Term()
	}
	switch x.Door {
	case EntranceNew:
		return "No new accounts are made here" + open + x.why() + "."
	case EntranceGuests:
		return "No guests are let in" + open + x.why() + "."
	case EntrancePlayers:
	}
	return "Nobody is let in but those who look after the world" + open + x.why() + "."
}

func (x *Sanction) banWord() string {
	switch {
	case x.Strangers:
		return "From where you come no guests and no new accounts are let in, " + x.Term()
	case x.Net != "":
		return "From where you come nobody is let in, " + x.Term()
	case !x.Whole:
		return x.Name + " is banned from this world " + x.Term()
	}
	return "You are banned from this world " + x.Term()
}

// Word is what whoever is sent out reads.
func (e Kicked) Word() string {
	word, end := "You are sent out of the world", ". You may come back."
	if e.Banned {
		word, end = "You are banned from this world "+term(e.Until), "."
	}
	if e.Reason != "" {
		word += ": " + Clean(e.Reason)
	}
	if word[len(word)-1] == '.' {
		end = end[1:]
	}
	return word + end
}
