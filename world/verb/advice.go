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
		return "A locked one is unlocked first, by command: unlock chest."
	case "open_chest":
		return "Take things out with pick_up and from."
	case "examine":
		return "Name any noun that you read: descriptions hide things."
	case "pick_up":
		return "2.key means the second key; all, everything."
	case "give":
		return "There is no taking it back."
	case "wear":
		return "By command, remove takes it off."
	case "say":
		return "To reach one person elsewhere use tell."
	case "battle":
		return "Act with declare when your turn comes; flee by command."
	case "quests":
		return "Each ends where it was offered."
	case "status":
		return "Hit points come back out of a fight."
	case "help":
		return "Begin with newbie."
	default:
		return ""
	}
}
