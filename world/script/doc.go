// Package script runs the scripts of builders: small programs in Starlark that are asked whether something may happen
// and what follows from it. It knows nothing of the world's state: a run is given a read-only view as plain data and
// answers with a list of effects as plain data, which whoever asked may carry out or not.
//
// A run is a function of the program, the view, the variables and the dice handed in. There is no clock, no other
// chance, no file, no import, no state between runs: what a program defines at its top is frozen once it is compiled.
//
// Starlark by itself bounds only the instructions of its machine, and one instruction may double a text or compare two
// structures of any size. So Compile rewrites the syntax tree before it is compiled: every operator that can make or
// compare something large, every attribute, index, slice and tuple goes through a function of this package that weighs
// its operands first. [Limits] says what is bounded:
//
//   - steps: instructions, and one more for every 16 bytes that something looks at, copies or compares;
//   - memory: the bytes of all texts, lists, tuples and dicts that are made by something that can make more than one
//     element at a time, whether they are kept or not; what is made an element at a time is bounded by the steps;
//   - depth: functions that call each other; a function never calls itself;
//   - number: whole numbers of 64 bits, no fractions;
//   - effects, timers, and lines for the trace.
//
// Source longer than [SourceMost], nested deeper than [NestMost], or with literals of more than [LiteralMost] elements
// does not compile, nor do load, while, floating point, star arguments, and names that are not in the reference.
//
// Programs and languages are safe for use by several goroutines at once; a run is not shared. A new effect is one more
// [Effect] handed to [NewLanguage].
package script
