package chronicle

import (
	"context"
	"time"
)

// SealDue reports whether the journal's file holds enough records, or old enough ones, for Seal to be worth its while.
func (b *Book) SealDue() bool { return false }

// Seal moves the oldest records of the journal's file into one segment and reports whether there was one to make. It
// runs beside the world in a goroutine of its own.
func (b *Book) Seal(_ context.Context) (bool, error) { return false, nil }

// Retain drops the oldest segments that the options no longer keep, and returns their names.
func (b *Book) Retain(_ context.Context, _ time.Time) (dropped []string, err error) { return nil, nil }
