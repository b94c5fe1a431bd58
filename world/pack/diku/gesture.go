package diku

import (
	"strings"
)

// GesturesFile holds the gestures of an area that has some.
const GesturesFile = "gestures.yaml"

// The texts of a gesture by their places in its record.
const (
	gestureAlone = iota
	gestureAloneAll
	gestureAt
	gestureAtAll
	gestureAtTarget
	gestureMissing
	gestureSelf
)

// gestures writes those whose texts a pack can say: the doer's begin with "You", the others name the doer, and who is
// meant is named where somebody is.
func (c *converter) gestures() []byte {
	var list []fields
	seen := map[string]bool{}
	for i := range c.area.Gestures {
		g := &c.area.Gestures[i]
		var f fate
		if e := g.entry(seen, &f); len(e) > 0 {
			list = append(list, e)
		}
		c.report.count(Gestures, f)
	}
	var f fields
	f.add("socials", list)
	return f.yaml()
}

func (g *Gesture) entry(seen map[string]bool, f *fate) (e fields) {
	id := slug(g.Word, "")
	texts := map[string]string{
		"alone": doer(g.Texts[gestureAlone]), "at": doer(g.Texts[gestureAt]),
		"alone_all": others(g.Texts[gestureAloneAll]), "at_all": others(g.Texts[gestureAtAll]),
		"at_target": target(g.Texts[gestureAtTarget]),
	}
	switch {
	case id == "" || seen[id]:
		f.left("there twice, or without a word")
		return nil
	case !strings.HasPrefix(texts["alone"], "You ") || !strings.HasPrefix(texts["at"], "You "):
		f.left(`what the doer reads does not begin with "You"`)
		return nil
	case !strings.Contains(texts["alone_all"], actorMark) || !strings.Contains(texts["at_all"], actorMark) ||
		!strings.Contains(texts["at_target"], actorMark) || !strings.Contains(texts["at"], targetMark) ||
		!strings.Contains(texts["at_all"], targetMark):
		f.left("its texts do not say who does it, or to whom")
		return nil
	}
	for _, s := range texts {
		if strings.ContainsAny(strings.NewReplacer(actorMark, "", targetMark, "").Replace(s), "{}$") {
			f.left("its texts have codes that only its engine knows")
			return nil
		}
	}
	seen[id] = true
	e.add("id", ident(id))
	for _, key := range []string{"alone", "alone_all", "at", "at_target", "at_all"} {
		e.add(key, text(texts[key]))
	}
	if g.Texts[gestureMissing]+g.Texts[gestureSelf]+g.Texts[gestureSelf+1] != "" {
		f.idle = append(f.idle, "what is read when nobody is there, or of oneself")
	}
	return e
}

const (
	actorMark  = "{actor}"
	targetMark = "{target}"
)

// told makes a text of a record ready for a pack: $ and a letter are names and pronouns.
func told(s string, codes ...string) string {
	return sentence(prose(strings.NewReplacer(codes...).Replace(s)).text, ".!?")
}

// doer is what the doer reads, others what all the rest do, target what is read by who is meant.
func doer(s string) string {
	return told(s, "$N", targetMark, "$M", targetMark, "$E", targetMark, "$S", targetMark+"'s")
}

func others(s string) string {
	return told(s, "$n", actorMark, "$e", actorMark, "$mself", "themselves", "$m", "them", "$s", "their",
		"$N", targetMark, "$M", targetMark, "$E", targetMark, "$S", targetMark+"'s")
}

func target(s string) string {
	return told(s, "$n", actorMark, "$e", actorMark, "$mself", "themselves", "$m", "them", "$s", "their")
}
