package record

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/ai/store"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
)

// What the people of the world remember lies in a file of its own. It is copied with the record, looked at with the
// record, and restored with it; but nothing that is wrong with it is in the record's way.

// reportWithout says what could not be copied.
func reportWithout(e *command.Env, b *borrowed) {
	if b.note != "" {
		_, _ = fmt.Fprintln(
			e.Stderr,
			command.Wrapped("mudlark: ", "what the people of the world remember is not in it: "+b.note,
				command.Columns(e.Stderr)),
		)
	}
}

// verified is what verify finds.
type verified struct {
	*verify.Verdict

	Minds *mindsFound `json:"minds,omitempty"` // nil: nobody remembers anything
}

// mindsFound is what a look at the memories finds.
type mindsFound struct {
	store.Report

	Holds bool   `json:"holds"`
	What  string `json:"what,omitempty"` // what is wrong with them
	Later bool   `json:"later"`          // they speak of records that this world does not have
}

// lookAtMinds looks through what lies beside a record.
func lookAtMinds(b *borrowed) *mindsFound {
	r, err := store.Inspect(filepath.Join(b.dir, store.FileName))
	switch {
	case b.note != "":
		return &mindsFound{What: b.note}
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return &mindsFound{What: command.Advice(err)}
	}
	return &mindsFound{Report: r, Holds: true, Later: r.Seq > b.Book.Last()}
}

// printMinds says what was found.
func printMinds(e *command.Env, m *mindsFound) {
	if m == nil {
		return
	}
	word, about := "DIFFERS", m.What
	if m.Holds {
		word, about = "holds", fmt.Sprintf(
			"%s of %s, up to record %s",
			command.Counted(uint64(m.Rows), "memory", "memories"),
			command.Counted(uint64(m.Minds), "mind"),
			command.Grouped(m.Seq),
		)
	}
	if m.Later {
		about += ", which this world does not have: the next start forgets what has not happened"
	}
	e.Println(command.Hung(fmt.Sprintf("%-8s %-8s ", "minds", word), about, command.Columns(e.Stdout)))
}

// restoreMinds makes restored memories ready: what speaks of records that are not in the backup is forgotten. Damaged
// ones are set aside, and the world begins without them.
func restoreMinds(e *command.Env, dir string, last uint64) error {
	k, err := store.Open(filepath.Join(dir, store.FileName), store.Options{})
	if err != nil {
		return fmt.Errorf("open what the people of the world remember: %w", err)
	}
	if k.Aside() != "" {
		_, _ = fmt.Fprintln(
			e.Stderr,
			command.Wrapped("mudlark: ", "what the people of the world remember is damaged in the backup: "+
				"they begin anew, and the damaged file lies beside the new one", command.Columns(e.Stderr)),
		)
	}
	err = k.Rewind(e.Ctx, last)
	return errors.Join(err, k.Close())
}
