package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/backup"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
)

// RestoreCmd is mudlark restore.
type RestoreCmd struct {
	File  string `arg:"" placeholder:"FILE|-" help:"The backup, or - for stdin."`
	Data  string `default:"${data}" help:"The data folder to make; one that is there must be empty."`
	Check bool   `help:"Only read the backup and compare every sum; nothing is written."`
	command.QuietFlag
}

// Help is what mudlark restore --help adds.
func (c *RestoreCmd) Help() string {
	return "Unpacks a backup beside the folder, compares every sum, opens the world and verifies its whole record as " +
		"mudlark verify does. Only then the folder gets its name; if anything is wrong, nothing is left behind. The " +
		"restored server is the same one: passwords, tokens and the SSH host key are those of the backup, and whoever " +
		"was in play then is link-dead until they come back. Do not let two of them run.\n\n" +
		"Exit codes: 0 it is restored; 1 the backup is not as it should be; 2 it could not be restored."
}

// Run restores a backup.
func (c *RestoreCmd) Run(e *command.Env) error {
	do, what := c.restore, "restore "+c.File
	if c.Check {
		do, what = c.check, "read "+c.File
	}
	err := do(e)
	if f := (*backup.FaultError)(nil); errors.As(err, &f) && f.Why != backup.Newer {
		_, _ = fmt.Fprintln(
			e.Stderr,
			command.Wrapped("mudlark: ", c.File+": "+f.Error()+nothingLeft(c), command.Columns(e.Stderr)),
		)
		return command.ExitDiffers
	}
	if code := command.ExitCode(0); err == nil || errors.As(err, &code) {
		return err
	}
	return e.Blind(what, err)
}

func nothingLeft(c *RestoreCmd) string {
	if c.Check {
		return "."
	}
	return ". Nothing was restored, and nothing is left of it."
}

// check reads a backup and keeps nothing.
func (c *RestoreCmd) check(e *command.Env) error {
	h, err := checkBackup(e.Ctx, e, c.File, c.QuietFlag)
	if err != nil {
		return err
	}
	width := command.Columns(e.Stdout)
	e.Println(command.Hung("", fmt.Sprintf("%s is whole: made %s by mudlark %s, %s when unpacked.", c.File,
		h.Made.Format("2006-01-02 15:04:05 MST"), h.Build, command.Bytes(uint64(h.Bytes()))), width))
	e.Println(command.Hung("", contents(h), width))
	e.Println("Head: " + h.Head)
	return nil
}

// restore makes a data folder out of a backup.
func (c *RestoreCmd) restore(e *command.Env) error {
	path, err := filepath.Abs(c.Data)
	if err != nil {
		return fmt.Errorf("find the data folder: %w", err)
	}
	if err := vacant(path); err != nil {
		return err
	}
	in, err := openBackup(e, c.File)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	d, err := draftFolder(path)
	if err != nil {
		return err
	}
	h, v, err := c.into(e, in, d.name())
	if err == nil && !v.Holds() {
		printVerdict(e, v)
		e.Println()
		e.Println(
			command.Hung(
				"",
				"The backup unpacks, and its record is not as it should be, so it was not restored, and nothing "+
					"is left of it. Take an older backup.",
				command.Columns(e.Stdout),
			),
		)
		err = command.ExitDiffers
	}
	if err != nil {
		return errors.Join(err, d.drop())
	}
	if err := d.finish(); err != nil {
		return err
	}
	c.say(e, h, v)
	return nil
}

// vacant refuses a folder that holds anything, and one that cannot get another's name.
func vacant(path string) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return fmt.Errorf("the folder that %s is to be made in: %w", path, err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("look at the data folder: %w", err)
	case !info.IsDir():
		return fmt.Errorf("%s is there and is no folder; choose another with --data", path)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return fmt.Errorf("look into the data folder: %w", err)
	}
	if len(entries) > 0 {
		return fmt.Errorf(
			"%s is not empty, and nothing is restored over what is there: choose a new folder with --data, or "+
				"move that one away",
			path,
		)
	}
	if parent, err := os.Stat(filepath.Dir(path)); err == nil && command.IsMountPoint(info, parent) {
		return fmt.Errorf(
			"%s is a place where a disk or a volume is mounted, so no folder can get its name: restore into a "+
				"folder in it, such as --data %s, and serve that",
			path,
			filepath.Join(path, "world"),
		)
	}
	return nil
}

