package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
)

// A draft is a file or folder that is being made. It lies beside where it is to be, under another name, until it is
// whole and on the disk; so whoever kills this process in the middle leaves nothing that could be taken for it.
type draft struct {
	path string   // where it is to be
	f    *os.File // the draft, and the lock on it
}

// draftSuffix is what a draft's name has behind that of what it is to become.
const draftSuffix = ".partial"

// draftFile begins a file. What a killed process left is begun anew.
func draftFile(path string) (*draft, error) {
	if err := absent(path); err != nil {
		return nil, err
	}
	return claimed(path, func(name string) (*os.File, error) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		return f, f.Chmod(0o600)
	}, func(f *os.File) error { return f.Truncate(0) })
}

// draftFolder begins a folder.
func draftFolder(path string) (*draft, error) {
	return claimed(path, func(name string) (*os.File, error) {
		if err := os.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		return f, f.Chmod(0o700)
	}, func(f *os.File) error {
		entries, err := f.ReadDir(-1)
		for _, entry := range entries {
			err = errors.Join(err, os.RemoveAll(filepath.Join(f.Name(), entry.Name())))
		}
		return err
	})
}

// absent refuses a path that is taken.
func absent(path string) error {
	_, err := os.Lstat(path)
	if err == nil {
		return fmt.Errorf("%s is there already, and is left alone: choose another name", path)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("look at %s: %w", path, err)
	}
	return nil
}

// claimed opens a draft, makes it ours and empties it.
func claimed(path string, open func(name string) (*os.File, error), empty func(*os.File) error) (*draft, error) {
	name := path + draftSuffix
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, fmt.Errorf("%s is a link, and is left alone: remove it", name)
	}
	f, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("begin %s: %w", name, err)
	}
	// Whoever held the lock may have given the draft its name, or removed it, just before it became ours.
	if !command.TryLock(f) || !sameAs(f, name) {
		return nil, errors.Join(fmt.Errorf("another process is writing %s: wait for it, or choose another name", name),
			f.Close())
	}
	if err := empty(f); err != nil {
		return nil, errors.Join(fmt.Errorf("empty %s: %w", name, err), f.Close())
	}
	return &draft{path: path, f: f}, nil
}

func sameAs(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, there)
}

// name is where it lies meanwhile.
func (d *draft) name() string { return d.path + draftSuffix }

// finish puts it on the disk and gives it its name.
func (d *draft) finish() error {
	err := d.f.Sync()
	if err == nil {
		err = d.place()
	}
	if err == nil {
		err = command.SyncFolder(filepath.Dir(d.path))
	}
	if err != nil {
		return fmt.Errorf("finish %s: %w", d.path, errors.Join(err, d.drop()))
	}
	return d.f.Close()
}

// place renames it. Nothing that came to be there meanwhile is written over.
func (d *draft) place() error {
	info, err := d.f.Stat()
	if err != nil {
		return err
	}
	if info.IsDir() {
		if err := os.Remove(d.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err // it is not empty any more
		}
		return os.Rename(d.name(), d.path)
	}
	if err := absent(d.path); err != nil {
		return err
	}
	return os.Rename(d.name(), d.path)
}

// drop removes it.
func (d *draft) drop() error {
	return errors.Join(os.RemoveAll(d.name()), d.f.Close())
}
