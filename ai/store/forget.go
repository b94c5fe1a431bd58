package store

import (
	"context"
	"errors"
	"os"
)

// Forget takes everything out that a person has a part in: memories that are theirs or name them, and what rests on
// those; what minds had in mind that names them; steps of the ledger and entries of the audit, which stay as blanks;
// and the answers to their words. names are what they are or were called: where only those stand, they are taken out.
// Then the file is written anew, so that nothing of it is left between its pages. Minds that are awake are told to
// forget by whoever runs them, before this is called.
//
// It works through the file a piece at a time; what is handed over meanwhile is written after it. When ctx ends, what
// was done stays done, and it can be asked for again. Whoever is in the file nowhere costs next to nothing, from the
// second call of a process on.
func (k *Store) Forget(ctx context.Context, person string, names []string) error {
	if person == "" {
		return errors.New("forget: nobody was named")
	}
	return k.do(ctx, func() error {
		w := forgetting(person, names)
		if err := k.rewriteDead(w.line); err != nil {
			return err
		}
		if k.seen != nil && !w.mayBeNoted(k.seen) {
			return nil
		}
		k.seen = nil
		if err := k.sweep(ctx, w.judge); err != nil {
			return step("forget "+person, err)
		}
		if err := k.compact(); err != nil {
			return err
		}
		k.seen = w.left
		return nil
	})
}

// Erase takes out what minds keep of the words of some records of the world, which were erased there: the memories of
// them, and what rests on those; what minds had in mind that holds them; the answers to them; and of the ledger and the
// audit the entries that hold them, which stay as blanks that say so. Then the file is written anew. Minds that are
// awake begin anew, by whoever runs them, before this is called.
func (k *Store) Erase(ctx context.Context, seqs []uint64) error {
	if len(seqs) == 0 {
		return nil
	}
	return k.do(ctx, func() error {
		e := erasing(seqs)
		for range 2 {
			if err := k.rewriteDead(e.line); err != nil {
				return err
			}
			if err := k.sweep(ctx, e.judge); err != nil {
				return step("erase words", err)
			}
			e.isSecond = true
		}
		k.seen = nil
		return k.compact()
	})
}

// replaceFile gives a file new content, at once or not at all.
func replaceFile(path string, text []byte) error {
	draft := path + draftSuffix
	f, err := os.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(draft))
	}
	return errors.Join(os.Rename(draft, path), syncFolder(path))
}
