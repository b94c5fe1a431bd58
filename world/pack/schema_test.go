package pack_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/world/pack"
)

// schema compiles the schema of packs.
func schema(t rapid.TB) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(pack.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:pack", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mem:pack")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// validate judges a YAML file by a schema, as an editor does.
func validate(t rapid.TB, s *jsonschema.Schema, text []byte) error {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	asJSON, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

// What the check approves of is valid by the schema for editors.
func TestGoodPacksAreValidBySchema(t *testing.T) {
	s := schema(t)
	for name, fsys := range map[string]fs.FS{
		"Lowtide": os.DirFS("../../data/lowtide"), "new": os.DirFS("../../data/newpack"),
		"good": fsOf(readArchive(t, "testdata/good.txtar")),
	} {
		files := 0
		err := fs.WalkDir(fsys, ".", func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || !strings.Contains(path, ".y") {
				return err
			}
			files++
			text, err := fs.ReadFile(fsys, path)
			if err != nil {
				return err
			}
			if err := validate(t, s, text); err != nil {
				t.Errorf("%s: %s: %v", name, path, err)
			}
			return nil
		})
		if err != nil || files < 3 {
			t.Errorf("%s: %d files, %v", name, files, err)
		}
	}
}

// What a builder gets wrong in one value, or in a key, an editor shows while it is typed, and the check afterwards.
func TestMistakesAreNotValidBySchema(t *testing.T) {
	s := schema(t)
	for _, text := range []string{
		"romos: []",
		"rooms: {id: hall}",
		"rooms: [{id: hall, name: Hall}]",
		"rooms: [{id: The Hall, name: Hall, desc: A hall.}]",
		"rooms: [{id: hall, name: Hall., desc: A hall.}]",
		"rooms: [{id: hall, name: Hall, desc: A hall}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., sfae: true}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., safe: yes please}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., light: dim}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., exits: [{dir: norht, to: yard}]}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., exits: [{dir: north}]}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., exits: []}]",
		"rooms: [{id: hall, name: Hall, desc: A hall., draft: maybe}]",
		"items: [{id: sword, name: sword, desc: A sword., wear: wield, damage: lots}]",
		"items: [{id: sword, name: sword, desc: A sword., a: seven}]",
		"items: [{id: sword, name: 12, desc: A sword.}]",
		"items: [{id: chest, name: chest, desc: A chest., holds: {most: 201}}]",
		"mobs: [{id: rat, name: rat, desc: A rat., hp: 0}]",
		"mobs: [{id: rat, name: rat, desc: A rat., hp: 2.5}]",
		"mobs: [{id: rat, name: rat, desc: A rat., hp: 2, keys: [Rat]}]",
		"spawns: [{id: s, item: sword, room: hall, every: -1}]",
		"draft: 1\nrooms: []",
		"id: tiny\nname: Tiny\nstart: hall",
		"id: tiny\nname: Tiny\nstart: hall\nwelcome: Hello.\nrooms: []",
		"id: tiny\nname: Tiny\nstart: hall\nwelcome: Hello.\ntexts: {guest_first: [grey], guest_last: [Hare]}",
	} {
		if err := validate(t, s, []byte(text)); err == nil {
			t.Errorf("valid: %s", text)
		}
		name := "a.yaml"
		if strings.HasPrefix(text, "id:") {
			name = "pack.yaml"
		}
		if _, problems, err := pack.Check(folder(name, text), "p"); err != nil || problems.Only(pack.Wrong).String() == "" {
			t.Errorf("the check approves of %s", text)
		}
	}
	for _, text := range []string{"", "# Nothing yet.\n", "zone: Tiny\n"} {
		if err := validate(t, s, []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}
