package triggers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// GMCP is told each GMCP message. Its figures become variables, as $Char.Vitals.hp, and rules and scripts that wait for
// the package run.
func (e *Engine) GMCP(pkg string, data []byte) Outcome {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.begin(true)
	if len(pkg) > nameMaxBytes || clean(pkg) != pkg {
		return r.out
	}
	e.learn(pkg, data)
	text := string(data)
	words := Args{0: clean(text)} // of one line: an end of a line would end a statement
	for _, x := range e.active(GMCP) {
		if !strings.EqualFold(x.rule.Pattern, pkg) {
			continue
		}
		if x.hook != nil {
			r.call(x, []string{text})
		} else {
			r.do(x.rule.Body, words)
		}
	}
	return r.end()
}

// learn keeps the figures of a message instead of those of the package's last.
func (e *Engine) learn(pkg string, data []byte) {
	pkg = strings.ToLower(pkg)
	if _, ok := e.gmcp[pkg]; !ok && len(e.gmcp) >= packagesMax {
		return
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return
	}
	values := map[string]string{}
	flatten(values, "", v, 0)
	e.gmcp[pkg] = values
}

// flatten notes the words and figures of a value under their paths. What does not fit is left out, always the same.
func flatten(to map[string]string, path string, v any, depth int) {
	if len(to) >= valuesMax || depth > valueDepth || len(path) > valueMaxBytes {
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			flatten(to, path+"."+strings.ToLower(k), v[k], depth+1)
		}
	case []any:
		for i, x := range v {
			flatten(to, fmt.Sprintf("%s.%d", path, i+1), x, depth+1)
		}
	case nil:
	default:
		to[path] = head(clean(fmt.Sprint(v)), valueMaxBytes)
	}
}

// figure looks up a variable of GMCP, whatever the case of its letters.
func (e *Engine) figure(name string) (string, bool) {
	name = strings.ToLower(name)
	for i := len(name); i > 0; i = strings.LastIndexByte(name[:i], '.') {
		if values, ok := e.gmcp[name[:i]]; ok {
			v, ok := values[name[i:]]
			return v, ok
		}
	}
	return "", false
}
