package storm

import "strconv"

// Lines that a client must know again.
const (
	quitLine     = "quit"
	passwordLine = "password"
	revokeLine   = "token revoke t"
)

// choose draws a command.
func (v *Visit) choose() Command {
	s := v.stage
	isIdle := len(v.Sent) == v.Answers && !v.Who.IsGuest
	if isIdle && v.Who.hasAgent && v.Who.wantsToken() && s.Chance.Below(3) == 0 {
		return v.mint()
	}
	if isIdle && v.Who.Token() != "" && s.Count(v.Who) == 1 && s.Chance.Below(25) == 0 {
		v.Who.noToken = true
		return Command{Line: revokeLine + strconv.Itoa(v.Who.mints), does: "RevokeGrant"}
	}
	thing := pickOne(s.Chance, "stone", "lamp", "cap", "pouch", "brass", "box", "coins", "pearl", "knife")
	friend := pickOne(s.Chance, s.People...).Name
	if friend == "" {
		friend = "rat"
	}
	switch n := s.Chance.Below(100); {
	case n < 22:
		return v.speech("say ", "Say")
	case n < 30:
		return v.speech("tell "+friend+" ", "Tell")
	case n < 34:
		return v.speech("emote ", "Emote")
	case n < 38:
		return v.speech("shout ", "Shout")
	case n < 41:
		return v.speech("whisper to "+friend+" ", "Whisper")
	case n < 53:
		return Command{Line: "get " + thing, does: "Take"}
	case n < 61:
		return Command{Line: "drop " + thing, does: "Drop"}
	case n < 66:
		return Command{Line: "give " + thing + " to " + friend, does: "Give"}
	case n < 76:
		return Command{Line: pickOne(s.Chance, "north", "south", "east", "west"), does: "Move"}
	case n < 79:
		return Command{Line: "attack rat", does: "Attack"}
	case n < 81:
		return Command{Line: "flee", does: "Flee"}
	case n < 83:
		return Command{Line: "follow " + friend, does: "Follow"}
	case n < 85:
		return Command{Line: "wear " + thing, does: "Wear"}
	case n < 88:
		v.quits = true
		return Command{Line: quitLine, does: "Depart"}
	case n < 90 && v.Who.hasAgent:
		return Command{Line: pickOne(s.Chance, "copilot on", "copilot on", "copilot off")}
	case n < 95 || !isIdle:
		return Command{Line: pickOne(s.Chance, "look", "inventory", "who", "status")}
	default:
		return v.business()
	}
}

func (v *Visit) speech(verb, does string) Command {
	word := v.stage.word()
	return Command{Line: verb + word, Word: word, does: does}
}

// business is what somebody does about their account. It is done with nothing else under way, and alone.
func (v *Visit) business() Command {
	p, s := v.Who, v.stage
	if s.Count(p) == 1 && p.maybe == "" {
		return Command{Line: passwordLine}
	}
	return Command{Line: "inventory"}
}

func (v *Visit) mint() Command {
	v.Who.mints++
	return Command{Line: "token new t" + strconv.Itoa(v.Who.mints), does: "MintGrant"}
}
