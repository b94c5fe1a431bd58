package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// MakeFolder makes the data folder if it is absent, and says what is wrong with what is there instead.
func MakeFolder(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return fmt.Errorf("%s is a file, and a data folder is meant: --data names one, and so does MUDLARK_DATA", dir)
	case errors.Is(err, syscall.ELOOP):
		return fmt.Errorf(
			"%s is a link that leads back to itself: make it lead to the data folder, or give another --data",
			dir,
		)
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf(
			"look for the data folder: %w: it is named by --data or MUDLARK_DATA, and must belong to the user "+
				"who runs mudlark",
			err,
		)
	}
	// A link to a disk that is not mounted must not become a new world beside the old one.
	if target, err := os.Readlink(dir); err == nil {
		return fmt.Errorf(
			"%s is a link to %s, which is not there: is its disk mounted? For a new world make that folder "+
				"first",
			dir,
			target,
		)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf(
			"make the data folder: %w: give another with --data or MUDLARK_DATA, or make it yourself and let "+
				"it belong to the user who runs mudlark",
			err,
		)
	}
	return nil
}

// CheckSocketPath refuses a data folder whose control socket could have no name: the system allows only short ones.
func CheckSocketPath(dir string) error {
	path := filepath.Join(dir, ControlSocket)
	if len(path) <= socketPathMax {
		return nil
	}
	return fmt.Errorf(
		"the path of the data folder is too long: %s would have %d bytes, and the system allows a socket "+
			"%d; give --data a shorter path, as through a link or from a working folder that is nearer",
		path,
		len(path),
		socketPathMax,
	)
}

// SyncFolder puts the names in a folder on the disk.
func SyncFolder(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
