package wire

import (
	"bytes"
	"encoding/json"
	"strings"
)

// What a message may be at most.
const (
	// GMCPDataMaxBytes is the longest data.
	GMCPDataMaxBytes = 16 << 10
	// GMCPPackageMaxBytes is the longest name.
	GMCPPackageMaxBytes = 64
	// GMCPDepthMax is how deep arrays and objects may be nested.
	GMCPDepthMax = 32
)

// GMCPVerdict says whether a message is taken.
type GMCPVerdict uint8

// The verdicts.
const (
	GMCPFine GMCPVerdict = iota
	// GMCPUnnamed: its name is too long, or none.
	GMCPUnnamed
	// GMCPLong: it has too much data.
	GMCPLong
	// GMCPDeep: its data are nested too deep.
	GMCPDeep
)

// GMCPBounds are what a message may be at most, in bytes of data and in depth.
type GMCPBounds struct{ DataBytes, Depth int }

// ParseGMCP takes a message of a client apart: a name, and behind a blank what it says. The data are part of payload.
func ParseGMCP(payload []byte) (name string, data []byte, v GMCPVerdict) {
	return GMCPBounds{DataBytes: GMCPDataMaxBytes, Depth: GMCPDepthMax}.Parse(payload)
}

// Parse is the function of that name with other bounds.
func (b GMCPBounds) Parse(payload []byte) (name string, data []byte, v GMCPVerdict) {
	raw, data, _ := bytes.Cut(payload, []byte(" "))
	data = bytes.TrimSpace(data)
	switch {
	case len(raw) == 0 || len(raw) > GMCPPackageMaxBytes || !isPrintableASCII(raw):
		return "", nil, GMCPUnnamed
	case len(data) > b.DataBytes:
		return "", nil, GMCPLong
	case jsonDepth(data) > b.Depth:
		return "", nil, GMCPDeep
	}
	return string(raw), data, GMCPFine
}

// IsKeepAlive reports whether a message only says that its player is not to be taken for idle.
func IsKeepAlive(name string) bool { return strings.EqualFold(name, "Core.KeepAlive") }

// ParseHello reads Core.Hello. Some clients write "client", some "Client", so case does not matter.
func ParseHello(name string, data []byte) (client, version string, ok bool) {
	if !strings.EqualFold(name, "Core.Hello") {
		return "", "", false
	}
	var hello struct {
		Client  string `json:"client"`
		Version string `json:"version"`
	}
	ok = json.Unmarshal(data, &hello) == nil
	return hello.Client, hello.Version, ok
}

// jsonDepth is how deep arrays and objects are nested, whatever else is wrong with them.
func jsonDepth(data []byte) int {
	depth, deepest, quoted := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch b := data[i]; {
		case quoted && b == '\\':
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '[' || b == '{':
			depth++
			deepest = max(deepest, depth)
		case b == ']' || b == '}':
			depth--
		}
	}
	return deepest
}
