package tablegame

import (
	"errors"

	"github.com/mudlark-mud/mudlark/world"
)

// Codes of errors, as the calls name them.
const (
	CodeInvalidArguments = "InvalidArguments"
	CodeOutOfBounds      = "OutOfBounds"
	CodeCellOccupied     = "CellOccupied"
	CodeNotYourTurn      = "NotYourTurn"
	CodeGameNotFound     = "GameNotFound"
	CodeGameOver         = "GameOver"
	CodeModerated        = "Moderated"
	CodeTooFast          = "TooFast"
	CodeRefused          = "Refused"
	CodeUnavailable      = "Unavailable"
)

// Fault is why a call came to nothing, for the client. Text names the code, but where its words are fixed otherwise.
type Fault struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// FaultOf puts a refusal into a client's words; of another error it says only that there was no answer.
func FaultOf(err error) Fault {
	no, ok := errors.AsType[*world.Refusal](err)
	if !ok {
		return Fault{CodeUnavailable, "Unavailable: the world did not answer; look at the board before you try again"}
	}
	switch no.Code {
	case world.CodeCellOccupied:
		return Fault{CodeCellOccupied, "Cell already occupied"}
	case world.CodeOutOfBounds:
		return Fault{CodeOutOfBounds, "OutOfBounds: row and col must be 0, 1 or 2"}
	case world.CodeNotYourTurn:
		return Fault{CodeNotYourTurn, "NotYourTurn: the other side moves; get_turn says when it is your turn"}
	case world.CodeGameOver:
		return Fault{CodeGameOver, "GameOver: the game is finished; restart_game begins another"}
	case world.CodeGameNotFound:
		return Fault{CodeGameNotFound, "GameNotFound: " + world.Clean(no.Text)}
	case world.CodeTooSoon:
		return Fault{CodeTooFast, "TooFast: " + world.Clean(no.Text)}
	case codeArguments:
		return Fault{CodeInvalidArguments, "InvalidArguments: " + no.Text}
	case codeModeration:
		return Fault{CodeModerated, "Moderated: " + world.Clean(no.Text)}
	default:
		return Fault{CodeRefused, world.Clean(no.Text)}
	}
}

// Codes of refusals that are no rules of the world.
const (
	// codeModeration is the policy's about words.
	codeModeration world.Code = "moderated"
	// codeArguments is for a call that does not say what it means.
	codeArguments world.Code = "invalid_arguments"
)
