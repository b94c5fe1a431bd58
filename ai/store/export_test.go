package store

import "go.etcd.io/bbolt"

// Lost returns how many letters are lost.
func (k *Store) Lost() uint64 { return k.lost.Load() }

// Break makes every write fail that fails says; nil mends it.
func (k *Store) Break(fails func() error) {
	k.file.Lock()
	defer k.file.Unlock()
	k.update = func(db *bbolt.DB, do func(*bbolt.Tx) error) error {
		if fails != nil {
			if err := fails(); err != nil {
				return err
			}
		}
		return db.Update(do)
	}
}
