// Package read is the tools that read the world by ids: places, the ways between them, who is there, what happened
// last, facts, and a search over them by words. They are for grants that read beside playing (npc) or instead of it
// (narrator); see world.GrantRole.
//
// Its one idea: nobody reads what they could not have seen (readScope). An npc's grant knows the places that its body
// has discovered, or lives in, the quests it has met, and what its body perceived; a creature knows what it is like
// itself; a narrator sees what an open bystander would see anywhere, which is neither the dark nor the hidden, and no
// word that was meant for few. What one may not see looks like what is not there, and no answer is ever made up.
//
// State is read on the world's writer, the record away from it. Everything may be used from many goroutines, except
// [SearchableFacts], [FindFact] and [KnownFacts], which read the state and belong on the writer. To add a tool, add an
// entry to [Reader.Tools] and its name to the table in package game that says who may use it.
package read
