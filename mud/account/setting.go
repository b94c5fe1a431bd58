package account

import (
	"errors"
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// SettingsBytesMax is how long the settings of one account may be.
const SettingsBytesMax = 4 << 10

// Settings returns how an account's owner likes the world to be shown, as it was kept; nil when nothing was. It proves
// nothing: it lies with the account because it goes with it.
func (r *Registrar) Settings(id world.AccountID) ([]byte, error) {
	raw, err := r.rows.Get(BucketSettings, []byte(id))
	if err != nil {
		return nil, fmt.Errorf("read %s row: %w", BucketSettings, err)
	}
	return append([]byte(nil), raw...), nil
}

// KeepSettings keeps them; none deletes the row.
func (r *Registrar) KeepSettings(id world.AccountID, raw []byte) ([]Put, error) {
	switch {
	case id == "":
		return nil, errors.New("keep settings: no account")
	case len(raw) > SettingsBytesMax:
		return nil, fmt.Errorf("keep settings: %d bytes, at most %d", len(raw), SettingsBytesMax)
	case len(raw) == 0:
		return []Put{{Bucket: BucketSettings, Key: []byte(id)}}, nil
	}
	return []Put{{Bucket: BucketSettings, Key: []byte(id), Value: raw}}, nil
}
