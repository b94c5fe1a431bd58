package world

import "strconv"

// BackReport says what would come of bringing something back, before it is done.
type BackReport struct {
	What    string   `json:"what"`              // "the rusty key", "Ann"
	Comes   []string `json:"comes,omitempty"`   // what would be there again, and whereto it would come
	Changes []string `json:"changes,omitempty"` // of a character: what it has now, and what it would have
	Stays   []string `json:"stays,omitempty"`   // what there is already, and where
	Barred  []string `json:"barred,omitempty"`  // what cannot come back, and why
	Loses   []string `json:"loses,omitempty"`   // what was gained since
	Ended   string   `json:"ended,omitempty"`   // how a thing came to its end, as the record tells it; the daemon adds it
	Refusal *Refusal `json:"refusal,omitempty"` // why it would be refused
}

// BackReport says what would come of an action of a wizard's, and changes nothing. A missing reason is overlooked.
func (s *State) BackReport(a BringBack, wizard ActorID) BackReport {
	out := BackReport{What: "that"}
	by := s.Actors[wizard]
	if by == nil {
		out.Refusal = refuse(CodeAbsent, "You are not in the world.")
		return out
	}
	if Clean(a.Reason) == "" {
		a.Reason = "seen beforehand"
	}
	p := s.bringing(&a, by)
	out.Barred, out.Loses, out.Refusal = p.barred, p.loses, p.refusal
	if a.Item != "" && len(a.Things) > 0 {
		out.What = "the " + s.pastName(&a.Things[0])
	}
	if a.Who != nil {
		out.What = a.Who.Name
		out.Changes = s.changesFor(a.Who)
	}
	for i := range p.comes {
		out.Comes = append(out.Comes, "the "+s.pastName(&p.comes[i].PastItem)+" ("+string(p.comes[i].ID)+"), "+
			s.whereto(p.comes[i].place))
	}
	for _, id := range p.stays {
		it := s.Items[id]
		out.Stays = append(out.Stays, s.TheThing(it)+" ("+string(id)+"): "+s.Whereabouts(it))
	}
	return out
}

// pastName is what a thing was called, without an article.
func (s *State) pastName(was *PastItem) string {
	if was.Name != "" {
		return was.Name
	}
	return s.spec(&Item{Proto: was.Proto}).Name
}

// whereto says where a thing would come.
func (s *State) whereto(at Place) string {
	switch who, room := s.Actors[at.Actor], s.Rooms[at.Room]; {
	case at.Item != "":
		return "inside " + string(at.Item)
	case who != nil:
		return "into the hands of " + s.theBody(who)
	case at.Actor != "":
		return "into their hands"
	case room != nil:
		return "onto the floor at " + PlaceName(room.Name)
	}
	return "nowhere"
}

// changesFor says what a character has now and would have.
func (s *State) changesFor(was *PastActor) []string {
	is := s.Actors[was.ID]
	if is == nil {
		return []string{
			was.Name + " is no more, and would be there again: level " + strconv.Itoa(was.Level) + ", " +
				strconv.Itoa(was.XP) + " experience, " + count(was.Coins, "coin"),
		}
	}
	var out []string
	add := func(what string, now, then int) {
		if now != then {
			out = append(out, what+": "+strconv.Itoa(now)+" now, "+strconv.Itoa(then)+" then")
		}
	}
	add("level", is.Level, was.Level)
	add("experience", is.XP, was.XP)
	add("coins", is.Coins, was.Coins)
	add("full health", is.HPMax, was.HPMax)
	add("health", s.HPNow(is, s.Now), was.HP)
	for id, q := range Ordered(s.Quests) {
		now, then := is.Quests[id], was.Quests[id]
		if now.Stage != then.Stage || met(now) != met(then) {
			out = append(out, "the quest "+q.Name+": "+standing(now)+" now, "+standing(then)+" then")
		}
	}
	return out
}

// standing says where somebody stands with a quest.
func standing(run QuestRun) string {
	switch run.Stage {
	case QuestActive:
		return "under way, " + strconv.Itoa(met(run)) + " of " + strconv.Itoa(len(run.Found))
	case QuestCompleted:
		return "completed"
	case QuestNone:
	}
	return "not taken"
}
