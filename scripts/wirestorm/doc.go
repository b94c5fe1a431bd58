// Package wirestorm attacks a real server in every way that costs an attacker little, and asks what the people who play
// meanwhile feel.
//
// A hundred players type a command a second, each from an address of their own, in three phases: undisturbed, attacked,
// and undisturbed again. The attackers come in twenty-two kinds, each from one address, and run in a process of their
// own that takes only the processor time that nobody else wants, because real ones are on other machines. The world's
// answers must come as quickly as without them, the server's memory must stay bounded, and every kind must show in a
// counter that has a name: since some share one, each kind attacks a server of its own besides.
//
// `make wire-storm` measures for TIME=70s a phase and wants a quiet machine; TIME=short is for every change.
package wirestorm
