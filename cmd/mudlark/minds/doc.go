// Package minds has the people of the world think while a daemon serves, and looks after what they remember.
//
// Service opens minds.db, runs the minds with a model where one is configured, asks players before their words leave
// the machine, has people forgotten who ask for it, and answers the wizards' npc command. The agents of other worlds
// and the reading of plain words share its model. AgentsCmd is the same for minds in a program of their own.
package minds
