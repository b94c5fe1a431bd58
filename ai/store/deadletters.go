package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
)

// deadSuffix ends the name of the file of dead letters: one in JSON a line.
const deadSuffix = ".dead"

// bury puts letters that could not be written to the dead ones.
func (k *Store) bury(posts []post, why error) {
	k.log.Error("memories could not be written and wait for the next start", slog.Any("err", why),
		slog.Int("letters", len(posts)))
	if err := k.buryAll(posts); err != nil {
		k.lost.Add(uint64(len(posts)))
		k.log.Error("memories are lost", slog.Any("err", err), slog.Int("letters", len(posts)))
	}
}

func (k *Store) buryAll(posts []post) (err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f, err := os.OpenFile(k.path+deadSuffix, os.O_WRONLY|os.O_CREATE|os.O_APPEND, fileMode)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var text []byte
	for _, p := range posts {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		text = append(append(text, line...), '\n')
	}
	if info.Size()+int64(len(text)) > DeadBytesMost {
		return fmt.Errorf("the dead letters would be more than %d bytes", DeadBytesMost)
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.Sync()
}

// revive delivers the dead letters of an earlier run, each in its place among what was written after it. A line that
// was cut off is left out. Those that cannot be delivered wait for another start.
func (k *Store) revive() {
	posts, err := k.dead()
	var failed []post
	for rest := posts; err == nil && len(rest) > 0; {
		n := min(len(rest), together)
		if err := k.commit(rest[:n]); err != nil {
			failed = append(failed, k.deliverEach(rest[:n])...)
		}
		rest = rest[n:]
	}
	if err == nil && len(posts) > 0 && len(failed) < len(posts) {
		err = os.Remove(k.path + deadSuffix)
		k.log.Info("delivered memories that could not be written before",
			slog.Int("letters", len(posts)-len(failed)))
		if err == nil && len(failed) > 0 {
			err = k.buryAll(failed)
		}
	}
	if err != nil || len(failed) > 0 {
		k.log.Error("memories that could not be written before wait for another start", slog.Any("err", err),
			slog.Int("letters", len(failed)))
	}
}

// dead reads the dead letters.
func (k *Store) dead() (posts []post, err error) {
	f, err := os.Open(k.path + deadSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the dead letters: %w", err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, DeadBytesMost)
	for lines.Scan() {
		p := post{isLate: true}
		if json.Unmarshal(lines.Bytes(), &p) != nil || p.check(k.isLost) != nil {
			continue
		}
		if p.Batch != nil && p.Order == 0 { // of a program that did not count
			p.Order = k.order.Load() + 1
		}
		k.order.Store(max(k.order.Load(), p.Order))
		posts = append(posts, p)
	}
	return posts, step("read the dead letters", lines.Err())
}
