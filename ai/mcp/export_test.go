package mcp

import "encoding/json"

// Judge is what a tool says of a call's arguments, "" when they fit.
func Judge(t Tool, raw json.RawMessage) string {
	a, err := newArguments(t)
	if err != nil {
		return err.Error()
	}
	return a.judge(raw)
}
