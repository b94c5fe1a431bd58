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
	rows := &ahead[Row, world.Entity]{decode: decodeRow, take: s.PutRow}
	records := &ahead[Record, *world.Record]{
		decode: func(r Record) (*world.Record, error) { return Decode(r.Bytes) }, take: s.Fold,
	}
	indexed := false
	index := func() error { // folding needs it
		if indexed {
			return nil
		}
		indexed = true
		err := rows.settle()
		s.Reindex()
		return err
	}
	info, err := j.Load(
		func(key string, value []byte) error { return rows.give(Row{Key: key, Value: value}) },
		func(r Record) error {
			if err := index(); err != nil {
				return err
			}
			return records.give(r)
		})
	for _, settle := range []func() error{index, records.settle} { // whatever it was, nothing runs on
		if settled := settle(); err == nil {
			err = settled
		}
	}
	if err != nil {
		return nil, info, fmt.Errorf("load the world: %w", err)
	}
	if err := s.Check(); err != nil {
		return nil, info, fmt.Errorf("the world that was loaded cannot be: %w", err)
	}
	return s, info, nil
}
