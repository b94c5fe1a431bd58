package session

import "github.com/mudlark-mud/mudlark/world"

// What tests use of the package that its users do not.
type (
	RecentTalk = recentTalk
	Mailbox    = mailbox
)

// NewMailbox makes a mailbox.
func NewMailbox(most int, woken func()) *Mailbox { return newMailbox(most, woken) }

// AnswerProposal takes a line as the answer to a proposal.
func (s *Session) AnswerProposal(line string) bool { return s.proposal.answer(line) }

// AskProposal is the verb gm.
func (s *Session) AskProposal(words string) { s.proposal.ask(words) }

// DebugProposal is the verb debug ai.
func (s *Session) DebugProposal() { s.proposal.toggleDebug() }

// HearProposal has the proposal hear of an event.
func (s *Session) HearProposal(e world.Event) { s.proposal.hear(e) }

// EndProposal withdraws the proposal as the end of the session does.
func (s *Session) EndProposal() { s.proposal.end() }
