package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/world/journal"
)

// DatabaseVariable is the variable that names the database file by another's habit. Its folder is the data folder.
const DatabaseVariable = "GAME_DB_PATH"

// DataFolder is where a world is kept when no flag says so: MUDLARK_DATA, or the folder of GAME_DB_PATH, or run.
func DataFolder(getenv func(string) string) string {
	if dir := getenv("MUDLARK_DATA"); dir != "" {
		return dir
	}
	if path := getenv(DatabaseVariable); path != "" {
		return filepath.Dir(path)
	}
	return "run"
}

// NameDatabase lets the database be found under the name that GAME_DB_PATH gives it: the file itself keeps its own,
// which backups and other tools know, and the name becomes a link to it. A variable that names another folder than the
// data folder was overruled and does nothing.
func NameDatabase(getenv func(string) string, dir string) error {
	path := getenv(DatabaseVariable)
	name := filepath.Base(path)
	if path == "" || name == journal.FileName || filepath.Clean(filepath.Dir(path)) != filepath.Clean(dir) {
		return nil
	}
	if err := MakeFolder(dir); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.Symlink(journal.FileName, path); err != nil {
			return fmt.Errorf("give the database the name that %s asks for: %w", DatabaseVariable, err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("look for what %s names: %w", DatabaseVariable, err)
	}
	if target, err := os.Readlink(path); info.Mode()&fs.ModeSymlink != 0 && err == nil && target == journal.FileName {
		return nil
	}
	return fmt.Errorf("%s names %s, which is there and is no database of mudlark's: give a name that is free, or the "+
		"folder of a world with --data", DatabaseVariable, path)
}
