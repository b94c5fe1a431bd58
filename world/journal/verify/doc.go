// Package verify compares a world with its log: [Verify] reads the log from end to end, follows its chain, folds it,
// decides again what the present rules decided, and compares the result with what a start loads.
//
// Its one idea: a difference is described in words at the first place where it shows: which record, who did what in
// it, which event, entity and field, what one side says and what the other. Nothing is mended here.
//
// Nothing is kept between calls. To check one thing more, add a check to the list in verify.go.
package verify
