package journal

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Loader is what Recover needs of a journal; *Journal and *Memory are loaders.
type Loader interface {
	Load(row func(key string, value []byte) error, tail func(Record) error) (LoadInfo, error)
}

// Recover makes the state of the current cut and the records behind it, as every start does, and checks it.
func Recover(j Loader) (*world.State, LoadInfo, error) {
	s := world.New(0)
	indexed := false
	info, err := j.Load(
		func(key string, value []byte) error { return LoadRow(s, key, value) },
		func(r Record) error {
			if !indexed {
				s.Reindex() // folding needs it
				indexed = true
			}
			rec, err := Decode(r.Bytes)
			if err != nil {
				return err
			}
			s.Fold(rec)
			return nil
		})
	if err != nil {
		return nil, info, fmt.Errorf("load the world: %w", err)
	}
	if !indexed {
		s.Reindex()
	}
	if err := s.Check(); err != nil {
		return nil, info, fmt.Errorf("the world that was loaded cannot be: %w", err)
	}
	return s, info, nil
}
