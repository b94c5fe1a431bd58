// Package ops is what an operator sees of a running world: figures for Prometheus, health and readiness for whatever
// supervises the process, profiles, a log of slow commands, and a watchdog for a writer that does not answer.
//
// Its one idea: looking must not disturb. What happens often is counted where it happens, with a few atomic steps and
// off the writer ([Meter.Answered], [Meter.Committed]). All else is read when somebody asks, at most once a second for
// all who ask, and with a bound on the wait: a figure whose source does not answer, because the disk has stalled or the
// writer is stuck, is shown as it was last, and mudlark_figures_stale says so. So a scrape answers in bad times too.
//
// Labels are bounded. Verbs are those of the table, and what is no verb counts as "other"; doors are a fixed list;
// reasons and codes are words of the program, at most [WordsMost] of them. Nothing that a stranger types becomes a
// label, and no metric names a person, an address or a room.
//
// The same figures make the page of `mudlark status` ([Meter.Status], [Status.Page]), and sums of what models were
// asked are answered to whoever has the operators' key ([UsagePage]).
//
// METRICS.md lists every metric, and LIMITS.md every limit that can be met; tests make both and hold them true.
//
// Concurrency: everything may be used from many goroutines. [Meter.Run] and [Server.Serve] own the goroutines there are
// and wait for them.
//
// To add a metric that is counted as it happens, add it to newCounters in meter.go; one that is read when somebody
// asks, to a list in figures.go. Then `go test ./mud/ops -update`. To add a limit, see limits.go in cmd/mudlark.
package ops
