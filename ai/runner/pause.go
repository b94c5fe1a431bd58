package runner

import (
	"hash/fnv"
	"time"
)

// pauseSteps is how many milliseconds apart minds may begin that were woken together. It is a prime.
const pauseSteps = 251

// pause is how much later than others a body's mind begins, always the same: who thinks first is not for the scheduler
// to say, and whoever comes after hears what the first one said.
func pause(body string) time.Duration {
	h := fnv.New32a()
	_, _ = h.Write([]byte(body)) // it never fails
	return time.Duration(h.Sum32()%pauseSteps) * time.Millisecond
}
