package prompt

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed templates
var files embed.FS

// worldTag marks templates that speak of the world itself, and for no one in it.
const worldTag = "world"

// UnknownError says that there is no such template.
type UnknownError struct{ name, version string }

// Error says which.
func (e *UnknownError) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("there is no template %s@%s", e.name, e.version), "@")
}

// all are the templates, by name and then by version, the oldest first.
var all = sync.OnceValue(func() []Template { //nolint:gochecknoglobals // immutable: read from the program itself
	list, err := readAll(files)
	if err != nil {
		panic(err) // the program's own files; a test reads them first
	}
	return list
})

// readAll reads every template of a file system.
func readAll(from fs.FS) ([]Template, error) {
	var out []Template
	names, err := fs.Glob(from, "templates/*/*.txt")
	if err != nil {
		return nil, fmt.Errorf("list templates: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return nil, fmt.Errorf("read template %s: %w", name, err)
		}
		t, err := parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("read template %s: %w", name, err)
		}
		if want := "templates/" + t.Name + "/" + t.Version + ".txt"; name != want {
			return nil, fmt.Errorf("read template %s: it says that it is %s", name, want)
		}
		out = append(out, t)
	}
	slices.SortFunc(out, func(a, b Template) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return slices.Compare(numbers(a.Version), numbers(b.Version))
	})
	return out, nil
}

// numbers are the parts of a version that parse has checked.
func numbers(version string) []int {
	parts := strings.Split(version, ".")
	out := make([]int, len(parts))
	for i, p := range parts {
		out[i], _ = strconv.Atoi(p)
	}
	return out
}

// GetTemplate returns a template: the newest version, or the one that is named. Errors: *UnknownError.
func GetTemplate(name string, version ...string) (Template, error) {
	want := strings.Join(version, ".")
	for _, t := range slices.Backward(all()) {
		if t.Name == name && (want == "" || want == t.Version) {
			return t, nil
		}
	}
	return Template{}, &UnknownError{name: name, version: want}
}

// GetWorldTemplate returns the newest template of that name that speaks of the world itself. Errors: *UnknownError.
func GetWorldTemplate(key string) (Template, error) {
	t, err := GetTemplate(key)
	if err == nil && !t.has(worldTag) {
		err = &UnknownError{name: key}
	}
	if err != nil {
		return Template{}, err
	}
	return t, nil
}

// ListTemplates returns all templates, every version of them, that carry all of the tags.
func ListTemplates(tag ...string) []Template {
	var out []Template
	for _, t := range all() {
		if !slices.ContainsFunc(tag, func(one string) bool { return !t.has(one) }) {
			out = append(out, t)
		}
	}
	return out
}

// ComputePromptHash returns the SHA-256 of a template's canonical form, in hexadecimal.
func ComputePromptHash(t Template) string {
	sum := sha256.Sum256([]byte(t.canonical()))
	return hex.EncodeToString(sum[:])
}

// Wording returns the sentences that templates are made of, without fields. Whoever sees several words of one in a row
// sees a prompt.
func Wording() []string { return wording() }

var wording = sync.OnceValue(func() []string { //nolint:gochecknoglobals // immutable: made from the templates
	var out []string
	for _, t := range all() {
		for line := range strings.Lines(t.System + t.User) {
			for _, part := range place.Split(line, -1) {
				if part = strings.TrimSpace(part); part != "" && !slices.Contains(out, part) {
					out = append(out, part)
				}
			}
		}
	}
	return out
})
