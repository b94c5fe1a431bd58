package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	if err := writePack(e.Ctx, c.Dir, files); err != nil {
		return err
	}
	e.Printf("A small world stands in %s. Begin with %s.\n\n", c.Dir, filepath.Join(c.Dir, "pack.yaml"))
	tellNext(e, c.Dir)
	return nil
}

// errInterrupted says that a signal ended a command before it had made anything.
var errInterrupted = errors.New("interrupted: nothing was made")

// asidePattern is a folder within a pack's in which its files are written before they are brought to their places.
const asidePattern = ".mudlark-*"

// writePack writes the files of a pack, which have slashes in their names, into a folder that is not there or is empty.
// They are written aside and brought to their places when all are, pack.yaml as the last; whatever fails or is
// interrupted before, all that was made is removed again.
func writePack(ctx context.Context, dir string, files map[string][]byte) (err error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("find %s: %w", dir, err)
	}
	made, err := makeFolders(full)
	if err != nil {
		return err
	}
	aside, err := os.MkdirTemp(full, asidePattern)
	if err != nil {
		return errors.Join(fmt.Errorf("write into the pack's folder: %w", err), removeEmpty(made))
	}
	var brought []string
	defer func() {
		if err == nil {
			err = os.Remove(aside)
			return
		}
		for _, at := range append(brought, aside) {
			err = errors.Join(err, os.RemoveAll(at))
		}
		err = errors.Join(err, removeEmpty(made))
	}()
	for name, text := range world.Ordered(files) {
		if ctx.Err() != nil {
			return errInterrupted
		}
		at := filepath.Join(aside, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil { //nolint:gosec // a pack is no secret
			return fmt.Errorf("make the pack's folder: %w", err)
		}
		if err := writeNew(at, text); err != nil {
			return err
		}
	}
	for _, name := range tops(files) {
		at := filepath.Join(full, name)
		if err := os.Rename(filepath.Join(aside, name), at); err != nil {
			return fmt.Errorf("bring the new pack to its place: %w", err)
		}
		brought = append(brought, at)
	}
	return nil
}

// tops are the files and folders at the top of a pack; the file that makes it one is the last.
func tops(files map[string][]byte) (out []string) {
	const head = "pack.yaml"
	for name := range world.Ordered(files) {
		if top, _, _ := strings.Cut(name, "/"); top != head && !slices.Contains(out, top) {
			out = append(out, top)
		}
	}
	return append(out, head)
}

// makeFolders makes a folder and those above it, and returns those that were not there, the innermost first.
func makeFolders(dir string) (made []string, err error) {
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // a pack is no secret
		return nil, errors.Join(fmt.Errorf("make the pack's folder: %w", err), removeEmpty(made))
	}
	return made, nil
}

// removeEmpty removes folders that were made for nothing.
func removeEmpty(made []string) (err error) {
	for _, dir := range made {
		if e := os.Remove(dir); e != nil && !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
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
