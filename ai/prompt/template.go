package prompt

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/mudlark-mud/mudlark/ai/model/usage"
)

// Limits that a template may not exceed; reading it fails.
const (
	tokensMax         = 1000 // of an answer
	ambienceTokensMax = 799  // of a layer of ambience: fewer than 800
	actionMilliMax    = 300  // temperature, in thousandths, of what is read as JSON
	milliMax          = 1000
	fieldCharsMax     = 2000 // of one value, or of one item
	fieldItemsMax     = 40
)

// Tier says which of two models is meant.
type Tier string

// The tiers.
const (
	Small Tier = "small"
	Large Tier = "large"
)

// Kind says how a field's value is written.
type Kind string

// The kinds of fields.
const (
	Text  Kind = "text"  // one line
	Words Kind = "words" // several, with commas between
	List  Kind = "list"  // several, one a line
	Data  Kind = "data"  // one or several, in a block, for what strangers may have written
	JSON  Kind = "json"  // lines of JSON, in a block, as they are; too many or too long ones are an error
)

// Field is a place in a template where a value goes.
type Field struct {
	Name  string
	Kind  Kind
	Chars int // how long the value, or each item, may be; what is longer is cut
	Items int // how many items count; 1 for a text
}

// Template is one version of a prompt.
type Template struct {
	Name        string
	Version     string // semantic: 1.0.0
	About       string
	Tags        []string
	Purpose     usage.Purpose
	Tier        Tier
	Temperature int // thousandths
	MaxTokens   int // of the answer
	JSON        bool
	Fields      []Field
	System      string
	User        string
}

// Ref names the template that something was made with, for the record of an answer.
type Ref struct {
	ID      string
	Version string
	Hash    string // SHA-256, hexadecimal
}

// String returns name@version, as telemetry has it.
func (r Ref) String() string { return r.ID + "@" + r.Version }

// Ref returns the template's reference.
func (t Template) Ref() Ref { return Ref{ID: t.Name, Version: t.Version, Hash: ComputePromptHash(t)} }

// has reports whether the template carries a tag.
func (t Template) has(tag string) bool { return slices.Contains(t.Tags, tag) }

func (t Template) field(name string) (Field, bool) {
	i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return t.Fields[i], true
}

const (
	systemMark = "--- system"
	userMark   = "--- user"
)

// canonical writes a template in the one way that is hashed: the head in fixed order, then the parts, normalised, with
// no blank at the end of a line, so that neither line endings nor an editor change the hash.
func (t Template) canonical() string {
	var b strings.Builder
	line := func(key, value string) { b.WriteString(key + ": " + norm.NFC.String(value) + "\n") }
	line("name", t.Name)
	line("version", t.Version)
	line("about", t.About)
	line("tags", strings.Join(t.Tags, ", "))
	line("purpose", string(t.Purpose))
	line("tier", string(t.Tier))
	line("temperature", strconv.Itoa(t.Temperature))
	line("tokens", strconv.Itoa(t.MaxTokens))
	line("answer", answerOf(t.JSON))
	for _, f := range t.Fields {
		line("field", fmt.Sprintf("%s %s %d %d", f.Name, f.Kind, f.Items, f.Chars))
	}
	b.WriteString(systemMark + "\n" + body(t.System) + userMark + "\n" + body(t.User))
	return b.String()
}

// body normalises a part.
func body(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(strings.Trim(norm.NFC.String(text), "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t")
	}
	return strings.Join(lines, "\n") + "\n"
}

func answerOf(isJSON bool) string {
	if isJSON {
		return "json"
	}
	return "prose"
}

// place is where a value goes.
var place = regexp.MustCompile(`\{\{([a-z]+)\}\}`)

// version is how versions are written.
var version = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

