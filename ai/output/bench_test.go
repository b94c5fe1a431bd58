package output_test

import (
	"fmt"
	"testing"

	"github.com/mudlark-mud/mudlark/ai/output"
)

// A speech of ordinary length, held against as much as a mind of long memory guards.
func BenchmarkSpeech(b *testing.B) {
	g := canaries()
	for i := range 200 {
		told := fmt.Sprintf("I told nobody that the %d barrels under pier %d are empty since the storm.", i, i)
		g.Private = append(g.Private, told)
	}
	g.Before = []string{"Sit down.", "You again.", "Not tonight."}
	text := "The tide took my father's boat in the year of the long frost, and it never gave so much as a plank of it " +
		"back. So no, I do not sell lamps to people who row at night. Ask the harbourmaster, who has no children."
	b.ReportAllocs()
	for b.Loop() {
		if _, verdict := output.Speech(text, g); verdict != output.Clean {
			b.Fatal(verdict)
		}
	}
}
