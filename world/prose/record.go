package prose

import "github.com/mudlark-mud/mudlark/world"

// Deed says in one sentence what a record is about, as [History] says it of the first event that has words; "" when
// none has.
func Deed(rec *world.Record) string {
	for i := range rec.Notices {
		if line := History(&rec.Notices[i]); len(line.Spans) > 0 {
			return Clean(line.String())
		}
	}
	return ""
}
