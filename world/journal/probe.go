package journal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime/debug"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

const (
	probeTimeMax       = 10 * time.Minute // a 1 GB file takes seconds; longer means going round in circles
	probeStackBytesMax = 64 << 20         // pages that point at each other make bbolt recurse without end
	probeReportBytes   = 4 << 10          // of what the child says
	probeFindingsMax   = 3                // named in the error
)

// Exit codes of a process that runs Probe for ProbeBy. Any other is taken for damage: bbolt dies in many ways.
const (
	probeExitClean  = 0
	probeExitFound  = 1
	probeExitLocked = 75 // EX_TEMPFAIL of sysexits.h
)

// Probe opens the file at path for reading and looks at every page, key and value. It returns nil, a *DamagedError, a
// *FormatError or a *LockedError. On some damage bbolt ends the whole process; run it in one of its own.
func Probe(path string) (err error) {
	defer debug.SetMaxStack(debug.SetMaxStack(probeStackBytesMax))
	db, file, err := openBolt(path, bbolt.Options{ReadOnly: true, Timeout: lockWaitMax, NoStatistics: true})
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := db.Close(); err == nil {
			err = closeErr
		}
	}()
	return guarded(path, func() error {
		return db.View(func(tx *bbolt.Tx) error {
			if _, err := readHeader(tx, file); err != nil {
				return err
			}
			if err := checkPages(path, tx); err != nil {
				return err
			}
			return checkValues(path, tx)
		})
	})
}

// checkPages lets bbolt look at the form of its pages.
func checkPages(path string, tx *bbolt.Tx) error {
	var findings []string
	for err := range tx.Check() {
		if len(findings) < probeFindingsMax {
			findings = append(findings, err.Error())
		}
	}
	if len(findings) > 0 {
		return &DamagedError{Path: path, What: strings.Join(findings, "; ")}
	}
	return nil
}

// checkValues looks at what bbolt does not: our sums, the chain of the records, the list of runs, each whole table.
func checkValues(path string, tx *bbolt.Tx) error {
	if tx.Bucket(metaBucket()) == nil {
		return nil // made by a daemon that died before its first commit
	}
	if err := checkMoment(path, tx); err != nil {
		return err
	}
	if err := checkRecords(path, tx); err != nil {
		return err
	}
	if err := checkRuns(path, tx); err != nil {
		return err
	}
	return tx.ForEach(func(name []byte, b *bbolt.Bucket) error {
		table, ok := strings.CutPrefix(string(name), putPrefix)
		if !ok {
			return nil
		}
		return checkTable(path, tx, table, b)
	})
}

// checkRecords follows the chain from the anchor to the head. Payloads are summed on every processor: they are most of
// what there is to look at, and a busy world that was killed waits for it.
func checkRecords(path string, tx *bbolt.Tx) error {
	at, head, err := readEnds(path, tx)
	if err != nil {
		return err
	}
	type kept struct {
		seq   uint64
		value []byte
	}
	next := at.Seq + 1
	var broken error // where the chain does not hold
	links := &ahead[kept, stored]{
		decode: func(k kept) (s stored, err error) {
			return s, guarded(path, func() error { // the pages may be gone, and here nobody else would notice
				if s, err = unsealRecord(k.seq, k.value); err != nil {
					return fmt.Errorf("record %d: %w", k.seq, err)
				}
				sum := s.payloadSum()
				s.Was = &sum
				return nil
			})
		},
		take: func(s stored) {
			if broken == nil {
				if at, broken = at.follow(s); broken != nil {
					broken = fmt.Errorf("record %d: %w", s.Seq, broken)
				}
			}
		},
	}
	err = tx.Bucket(recordsBucket()).ForEach(func(k, v []byte) error {
		seq, ok := keySeq(k)
		if !ok || seq != next {
			return &DamagedError{Path: path, What: fmt.Sprintf("record %d is missing", next)}
		}
		next++
		if err := links.give(kept{seq, v}); err != nil {
			return err
		}
		return broken
	})
	if earlier := links.settle(); earlier != nil {
		err = earlier
	}
	switch {
	case broken != nil:
		return broken
	case err == nil && at != head:
		what := fmt.Sprintf("the chain of records leads to %s, and the head that was written down is %s", at, head)
		return &DamagedError{Path: path, What: what}
	}
	return err
}

