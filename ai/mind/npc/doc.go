// Package npc is the mind that is always there: it needs no model, and whatever a model says, it is what decides when
// the model is silent, late or wrong.
//
// Its one idea: everything that a mind could do now is an option with a worth in thousandths and a reason, and the best
// is done. A decision reads in this order:
//
//   - perception.go makes of what happened a few occasions that may want an answer, and rows of long-term memory
//     from which all that the mind knows can be made again; people.go is whom it knows, town.go what everybody knows
//     where it lives. addressee.go and respondent.go say which of several minds answers: each decides by what all of
//     them perceived alike.
//   - option.go lists what could be done: answer.go, talk.go, trade.go, bargain.go and manners.go answer others,
//     duty.go and errand.go follow its own round and wants, fight.go and combat.go a fight by turns. In a world that is
//     told in words alone textworld.go chooses instead.
//   - stages.go takes the six steps of a decision (queries, retrieve, report, working, remember, choose) and the
//     seventh, speak. Each has a form without a model and one with; after each that failed the decision goes on as it
//     would have without. Words about a deed come after it: nobody speaks of what the world has not said that it
//     happened.
//
// What was said in confidence is marked so from the first moment; confidence.go and sheet.go are the only ways by which
// words leave. replay.go records what a mind was given and what it decided, and runs it again from that record.
//
// Nothing here reads a clock, starts a goroutine or depends on the order of a map; chance is a hash of who it is and
// what it stands before. A Mind is used by one goroutine at a time.
//
// A new thing to notice is a case of takeIn in perception.go, a new kind of answer one in answer.go, a new kind of want
// one in errand.go, a new intention in a fight one of turn in combat.go, a new trait of textworld a line in leanings.
package npc
