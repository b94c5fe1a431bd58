package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// content is the world pack of a daemon on its way into the world.
type content struct {
	name   string
	folder *pack.Folder
	unread error       // why there is no folder
	Pack   *world.Pack // nil until it is needed, and when it cannot be used
	Fault  error       // why a world that has content goes on without what the pack says; nil when nothing is wrong
}

// ReadContent reads the files of the pack in a folder, of the built-in one when dir is empty. Whether it matters that
// they cannot be read is decided when it is known whether there is a world without them.
func ReadContent(dir string) *content {
	var files fs.FS = data.Lowtide()
	name := "the built-in pack"
	if dir != "" {
		files, name = os.DirFS(dir), dir
	}
	f, err := pack.Read(files, ".")
	return &content{name: name, folder: f, unread: err}
}

// ForFolder understands the pack when the data folder has no world yet: none is made for the sake of a wrong pack.
func (c *content) ForFolder(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, journal.FileName)); !errors.Is(err, fs.ErrNotExist) {
		return nil // what else can be wrong with it is found by opening it
	}
	return c.advised(c.Load())
}

// advised says of a wrong pack, of which no world is made, what is wrong where, and what to do.
func (c *content) advised(err error) error {
	invalid, ok := errors.AsType[*pack.InvalidError](err)
	if !ok {
		return err
	}
	return fmt.Errorf("%w\nno world is made of a pack that is wrong: mend it and start again; mudlark check %s shows all "+
		"that is wrong or doubtful in it", invalid.In(c.name), c.name)
}

// ForWorld understands the pack unless the world has applied just these files: to understand them once more would take
// longer than all else of a start. A wrong pack keeps no world closed that has content to go on with.
func (c *content) ForWorld(s *world.State) error {
	if c.within(s) {
		return nil
	}
	err := c.Load()
	if err != nil && len(s.Rooms) > 0 {
		c.Fault = err
		return nil
	}
	return c.advised(err)
}

// within reports whether a world has applied just these files.
func (c *content) within(s *world.State) bool {
	if c.unread != nil {
		return false
	}
	hash := c.folder.Hash()
	for _, info := range world.Ordered(s.Packs) {
		if hash != "" && info.Hash == hash {
			return true
		}
	}
	return false
}

func (c *content) Load() error {
	if c.Pack != nil {
		return nil
	}
	if c.unread != nil {
		return fmt.Errorf("load %s: %w", c.name, c.unread)
	}
	p, err := c.folder.Load()
	if err != nil {
		return fmt.Errorf("load %s: %w", c.name, err)
	}
	c.Pack = p
	return nil
}

// starterPack is the id of the world that mudlark brings along.
const starterPack = "lowtide"

// Welcome is what the world says to whoever comes to its doors, and what greets those who see, drawn, the widest
// first; a world that is not the starter has no drawing.
func (d *Daemon) Welcome(ctx context.Context) (string, []prose.Text, error) {
	drawn := false
	r, err := d.Loop.Do(ctx, func(*world.State, world.Time) loop.Step {
		return loop.Step{Report: func(s *world.State, _ world.Time) any {
			for id, p := range world.Ordered(s.Packs) {
				drawn = id == starterPack
				return p.Name + "\n\n" + p.Welcome
			}
			return ""
		}}
	})
	if err != nil {
		return "", nil, err
	}
	var art []prose.Text
	if drawn {
		for _, rows := range data.Greeting() {
			art = append(art, prose.Picture(rows))
		}
	}
	text, _ := r.Report.(string)
	return text, art, nil
}