// into unpacks a backup into a folder, and opens and verifies what came out.
func (c *RestoreCmd) into(e *command.Env, in io.Reader, dir string) (*backup.Header, *verify.Verdict, error) {
	p := e.Progress("unpack", command.UnitBytes, c.QuietFlag)
	h, err := backup.Read(e.Ctx, in, backup.Taker{
		Header: func(h *backup.Header) error { return fits(h, dir) },
		Member: func(m backup.Member) (io.WriteCloser, error) { return unpacking(dir, m) },
	}, func(done, total int64) { p.Tell(uint64(done), uint64(total)) })
	p.End()
	if err == nil && h.Has(backup.MindsName) {
		err = restoreMinds(e, dir, h.Last)
	}
	if err != nil {
		return nil, nil, err
	}
	v, err := c.verify(e, dir, h)
	if err != nil {
		return nil, nil, err
	}
	if h.Segments() > 0 {
		err = command.SyncFolder(filepath.Join(dir, server.SegmentFolder))
	}
	return h, v, err
}

// fits refuses a backup that the disk has no room for.
func fits(h *backup.Header, dir string) error {
	need := uint64(h.Bytes()) + server.LentSpare
	if free, ok := command.FreeBytes(dir); ok && free < need {
		return fmt.Errorf("the disk of %s has only %s free where %s are wanted; make room, or restore elsewhere",
			filepath.Dir(dir), command.Bytes(free), command.Bytes(need))
	}
	return nil
}

// unpacking makes a file of a folder. Names were compared with the list of those that there can be.
func unpacking(dir string, m backup.Member) (io.WriteCloser, error) {
	path := filepath.Join(dir, filepath.FromSlash(m.Name))
	if parent := filepath.Dir(path); parent != dir {
		if err := os.Mkdir(parent, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, fmt.Errorf("unpack %s: %w", m.Name, err)
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", m.Name, err)
	}
	return durableFile{f}, nil
}

// durableFile is on the disk when it is closed.
type durableFile struct{ *os.File }

func (f durableFile) Close() error { return errors.Join(f.Sync(), f.File.Close()) }

// verify opens a restored record and verifies all of it, and that it is the one that the backup names.
func (c *RestoreCmd) verify(e *command.Env, dir string, h *backup.Header) (*verify.Verdict, error) {
	head, err := journal.ParseHead(h.Head)
	if err != nil {
		return nil, fmt.Errorf("read the backup's head: %w", err)
	}
	b, err := openBorrowed(e, &borrowed{dir: dir, end: func() error { return nil }})
	if verify.Damaged(err) {
		return broken(err), nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the restored world: %w", err)
	}
	p := e.Progress("verify", "records", c.QuietFlag)
	v, err := verify.Verify(e.Ctx, b.Book, b.journal, verify.Options{
		Receipts: []journal.Head{head}, Progress: p.Tell,
	})
	p.End()
	return v, errors.Join(err, b.Close())
}

// say tells what was restored.
func (c *RestoreCmd) say(e *command.Env, h *backup.Header, v *verify.Verdict) {
	width := command.Columns(e.Stdout)
	say := func(format string, args ...any) { e.Println(command.Hung("", fmt.Sprintf(format, args...), width)) }
	say("Restored %s to %s: a backup made %s by mudlark %s.", c.File, c.Data, h.Made.Format("2006-01-02 15:04:05 MST"),
		h.Build)
	say("%s", summary(v))
	e.Println("Head: " + v.Head)
	say("Passwords, tokens and keys are those of the backup; whoever was in play is link-dead until they come back. "+
		"Do not let the old server run beside it. To take it up: mudlark serve --data %s", c.Data)
}