// readEnds reads where the chain of records begins and ends, and holds it to the records that are there.
func readEnds(path string, tx *bbolt.Tx) (anchor, head Head, err error) {
	if anchor, err = readChain(tx, anchorKey()); err != nil {
		return anchor, head, fmt.Errorf("anchor: %w", err)
	}
	if head, err = readChain(tx, headKey()); err != nil {
		return anchor, head, fmt.Errorf("head: %w", err)
	}
	c := tx.Bucket(recordsBucket()).Cursor()
	first, last := anchor.Seq+1, anchor.Seq // as they are when no record is kept
	if k, _ := c.First(); k != nil {
		lastKey, _ := c.Last()
		var okFirst, okLast bool
		first, okFirst = keySeq(k)
		last, okLast = keySeq(lastKey)
		if !okFirst || !okLast {
			return anchor, head, &DamagedError{Path: path, What: "a record's key is not a sequence"}
		}
	}
	if first != anchor.Seq+1 || last != head.Seq {
		return anchor, head, &DamagedError{Path: path, What: fmt.Sprintf(
			"the records are %d to %d where %d to %d were written", first, last, anchor.Seq+1, head.Seq)}
	}
	return anchor, head, nil
}

// checkRuns looks at the rows of each listed run, one by one and all together. Others were torn and are swept.
func checkRuns(path string, tx *bbolt.Tx) error {
	runs, err := listRuns(tx)
	if err != nil {
		return err
	}
	for _, r := range runs {
		found := run{order: r.order, bucket: r.bucket, seq: r.seq, bytes: r.bytes}
		bucket := tx.Bucket(rowsBucket()).Bucket(seqKey(r.bucket))
		if bucket == nil && r.rows > 0 {
			return fmt.Errorf("%w: run %d has no rows", errRun, r.order)
		}
		if bucket != nil {
			err = bucket.ForEach(func(k, stored []byte) error {
				if err := checkRow(k, stored); err != nil {
					return fmt.Errorf("row %s: %w", k, err)
				}
				found.rows++
				found.sum = sumRow(found.sum, k, stored)
				return nil
			})
		}
		if err == nil && found != r {
			err = &DamagedError{Path: path, What: fmt.Sprintf("the rows of run %d are not those that were written", r.order)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ProbeMain is the whole of the process that ProbeBy starts: it probes the file at path, writes what it found to
// report as one line, nothing when all is well, and returns the exit code.
func ProbeMain(path string, report io.Writer) (exitCode int) {
	err := Probe(path)
	var damaged *DamagedError
	switch {
	case err == nil:
		return probeExitClean
	case errors.Is(err, ErrLocked):
		return probeExitLocked
	case errors.As(err, &damaged):
		err = errors.New(damaged.What) // ProbeBy adds the path and the advice
	}
	_, _ = fmt.Fprintln(report, err)
	return probeExitFound
}

// ProbeBy returns a function for Options.ProbeChild. It runs command with args and the file's path behind them, which
// must be or call ProbeMain; whatever else befalls that process, a panic, a fault, ten minutes without an end, is
// damage. Not being able to start it is an error that is not a *DamagedError.
func ProbeBy(command string, args ...string) func(path string) error {
	return func(path string) error {
		ctx, cancel := context.WithTimeout(context.Background(), probeTimeMax)
		defer cancel()
		child := exec.CommandContext(ctx, command, append(append([]string{}, args...), path)...)
		report := &report{}
		child.Stderr = report
		child.Env = append(child.Environ(), "GOTRACEBACK=none")
		err := child.Run()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return nil
		case !errors.As(err, &exit):
			return fmt.Errorf("look through %s in a process of its own: %w", path, err)
		case exit.ExitCode() == probeExitLocked:
			return &LockedError{Path: path, PID: lockHolder(path)}
		}
		what := report.line()
		if exit.ExitCode() != probeExitFound {
			what = fmt.Sprintf("looking through it ended with %s: %s", exit, what)
		}
		return &DamagedError{Path: path, What: what}
	}
}

// report keeps the beginning of what is written to it.
type report struct {
	text []byte
}

func (r *report) Write(p []byte) (int, error) {
	r.text = append(r.text, p[:min(len(p), probeReportBytes-len(r.text))]...)
	return len(p), nil
}

// line is the first line that says something.
func (r *report) line() string {
	for line := range strings.Lines(string(r.text)) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "no words"
}
