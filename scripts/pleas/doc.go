// Package pleas holds the people of Lowtide against a thousand attempts to talk them into what they must not do or
// tell, with a model behind them that does whatever it is asked, and with one that does the worst it can think of.
//
// Its one idea: what happened is judged from the record of the world and from what players were told, by a judge that
// shares no code with the rules, the minds or their filters; and the same judge must find harm as soon as one of the
// gates is taken out, or it would be no proof that it finds none. No gate is taken out in the product: tests stand
// between its parts, where the parts meet by interfaces, and give the next part what the gate would have stopped.
//
// An ordinary run tries a few of the pleas; `make pleas` tries all of them and prints what came of it.
package pleas
