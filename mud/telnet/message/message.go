// Package message knows the form of what goes beside the text. It takes one GMCP message of a client apart, within
// limits, without judging its JSON: names, lengths and depth, and what Core.Hello says of the client. And it writes the
// status that MSSP carries. It is stateless.
package message

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/telnet/typing"
)

// What a message may be at most.
const (
	// DataMaxBytes is the longest data.
	DataMaxBytes = 16 << 10
	// PackageMaxBytes is the longest name.
	PackageMaxBytes = 64
	// DepthMax is how deep arrays and objects may be nested.
	DepthMax = 32
)

// Verdict says whether a message is taken.
type Verdict uint8

// The verdicts.
const (
	Fine Verdict = iota
	// Unnamed: its name is too long, or none.
	Unnamed
	// Long: it has too much data.
	Long
	// Deep: its data are nested too deep.
	Deep
)

// Bounds are what a message may be at most, in bytes of data and in depth.
type Bounds struct{ DataBytes, Depth int }

// Parse takes a message of a client apart: a name, and behind a blank what it says. The data are part of payload.
func Parse(payload []byte) (name string, data []byte, v Verdict) {
	return Bounds{DataBytes: DataMaxBytes, Depth: DepthMax}.Parse(payload)
}

// Parse is the function of that name with other bounds.
func (b Bounds) Parse(payload []byte) (name string, data []byte, v Verdict) {
	raw, data, _ := bytes.Cut(payload, []byte(" "))
	data = bytes.TrimSpace(data)
	switch {
	case len(raw) == 0 || len(raw) > PackageMaxBytes || !typing.IsPrintableASCII(raw):
		return "", nil, Unnamed
	case len(data) > b.DataBytes:
		return "", nil, Long
	case depth(data) > b.Depth:
		return "", nil, Deep
	}
	return string(raw), data, Fine
}

// KeepsAlive reports whether a message only says that its player is not to be taken for idle.
func KeepsAlive(name string) bool { return strings.EqualFold(name, "Core.KeepAlive") }

// Hello reads Core.Hello. Some clients write "client", some "Client", so case does not matter.
func Hello(name string, data []byte) (client, version string, ok bool) {
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

// depth is how deep arrays and objects are nested, whatever else is wrong with them.
func depth(data []byte) int {
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
