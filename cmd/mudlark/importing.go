package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/world/pack"
	"github.com/mudlark-mud/mudlark/world/pack/diku"
)

type importCmd struct {
	Engine string `arg:"" help:"Whose areas they are: tba (tbaMUD), circle (CircleMUD) or rom (ROM 2.4, QuickMUD, Merc)."`
	Dir    string `arg:"" type:"existingdir" help:"The engine's folder, its lib or its lib/world; of ROM its area."`
	Into   string `required:"" placeholder:"PACK" help:"The pack's folder: one that is not there yet, or is empty."`
	Start  int    `default:"3001" help:"The number of the room where people arrive."`
	Report bool   `help:"Say what came along whole, in part and not, and why."`
	JSON   bool   `name:"json" help:"The same report, for a program."`
}

// Run makes a pack of another engine's areas. A record that is wrong is reported and left out; only files that cannot
// be read, or a folder without rooms, end it with an error.
func (c *importCmd) Run(e *command.Env) error {
	dialect, err := dialectOf(c.Engine)
	if err != nil {
		return err
	}
	if err := mustBeEmpty(c.Into); err != nil {
		return err
	}
	root, err := os.OpenRoot(c.Dir) // what links lead out of it is not read
	if err != nil {
		return fmt.Errorf("open %s: %w", c.Dir, err)
	}
	defer root.Close() // it was only read
	area, err := diku.Read(e.Ctx, root.FS(), dialect)
	if err != nil {
		if e.Ctx.Err() != nil {
			return errInterrupted
		}
		return fmt.Errorf("read the areas in %s: %w", c.Dir, err)
	}
	full, err := filepath.Abs(c.Into)
	if err != nil {
		return fmt.Errorf("find %s: %w", c.Into, err)
	}
	id, name := packNames(filepath.Base(full))
	if id == "" {
		id, name = "imported", "Imported World"
	}
	made, err := diku.Convert(e.Ctx, area, diku.Options{ID: id, Name: name, Start: diku.Vnum(c.Start)})
	if err != nil {
		if e.Ctx.Err() != nil {
			return errInterrupted
		}
		return fmt.Errorf("make a pack of %s: %w", c.Dir, err)
	}
	if err := common(made.Files); err != nil {
		return err
	}
	if err := writePack(e.Ctx, c.Into, made.Files); err != nil {
		return err
	}
	return c.tell(e, made.Report)
}

// dialectOf understands the name of an engine.
func dialectOf(engine string) (diku.Dialect, error) {
	switch strings.ToLower(engine) {
	case "tba", "tbamud":
		return diku.TbaMUD, nil
	case "circle", "circlemud":
		return diku.CircleMUD, nil
	case "rom", "quickmud", "merc":
		return diku.ROM, nil
	case "diku", "dikumud", "smaug":
		return "", command.Misuse(fmt.Errorf("%s areas cannot be imported: this version reads those of tbaMUD (tba), "+
			"CircleMUD (circle), and ROM or Merc (rom)", engine))
	}
	return "", command.Misuse(fmt.Errorf("%q is no engine that is known: tba, circle or rom", engine))
}

// common adds what every world needs and an area may lack: gestures, and the schema for editors.
func common(files map[string][]byte) error {
	gestures, err := fs.ReadFile(data.NewPack(), "gestures.yaml")
	if err != nil {
		return fmt.Errorf("read the pack that is the model: %w", err)
	}
	files[schemaFile] = pack.Schema()
	if files[diku.GesturesFile] == nil {
		files[diku.GesturesFile] = gestures
	}
	return nil
}

// tell says what was made, and the report if it was asked for.
func (c *importCmd) tell(e *command.Env, r *diku.Report) error {
	if c.JSON {
		return e.JSON(r)
	}
	if c.Report {
		if err := r.Write(e.Stdout); err != nil {
			return errors.Join(command.ExitDiffers, err)
		}
		e.Println()
	}
	rooms := r.Kinds[diku.Rooms.String()]
	e.Printf("%d of %d rooms stand in %s; people arrive in %s.\n", rooms.Whole+rooms.Part, rooms.Read, c.Into, r.Start)
	if n := len(r.Faults); n > 0 && !c.Report {
		e.Printf("%d records could not be understood; --report lists them.\n", n)
	}
	for _, name := range r.Notices {
		e.Println("its terms  ", filepath.Join(c.Into, filepath.FromSlash(name)))
	}
	if len(r.Notices) == 0 {
		e.Println("its terms   none were found: give the engine's whole folder, or lay its licence and credits into", c.Into)
	}
	tellNext(e, c.Into)
	return nil
}
