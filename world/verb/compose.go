package verb

import "strings"

// Param is an argument of a verb as programs see it that choose for themselves.
type Param struct {
	Name     string
	Help     string
	Optional bool
}

// Params lists what a verb takes, in the order in which it is typed.
func (v *Verb) Params() []Param {
	out := make([]Param, 0, len(v.args))
	for _, a := range v.args {
		out = append(out, Param{Name: a.name, Help: a.help, Optional: a.opt})
	}
	return out
}

// Line returns the line that somebody would type who means these arguments by the verb. What is not given is left out.
func (v *Verb) Line(args map[string]string) string {
	parts := []string{v.Name}
	for _, a := range v.args {
		value := strings.TrimSpace(args[a.name])
		if value == "" {
			continue
		}
		if len(a.preps) > 0 && (!a.loose || a.take == "actor") {
			parts = append(parts, a.preps[0])
		}
		parts = append(parts, value)
	}
	return strings.Join(parts, " ")
}

// Named finds the verb of an action that makes sense: by its tool, or by its name when it is typed.
func (t *Table) Named(tool, name string) *Verb {
	if v := t.byTool[tool]; v != nil {
		return v
	}
	return t.byName[name]
}
