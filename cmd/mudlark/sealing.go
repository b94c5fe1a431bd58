package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world/journal"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// recordFlags are what operators may set about how much of the record is kept.
type recordFlags struct {
	KeepDays    int           `default:"30" help:"For how many days sealed records are kept; 0: for ever."`
	KeepSize    byteSize      `default:"10GiB" help:"How much room sealed records may take, as in 500MiB; 0: any."`
	SegmentSize byteSize      `default:"64MiB" help:"How many bytes of records are sealed into one segment."`
	SealEvery   time.Duration `hidden:"" default:"10s"`
	RecordAnew  bool          `help:"If sealed records are missing, put aside what is left and begin anew."`
}

// segmentBytesLeast keeps segments from becoming many: each has the whole state in it.
const segmentBytesLeast = 1 << 10

// options is how the record is opened.
func (c *recordFlags) options() (archive.Options, error) {
	o := archive.Options{
		KeepDays: c.KeepDays, KeepBytes: int64(c.KeepSize), SegmentBytes: int64(c.SegmentSize), Anew: c.RecordAnew,
	}
	switch {
	case c.KeepDays < 0:
		return o, fmt.Errorf("--keep-days %d: it is a number of days, or 0 to keep sealed records for ever", c.KeepDays)
	case c.SegmentSize < segmentBytesLeast:
		return o, fmt.Errorf("--segment-size %d: %s is the least", c.SegmentSize, size(segmentBytesLeast))
	case c.KeepSize > 0 && c.KeepSize < c.SegmentSize:
		return o, fmt.Errorf("--keep-size %s is less than one segment of %s: all but the newest would be dropped; "+
			"0 keeps any amount", size(int(c.KeepSize)), size(int(c.SegmentSize)))
	case c.SealEvery <= 0:
		return o, fmt.Errorf("--seal-every %s: it is a while", c.SealEvery)
	}
	if c.KeepDays == 0 {
		o.KeepDays = -1
	}
	if c.KeepSize == 0 {
		o.KeepBytes = -1
	}
	return o, nil
}

// byteSize is a number of bytes as people write it: 500MiB, 10GiB, 0.
type byteSize int64

// UnmarshalText reads it.
func (s *byteSize) UnmarshalText(text []byte) error {
	digits := strings.TrimRight(strings.TrimSpace(string(text)), "BKMGTibkmgt ")
	unit := strings.ToUpper(strings.TrimSpace(strings.TrimSpace(string(text))[len(digits):]))
	n, err := strconv.ParseInt(digits, 10, 64)
	shift, known := map[string]int{
		"": 0, "B": 0, "K": 10, "KB": 10, "KIB": 10, "M": 20, "MB": 20, "MIB": 20, "G": 30, "GB": 30, "GIB": 30,
		"T": 40, "TB": 40, "TIB": 40,
	}[unit]
	if err != nil || !known || n < 0 || n > (1<<62)>>shift {
		return fmt.Errorf("%q is no size: write a whole number and KiB, MiB, GiB or TiB, as in 500MiB", text)
	}
	*s = byteSize(n << shift)
	return nil
}

// The pace of what is done to the record beside the world.
const (
	retainEvery   = time.Hour
	sealRetryLast = time.Hour // the longest wait after a seal that failed
)

// seal keeps the journal's file small and the sealed record within its limits while the world runs, and notes once an
// hour where the chain stands: a head in a log that left this machine is what the record can be held to.
func (d *daemon) seal(ctx context.Context, every time.Duration) {
	d.logHead()
	d.logBare()
	look, hour := time.NewTicker(every), time.NewTicker(retainEvery)
	defer look.Stop()
	defer hour.Stop()
	retry := sealRetry{every: every}
	for first := true; ; {
		select {
		case <-ctx.Done():
			return
		case <-hour.C:
			d.logHead()
			d.logBare()
			d.retain(ctx)
		case now := <-look.C:
			if first {
				d.retain(ctx) // a daemon that is restarted often is to drop what is old as well
				first = false
			}
			if !retry.at.After(now) {
				retry.told(now, d.sealDue(ctx))
			}
		}
	}
}

// sealDue seals what is due, and returns why it could not.
func (d *daemon) sealDue(ctx context.Context) error {
	for ctx.Err() == nil {
		sealed, err := d.book.Seal(ctx)
		switch {
		case ctx.Err() != nil: // the daemon stops, and the next one goes on with it
		case err != nil:
			d.log.Error("could not seal records: they stay in the journal's file, which grows meanwhile; look whether the "+
				"disk is full", slog.Any("err", err))
			return err
		case !sealed:
			return nil
		}
	}
	return nil
}

func (d *daemon) retain(ctx context.Context) {
	if _, err := d.book.Retain(ctx, d.now()); err != nil && ctx.Err() == nil && !errors.Is(err, journal.ErrStopped) {
		d.log.Error("could not drop old segments", slog.Any("err", err))
	}
}

// logHead says where the chain stands.
func (d *daemon) logHead() {
	head := d.book.Head()
	d.log.Info("journal head", slog.Uint64("seq", head.Seq), slog.String("head", head.String()))
}

// logBare says that what was sealed is not whole, if so. The world plays on, for it needs none of it.
func (d *daemon) logBare() {
	if err := d.book.Bare(); err != nil {
		d.log.Error("THE SEALED RECORD IS NOT WHOLE: the world plays on without it, but nothing is sealed, and there is no "+
			"history, no backup and no proof, until it is mended and mudlark started again", slog.Any("err", err))
	}
}

// sealRetry is when to try again after a seal that failed: later each time.
type sealRetry struct {
	every, wait time.Duration
	at          time.Time
}

// told hears how it went.
func (r *sealRetry) told(now time.Time, err error) {
	if err == nil {
		*r = sealRetry{every: r.every}
		return
	}
	r.wait = min(max(2*r.wait, r.every), sealRetryLast)
	r.at = now.Add(r.wait)
}
