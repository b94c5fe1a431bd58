package pack

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
	"github.com/mudlark-mud/mudlark/world/script"
)

// Where new entries stand, and how entries, fields and texts are written as lines of a file.

// runs says why a script would make its pack wrong; nil for all that is none.
func runs(entry any) error {
	s, ok := entry.(world.ScriptSpec)
	if !ok {
		return nil
	}
	engine := script.NewEngine()
	if text := engine.Check(&s); text != "" {
		return fmt.Errorf("it does not run: %s", text)
	}
	for i := range s.Examples {
		if text := s.Try(engine, i); text != "" {
			return fmt.Errorf("its example of %s fails: %s", s.Examples[i].Run, text)
		}
	}
	return nil
}

// zoneFile is the file of a zone, which is begun when there is none: whatever is written into it first, a zone is a
// file's.
func (x *exporter) zoneFile(zone string) string {
	if file := x.zones[zone]; file != "" {
		return file
	}
	key := world.ZoneKey(zone)
	if key == "" {
		return builtFile
	}
	name := string(key) + ".yaml"
	if _, taken := x.lines[name]; taken {
		name = path.Base("built-" + name)
	}
	if _, has := x.lines[name]; !has {
		x.order, x.lines[name] = append(x.order, name), []string{zoneKey + ": " + scalar(zone)}
		x.zones[zone] = name
	}
	return name
}

// fileFor says where an entry that no file has belongs.
func (x *exporter) fileFor(kind string, entry any, all map[string]any) string {
	room := func(id world.RoomID) string {
		if r, ok := all[world.EntryKey("room", string(id))].(world.RoomSpec); ok {
			return x.zoneFile(r.Zone)
		}
		if r, ok := x.wasEntry("room", string(id)).(world.RoomSpec); ok {
			return x.zoneFile(r.Zone)
		}
		return builtFile
	}
	switch e := entry.(type) {
	case world.RoomSpec:
		return x.zoneFile(e.Zone)
	case world.SpawnSpec:
		return room(e.Room)
	case world.QuestSpec:
		return room(e.Room)
	case world.TableSpec:
		return room(e.Room)
	case world.ZoneSpec:
		for _, zone := range slices.Sorted(maps.Keys(x.zones)) {
			if world.ZoneKey(zone) == e.ID {
				return x.zones[zone]
			}
		}
		return x.zoneFile(string(e.ID))
	}
	id := reflect.ValueOf(entry).FieldByName("ID").String()
	for _, other := range slices.Sorted(maps.Keys(all)) {
		if sp, ok := all[other].(world.SpawnSpec); ok && string(sp.Item+sp.Mob) == id && sp.Room != "" {
			return room(sp.Room)
		}
	}
	most := builtFile
	for _, file := range x.order {
		if x.count(kind, file) > x.count(kind, most) {
			most = file
		}
	}
	return most
}

func (x *exporter) wasEntry(kind, id string) any {
	content := x.was.Content()
	return content.Entry(kind, id)
}

// item writes an entry of a list.
func (x *exporter) item(p *plan, v reflect.Value, indent int) []string {
	return dashed(mapping(p, v, strings.Repeat(" ", indent)+exportStep), indent)
}

// dashed puts a dash before the first line of a mapping.
func dashed(lines []string, indent int) []string {
	if len(lines) > 0 {
		lines[0] = strings.Repeat(" ", indent) + "- " + strings.TrimLeft(lines[0], " ")
	}
	return lines
}

// mapping writes the fields of a struct.
func mapping(p *plan, v reflect.Value, margin string) (out []string) {
	var x *exporter
	for i := range p.slots {
		if f := v.Field(p.slots[i].index); !f.IsZero() || p.slots[i].required {
			out = append(out, x.field(&p.slots[i], f, margin)...)
		}
	}
	return out
}

// field writes a key and what it says.
func (*exporter) field(s *slot, v reflect.Value, margin string) []string {
	key := margin + s.key + ":"
	in := margin + exportStep
	switch {
	case s.list && s.sub != nil:
		out := []string{key}
		for i := range v.Len() {
			out = append(out, dashed(mapping(s.sub, v.Index(i), in+exportStep), len(in))...)
		}
		return out
	case v.Type() == reflect.TypeFor[[]int]() || s.list && s.class.flat:
		var words []string
		for i := range v.Len() {
			word := written(v.Index(i))
			if v.Index(i).Kind() == reflect.String {
				word = scalar(word)
			}
			words = append(words, word)
		}
		return []string{key + " [" + strings.Join(words, ", ") + "]"}
	case s.list:
		out := []string{key}
		for i := range v.Len() {
			out = append(out, in+"- "+scalar(written(v.Index(i))))
		}
		return out
	case s.sub != nil:
		return append([]string{key}, mapping(s.sub, reflect.Indirect(v), in)...)
	case v.Kind() == reflect.String && !s.class.flat && len(v.String()) > exportShort:
		return append([]string{key + " |-"}, folded(v.String(), in)...)
	case s.class.code:
		out := []string{key + " |-"}
		for line := range strings.SplitSeq(v.String(), "\n") {
			out = append(out, strings.TrimRight(in+line, " "))
		}
		return out
	case v.Kind() != reflect.String:
		return []string{key + " " + written(v)}
	}
	return []string{key + " " + scalar(v.String())}
}

// folded breaks a text into lines; a blank one parts paragraphs.
func folded(text, margin string) (out []string) {
	for i, part := range strings.Split(text, "\n\n") {
		if i > 0 {
			out = append(out, "")
		}
		if _, isDrawn := world.DrawnRow(strings.SplitN(part, "\n", 2)[0]); isDrawn {
			for row := range strings.SplitSeq(part, "\n") {
				out = append(out, margin+row)
			}
			continue
		}
		line := ""
		for w := range strings.FieldsSeq(part) {
			if line != "" && len(line)+1+len(w) > exportColumns {
				out, line = append(out, margin+line), ""
			}
			if line != "" {
				line += " "
			}
			line += w
		}
		out = append(out, margin+line)
	}
	return out
}

// scalar writes a text of one line: as it is when it is an id that nobody takes for a number or a truth, else in
// quotes.
func scalar(text string) string {
	if what, _ := yaml.Slug(text); what == "" && text != "" && strings.Trim(text[:1], "0123456789") != "" &&
		!slices.Contains([]string{"true", "false", "yes", "no", "on", "off", "null", "y", "n"}, text) {
		return text
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		return `""`
	}
	return strings.TrimSpace(b.String())
}
