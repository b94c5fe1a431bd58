package planner

// placed begins the facts that say where one is.
const placed = "at "

// At says where one is.
func At(room string) Fact { return Fact(placed + room) }

// Have says that one carries a thing.
func Have(thing string) Fact { return Fact("have " + thing) }

// Seated says that one sits at a table.
func Seated(table string) Fact { return Fact("seated " + table) }

// Near says that somebody is where one is.
func Near(who string) Fact { return Fact("near " + who) }

// Met says that one has said to somebody what one came for.
func Met(who string) Fact { return Fact("met " + who) }

// Given says that somebody has a thing from one.
func Given(thing, who string) Fact { return Fact("given " + thing + " " + who) }

// standing is so as long as one sits nowhere.
const standing Fact = "standing"

// Standing says that one sits nowhere.
func Standing() Fact { return standing }

// leaving is what is no longer so when one goes elsewhere.
func leaving() []Fact { return []Fact{placed, "near "} }

// Walk is going a way from one room to another.
func Walk(from, dir, to string) Step {
	return Step{
		Do: "move", Args: []string{"direction", dir}, Pre: []Fact{At(from), standing}, Del: leaving(),
		Add: []Fact{At(to)}, Cost: 2, from: from, to: to,
	}
}

// Sit is sitting down at a table in a room.
func Sit(room, table string) Step {
	return Step{
		Do: "sit", Args: []string{"table", table}, Pre: []Fact{At(room), standing}, Del: []Fact{standing},
		Add: []Fact{Seated(table)}, Cost: 1,
	}
}

// Stand is getting up.
func Stand(table string) Step {
	return Step{
		Do: "stand", Pre: []Fact{Seated(table)}, Del: []Fact{Seated(table)}, Add: []Fact{standing}, Cost: 1,
	}
}

// Get is picking up a thing that lies in a room.
func Get(room, thing string) Step {
	return Step{
		Do: "get", Args: []string{"item", thing}, Pre: []Fact{At(room)}, Add: []Fact{Have(thing)}, Cost: 1,
	}
}

// Give is giving a thing to somebody here.
func Give(thing, who string) Step {
	return Step{
		Do: "give", Args: []string{"item", thing, "to", who}, Pre: []Fact{Have(thing), Near(who)},
		Del: []Fact{Have(thing)}, Add: []Fact{Given(thing, who)}, Cost: 1,
	}
}

// Find is coming upon somebody in the room where they were seen last.
func Find(room, who string) Step {
	return Step{Do: "find", Args: []string{"person", who}, Pre: []Fact{At(room)}, Add: []Fact{Near(who)}, Cost: 1}
}

// Address is saying something to somebody here.
func Address(who string) Step {
	return Step{Do: "say", Args: []string{"to", who}, Pre: []Fact{Near(who)}, Add: []Fact{Met(who)}, Cost: 1}
}

// Unlock is unlocking a way in a room.
func Unlock(room, target string) Step {
	return Step{
		Do: "unlock", Args: []string{"target", target}, Pre: []Fact{At(room)}, Add: []Fact{Fact("unlocked " + target)},
		Cost: 1,
	}
}
