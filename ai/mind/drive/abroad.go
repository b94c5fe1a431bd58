package drive

import (
	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/ai/mind"
)

// abroad decides in a world that is told in words alone.
func (m *Mind) abroad() mind.Output { _ = memory.Given; return mind.Output{} }
