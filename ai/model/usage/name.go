package usage

// Name is the name of an event. Only the constants below are names: a test refuses literals elsewhere.
type Name string

// The names of events.
const (
	// PromptGenesisIssued is a model call that was answered.
	PromptGenesisIssued Name = "Prompt.Genesis.Issued"
	// PromptGenesisRejected is a model call without a usable answer, or, with ai.verdict, an answer that was refused
	// afterwards. It is never sampled.
	PromptGenesisRejected Name = "Prompt.Genesis.Rejected"
	// PromptLayerGenerated is a model call for a layer of description that was answered.
	PromptLayerGenerated Name = "Prompt.Layer.Generated"
	// AmbienceGenerated is the domain event that follows an accepted layer.
	AmbienceGenerated Name = "AmbienceGenerated"
	// PromptBudgetReached says that so many percent of a budget are spent. It is never sampled.
	PromptBudgetReached Name = "Prompt.Budget.Reached"
)

// isKept reports whether events of a name may never be sampled away.
func (n Name) isKept() bool { return n == PromptGenesisRejected || n == PromptBudgetReached }

// Purpose is what a model is asked for.
type Purpose string

// The purposes.
const (
	Ambience       Purpose = "ambience"
	Dialogue       Purpose = "npc_dialogue"
	QuestSeed      Purpose = "quest_seed"
	Classification Purpose = "classification"
	Retrieval      Purpose = "retrieval"
	Propose        Purpose = "propose" // what somebody's words come to in a fight by turns
)

// Purposes lists the purposes there are.
func Purposes() []Purpose {
	return []Purpose{Ambience, Dialogue, QuestSeed, Classification, Retrieval, Propose}
}

// Outcome is what validation made of a model's answer.
type Outcome string

// The outcomes.
const (
	Accepted Outcome = "accepted"
	Rejected Outcome = "rejected"
	Modified Outcome = "modified"
)

// Outcomes lists the outcomes there are.
func Outcomes() []Outcome { return []Outcome{Accepted, Rejected, Modified} }
