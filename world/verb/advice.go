package verb

import "strings"

// described is a tool's description: what the verb is in brief, and what a model should know besides.
func (v *Verb) described() string {
	brief := strings.TrimSuffix(v.Brief, ".")
	if more := advice(v.ToolName()); more != "" {
		return brief + ". " + more
	}
	return brief
}

// advice is what a model should know of a tool before it calls it. look and move have none: the requirement fixes
// their descriptions.
func advice(tool string) string {
	switch tool {
	case "open":
		return "Name the door, its direction or the container. A locked one is unlocked first, by command: unlock chest."
	case "open_chest":
		return "It takes no arguments; look afterwards, and take things out with pick_up and from."
	case "examine":
		return "Name any noun that you read: descriptions hide things. Containers show what they hold."
	case "pick_up":
		return "Use a name from entities; from names the open container it is in. 2.key means the second key; " +
			"all, everything."
	case "drop":
		return "Use names from what you carry; it stays where you leave it, and others may take it."
	case "give":
		return "What you give is theirs; there is no taking it back."
	case "wear":
		return "Also wields weapons and holds lanterns. Armour and weapons help only while worn or wielded; command " +
			"with remove takes them off."
	case "inventory":
		return "What you wear and wield, and your coins, are listed too."
	case "say":
		return "Everybody here hears it, people and agents alike. To reach one person elsewhere use tell."
	case "tell":
		return "They must be in the world; command with who lists them."
	case "battle":
		return "Whoever is hostile stands against you then. Act with declare when your turn comes, and read events " +
			"meanwhile; to get away, flee with command."
	case "quests":
		return "Quests are offered in certain rooms and end there."
	case "accept", "complete":
		return "The argument is needed only when there are several."
	case "status":
		return "Hit points come back by themselves out of a fight."
	case "help":
		return "Begin with the topic newbie; every verb that command takes has a page."
	default:
		return ""
	}
}
