package agents

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/world"
)

// order is what an owner wants of a new token.
type order struct {
	label string
	life  time.Duration // 0: until it is revoked
	verbs []string
	ask   world.Asking
	role  world.GrantRole
}

func refuse(code world.Code, format string, args ...any) *world.Refusal {
	return &world.Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}

// order understands: LABEL [for 7d] [may VERBS...] [ask none|destructive|all] [role ROLE], in any order behind the
// label, and a span behind the label without for.
func (c *Commands) order(words []string) (order, *world.Refusal) {
	o := order{ask: world.AskDestructive}
	parts, key := map[string][]string{}, "label"
	for _, w := range words {
		switch low := strings.ToLower(w); low {
		case "for", "may", "ask", "role":
			if _, twice := parts[low]; twice {
				return o, refuse(world.CodeBadValue, "You said %s twice.", low)
			}
			key = low
			parts[key] = []string{}
		default:
			parts[key] = append(parts[key], w)
		}
	}
	label := parts["label"]
	if n := len(label); n > 1 && parts["for"] == nil {
		if _, ok := span(label[n-1]); ok {
			label, parts["for"] = label[:n-1], label[n-1:]
		}
	}
	o.label = world.Clean(strings.Join(label, " "))
	if o.label == "" {
		return o, refuse(world.CodeMissing, "Give the agent a label, so that you know it again: agent grant scout")
	}
	if n := len(label); n > 1 && parts["role"] == nil {
		if role, is := world.GrantRoleNamed(strings.ToLower(label[n-1])); is && role != world.GrantPlayer {
			return o, refuse(world.CodeUnclear, "Say role before a role: agent grant %s role %s",
				world.Clean(strings.Join(label[:n-1], " ")), role)
		}
	}
	return o, c.fill(&o, parts)
}

// fill reads what was said behind the label.
func (c *Commands) fill(o *order, parts map[string][]string) *world.Refusal {
	if said, ok := parts["for"]; ok {
		if o.life, ok = span(strings.Join(said, "")); !ok {
			return refuse(world.CodeBadValue, "Say for how long in minutes, hours, days or weeks: for 30m, for 12h, "+
				"for 7d, for 2w. It can be ten years at most.")
		}
	}
	if said, ok := parts["may"]; ok {
		var r *world.Refusal
		if o.verbs, r = c.Table.Scope(said); r != nil {
			return r
		}
	}
	if said, ok := parts["ask"]; ok {
		if o.ask, ok = asking(strings.Join(said, " ")); !ok {
			return refuse(world.CodeBadValue, "Say for what it must ask you: ask none, ask destructive or ask all.")
		}
	}
	if said, ok := parts["role"]; ok {
		if o.role, ok = world.GrantRoleNamed(strings.ToLower(strings.Join(said, " "))); !ok {
			return refuse(world.CodeUnknown, "There is no such role. A player's agent is a player or an npc, a builder's "+
				"may be a builder; a wizard may also make a narrator, or one for minds.")
		}
	}
	return nil
}

// asking reads none, destructive or all, or how they begin.
func asking(text string) (world.Asking, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, a := range []world.Asking{world.AskNothing, world.AskDestructive, world.AskAll} {
		if text != "" && strings.HasPrefix(a.String(), text) {
			return a, true
		}
	}
	return "", false
}

// span reads a length of time: 90s, 30m, 12h, 7d, 2w.
func span(text string) (time.Duration, bool) {
	units := map[byte]time.Duration{
		's': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour,
	}
	if len(text) < len("1d") {
		return 0, false
	}
	unit, known := units[text[len(text)-1]|0x20]
	n, err := strconv.Atoi(text[:len(text)-1])
	most := int(time.Duration(world.GrantLifeMax) * time.Millisecond / time.Minute)
	if !known || err != nil || n <= 0 || n > most {
		return 0, false
	}
	return time.Duration(n) * unit, true
}

// pick finds the agent that words begin with, by its whole label or by how no other's begins, and what follows.
func pick(grants []world.Grant, words []string) (world.Grant, []string, *world.Refusal) {
	if len(grants) == 0 {
		return world.Grant{}, nil, refuse(world.CodeUnknown, "No agent may act for this character. agent grant and a "+
			"label lets one.")
	}
	if len(words) == 0 {
		return world.Grant{}, nil, refuse(world.CodeMissing, "Say which agent: %s.", labels(grants))
	}
	for n := len(words); n > 0; n-- {
		for _, g := range grants {
			if strings.EqualFold(g.Label, strings.Join(words[:n], " ")) {
				return g, words[n:], nil
			}
		}
	}
	var found []world.Grant
	for _, g := range grants {
		if strings.HasPrefix(strings.ToLower(g.Label), strings.ToLower(words[0])) {
			found = append(found, g)
		}
	}
	if len(found) == 1 {
		return found[0], words[1:], nil
	}
	return world.Grant{}, nil, refuse(world.CodeUnknown, "You have no agent of that label; yours are: %s.", labels(grants))
}

func labels(grants []world.Grant) string {
	out := make([]string, len(grants))
	for i, g := range grants {
		out[i] = world.Clean(g.Label)
	}
	return strings.Join(out, ", ")
}