// parse reads a template's file.
func parse(text string) (Template, error) {
	text = body(text)
	head, rest, ok := strings.Cut(text, systemMark+"\n")
	system, user, ok2 := strings.Cut(rest, userMark+"\n")
	if !ok || !ok2 {
		return Template{}, fmt.Errorf("there are no parts %q and %q", systemMark, userMark)
	}
	t := Template{System: body(system), User: body(user)}
	for line := range strings.Lines(head) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			if key == "" {
				continue
			}
			return t, fmt.Errorf("%q is no line of a head", line)
		}
		if err := t.set(key, value); err != nil {
			return t, fmt.Errorf("%s: %w", key, err)
		}
	}
	return t, t.check()
}

// set reads one line of the head.
func (t *Template) set(key, value string) (err error) {
	switch key {
	case "name":
		t.Name = value
	case "version":
		t.Version = value
	case "about":
		t.About = value
	case "tags":
		t.Tags = strings.Split(value, ", ")
	case "purpose":
		t.Purpose = usage.Purpose(value)
	case "tier":
		t.Tier = Tier(value)
	case "temperature":
		t.Temperature, err = strconv.Atoi(value)
	case "tokens":
		t.MaxTokens, err = strconv.Atoi(value)
	case "answer":
		t.JSON = value == answerOf(true)
		if value != answerOf(t.JSON) {
			return fmt.Errorf("%q is neither json nor prose", value)
		}
	case "field":
		var f Field
		if _, err := fmt.Sscanf(value, "%s %s %d %d", &f.Name, &f.Kind, &f.Items, &f.Chars); err != nil {
			return fmt.Errorf("a name, a kind, a number of items and one of characters are meant: %w", err)
		}
		t.Fields = append(t.Fields, f)
	default:
		return fmt.Errorf("no line of a head begins so")
	}
	return err
}

// check reports what must not be in a template.
func (t Template) check() error {
	switch {
	case t.Name == "" || !version.MatchString(t.Version) || t.About == "":
		return fmt.Errorf("it lacks a name, a version such as 1.0.0 or what it is about")
	case !slices.Contains(usage.Purposes(), t.Purpose):
		return fmt.Errorf("%q is no purpose", t.Purpose)
	case t.Tier != Small && t.Tier != Large:
		return fmt.Errorf("%q is no tier", t.Tier)
	case t.MaxTokens < 1 || t.MaxTokens > tokensMax:
		return fmt.Errorf("%d tokens are not from 1 to %d", t.MaxTokens, tokensMax)
	case t.Purpose == usage.Ambience && t.MaxTokens > ambienceTokensMax:
		return fmt.Errorf("%d tokens of ambience are more than %d", t.MaxTokens, ambienceTokensMax)
	case t.Temperature < 0 || t.Temperature > milliMax || t.JSON && t.Temperature > actionMilliMax:
		return fmt.Errorf("temperature %d: at most %d, and %d for what is read as JSON", t.Temperature, milliMax,
			actionMilliMax)
	}
	used := map[string]bool{}
	for _, m := range place.FindAllStringSubmatch(t.System+t.User, -1) {
		if _, ok := t.field(m[1]); !ok {
			return fmt.Errorf("the place {{%s}} is no field", m[1])
		}
		used[m[1]] = true
	}
	for _, f := range t.Fields {
		isMany := f.Kind == Words || f.Kind == List || f.Kind == Data || f.Kind == JSON
		switch {
		case !used[f.Name]:
			return fmt.Errorf("the field %s has no place", f.Name)
		case !isMany && f.Kind != Text:
			return fmt.Errorf("the field %s: %q is no kind", f.Name, f.Kind)
		case f.Chars < 1 || f.Chars > fieldCharsMax || f.Items < 1 || f.Items > fieldItemsMax || !isMany && f.Items != 1:
			return fmt.Errorf("the field %s: %d items of %d characters are not within 1 to %d and 1 to %d", f.Name, f.Items,
				f.Chars, fieldItemsMax, fieldCharsMax)
		}
	}
	return nil
}
