// Package loop owns the live world. One writer decides whatever is offered, in order of arrival; a committer makes
// batches of it durable with one fsync each while the writer decides the next batch; and nothing is told to anybody
// before its batch is durable: results, reports, refusals and notices are released in order, reads included
// (ARCHITECTURE.md, invariant 2).
//
// [Machine] is that as a state machine without goroutines, clocks or disks, so that one seed can simulate it. [Loop]
// is the thin shell: four goroutines (writer, committer, cutter, releaser) that [Loop.Run] owns and waits for.
//
// To ask the world something, offer an [Intent]. To be told what somebody perceives, attach a [Sink] in an intent's
// [Step].
package loop
