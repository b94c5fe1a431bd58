package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

const (
	crashName     = "crash.json"
	stackBytesMax = 64 << 10 // of a stack; its head tells the most
	crashBytesMax = 1 << 20  // of the whole note when reading
)

// Crash is what a dying daemon leaves for the next: the action or timer that the world could not decide. If its
// sequence is still the next one, that action is refused or that timer parked, so that it cannot kill every start.
type Crash struct {
	Seq    uint64     `json:"seq"`    // the sequence the action would have had
	Action string     `json:"action"` // what was being decided, as the loop names it
	Via    world.Via  `json:"via"`    // through which door it came
	Now    world.Time `json:"now"`    // the world time it was decided at
	Stack  string     `json:"stack"`  // of the panic, cut at 64 KiB
	At     time.Time  `json:"at"`     // wall clock, for a person; no rule reads it

	Earlier []Crash `json:"earlier,omitempty"` // what met one before and is still set aside, newest first, without stacks
}

// EarlierMost is how many earlier crashes a note keeps.
const EarlierMost = 15

// Behind returns c as the newest note, behind which an older one and what that kept stay set aside; older may be nil.
func (c Crash) Behind(older *Crash) Crash {
	if older == nil {
		return c
	}
	last := *older
	last.Stack, last.Earlier = "", nil
	c.Earlier = append([]Crash{last}, older.Earlier...)
	c.Earlier = c.Earlier[:min(len(c.Earlier), EarlierMost)]
	return c
}

// All returns the crash and what it keeps of earlier ones, newest first.
func (c *Crash) All() []Crash {
	if c == nil {
		return nil
	}
	return append([]Crash{*c}, c.Earlier...)
}

// WriteCrash leaves c as DIR/crash.json, mode 0600, in place of an older one. It is durable once it returned nil, and
// needs no open journal.
func WriteCrash(dir string, c Crash) error {
	c.Stack = c.Stack[:min(len(c.Stack), stackBytesMax)]
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("write crash note: %w", err)
	}
	if err := replaceFile(filepath.Join(dir, crashName), append(text, '\n')); err != nil {
		return fmt.Errorf("write crash note: %w", err)
	}
	return nil
}

// ReadCrash returns the crash note in dir, nil when there is none. A note that cannot be read is an error, since going
// on without it could meet the same crash again.
func ReadCrash(dir string) (*Crash, error) {
	f, err := os.Open(filepath.Join(dir, crashName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read crash note: %w", err)
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, crashBytesMax))
	if err != nil {
		return nil, fmt.Errorf("read crash note: %w", err)
	}
	var c Crash
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("read crash note %s: %w; remove the file to start without it", f.Name(), err)
	}
	return &c, nil
}

// ClearCrash removes the crash note in dir, durably. That there is none is no error.
func ClearCrash(dir string) error {
	err := os.Remove(filepath.Join(dir, crashName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = syncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("clear crash note: %w", err)
	}
	return nil
}
