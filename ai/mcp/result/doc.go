// Package result is the shape of what every tool of the game answers: one structure that tells a client all it needs to
// choose again ([Result]), and the same in words for clients that show their model nothing but text. Events ([Event])
// and fights by turns ([Fight]) are parts of it.
//
// No field of an event tells more than its words do. An event of the world knows where somebody went, how the dice fell
// and who stood in the dark; its perceiver may not. To tell of a new kind of event, teach package prose its words, and
// add a case to dataOf if programs want more than those.
//
// A fight is world/proposal's view of an encounter, which has neither dice nor log, with ready-made actions beside it.
// An agent that understands nothing of grids can send one of them back as it is.
//
// Everything here is a pure function of its arguments. [FightOf] reads the state and is called on the world's writer;
// nothing of what it returns points into the state.
package result
