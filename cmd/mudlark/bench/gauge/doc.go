// Package gauge measures: what waits, what a process uses, what a disk can do.
//
// A [Histogram] counts durations in bounded memory, whatever comes; a [Series] says the same of each second. [UsageOf]
// reads from /proc what a process has used by now, so that the difference of two readings belongs to what happened in
// between. [MeasureDisk] is the floor of everything durable: what the disk and bbolt do with nobody's game on them.
//
// Histograms and series take values from any number of goroutines; the rest is for one at a time. To measure another
// thing of a process, read it in [UsageOf] and subtract it in [Usage.Since].
package gauge
