package mcp

import "encoding/json"

// Judge is what a tool says of a call's arguments, "" when they fit.
func Judge(t Tool, raw json.RawMessage) string {
	a, err := newArguments(t)
	if err != nil {
		return err.Error()
	}
	return a.judge(wholes(raw))
}

// Wholes writes whole numbers with digits alone.
func Wholes(text []byte) []byte { return wholes(text) }
