// Package shapes keeps what was once written readable for ever: the shapes of all that the journal holds, as a list
// that may only grow, and games that hold every kind of record.
//
// Its one idea: a record is a promise. [List] writes down every kind of action, of event and of row with its fields
// as they are on the disk; [Broken] compares two such lists by the rule of growth: nothing that was there goes or
// changes, and a field that comes is left out when it is zero, so that zero means what older records meant. What cannot
// keep to that is a new kind. Everything here is pure; tests hold the program to it.
package shapes
