package server

import (
	"fmt"

	"github.com/mudlark-mud/mudlark/world"
)

// Refuse is a refusal in words.
func Refuse(code world.Code, format string, args ...any) *world.Refusal {
	return &world.Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}
