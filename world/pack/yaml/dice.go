package yaml

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// Dice reads NdS, NdS+P or NdS-P.
func Dice(s string) (world.Dice, bool) {
	count, rest, _ := strings.Cut(s, "d")
	sides, plus := rest, "0"
	if i := strings.IndexAny(rest, "+-"); i >= 0 {
		sides, plus = rest[:i], rest[i:]
	}
	n, err1 := strconv.ParseUint(count, 10, 15)
	faces, err2 := strconv.ParseUint(sides, 10, 15)
	top, err3 := strconv.ParseInt(plus, 10, 16)
	return world.Dice{N: int(n), S: int(faces), P: int(top)}, err1 == nil && err2 == nil && err3 == nil
}
