package minds

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/ai/runner/remote"
)

// wishesName is the file that says up to which wish all were honoured.
const wishesName = "forgotten"

// honour has minds forget whoever wishes it, until ctx ends. Before the first question was answered nobody wakes.
func (f *farMinds) honour(ctx context.Context) {
	path := filepath.Join(f.dir, wishesName)
	after, err := readWish(path)
	if err != nil {
		f.log.Error(
			"it is not known who was forgotten; all who ever wished it are forgotten again",
			slog.Any("err", err),
		)
	}
	isWarned := false
	for wait := time.Duration(0); ; {
		t := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			t.Stop()
			return
		case <-t.C:
		}
		newest, err := f.forget(ctx, after)
		if newest != after { // also of some, when the others could not be
			if err := os.WriteFile(path, []byte(strconv.FormatUint(newest, 10)+"\n"), 0o600); err != nil {
				f.log.Error("could not note who was forgotten", slog.Any("err", err))
			}
			after = newest
		}
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, remote.ErrNobody):
			wait = wishesRetry
			continue
		case err != nil && !isWarned:
			isWarned = true
			f.log.Error("could not learn who wishes to be forgotten; it is tried again", slog.Any("err", err))
		}
		if wait = wishesLook; err != nil {
			wait = wishesRetry
			continue
		}
		isWarned = false
		if !f.caughtUp.Swap(true) {
			if h := f.house.Load(); h != nil {
				h.Recount()
			}
		}
	}
}

// errMuddled says that a server's answers can come to no end.
var errMuddled = errors.New("the server says that wishes to be forgotten come in no order")

// forget asks who wished to be forgotten after a wish, and has everybody forget them. It returns the newest wish that
// was honoured, also when something failed then. A world that knows of fewer was restored, and is asked from the
// beginning.
func (f *farMinds) forget(ctx context.Context, after uint64) (uint64, error) {
	for isAnew := false; ; {
		asked, cancel := context.WithTimeout(ctx, wishMost)
		w, err := f.door.Forgotten(asked, after)
		cancel()
		switch {
		case err != nil:
			return after, err
		case w.Newest < after && isAnew:
			return after, errMuddled
		case w.Newest < after:
			after, isAnew = 0, true
			if w.Newest == 0 {
				return 0, nil
			}
			continue
		case len(w.People) == 0:
			return max(after, w.Newest), nil
		}
		for _, one := range w.People {
			if one.N <= after {
				return after, errMuddled
			}
			if err := f.forgets(ctx, one); err != nil {
				return after, err
			}
			after = one.N
		}
	}
}

// forgets has everybody forget a person, and takes what was kept of them out of the file.
func (f *farMinds) forgets(ctx context.Context, w remote.Wish) error {
	clean := func() error {
		if err := f.keep.Forget(ctx, w.Person, w.Names); err != nil {
			return fmt.Errorf("take out what was kept of somebody: %w", err)
		}
		return nil
	}
	if h := f.house.Load(); h != nil {
		waiting, cancel := context.WithTimeout(ctx, forgetWait)
		defer cancel()
		if err := h.Forget(waiting, w.Person, w.Names, clean); err != nil {
			return fmt.Errorf("have minds forget somebody: %w", err)
		}
	} else if err := clean(); err != nil {
		return err
	}
	f.log.Info("somebody was forgotten, as they wished", slog.Uint64("wish", w.N))
	return nil
}

func readWish(path string) (uint64, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("read who was forgotten: %w", err)
	}
	n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read who was forgotten: %w", err)
	}
	return n, nil
}
