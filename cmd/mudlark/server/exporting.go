package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// ExportTo writes what was edited inside the world into the files of its pack, which lie in a folder, and says which
// files those are (OWNERS 3.4). Where that is the folder that the server reads at its start, served, the pack says
// afterwards what the world does, and is applied, so that nothing counts as edited any more; into any other folder a
// copy is written, and what was edited stays an edit, because the next start may not know that folder. What cannot be
// written leaves all files as they are.
func (d *Daemon) ExportTo(ctx context.Context, dir, served string) (string, error) {
	d.applying.Lock()
	defer d.applying.Unlock()
	files := ReadContent(dir)
	err := files.Load()
	if invalid, ok := errors.AsType[*pack.InvalidError](err); ok {
		return "", fmt.Errorf("%w\nnothing was written", invalid.In(dir))
	}
	if err != nil {
		return "", fmt.Errorf("nothing was written: %w", err)
	}
	entries, clashes, err := d.edited(ctx, files.Pack.Content())
	left := ""
	if err == nil {
		left, err = writeMost(dir, entries)
	}
	if len(clashes) > 0 {
		left += fmt.Sprintf(" Not written, because the files say something new of them, too: %s. Make the files say the "+
			"same and apply them, or undo the edits.", strings.Join(clashes, ", "))
	}
	switch {
	case err != nil:
		return "", err
	case len(entries) == 0 && left != "":
		return strings.TrimSpace(left), nil
	case len(entries) == 0:
		return "All of the world is as its pack says: there is nothing to write.", nil
	}
	text := fmt.Sprintf("Written into %s: %s.%s", dir, strings.Join(slices.Sorted(maps.Keys(entries)), ", "), left)
	if !sameFolder(dir, served) {
		return text + fmt.Sprintf(" This server was not started with that folder: all of it stays an edit here until one is "+
			"started with --pack %s.", dir), nil
	}
	if _, err := d.applyFiles(ctx, dir); err != nil {
		return "", err
	}
	return text, nil
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil || b == "" {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// edited reads what is not as the pack says, as [pack.Folder.Export] takes it, and of what the files say something new
// besides, whether it was applied yet or not, which is for somebody to decide. Entries of content are replaced and
// never changed, so that they can be read after the step.
func (d *Daemon) edited(
	ctx context.Context, files *world.Entries,
) (entries map[string]any, clashes []string, err error) {
	entries = map[string]any{}
	_, err = d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, _ world.Time) any {
			for entry, row := range world.Ordered(s.Edits) {
				kind, id, _ := strings.Cut(entry, ":")
				says := world.Digest(files.Entry(kind, id))
				if row.Clash || says != row.Base && says != world.Digest(s.Entry(kind, id)) {
					clashes = append(clashes, entry)
					continue
				}
				entries[entry] = s.Entry(kind, id)
			}
			return nil
		}}
	})
	return entries, clashes, err
}

// writeMost writes entries into the files of a folder, and takes out of them those that cannot be written, of which it
// says why.
func writeMost(dir string, entries map[string]any) (left string, err error) {
	for len(entries) > 0 {
		err = writePack(dir, entries)
		bad, ok := errors.AsType[*pack.UnwritableError](err)
		if !ok {
			break
		}
		left += " Not written, and still an edit: " + bad.Error() + "."
		delete(entries, bad.Entry)
		err = nil
	}
	if err != nil && left != "" {
		err = fmt.Errorf("%w\n%s", err, strings.TrimSpace(left))
	}
	return left, err
}

// writePack writes entries into the files of a folder.
func writePack(dir string, entries map[string]any) error {
	folder, err := pack.Read(os.DirFS(dir), ".")
	if err != nil {
		return err
	}
	files, err := folder.Export(entries)
	if invalid, ok := errors.AsType[*pack.InvalidError](err); ok {
		return fmt.Errorf("%w\nnothing was written", invalid.In(dir))
	}
	if err != nil {
		return fmt.Errorf("nothing was written: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.WriteFile(path+".new", files[name], 0o644); err != nil { //nolint:gosec // as other files of a pack
			return fmt.Errorf("write %s: %w", path, err)
		}
		if err := os.Rename(path+".new", path); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
	}
	return nil
}

// ControlExport answers the operator's command; served is as in [Daemon.ControlApply].
func (d *Daemon) ControlExport(served string) ControlFunc {
	return func(ctx context.Context, c command.ControlCall) (string, error) {
		return d.ExportTo(ctx, c.Line, served)
	}
}
