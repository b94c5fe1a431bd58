package world

// ScriptHook is a function of a script that is asked when something happens.
type ScriptHook struct {
	Name  string
	May   bool   // it answers whether that may be, and asks for nothing
	About string // when it is asked, and of what
	Sees  string // what it sees besides who, self and room
}

// ScriptHooks is the table of all hooks, from which the reference comes.
func ScriptHooks() []ScriptHook {
	return []ScriptHook{
		{"may_enter", true, "Somebody is about to walk into the room, or to where the creature is.", "dir"},
		{"may_leave", true, "Somebody is about to walk out of the room, or away from the creature.", "dir"},
		{"may_get", true, "Somebody is about to pick the thing up, or any thing in the room.", "item"},
		{"may_drop", true, "Somebody is about to lay the thing down, or any thing in the room.", "item"},
		{"may_give", true, "Somebody is about to give the thing away, or to give the creature something.", "item"},
		{"may_wear", true, "Somebody is about to put the thing on, or take it in hand.", "item"},
		{"may_remove", true, "Somebody is about to take the thing off.", "item"},
		{"on_enter", false, "Somebody came into the room, or to the creature, a second ago and is still there.", ""},
		{"on_leave", false, "Somebody walked out of the room, or away from the creature.", "dir"},
		{"on_say", false, "Somebody said something aloud in the room, or beside the creature.", "text"},
		{"on_get", false, "Somebody picked the thing up, or any thing in the room.", "item"},
		{"on_drop", false, "Somebody laid the thing down, or any thing in the room.", "item"},
		{"on_give", false, "Somebody gave the thing away, or gave the creature something.", "item"},
		{"on_wear", false, "Somebody put the thing on, or took it in hand.", "item"},
		{"on_remove", false, "Somebody took the thing off.", "item"},
		{"on_command", false, "Somebody typed a line: in the room, beside the creature, or where the thing is. Asked " +
			"before anything else is made of it; what returns a text, which they read, or False takes the line.", "text"},
		{"on_act", false, "Somebody made a gesture or was seen to do something.", "text"},
		{"on_bribe", false, "Somebody gave the creature coins; e.text says how many.", "text"},
		{"on_random", false, "Now and then, while somebody is near: every few seconds.", ""},
		{"on_hour", false, "An hour of the game began, and somebody is near.", ""},
		{"on_load", false, "The creature or thing was made.", ""},
		{"on_come", false, "The creature walked to where somebody is.", "dir"},
		{"on_fight", false, "The creature struck at somebody, a second ago.", ""},
		{"on_hurt", false, "Somebody struck the creature, a second ago.", ""},
		{"on_death", false, "The creature dies; who is who killed it, or None.", ""},
	}
}

// ScriptParam is a value that an effect takes: its kind is text, number, or name for a function of the script.
type ScriptParam struct {
	Name     string
	Kind     string
	Optional bool
}

// ScriptEffect is something that a script can ask for.
type ScriptEffect struct {
	Name   string
	Params []ScriptParam
	Timer  bool // it takes further values by name, for later
	About  string
	do     func(t *Turn, r *scriptRun, d ScriptDone) string // why it is not possible, or ""
}

// ScriptEffects is the closed table of what scripts can ask for, from which the reference comes. What is not
// possible is left out, and told to who traces the script.
func ScriptEffects() []ScriptEffect {
	text := ScriptParam{Name: "text", Kind: "text"}
	who := ScriptParam{Name: "who", Kind: "text"}
	item := ScriptParam{Name: "item", Kind: "text"}
	step := ScriptParam{Name: "step", Kind: "name"}
	dir := ScriptParam{Name: "dir", Kind: "text"}
	return []ScriptEffect{
		{"say", []ScriptParam{text}, false, "The creature says it.", (*Turn).scriptSay},
		{"emote", []ScriptParam{text}, false, `The creature is seen to do it: "scratches its ear."`, (*Turn).scriptEmote},
		{"narrate", []ScriptParam{text}, false, "All in the room read it.", (*Turn).scriptNarrate},
		{"tell", []ScriptParam{who, text}, false, "One person in the room reads it; who is e.who.id.", (*Turn).scriptTell},
		{"go", []ScriptParam{dir}, false, "The creature walks, within its zone.", (*Turn).scriptGo},
		{"give", []ScriptParam{who, item}, false, "The creature hands over a thing of that pattern that it holds.",
			(*Turn).scriptGive},
		{"make", []ScriptParam{item}, false, "Makes a thing of that pattern: in the creature's hands, else on the floor. " +
			"No coins, nothing fixed or of any value, and none where three are already.", (*Turn).scriptMake},
		{"consume", []ScriptParam{item}, false, "A thing of that pattern that the creature holds is used up.",
			(*Turn).scriptConsume},
		{"door", []ScriptParam{dir, {Name: "work", Kind: "text"}}, false, "Opens, closes, locks or unlocks the door that " +
			"way: work is open, close, lock or unlock.", (*Turn).scriptDoor},
		{"after", []ScriptParam{{Name: "seconds", Kind: "number"}, step}, true, "Runs a function of the script after 1 to " +
			"86400 seconds, with the values that are given by name as e.data. At most 8 a run, 50 a script, 100 a zone.", nil},
		{"cancel", []ScriptParam{step}, false, "Calls off all that waits to run that function.", nil},
	}
}
