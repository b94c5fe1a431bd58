package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/cmd/mudlark/server"
	"github.com/mudlark-mud/mudlark/mud/listener"
	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
	"github.com/mudlark-mud/mudlark/world/journal/backup"
	"github.com/mudlark-mud/mudlark/world/journal/verify"
)

// BackupCmd is mudlark backup.
type BackupCmd struct {
	File   string `arg:"" placeholder:"FILE|-" help:"The file to write, or - for stdout; one that is there is left alone."`
	Verify bool   `help:"Read the file back when it is written, and compare every sum."`
	Data   string `default:"${data}" help:"The data folder."`
	command.QuietFlag
}

// Help is what mudlark backup --help adds.
func (c *BackupCmd) Help() string {
	return "Writes one file that holds all that makes this server the same server elsewhere: the database with the " +
		"world, its accounts and the newest records; what the people of the world remember; the sealed segments; " +
		"the SSH host key; the key of agents' sessions; and the note of a crash, if there is " +
		"one. The world plays on meanwhile: the copy is of one moment. Without a " +
		"daemon the folder is locked for a moment.\n\nThe file is as secret as the data folder. It comes to be under its " +
		"name only when it is whole; mudlark restore reads it.\n\nExit codes: 0 it is written; 1 what was written does " +
		"not read back; 2 it could not be made."
}

// backupStep is after how many bytes a backup is put on the disk and looks how full that is: what waits in memory would
// be in the way of the world's own commits, and a full disk would stop it.
const (
	backupStep  = 16 << 20
	backupSpare = server.LentSpare / 2
)

// Run writes a backup.
func (c *BackupCmd) Run(e *command.Env) error {
	command.LowerPriority()
	began := time.Now()
	h, size, err := c.write(e)
	if err != nil {
		return e.Blind("make a backup", err)
	}
	if c.Verify {
		if err := c.readBack(e); err != nil {
			return err
		}
	}
	c.say(e, h, written{size, time.Since(began)})
	return nil
}

// written is how a backup went.
type written struct {
	bytes int64
	took  time.Duration
}

func (c *BackupCmd) write(e *command.Env) (h *backup.Header, size int64, err error) {
	if c.File == "-" {
		if command.IsTerminal(e.Stdout) {
			return nil, 0, errors.New("a backup is nothing for a terminal: send it to a file or through a pipe")
		}
		if c.Verify {
			return nil, 0, errors.New(
				"what went through a pipe cannot be read back: mudlark restore --check - reads one",
			)
		}
		count := &counted64{w: e.Stdout}
		h, err = c.into(e, count)
		return h, count.n, err
	}
	d, err := draftFile(c.File)
	if err != nil {
		return nil, 0, err
	}
	steady := &steadyWriter{f: d.f, data: c.Data, free: command.FreeBytes}
	if h, err = c.into(e, steady); err != nil {
		return nil, 0, errors.Join(err, d.drop())
	}
	return h, steady.bytes, d.finish()
}

// counted64 counts what is written.
type counted64 struct {
	w io.Writer
	n int64
}

func (c *counted64) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// steadyWriter writes a file in steps that each reach the disk.
type steadyWriter struct {
	f       *os.File
	data    string // the world's folder, whose disk is not to become full
	free    func(dir string) (bytes uint64, ok bool)
	pending int64
	bytes   int64
}

func (w *steadyWriter) Write(p []byte) (int, error) {
	n, err := w.f.Write(p)
	w.pending += int64(n)
	w.bytes += int64(n)
	if err != nil || w.pending < backupStep {
		return n, err
	}
	w.pending = 0
	if free, ok := w.free(w.data); ok && free < backupSpare {
		return n, fmt.Errorf(
			"the disk of %s has only %s left, and a full one would stop the world; write the backup to "+
				"another disk, or to - and through a pipe to another machine",
			w.data,
			command.Bytes(free),
		)
	}
	return n, w.f.Sync()
}

// into makes a copy of the record, looks through it, and writes it with the rest of the folder.
func (c *BackupCmd) into(e *command.Env, w io.Writer) (*backup.Header, error) {
	b, err := borrowWith(e, c.Data, recordAndMinds, c.QuietFlag)
	if verify.Damaged(err) {
		return nil, fmt.Errorf("the record is damaged, and a backup of it could not be restored: %s "+
			"(copy the folder as it is while no daemon runs on it, then see what mudlark verify says)", command.Advice(err))
	}
	if err != nil {
		return nil, err
	}
	h := headerOf(b.journal, b.Book)
	err = b.journal.Close() // it opened, so it was looked through; closed, it is ready to be read
	b.journal = nil
	if err == nil {
		reportWithout(e, b)
		err = c.archive(e, w, b.dir, h)
	}
	return h, errors.Join(err, b.Close())
}

