package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	lockNoteName  = "mudlark.pid"
	lockNoteBytes = 32 // a process id and a line break, with room

	fileMode = 0o600
	dirMode  = 0o700
)

// writeLockNote leaves this process's id beside the file. The lock itself is the one that bbolt takes on the file and
// the kernel drops when we die; the note only lets the next daemon say whom it met.
func writeLockNote(dir string) error {
	return os.WriteFile(filepath.Join(dir, lockNoteName), []byte(strconv.Itoa(os.Getpid())+"\n"), fileMode)
}

func removeLockNote(dir string) error {
	err := os.Remove(filepath.Join(dir, lockNoteName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// lockHolder reads the note beside the file; 0 when there is none or its process is gone.
func lockHolder(path string) int {
	f, err := os.Open(filepath.Join(filepath.Dir(path), lockNoteName))
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	note, err := io.ReadAll(io.LimitReader(f, lockNoteBytes))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(note)))
	if err != nil || pid <= 0 {
		return 0
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		return 0
	}
	if err := process.Signal(syscall.Signal(0)); errors.Is(err, os.ErrProcessDone) {
		return 0
	}
	return pid
}

// replaceFile writes a small file so that a crash leaves the old one or the new one, and the new one once it returns.
func replaceFile(path string, data []byte) error {
	draft := path + ".new" // one name, so that what a crash leaves is overwritten and never piles up
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", draft, err)
	}
	if err := os.Rename(draft, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes a created, renamed or removed name durable; flushing the file itself does not.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	if closeErr := d.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return fmt.Errorf("sync %s: %w", dir, err)
	}
	return nil
}
