package world

// Code names a refusal for programs; codes are stable.
type Code string

// The refusal codes.
const (
	CodeNotHere     Code = "not_here"    // the thing or person is not within reach
	CodeNotHeld     Code = "not_held"    // you do not carry it
	CodeNoExit      Code = "no_exit"     // there is no way in that direction
	CodeClosed      Code = "closed"      // a door or lid is shut
	CodeLocked      Code = "locked"      // and locked
	CodeNoKey       Code = "no_key"      // you lack the key
	CodeDrowned     Code = "drowned"     // the sea stands there now
	CodeDark        Code = "dark"        // too dark for that
	CodeScript      Code = "script"      // a builder's script says no
	CodeFixed       Code = "fixed"       // it cannot be taken
	CodeFull        Code = "full"        // no more fits
	CodeAlready     Code = "already"     // it is so already
	CodeCannot      Code = "cannot"      // this thing does not do that
	CodeFighting    Code = "fighting"    // not in the middle of a fight
	CodeSafe        Code = "safe"        // no violence here, or not against them
	CodeNoEnemy     Code = "no_enemy"    // nobody here to fight
	CodeNotAllowed  Code = "not_allowed" // your role or grant does not reach that far
	CodeKeyboard    Code = "keyboard"    // only the owner at a keyboard may
	CodeUnknown     Code = "unknown"     // no such id, name or verb
	CodeUnclear     Code = "unclear"     // several match; say which
	CodeMissing     Code = "missing"     // a needed word was left out
	CodeBadValue    Code = "bad_value"   // a value of the wrong form
	CodeTaken       Code = "taken"       // the name is in use
	CodeAbsent      Code = "absent"      // the actor is not in the world
	CodeParked      Code = "parked"      // set aside after a crash until a wizard clears it
	CodeLoss        Code = "loss"        // something would be lost or doubled; say that it is meant
	CodeFault       Code = "fault"       // a defect of ours met this one request
	CodeDrivenByYou Code = "driven_by_player"

	CodeOutOfBounds  Code = "out_of_bounds"  // that square is not on the board
	CodeCellOccupied Code = "cell_occupied"  // that square is taken
	CodeNotYourTurn  Code = "not_your_turn"  // the other side moves
	CodeGameNotFound Code = "game_not_found" // no game has begun there
	CodeGameOver     Code = "game_over"      // the game has ended
	CodeTooSoon      Code = "too_soon"       // wait a little first
	CodeOutOfBreath  Code = "out_of_breath"  // too much was told and shouted; the text says when that passes
	CodeIgnored      Code = "ignored"        // whom it is meant for does not hear you
	CodeMuted        Code = "muted"          // it was decided so; the text says until when and why, here and below
	CodeJailed       Code = "jailed"         // the same
	CodeFrozen       Code = "frozen"         // the same
	CodeBanned       Code = "banned"         // the same, of coming in
	CodeShut         Code = "shut"           // nobody of this sort is let in just now

	CodeEntityNotFound      Code = "entity_not_found"
	CodeDeadEntity          Code = "dead_entity"
	CodeOutOfRange          Code = "out_of_range"
	CodeDiagonalMove        Code = "diagonal_move"
	CodeBlockedCell         Code = "blocked_cell"
	CodeOverlap             Code = "overlap"
	CodeSelfAttack          Code = "self_attack"
	CodeTargetDead          Code = "target_dead"
	CodeCombatAlreadyActive Code = "combat_already_active"
	CodeNoParticipants      Code = "no_participants"
	CodeCombatNotActive     Code = "combat_not_active"
	CodeActed               Code = "acted"     // one blow a turn
	CodeNotYours            Code = "not_yours" // that body is another's

	CodePoor         Code = "poor"            // not enough coins
	CodePaused       Code = "paused"          // the owner has paused this agent
	CodeNeedsYes     Code = "needs_yes"       // the owner has to say yes first
	CodeOwnerRefused Code = "owner_refused"   // and said no
	CodeAgentsOff    Code = "agents_off"      // the operator has closed the door for agents
	CodeAgentsFull   Code = "too_many_agents" // as many agents as may be are there already
)

// Refusal is the world saying no. Text is a full sentence fit for a player. It changes nothing.
type Refusal struct {
	Code Code   `json:"code"`
	Text string `json:"text"`
}

// Error returns the text, so that a refusal can travel as an error.
func (r *Refusal) Error() string { return r.Text }

func refuse(code Code, text string) *Refusal { return &Refusal{Code: code, Text: text} }
