package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The files of a folder that this package writes.
const (
	profileFile = "profile.yaml"
	historyFile = "history"
	panesFile   = "panes.json"
	pinsFile    = "pins"
)

// A world of one's own lies beside the folders of MUDs, and so does what is remembered of it.
const (
	OwnWorld  = "solo"
	OwnFolder = "lowtide"
)

// The modes of all that is kept: it is nobody else's to read.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// Shelf is the folder that holds those of all MUDs.
type Shelf struct{ dir string }

// Open makes the folder if it is absent.
func Open(dir string) (*Shelf, error) {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return nil, fmt.Errorf("make the folder for what the client remembers: %w: give another with --data", err)
	}
	return &Shelf{dir: dir}, nil
}

// Folder is that of one MUD, under a profile's name or an address's key. It is made with the first file in it.
func (s *Shelf) Folder(name string) *Folder { return &Folder{dir: filepath.Join(s.dir, name)} }

// Folder holds what is remembered of one MUD.
type Folder struct{ dir string }

// Path is where a file of the folder is, or would be.
func (f *Folder) Path(name string) string { return filepath.Join(f.dir, name) }

// Make makes the folder, for whoever writes files of their own into it.
func (f *Folder) Make() error {
	if err := os.MkdirAll(f.dir, folderMode); err != nil {
		return fmt.Errorf("make the folder of this MUD: %w", err)
	}
	return nil
}

// Files are the files of the folder, for whoever only reads.
func (f *Folder) Files() fs.FS { return os.DirFS(f.dir) }

// Write puts a file in the place of an older one.
func (f *Folder) Write(name string, data []byte) error {
	if err := f.Make(); err != nil {
		return err
	}
	return replace(f.Path(name), data)
}

// replace writes a file beside the old one and lets it take its place, so that what is there is always whole.
func replace(path string, data []byte) (err error) {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, errors.Join(err, os.Remove(tmp.Name())))
		}
	}()
	if err := errors.Join(tmp.Chmod(fileMode), put(tmp, data), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// put writes all of it to the disk.
func put(f *os.File, data []byte) error {
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Sync()
}

// KeptMaxBytes is the most that the screen may ask to be remembered of its panes.
const KeptMaxBytes = 8 << 10

// Kept is what Keep was given last, "" for nothing.
func (f *Folder) Kept() string {
	data, err := readFile(f.Path(panesFile), KeptMaxBytes)
	if err != nil {
		return "" // the screen looks as it does for the first time
	}
	return string(data)
}

// Keep remembers how the screen was arranged.
func (f *Folder) Keep(state string) error {
	if len(state) > KeptMaxBytes {
		return fmt.Errorf("what is to be kept of the screen has %d bytes, and %d are the most", len(state), KeptMaxBytes)
	}
	return f.Write(panesFile, []byte(state))
}

// Known reports whether this MUD was played before.
func (f *Folder) Known() bool {
	_, err := os.Stat(f.dir)
	return !errors.Is(err, fs.ErrNotExist)
}

// secretMaxBytes is the most that a file made by Made holds.
const secretMaxBytes = 1 << 10

// Made is what a file of the folder holds; one that is not there is made first. It is for what this machine alone has
// to know, as who one is in a world of one's own.
func (f *Folder) Made(name string, make func() string) (string, error) {
	data, err := readFile(f.Path(name), secretMaxBytes)
	if err == nil {
		return string(data), nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	text := make()
	return text, f.Write(name, []byte(text))
}
