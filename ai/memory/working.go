package memory

import (
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// WorkingRunesMost is how long working memory is as a text.
const WorkingRunesMost = 1200

// How long its parts may be, in letters, and how many there are; together with their labels less than the whole.
const (
	whereRunes, whoRunes, goalRunes, moodRunes = 200, 160, 160, 60
	lastRunes, lastMost                        = 120, 3
	promiseRunes, promisesMost                 = 80, 2
)

// Working is what a mind has in mind now.
type Working struct {
	Where    string   `json:"where,omitempty"` // and what it is doing there
	Who      string   `json:"who,omitempty"`   // who is with it
	Goal     string   `json:"goal,omitempty"`
	Mood     string   `json:"mood,omitempty"`
	Last     []string `json:"last,omitempty"`     // what happened last, the newest last
	Promises []string `json:"promises,omitempty"` // that are open
}

// Fit cuts the parts to their lengths and makes each a line of plain text.
func (w Working) Fit() Working {
	w.Where, w.Who = line(w.Where, whereRunes), line(w.Who, whoRunes)
	w.Goal, w.Mood = line(w.Goal, goalRunes), line(w.Mood, moodRunes)
	w.Last = lines(w.Last, lastMost, lastRunes)
	w.Promises = lines(w.Promises, promisesMost, promiseRunes)
	return w
}

// The labels of the parts. A line with another, or none, goes on with the first part.
const (
	labelWhere, labelWho, labelGoal, labelMood = "Where: ", "With: ", "Goal: ", "Mood: "
	labelLast, labelPromise                    = "Lately: ", "Promised: "
)

// Text returns working memory as lines of text, at most [WorkingRunesMost] letters; "" when there is nothing in mind.
func (w Working) Text() string {
	w = w.Fit()
	var out []string
	put := func(label, text string) {
		if text != "" {
			out = append(out, label+text)
		}
	}
	put(labelWhere, w.Where)
	put(labelWho, w.Who)
	put(labelGoal, w.Goal)
	put(labelMood, w.Mood)
	for _, l := range w.Last {
		put(labelLast, l)
	}
	for _, p := range w.Promises {
		put(labelPromise, p)
	}
	return strings.Join(out, "\n")
}

// Parse reads working memory from its text. Text that is not in its form is what the mind is doing.
func Parse(text string) Working {
	var w Working
	var loose []string
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		switch {
		case strings.HasPrefix(l, labelWhere):
			loose = append(loose, l[len(labelWhere):])
		case strings.HasPrefix(l, labelWho):
			w.Who = l[len(labelWho):]
		case strings.HasPrefix(l, labelGoal):
			w.Goal = l[len(labelGoal):]
		case strings.HasPrefix(l, labelMood):
			w.Mood = l[len(labelMood):]
		case strings.HasPrefix(l, labelLast):
			w.Last = append(w.Last, l[len(labelLast):])
		case strings.HasPrefix(l, labelPromise):
			w.Promises = append(w.Promises, l[len(labelPromise):])
		default:
			loose = append(loose, l)
		}
	}
	w.Where = strings.Join(loose, " ")
	return w.Fit()
}

// lines keeps the last of several lines.
func lines(texts []string, most, runes int) []string {
	var out []string
	for _, t := range texts {
		if t = line(t, runes); t != "" {
			out = append(out, t)
		}
	}
	return out[max(0, len(out)-most):]
}

// line makes a text one line of at most so many letters.
func line(text string, runes int) string {
	text = strings.Join(strings.Fields(world.Clean(text)), " ")
	if utf8.RuneCountInString(text) <= runes {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:runes-1]), " ") + "…"
}
