package modeltest

import "encoding/json"

// Sensible is what a model without any ideas of its own answers: the first of the offered actions with the first of
// what each parameter can be, or a line of small talk when words are wanted.
func Sensible(q Question) string {
	if !q.JSON {
		return "The tide turns within the hour, friend."
	}
	return choice("wait", nil)
}

func obey(q Question) string     { return Sensible(q) }
func maximise(q Question) string { return Sensible(q) }

// choice is an answer in the form that minds read.
func choice(action string, params map[string]string) string {
	if params == nil {
		params = map[string]string{}
	}
	return string(must(json.Marshal(map[string]any{"action": action, "parameters": params})))
}
