package journal

import "runtime"

// aheadBatch is how many rows or records are decoded at a time: enough that handing them over costs nothing.
const aheadBatch = 256

// ahead decodes what it is given side by side, on every processor, and hands the results over in the order in which it
// was given them, all on the goroutine of whoever gives. A start spends most of its time decoding. No batch is under
// way when settle has returned.
type ahead[T, R any] struct {
	decode func(T) (R, error)
	take   func(R)
	batch  []T
	queue  []chan decoded[R] // the batches under way, oldest first
	failed error             // the first error; nothing is handed over behind it
}

// decoded is a batch that was decoded up to its first error.
type decoded[R any] struct {
	results []R
	err     error
}

// give takes one in. The error is of one that was given before it.
func (a *ahead[T, R]) give(one T) error {
	a.batch = append(a.batch, one)
	if len(a.batch) < aheadBatch {
		return nil
	}
	a.start()
	if len(a.queue) <= runtime.GOMAXPROCS(0) {
		return nil
	}
	return a.oldest()
}

// settle hands over all that was given, and returns the first error there was.
func (a *ahead[T, R]) settle() error {
	a.start()
	for len(a.queue) > 0 {
		_ = a.oldest() // it is kept
	}
	return a.failed
}

func (a *ahead[T, R]) start() {
	if len(a.batch) == 0 {
		return
	}
	batch, done := a.batch, make(chan decoded[R], 1)
	a.batch = make([]T, 0, aheadBatch)
	a.queue = append(a.queue, done)
	go func() {
		d := decoded[R]{results: make([]R, 0, len(batch))}
		for _, one := range batch {
			r, err := a.decode(one)
			if err != nil {
				d.err = err
				break
			}
			d.results = append(d.results, r)
		}
		done <- d
	}()
}

func (a *ahead[T, R]) oldest() error {
	d := <-a.queue[0]
	a.queue = a.queue[1:]
	if a.failed == nil {
		for _, r := range d.results {
			a.take(r)
		}
		a.failed = d.err
	}
	return a.failed
}
