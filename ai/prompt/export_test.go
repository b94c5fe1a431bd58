package prompt

// Parse reads a template's file.
func Parse(text string) (Template, error) { return parse(text) }
