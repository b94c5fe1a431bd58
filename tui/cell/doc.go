// Package cell is text on a terminal's cells: what may be drawn, how wide it is, how it breaks into rows and how it is
// painted.
//
// Its one idea is that nothing reaches a terminal but through here: text is cleaned ([CleanLine]), measured as the
// renderer measures it ([Ruler]), and styled by meaning ([Token], [Theme]) or, where a foreign server chose, by [Ink].
// A theme is immutable, so that a row painted with one stays valid as long as it is used. All of it is safe anywhere.
//
// To add a meaning, add a token and its shade.
package cell
