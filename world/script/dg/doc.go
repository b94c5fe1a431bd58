// Package dg runs scripts in the language of DG triggers, which MUDs of the Circle family have: lines of text, of which
// some steer (if, while, switch, wait, set, return) and all others are commands, with %variables% put in before a line
// is looked at.
//
// The package knows no world. A run is given a [World], which is asked for the fields of people, things and rooms and
// carries out commands at once, and a [Frame], which is plain data: the line that is next and the variables. A run that
// comes to wait ends there with [Result.Wait] and goes on later from the same frame, so that whoever keeps the frame
// keeps the run. There is no clock, no chance but the world's dice, and no state between runs.
//
// What DG does with a line that it does not understand, which is to leave it out, is done here: nothing is a fault but
// meeting a limit. [Script.Unknown] says beforehand what would be left out.
//
// [Limits] bounds a run: steps (a line, a variable or an operator each, and 16 bytes that are made), bytes that are
// made, commands, and how deep expressions nest. Scripts are safe for use by several goroutines; a run is not shared.
package dg
