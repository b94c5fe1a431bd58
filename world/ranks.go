package world

import (
	"slices"
	"strconv"
)

// Limits of what is allowed to somebody, or taken from them, command by command.
const (
	CommandsMost     = 60 // on each list of one character, and in one deed
	commandBytesMost = 24 // of a command's name
)

// Allow lets somebody use commands above their rank, or with Taken takes commands from them. Who was given a command
// loses it; from a wizard one of their own can be taken, and given back.
type Allow struct {
	Who      ActorID  `json:"who"`
	Commands []string `json:"commands" words:"fixed"`
	Taken    bool     `json:"taken,omitempty"`
}

// CommandsSet says that commands were allowed to somebody or, with Taken, taken from them: By a head, or by the
// operator. Allowed and Denied are their lists from now on.
type CommandsSet struct {
	Actor    ActorID  `json:"actor"`
	By       ActorID  `json:"by,omitempty"`
	Commands []string `json:"commands" words:"fixed"`
	Taken    bool     `json:"taken,omitempty"`
	Allowed  []string `json:"allowed,omitempty" words:"fixed"`
	Denied   []string `json:"denied,omitempty" words:"fixed"`
}

// commanded marks the deeds of wizards that can be allowed to somebody, or taken from them, command by command: it
// says by which commands they are asked for. A deed that does not say goes by rank alone.
type commanded interface{ commands(t *Turn) []string }

func (Allow) needs() Role { return RoleHead }

func (Allow) deed() deed { return deed{} }
func (Allow) remote()    {}

// Rank is how much somebody may do: their role, and of whoever founded the world at least that of head (OWNERS,
// section 2).
func (a *Actor) Rank() Role {
	if a.Founder && a.Role >= RoleWizard {
		return RoleHead
	}
	return a.Role
}

// May reports whether somebody may use a command that is for those of a rank: it is of theirs and was not taken from
// them, or it is a wizards' and was allowed to them.
func (a *Actor) May(command string, need Role) bool {
	if need <= a.Rank() {
		return need < RoleWizard || !slices.Contains(a.Denied, command)
	}
	return need == RoleWizard && slices.Contains(a.Allowed, command)
}

// reached refuses what somebody's rank does not reach, and what was taken from them.
func (t *Turn) reached(need Role) *Refusal {
	act, ok := t.in.Action.(commanded)
	if !ok {
		if need > t.me.Rank() {
			return refuse(CodeNotAllowed, beyondText)
		}
		return nil
	}
	if slices.ContainsFunc(act.commands(t), func(c string) bool { return t.me.May(c, need) }) {
		return nil
	}
	if need <= t.me.Rank() {
		return refuse(CodeNotAllowed, "That was taken from you. rank "+t.me.Name+" lists what; a head of this world gives "+
			"it back.")
	}
	return refuse(CodeNotAllowed, beyondText)
}

const beyondText = "That is beyond your standing here."

// rank gives somebody a rank. Below wizards every wizard gives it; wizards are made and unmade by a head, and heads by
// whoever founded the world; the operator does all of it. What was allowed to them or taken from them ends.
func (t *Turn) rank(who *Actor, to Role) *Refusal {
	top := max(who.Role, to)
	switch {
	case !who.Player() || who.Guest():
		return refuse(CodeCannot, "Only a character with an account can have another role.")
	case t.in.Via.Kind != ViaKeyboard && t.in.Via.Kind != ViaHost || who == t.me:
		return refuse(CodeKeyboard, "A role is given by a wizard at a keyboard, and never to oneself.")
	case who.Founder:
		return refuse(CodeNotAllowed, who.Name+" founded this world, and stays its wizard.")
	case to == RoleGuest:
		return refuse(CodeCannot, "Whoever has an account is a player at least.")
	case t.me != nil && top >= RoleHead && !t.me.Founder:
		return refuse(CodeNotAllowed, "Heads are made and unmade by whoever founded this world: rank lists who did.")
	case t.me != nil && top >= RoleWizard && t.me.Rank() < RoleHead:
		return refuse(CodeNotAllowed, "Wizards are made and unmade by a head of this world: rank lists who is one.")
	}
	t.set(who, "role", int(to))
	if who.Role < RoleWizard {
		t.powerless(who)
		t.comeBack(who)
	}
	t.whole(who)
	return nil
}

