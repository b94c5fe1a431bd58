package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// schemaFile is the schema beside a new pack; the first line of each of its files names it.
const schemaFile = "schema.json"

type schemaCmd struct{}

// Run prints the JSON Schema of packs.
func (schemaCmd) Run(e *command.Env) error {
	_, err := e.Stdout.Write(pack.Schema())
	return err
}

type newCmd struct {
	Dir string `arg:"" help:"The pack's folder: one that is not there yet, or is empty."`
}

// Run makes a pack to begin with, called after its folder.
func (c *newCmd) Run(e *command.Env) error {
	if err := mustBeEmpty(c.Dir); err != nil {
		return err
	}
	full, err := filepath.Abs(c.Dir)
	if err != nil {
		return fmt.Errorf("find %s: %w", c.Dir, err)
	}
	files, err := newPack(filepath.Base(full))
	if err != nil {
		return err
	}
	if err := writePack(c.Dir, files); err != nil {
		return err
	}
	e.Printf("A small world stands in %s. Begin with %s.\n\n", c.Dir, filepath.Join(c.Dir, "pack.yaml"))
	tellNext(e, c.Dir)
	return nil
}

// writePack writes the files of a pack, which have slashes in their names, into a folder that it makes.
func writePack(dir string, files map[string][]byte) error {
	for name, text := range world.Ordered(files) {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil { //nolint:gosec // a pack is no secret
			return fmt.Errorf("make the pack's folder: %w", err)
		}
		if err := writeNew(at, text); err != nil {
			return err
		}
	}
	return nil
}

// tellNext says what to do with a pack that was made.
func tellNext(e *command.Env, dir string) {
	e.Println("check it   mudlark check", dir)
	e.Printf("run it     mudlark serve --pack %s --data %s\n", dir, filepath.Clean(dir)+"-data")
}

// mustBeEmpty refuses a folder in which something is.
func mustBeEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("look into the pack's folder: %w", err)
	case len(entries) > 0:
		return command.Misuse(fmt.Errorf("%s is not empty: a new pack wants a folder of its own", dir))
	}
	return nil
}

// newPack returns the files of a new pack, called after a folder.
func newPack(folder string) (map[string][]byte, error) {
	files := map[string][]byte{schemaFile: pack.Schema()}
	model := data.NewPack()
	err := fs.WalkDir(model, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		files[path], err = fs.ReadFile(model, path)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the pack that is the model: %w", err)
	}
	id, name := packNames(folder)
	if id == "" {
		return files, nil // no id can be made of it, so it stays as in the model
	}
	text := strings.Replace(string(files["pack.yaml"]), "\nid: my-world\n", "\nid: "+strconv.Quote(id)+"\n", 1)
	text = strings.Replace(text, "\nname: My World\n", "\nname: "+strconv.Quote(name)+"\n", 1)
	files["pack.yaml"] = []byte(text)
	return files, nil
}

// packNames makes an id and a name of a folder's: "sallow_hill" is sallow-hill, Sallow Hill.
func packNames(folder string) (id, name string) {
	words := strings.FieldsFunc(strings.ToLower(folder), func(r rune) bool {
		return r < '0' || r > '9' && r < 'a' || r > 'z'
	})
	id = strings.Join(words, "-")
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	name = strings.Join(words, " ")
	if what, _ := yaml.Label(name); !world.ValidID(id) || what != "" {
		return "", ""
	}
	return id, name
}

// writeNew writes a file where none is.
func writeNew(path string, text []byte) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // a pack is no secret
	if err != nil {
		return fmt.Errorf("write the new pack: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(text); err != nil {
		return fmt.Errorf("write the new pack: %w", err)
	}
	return nil
}
