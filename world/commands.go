package world

// By which commands the deeds of wizards are asked for; see [commanded].

func (a Haul) commands(t *Turn) []string {
	switch {
	case a.Body == t.in.Actor:
		return []string{"goto"}
	case t.me != nil && a.To == t.me.Room:
		return []string{"summon", "teleport"}
	}
	return []string{"teleport"}
}

func (a Halt) commands(*Turn) []string {
	if a.Again {
		return []string{"reboot"}
	}
	if a.Off {
		return []string{"shutdown", "reboot"}
	}
	return []string{"shutdown"}
}

func (a UsePower) commands(*Turn) []string {
	if a.Power == PowerInvis && !a.On {
		return []string{"visible"}
	}
	return []string{string(a.Power)}
}

func (a ClearRoom) commands(*Turn) []string {
	if a.Zone != "" {
		return []string{"zpurge"}
	}
	return []string{"purge"}
}

func (a Impose) commands(*Turn) []string {
	if a.Kind == SanctionShut {
		return []string{"doors"}
	}
	return []string{string(a.Kind)}
}

func (a Lift) commands(t *Turn) []string {
	x := t.s.Sanctions[a.Sanction]
	if x == nil || x.Kind == SanctionShut {
		return []string{"doors"}
	}
	return []string{"un" + string(x.Kind)}
}

func (Gather) commands(*Turn) []string            { return []string{"summon"} }
func (Conjure) commands(*Turn) []string           { return []string{"load"} }
func (ResetZone) commands(*Turn) []string         { return []string{"zreset"} }
func (Purge) commands(*Turn) []string             { return []string{"purge"} }
func (Unaffect) commands(*Turn) []string          { return []string{"unaffect"} }
func (SetField) commands(*Turn) []string          { return []string{"set", "rank"} }
func (Echo) commands(*Turn) []string              { return []string{"echo"} }
func (EchoAll) commands(*Turn) []string           { return []string{"gecho"} }
func (Send) commands(*Turn) []string              { return []string{"send"} }
func (WizTalk) commands(*Turn) []string           { return []string{"wiznet"} }
func (Restore) commands(*Turn) []string           { return []string{"restore"} }
func (RestoreAll) commands(*Turn) []string        { return []string{"restore"} }
func (Pacify) commands(*Turn) []string            { return []string{"peace"} }
func (Slay) commands(*Turn) []string              { return []string{"slay"} }
func (Rename) commands(*Turn) []string            { return []string{"rename"} }
func (Redescribe) commands(*Turn) []string        { return []string{"redescribe"} }
func (Kick) commands(*Turn) []string              { return []string{"kick"} }
func (Annotate) commands(*Turn) []string          { return []string{"notes"} }
func (UndeleteCharacter) commands(*Turn) []string { return []string{"undelete"} }
func (CloseReport) commands(*Turn) []string       { return []string{"reports"} }
func (BringBack) commands(*Turn) []string         { return []string{"rewind"} }
func (WriteLore) commands(*Turn) []string         { return []string{"lore"} }
func (DropLore) commands(*Turn) []string          { return []string{"lore"} }
func (ReadMind) commands(*Turn) []string          { return []string{"npc"} }
func (MintFor) commands(*Turn) []string           { return []string{"npc"} }
func (BanAgents) commands(*Turn) []string         { return []string{"agents"} }
func (ShutAgents) commands(*Turn) []string        { return []string{"agents"} }
func (CapAgents) commands(*Turn) []string         { return []string{"agents"} }
