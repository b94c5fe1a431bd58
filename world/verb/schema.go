package verb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// ToolInfo describes a verb as a tool.
type ToolInfo struct {
	Name        string
	Title       string
	Description string
	Schema      json.RawMessage // of its arguments: strict JSON Schema 2020-12
	Effect      Effect
	Shown       func(Ctx) bool // whether it makes sense now; nil: always
}

// Tools lists the verbs that a role can call, in the order of the table.
func (t *Table) Tools(role world.Role) []ToolInfo {
	var out []ToolInfo
	for _, v := range t.verbs {
		if v.Only == Typed || !v.usable(role) {
			continue
		}
		info := ToolInfo{
			Name: v.ToolName(), Title: v.Title, Description: v.described(), Schema: v.schema(), Effect: v.Effect,
		}
		if v.Inline {
			info.Shown = v.When
		}
		out = append(out, info)
	}
	return out
}

// schema makes the JSON Schema of the arguments, with the properties in their order.
func (v *Verb) schema() json.RawMessage {
	var b bytes.Buffer
	b.WriteString(`{"type":"object","properties":{`)
	var need []string
	for i, a := range v.args {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `%q:%s`, a.name, a.schema())
		if !a.opt {
			need = append(need, a.name)
		}
	}
	req, err := json.Marshal(append([]string{}, need...))
	if err != nil {
		panic(err) // strings always marshal
	}
	b.WriteString(`},"required":` + string(req) + `,"additionalProperties":false}`)
	return b.Bytes()
}

func (a arg) schema() string {
	prop := map[string]any{"type": "string", "description": a.help, "minLength": 1, "maxLength": argBytesMost}
	switch {
	case a.take == "number":
		prop = map[string]any{"type": "integer", "description": a.help}
	case a.take == "dir":
		var dirs []string
		for _, d := range []world.Dir{
			world.North, world.South, world.East, world.West, world.Up, world.Down, world.In, world.Out,
		} {
			dirs = append(dirs, string(d))
		}
		prop["enum"] = dirs
		delete(prop, "minLength")
		delete(prop, "maxLength")
	case len(a.enum) > 0:
		prop["enum"] = a.enum
		delete(prop, "minLength")
		delete(prop, "maxLength")
	}
	b, err := json.Marshal(prop)
	if err != nil {
		panic(err) // plain values always marshal
	}
	return string(b)
}

const argBytesMost = world.SpeechBytesMax // of one called argument

// Call binds a called tool: its arguments are a JSON object of strings and whole numbers, resolved like typed words.
func (t *Table) Call(c Ctx, tool string, args json.RawMessage) Call {
	v := t.byTool[tool]
	if v == nil || !v.usable(c.role()) {
		return Call{Refusal: refuse(world.CodeUnknown, "There is no tool called "+plain(clip(tool))+".")}
	}
	var list map[string]any
	if given := string(args); given != "" && given != "null" && given != "{}" {
		dec := json.NewDecoder(bytes.NewReader(args))
		dec.UseNumber()
		if err := dec.Decode(&list); err != nil || dec.More() {
			return badArgs(v, "the arguments must be one JSON object")
		}
	}
	var raw given
	for name, val := range list { // each lands under its own key: the order does not matter
		i := slices.IndexFunc(v.args, func(a arg) bool { return a.name == name })
		if i < 0 {
			return badArgs(v, "there is no argument "+plain(clip(name)))
		}
		var text string
		switch x := val.(type) {
		case string:
			text = x
		case json.Number:
			text = x.String()
		default:
			return badArgs(v, name+" must be a string")
		}
		if len(text) > argBytesMost {
			return badArgs(v, name+" is too long")
		}
		if text = plain(text); text != "" || !v.args[i].opt { // left empty is left out
			raw.put(name, text)
		}
	}
	word, rest := v.calledLine(raw)
	return t.orScripts(c, word, rest, func(c Ctx) Call { return v.bindRaw(c, raw) })
}

func badArgs(v *Verb, why string) Call {
	text := "Bad arguments for " + v.ToolName() + ": " + why + ". It takes: " + v.argNames() + "."
	return Call{Verb: v, Refusal: refuse(world.CodeBadValue, text)}
}

func (v *Verb) argNames() string {
	if len(v.args) == 0 {
		return "nothing"
	}
	var out []string
	for _, a := range v.args {
		n := a.name
		if a.opt {
			n += " (optional)"
		}
		out = append(out, n)
	}
	return strings.Join(out, ", ")
}
