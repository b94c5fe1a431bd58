// Package worldtest holds what tests of the world share: a small world, random games over it, a judge of the
// promises that every step must keep, and independent auditors.
//
// [Small] is a world of eight rooms with at least one of everything that the rules know. [Gamer] draws random
// inputs for it. [Judge] decides inputs and holds the world to its four promises after each (ARCHITECTURE.md):
// Check holds; a refusal changed nothing; events alone rebuild, from records and from cuts; the same actions make
// the same records. [Auditor] keeps a model of its own, fed by whole records, and says which law of the game a
// record broke, with the auditors of package audit. [Witness] judges a server that was killed by what its clients know:
// what they sent, what was answered and what they were told. None of them shares code with the rules.
//
// To plant a bug by hand and watch it be caught: break one fold in world (let ItemDropped.fold do nothing, say),
// run `go test ./world -run TestSimGames`, read the shrunk game that rapid prints, and put the fold back.
// TestPlantedBugs does the same without touching the rules.
//
// Nothing here is safe for concurrent use. A new kind of action gets its line in Gamer.action, a new kind of event
// its line in Auditor.apply; tests name those that were forgotten.
package worldtest
