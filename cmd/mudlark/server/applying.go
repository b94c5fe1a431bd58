package server

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
	"github.com/mudlark-mud/mudlark/world/pack"
)

// ApplyFrom makes the files of a folder the content of the world that runs, and says what has changed (OWNERS 3.4).
// People and things stay; those of a room that is withdrawn go to where people arrive. A pack that is wrong, or that
// the world refuses, changes nothing, and the error says what is wrong where: it is for whoever asked, and nobody else
// hears of it. Of a pack that is too large for one record the parts before the refused one stay. One is applied at a
// time.
func (d *Daemon) ApplyFrom(ctx context.Context, dir string) (string, error) {
	d.applying.Lock()
	defer d.applying.Unlock()
	return d.applyFiles(ctx, dir)
}

// applyFiles is [Daemon.ApplyFrom] for who holds the lock.
func (d *Daemon) applyFiles(ctx context.Context, dir string) (string, error) {
	c := ReadContent(dir)
	if err := c.Load(); err != nil {
		if invalid, ok := errors.AsType[*pack.InvalidError](err); ok {
			return "", fmt.Errorf("%w\nnothing has changed; mudlark check %s shows all that is wrong or doubtful in it",
				invalid.In(dir), dir)
		}
		return "", err
	}
	parts, of, err := d.parts(ctx, c.Pack, false)
	if err != nil {
		return "", err
	}
	if len(parts) == 0 {
		d.mended()
		return fmt.Sprintf("The world has all of %s already: nothing has changed.", dir), nil
	}
	var applied, changed, gone, clashes int
	defer func() { // also when only some of its parts were applied
		if d.Applied != nil && applied > 0 {
			d.Applied()
		}
	}()
	for i := 0; i < len(parts); i++ {
		r, isStale, err := d.hostPart(ctx, parts[i], of.edits)
		switch {
		case err != nil:
			return "", err
		case isStale: // what is left of the pack, with what was edited meanwhile kept
			if parts, of, err = d.parts(ctx, c.Pack, false); err != nil {
				return "", err
			}
			i = -1
			continue
		case r.Refusal != nil && r.Refusal.Code == world.CodeParked:
			return "", fmt.Errorf("the pack %s, as it is, stopped the world when it was applied before: mend it, or type "+
				"unpoison as a wizard to try it once more", c.Pack.ID)
		case r.Refusal != nil:
			return "", errors.New(refusedBecause(r.Refusal, i))
		}
		applied++
		for _, rec := range r.Records {
			for k := range rec.Notices {
				if e, ok := rec.Notices[k].Event.(world.PackApplied); ok {
					more, less := e.Count()
					changed, gone, clashes = changed+more, gone+less, clashes+len(e.Clashes())
				}
			}
		}
	}
	d.mended()
	text := fmt.Sprintf("Applied. Entries that are new or changed: %d; withdrawn: %d.", changed, gone)
	if clashes > 0 {
		text += fmt.Sprintf(" Edited from inside and new in the pack, too: %d; the edits stay, changes pack lists them.",
			clashes)
	}
	return text, nil
}

// mended says that the world has all that its pack says.
func (d *Daemon) mended() {
	d.leftOut.Store(nil)
	d.Meter.ContentFault("")
}

// partedWorld is of what a world the parts of a pack are: one that has nothing yet, and how often it was edited from
// inside.
type partedWorld struct {
	isFresh bool
	edits   int
}

// parts is what there is to apply of a pack, and of what world.
//
// With keep, what was built from inside stays even where a pack before this one had it, see [world.ApplyPack.Keep].
func (d *Daemon) parts(
	ctx context.Context, p *world.Pack, keep bool,
) (parts []world.ApplyPack, of partedWorld, err error) {
	r, err := d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		return loop.Step{Report: func(*world.State, world.Time) any {
			of = partedWorld{isFresh: len(s.Rooms) == 0, edits: s.LastChange()}
			if keep {
				return s.KeepingParts(p, world.PartBytes)
			}
			return s.Parts(p, world.PartBytes)
		}}
	})
	if err != nil {
		return nil, partedWorld{}, err
	}
	parts, _ = r.Report.([]world.ApplyPack)
	return parts, of, nil
}

// hostPart applies a pack, or a part of one unless the world was edited from inside since it was parted: what the part
// holds may be what was edited, which has to stay.
func (d *Daemon) hostPart(
	ctx context.Context, part world.ApplyPack, edits int,
) (r loop.Reply, isStale bool, err error) {
	r, err = d.Loop.Do(ctx, func(s *world.State, _ world.Time) loop.Step {
		if isStale = part.Of != 0 && s.LastChange() != edits; isStale {
			return loop.Step{}
		}
		return loop.Step{Name: loop.NameHost, Input: &world.Input{Via: world.Via{Kind: world.ViaHost}, Action: part}}
	})
	if err != nil {
		return r, false, err
	}
	return r, isStale, nil
}

// ControlApply answers the operator's command; served is the folder that the daemon reads at its start, "" for the
// built-in pack.
func (d *Daemon) ControlApply(served string) ControlFunc {
	return func(ctx context.Context, c command.ControlCall) (string, error) {
		text, err := d.ApplyFrom(ctx, c.Line)
		if err == nil && c.Line != served {
			text += fmt.Sprintf(" At its next start the server reads %s again: start it with --pack %s to keep this.",
				named(served), c.Line)
		}
		return strings.TrimSpace(text), err
	}
}

func named(folder string) string {
	if folder == "" {
		return "the built-in pack"
	}
	return folder
}
