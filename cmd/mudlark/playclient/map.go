package playclient

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/mudlark-mud/mudlark/tui/client/automap"
)

const (
	// mapFile is the map of a MUD, in its folder.
	mapFile = "map"
	// mapEvery is how often a map that has grown is written.
	mapEvery = time.Minute
)

// readMap reads the map; nil is none yet. With an error there is one that must not be written over.
func (p *player) readMap() (*automap.Atlas, error) {
	f, err := os.Open(p.folder.Path(mapFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return automap.Load(f, nil)
}

// keepMap writes the map as it grows, and at the end.
func (p *player) keepMap(ctx context.Context) {
	tick := time.NewTicker(mapEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			p.writeMap()
		case <-ctx.Done():
			p.writeMap()
			return
		}
	}
}

func (p *player) writeMap() {
	if p.mapless != nil {
		return
	}
	err := p.far.SaveMap(func(text []byte) error { return p.folder.Write(mapFile, text) })
	if err != nil {
		p.far.Say(sentence(err))
	}
}
