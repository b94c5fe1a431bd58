// Package propose asks a language model what somebody wants to do in a fight by turns, and takes its answer for nothing
// more than a proposal.
package propose
