package world_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
)

// Every kind is listed once. The journal names kinds by their types, so that a double would mean nothing, and hide that
// another is missing.
func TestKindsAreListedOnce(t *testing.T) {
	seen := map[string]bool{}
	once := func(kind any) {
		if name := fmt.Sprintf("%T", kind); seen[name] {
			t.Errorf("%s is listed twice", name)
		} else {
			seen[name] = true
		}
	}
	for _, e := range world.EventKinds() {
		once(e)
	}
	if len(seen) == 0 {
		t.Error("no kind of event is listed")
	}
	for _, a := range world.ActionKinds() {
		once(a)
	}
}

// Every event and every action is listed: the journal cannot write down a kind that it does not know.
func TestEveryKindIsListed(t *testing.T) {
	listed := map[string]bool{}
	for _, e := range world.EventKinds() {
		listed[fmt.Sprintf("%T", e)] = true
	}
	for _, a := range world.ActionKinds() {
		listed[fmt.Sprintf("%T", a)] = true
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	saysItself := regexp.MustCompile(`(?m)^func \((?:\w+ )?(\w+)\) (?:traits|deed)\(\)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range saysItself.FindAllSubmatch(text, -1) {
			kind := "world." + string(found[1])
			if !listed[kind] {
				t.Errorf("%s: %s is not listed in kinds.go", file, kind)
			}
			delete(listed, kind)
		}
	}
	if len(listed) > 0 {
		t.Errorf("listed, and not found in any file: %v", listed)
	}
}
