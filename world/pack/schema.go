package pack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// Schema returns a JSON Schema (draft 2020-12) of the files of a pack, made from the table, for editors: the YAML
// language server completes and checks by it a file that says "# yaml-language-server: $schema=" and where it is. One
// schema is for all the files. Whatever [Check] approves of a single value is valid by it; what several parts of a pack
// are to each other only [Check] knows.
func Schema() []byte {
	defs := members{{"pack", object(head().plan)}}
	lists := members{
		{zoneKey, described(texts(name()), "The zone to which the file's rooms belong: its name.")},
		{draftKey, described(members{{"type", "boolean"}}, "All of the file is half built, and no part of the world.")},
		{importedKey, described(members{{"type", "boolean"}}, "It was made of another engine's area.")},
		{wasKey, described(members{}, aboutWas)},
	}
	for _, k := range kinds() {
		defs = append(defs, member{k.key, object(k.plan)})
		lists = append(lists, member{k.key, members{
			{"description", k.about}, {"type", "array"}, {"items", members{{"$ref", "#/$defs/" + k.key}}},
		}})
	}
	defs = append(defs, member{"file", members{
		{"type", []string{"object", "null"}}, {"properties", lists}, {"additionalProperties", false},
	}})
	var isHead []members // what only pack.yaml has
	for _, s := range head().plan.slots {
		if s.required {
			isHead = append(isHead, members{{"required", []string{s.key}}})
		}
	}
	text, err := members{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "mudlark world pack"},
		{"description", "A YAML file of a world pack: pack.yaml, or any other."},
		{"if", members{{"type", "object"}, {"anyOf", isHead}}},
		{"then", members{{"$ref", "#/$defs/pack"}}},
		{"else", members{{"$ref", "#/$defs/file"}}},
		{"$defs", defs},
	}.MarshalJSON()
	var out bytes.Buffer
	if err == nil {
		err = json.Indent(&out, text, "", "  ")
	}
	if err != nil {
		panic("pack: the schema cannot be written: " + err.Error()) // it is strings, numbers and lists
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// aboutWas says what stands under the key that nothing reads.
const aboutWas = "What it was in another engine. Kept for people, and read by nothing."

// member is one member of a JSON object.
type member struct {
	key   string
	value any
}

// members are a JSON object, in the order in which people read it.
type members []member

// MarshalJSON implements [json.Marshaler].
func (m members) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, x := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{x.key, x.value} {
			var text bytes.Buffer
			enc := json.NewEncoder(&text)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(part); err != nil {
				return nil, fmt.Errorf("member %q: %w", x.key, err)
			}
			if j > 0 {
				b.WriteByte(':')
			}
			b.Write(bytes.TrimSpace(text.Bytes()))
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// object describes a mapping.
func object(p *plan) members {
	var fields members
	required := []string{}
	for i := range p.slots {
		s := &p.slots[i]
		fields = append(fields, member{s.key, described(valueOf(s, p.typ.Field(s.index).Type), s.about)})
		if s.required {
			required = append(required, s.key)
		}
	}
	if p.isEntry {
		about := "It is half built, and no part of the world yet."
		fields = append(fields, member{draftKey, described(members{{"type", "boolean"}}, about)},
			member{wasKey, described(members{}, aboutWas)})
	}
	return members{
		{"type", "object"}, {"properties", fields}, {"required", required}, {"additionalProperties", false},
	}
}

func described(m members, about string) members {
	return append(members{{"description", about}}, m...)
}

// valueOf describes what may stand for a key whose field is of a type.
func valueOf(s *slot, typ reflect.Type) members {
	if s.list {
		one := *s
		one.list = false
		return members{
			{"type", "array"}, {"items", valueOf(&one, typ.Elem())}, {"minItems", 1}, {"maxItems", nestedMax},
		}
	}
	switch {
	case s.sub != nil:
		return object(s.sub)
	case typ == reflect.TypeFor[world.Dice]():
		return formed(members{{"type", "string"}}, form{
			`^\s*[0-9]+d[0-9]+([+-][0-9]+)?\s*$`, `Write dice as "2d4" or "1d6+1".`,
		})
	case typ.Kind() == reflect.Bool:
		return members{{"type", "boolean"}}
	case typ.Kind() == reflect.Int:
		return members{{"type", "integer"}, {"minimum", s.class.least}, {"maximum", s.class.most}}
	default:
		return texts(s.class)
	}
}

func texts(c class) members {
	if c.among != nil {
		return members{{"type", "string"}, {"enum", c.among}}
	}
	return formed(members{{"type", "string"}, {"minLength", 1}}, c.form)
}

// formed adds a form, and what editors say of a text without it: patternErrorMessage is theirs alone.
func formed(m members, f form) members {
	if f.regex == "" {
		return m
	}
	return append(m, member{"pattern", f.regex}, member{"patternErrorMessage", f.meant})
}

// endsWith is the form of texts that end with one of some characters, or with the placeholder of a whole sentence.
func endsWith(ends string) form {
	if ends == "" {
		return form{}
	}
	return form{`([` + ends + `]["')]*|\{what\})\s*$`, "End it with " + yaml.AnyOf(ends)}
}
