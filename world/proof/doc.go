// Package proof holds a world to its record: [Verify] reads the record from end to end, follows its chain, folds it,
// decides again what the present rules decided, and compares what comes out with what a start loads.
//
// Its one idea: whatever is not as it should be is said in words, at the first place where it shows: which record, who
// did what in it, which event, entity and field, what the one side says and what the other. Nothing is mended here.
//
// Nothing is kept between calls. To look at one thing more, add a check to the list in verify.go.
package proof
