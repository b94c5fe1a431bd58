// Package audit holds independent auditors of the world's rules, for tests. Each keeps a small model of its own, made
// from records or events and never from rules or state, and objects to what the model does not allow. A rule that is
// written down twice shows where the two disagree.
//
//   - [TradeLedger] adds up every bargain and every promise; it knows from the packs alone what a price may be.
//   - [FightLedger] follows the encounters: who stands where on which ground, whose turn it is, who hurt whom.
//   - [TableLedger] follows the tables: who sits where, and what was played.
//   - [Warden] asks of each deed of an NPC's mind, or of an agent in an NPC's body, whether the NPC's pattern lists it.
//     It starts from nothing allowed.
//
// DrawTrade and DrawFight draw random actions of these topics. Nothing here is safe for concurrent use. A new kind of
// event that an NPC's mind may cause gets a line in deed.judge; the warden objects to kinds that have none.
package audit
