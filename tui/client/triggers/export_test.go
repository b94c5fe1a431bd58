package triggers

import "regexp"

// Without returns the expression of a pattern, which is asked without the quick look for what every match contains.
func Without(p *Pattern) *regexp.Regexp { return p.re }