// headerOf says what a record is.
func headerOf(j *journal.Journal, book *archive.Book) *backup.Header {
	return &backup.Header{
		Build: command.Version, Made: time.Now().UTC().Truncate(time.Second), Head: j.Head().String(), First: book.First(),
		Last: book.Last(),
	}
}

// archive writes what lies in the folder of a copy, and beside it in the data folder.
func (c *BackupCmd) archive(e *command.Env, w io.Writer, dir string, h *backup.Header) error {
	paths := map[string]string{}
	add := func(folder, name string) error {
		info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("look at %s: %w", name, err)
		}
		paths[name] = filepath.Join(folder, filepath.FromSlash(name))
		h.Members = append(h.Members, backup.Member{Name: name, Bytes: info.Size()})
		return nil
	}
	segments, err := filepath.Glob(filepath.Join(dir, server.SegmentFolder, "*.seg"))
	if err != nil {
		return fmt.Errorf("list the segments: %w", err)
	}
	err = errors.Join(add(dir, journal.FileName), add(dir, backup.MindsName))
	for _, path := range segments {
		err = errors.Join(err, add(dir, server.SegmentFolder+"/"+filepath.Base(path)))
	}
	for _, name := range besides() {
		err = errors.Join(err, add(c.Data, name))
	}
	if err != nil {
		return err
	}
	p := e.Progress("backup", command.UnitBytes, c.QuietFlag)
	defer p.End()
	return backup.Write(e.Ctx, w, *h, func(name string) (io.ReadCloser, error) { return os.Open(paths[name]) },
		func(done, total int64) { p.Tell(uint64(done), uint64(total)) })
}

// besides are the files of a data folder that belong into a backup beside the record. What else lies there (the control
// socket, the lock's note, copies that were lent) is made anew.
func besides() []string {
	return []string{"ssh_host_ed25519_key", "session_key", listener.SelfKeyName, listener.SelfCertName, "crash.json"}
}

// readBack compares every sum of what was written.
func (c *BackupCmd) readBack(e *command.Env) error {
	if _, err := checkBackup(e.Ctx, e, c.File, c.QuietFlag); err != nil {
		_, _ = fmt.Fprintln(
			e.Stderr,
			command.Wrapped("mudlark: ", c.File+" was written and does not read back: "+command.Advice(err),
				command.Columns(e.Stderr)),
		)
		return command.ExitDiffers
	}
	return nil
}

// checkBackup reads a backup and keeps nothing of it.
func checkBackup(ctx context.Context, e *command.Env, file string, q command.QuietFlag) (*backup.Header, error) {
	in, err := openBackup(e, file)
	if err != nil {
		return nil, err
	}
	p := e.Progress("read "+filepath.Base(file), command.UnitBytes, q)
	h, err := backup.Read(ctx, in, backup.Taker{}, func(done, total int64) { p.Tell(uint64(done), uint64(total)) })
	p.End()
	return h, errors.Join(err, in.Close())
}

// openBackup opens a file, or stdin for -.
func openBackup(e *command.Env, file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(e.Stdin), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("open the backup: %w", err)
	}
	return f, nil
}

// say tells what was written: beside a backup that goes to stdout, on stderr.
func (c *BackupCmd) say(e *command.Env, h *backup.Header, w written) {
	out, name, read, file, alone := e.Stdout, c.File, "", c.File, ", readable by you alone"
	if c.File == "-" {
		out, name, file, alone = e.Stderr, "the backup", "FILE", ""
		if c.Quiet {
			return
		}
	}
	if c.Verify {
		read = " and read back"
	}
	say := func(format string, args ...any) {
		_, _ = fmt.Fprintln(out, command.Hung("", fmt.Sprintf(format, args...), command.Columns(out)))
	}
	say("Wrote%s %s: %s in %s%s.", read, name, command.Bytes(uint64(w.bytes)), command.Took(w.took), alone)
	say("%s", contents(h))
	_, _ = fmt.Fprintln(out, "Head: "+h.Head)
	say("It is as secret as the data folder. To restore it: mudlark restore %s --data NEWFOLDER", file)
}

// contents says what a backup holds.
func contents(h *backup.Header) string {
	text := fmt.Sprintf("It holds the world up to record %s with its accounts and tokens; the records from %s on",
		command.Grouped(h.Last), command.Grouped(h.First))
	if n := h.Segments(); n > 0 {
		text += ", " + command.Counted(uint64(n), "sealed segment") + " of them"
	}
	if h.Has(backup.MindsName) {
		text += "; what the people of the world remember"
	}
	if h.Has("ssh_host_ed25519_key") {
		text += "; the SSH host key"
	}
	if h.Has(listener.SelfKeyName) {
		text += "; the certificate of HTTPS and its key"
	}
	if h.Has("session_key") {
		text += "; the key of agents' sessions"
	}
	if h.Has("crash.json") {
		text += "; the note of a crash, which sets its cause aside until a wizard types unpoison"
	}
	return text + "."
}
