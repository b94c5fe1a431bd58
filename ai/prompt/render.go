package prompt

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mudlark-mud/mudlark/world"
)

// FieldError says what is wrong with the data of a rendering.
type FieldError struct {
	template, field, what string
}

// Error says which field, and what.
func (e *FieldError) Error() string {
	return fmt.Sprintf("render %s: field %q %s", e.template, e.field, e.what)
}

// Render fills the template. A field that data does not name is empty; a name that is no field is an error, and so is a
// value that is neither text, a whole number nor a list of texts. The same data make the same prompt.
func (t Template) Render(data map[string]any) (system, user string, err error) {
	values := map[string]string{}
	names := make([]string, 0, len(data))
	for name := range data { // put in order, so that the same fault is named each time
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		f, ok := t.field(name)
		if !ok {
			return "", "", &FieldError{t.Name, clip(name), "is not one of the template's"}
		}
		items, ok := itemsOf(data[name])
		if !ok {
			what := fmt.Sprintf("is a %T, and no text, whole number or list of texts", data[name])
			return "", "", &FieldError{t.Name, name, what}
		}
		if f.Kind == JSON {
			var what string
			if values[name], what = f.object(items); what != "" {
				return "", "", &FieldError{t.Name, name, what}
			}
			continue
		}
		values[name] = f.write(items)
	}
	return fill(t.System, values), fill(t.User, values), nil
}

// itemsOf reads a value, also as it comes back from JSON.
func itemsOf(v any) ([]string, bool) {
	switch v := v.(type) {
	case nil:
		return nil, true
	case string:
		return []string{v}, true
	case []string:
		return v, true
	case int:
		return []string{strconv.Itoa(v)}, true
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
			return nil, false
		}
		return []string{strconv.FormatInt(int64(v), 10)}, true
	case []any:
		out := make([]string, len(v))
		for i, one := range v {
			s, ok := one.(string)
			if !ok {
				return nil, false
			}
			out[i] = s
		}
		return out, true
	}
	return nil, false
}

// write makes a field's value as it stands in the prompt; "" when nothing is left of it.
func (f Field) write(items []string) string {
	var clean []string
	for _, item := range items {
		if f.Kind == Data { // lines of one text are items of their own there
			for line := range strings.Lines(item) {
				clean = append(clean, cleaned(line, f.Chars))
			}
			continue
		}
		clean = append(clean, cleaned(item, f.Chars))
	}
	clean = slices.DeleteFunc(clean, func(s string) bool { return s == "" })
	if f.Kind == Data && len(clean) > f.Items {
		clean = clean[len(clean)-f.Items:] // of what happened the newest counts
	}
	clean = clean[:min(len(clean), f.Items)]
	if len(clean) == 0 {
		return ""
	}
	switch f.Kind {
	case Words:
		return strings.Join(clean, ", ")
	case List:
		return "- " + strings.Join(clean, "\n- ")
	case Data:
		return f.block("- " + strings.Join(clean, "\n- "))
	case Text, JSON:
	}
	return clean[0]
}

// block marks what strangers may have written.
func (f Field) block(text string) string {
	return "<data name=\"" + f.Name + "\">\n" + text + "\n</data>"
}

// object makes the value of a field that is JSON, or says what is wrong with it. Half of it would mean something else,
// so nothing is cut; and what is cleaned is JSON still, for within its strings marks are as good as words.
func (f Field) object(lines []string) (value, what string) {
	for i, line := range lines {
		if utf8.RuneCountInString(line) > f.Chars || i >= f.Items {
			return "", fmt.Sprintf("is longer than %d lines of %d characters", f.Items, f.Chars)
		}
	}
	var clean []string
	for _, line := range lines {
		clean = append(clean, cleaned(line, 2*f.Chars)) // marks that were taken apart are longer
	}
	text := strings.Join(clean, "\n")
	switch {
	case text == "":
		return "", ""
	case !json.Valid([]byte(text)):
		return "", "is no JSON"
	}
	return f.block(text), ""
}

// fill puts values into the places of a part, once, and leaves out lines whose places lack a value, their headings, and
// blocks of which nothing is left.
func fill(part string, values map[string]string) string {
	var blocks []string
	for block := range strings.SplitSeq(strings.TrimRight(part, "\n"), "\n\n") {
		var lines []string
		all := strings.Split(block, "\n")
		for i, line := range all {
			isHeading := strings.HasSuffix(line, ":") && i+1 < len(all) && isSole(all[i+1])
			if lacks(line, values) || isHeading && lacks(all[i+1], values) {
				continue
			}
			lines = append(lines, place.ReplaceAllStringFunc(line, func(s string) string {
				return values[strings.Trim(s, "{}")]
			}))
		}
		if len(lines) > 0 {
			blocks = append(blocks, strings.Join(lines, "\n"))
		}
	}
	return strings.Join(blocks, "\n\n")
}

// isSole reports whether a line is one place and nothing else.
func isSole(line string) bool { return place.FindString(line) == line && line != "" }

// lacks reports whether a line has a place without a value.
func lacks(line string, values map[string]string) bool {
	return slices.ContainsFunc(place.FindAllStringSubmatch(line, -1), func(m []string) bool { return values[m[1]] == "" })
}

// markers begin and end roles in the formats of chat models; in a value they are written so that they mean nothing.
var markers = strings.NewReplacer( //nolint:gochecknoglobals // immutable: a Replacer has no state
	"<", "‹", ">", "›", "[INST]", "(INST)", "[/INST]", "(/INST)", "[SYS]", "(SYS)", "[/SYS]", "(/SYS)", "```", "'''",
	"{{", "{ {", "}}", "} }",
)

// cleaned makes one line of a value that strangers may have written: nothing invisible, no line break, nothing that
// could be taken for a mark of this package's or a chat format's, and at most so many characters.
func cleaned(text string, chars int) string {
	if most := utf8.UTFMax * 4 * (chars + 1); len(text) > most {
		text = text[:most]
	}
	text = strings.Map(func(r rune) rune {
		if r == 0x200d {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	text = markers.Replace(world.Clean(text))
	return shorten(text, chars)
}

// shorten cuts a text to so many characters, the last of which then says that it was cut.
func shorten(text string, chars int) string {
	if utf8.RuneCountInString(text) <= chars {
		return text
	}
	runes := []rune(text)[:chars-1]
	return strings.TrimRight(string(runes), " ") + "…"
}

// clip bounds a name that goes into an error.
func clip(name string) string { return cleaned(name, 40) }
