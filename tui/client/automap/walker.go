package automap

import (
	"fmt"
	"time"
)

// arrivalMax is how long a step may take before the walk is given up.
const arrivalMax = 10 * time.Second

// Walker walks to a room, one step after the other: the next step is sent when the Atlas says that the last one has led
// where the map says. Anything else stops it. The zero Walker stands still.
type Walker struct {
	legs  []leg
	last  string // the room that one was in last
	at    int    // how many steps have been made
	by    time.Time
	title string
}

// Walk begins a walk and returns its first step, or words that say why there is none; then one that is under way goes
// on.
func (w *Walker) Walk(a *Atlas, to string, now time.Time) (send, say string) {
	room, ok := a.Room(to)
	here, isSomewhere := a.Here()
	switch {
	case !ok:
		return "", "There is no such place on the map."
	case !isSomewhere:
		return "", "The map does not know where you are; look around first."
	case a.isUnderWay():
		return "", "You are still on your way somewhere; wait until you are there, or for a few seconds."
	case room.ID == here.ID:
		return "", "You are there."
	}
	legs, ok := a.legs(room.ID)
	if !ok {
		return "", "The map knows no way from here to " + room.Name + "."
	}
	*w = Walker{legs: legs, last: here.ID, title: room.Name, by: now.Add(arrivalMax)}
	return legs[0].dir, fmt.Sprintf("Walking to %s: %s.", room.Name, steps(len(legs)))
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}

// Walking reports whether a walk is under way.
func (w *Walker) Walking() bool { return len(w.legs) > 0 }

// Arrived is told whenever the Atlas has learnt where one is. It returns the next step; or words, when the walk is
// over.
func (w *Walker) Arrived(a *Atlas, now time.Time) (send, say string) {
	if !w.Walking() {
		return "", ""
	}
	here, ok := a.Here()
	if ok && here.ID == w.last { // told again where one was
		return "", ""
	}
	if !ok || here.ID != w.legs[w.at].to {
		return "", w.Stop("this is not where the map leads")
	}
	w.last = here.ID
	if w.at++; w.at == len(w.legs) {
		*w = Walker{}
		return "", "You have arrived."
	}
	w.by = now.Add(arrivalMax)
	return w.legs[w.at].dir, ""
}

// Overdue stops a walk whose step was not answered.
func (w *Walker) Overdue(now time.Time) (say string) {
	if !w.Walking() || now.Before(w.by) {
		return ""
	}
	return w.Stop("nothing has come of the last step")
}

// By returns when Overdue is to be asked; false while nobody walks.
func (w *Walker) By() (time.Time, bool) { return w.by, w.Walking() }

// Stop ends a walk and returns what there is to say about it.
func (w *Walker) Stop(why string) (say string) {
	if !w.Walking() {
		return ""
	}
	left := len(w.legs) - w.at
	title := w.title
	*w = Walker{}
	return fmt.Sprintf("The walk to %s ends here, with %s to go: %s.", title, steps(left), why)
}