// whole ends what was allowed to somebody or taken from them command by command, because they have another rank.
func (t *Turn) whole(who *Actor) {
	if gone := slices.Concat(who.Allowed, who.Denied); len(gone) > 0 {
		t.emit(CommandsSet{Actor: who.ID, By: t.in.Actor, Commands: gone, Taken: who.Role < RoleWizard})
	}
}

func (a Allow) decide(t *Turn) *Refusal {
	who := t.s.Actors[a.Who]
	switch {
	case who == nil || !who.Player() || who.Guest():
		return refuse(CodeUnknown, "There is nobody with an account of that name.")
	case t.in.Via.Kind != ViaKeyboard && t.in.Via.Kind != ViaHost || who == t.me:
		return refuse(CodeKeyboard, "Commands are given and taken at a keyboard, and never to oneself.")
	case who.Rank() < RoleBuilder:
		return refuse(CodeCannot, who.Name+" has no rank to which commands are added. First: rank "+who.Name+" builder.")
	case who.Rank() >= RoleHead:
		return refuse(CodeNotAllowed, who.Name+" is a head of this world, and may use all commands.")
	case len(a.Commands) == 0 || len(a.Commands) > CommandsMost:
		return refuse(CodeBadValue, "Name 1 to "+strconv.Itoa(CommandsMost)+" commands.")
	}
	e := CommandsSet{
		Actor: who.ID, By: t.in.Actor, Taken: a.Taken, Allowed: slices.Clone(who.Allowed), Denied: slices.Clone(who.Denied),
	}
	from, to := &e.Denied, &e.Allowed
	if a.Taken {
		from, to = &e.Allowed, &e.Denied
	}
	for _, c := range a.Commands {
		if !isCommand(c) {
			return refuse(CodeBadValue, "That is no command's name.")
		}
		isWizards := who.Rank() >= RoleWizard
		switch at := slices.Index(*from, c); {
		case at >= 0:
			*from = slices.Delete(*from, at, at+1)
		case isWizards == a.Taken && !slices.Contains(*to, c):
			*to = append(*to, c)
		default:
			continue // so already
		}
		e.Commands = append(e.Commands, c)
	}
	slices.Sort(*to)
	switch {
	case len(e.Commands) == 0:
		return refuse(CodeAlready, "It is so already.")
	case len(*to) > CommandsMost:
		return refuse(CodeFull, "That would be too many single commands: give another rank instead.")
	}
	t.emit(e)
	if !who.May("switch", RoleWizard) || !who.May("force", RoleWizard) {
		t.comeBack(who)
	}
	return nil
}

// isCommand reports whether a word can be a command's name.
func isCommand(word string) bool {
	for i := range len(word) {
		if c := word[i]; (c < 'a' || c > 'z') && c != '_' {
			return false
		}
	}
	return word != "" && len(word) <= commandBytesMost
}

func (e CommandsSet) fold(s *State) {
	a := s.actor(e.Actor)
	a.Allowed, a.Denied = filled(e.Allowed), filled(e.Denied)
}

// filled is a copy of a list; nil when it is empty.
func filled(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	return slices.Clone(list)
}

func (e CommandsSet) scene(*State) scene {
	return scene{actor: e.By, target: e.Actor, sound: true, closed: true}
}

func (CommandsSet) traits() Traits {
	return Traits{Follows: true, Names: anySense, Cue: befalls("Commands")}
}

// ranked looks into what is allowed to somebody and taken from them, and into what news they read.
func (c *checker) ranked(a *Actor) {
	odd := func(list []string) bool {
		return len(list) > CommandsMost || !slices.IsSorted(list) ||
			slices.ContainsFunc(list, func(w string) bool { return !isCommand(w) })
	}
	if a.Read < 0 || a.Read > c.s.Bulletin.Made {
		c.bad("actor %s read the news up to %d of %d", a.ID, a.Read, c.s.Bulletin.Made)
	}
	if odd(a.Allowed) || odd(a.Denied) || len(a.Allowed) > 0 && a.Role != RoleBuilder ||
		len(a.Denied) > 0 && a.Role != RoleWizard {
		c.bad("actor %s, a %s, has commands that cannot be: allowed %v, denied %v", a.ID, a.Role, a.Allowed, a.Denied)
	}
}
