package gmcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world/prose"
)

type charNameBody struct {
	Name string `json:"name"`
	Full string `json:"fullname"`
}

// vitals is what is sent whole each time.
type vitals struct {
	HP    int    `json:"hp"`
	MaxHP int    `json:"maxhp"`
	Text  string `json:"string"`
}

func vitalsOf(v *surroundings.View) vitals {
	return vitals{
		HP: v.You.HP, MaxHP: v.You.HPMax, Text: "H:" + strconv.Itoa(v.You.HP) + "/" + strconv.Itoa(v.You.HPMax),
	}
}

// entry is a key of Char.Status with its value, a text or a number.
type entry struct {
	key   string
	value any
}

// record is entries as a JSON object, in their order.
type record []entry

// MarshalJSON implements json.Marshaler.
func (r record) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, x := range r {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Quote(x.key)) // our own: letters
		b.WriteByte(':')
		if err := e.Encode(x.value); err != nil {
			return nil, fmt.Errorf("encode %s: %w", x.key, err)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// statusVars names what Char.Status says.
func statusVars(v *surroundings.View) record {
	vars := record{
		{"name", "Name"},
		{"level", "Level"},
		{"xp", "Experience"},
		{"xpnext", "Experience for the next level"},
		{"coins", "Coins"},
		{"state", "State"},
		{"target", "Fighting"},
		{"leader", "Following"},
		{"quest", "Quest"},
		{"time", "Hour"},
	}
	if v.You.Tide != "" {
		vars = append(vars, entry{"tide", "Tide"})
	}
	return vars
}

func statusOf(v *surroundings.View) []entry {
	state := "standing"
	switch {
	case v.You.Fighting != "":
		state = "fighting"
	case v.Board != nil:
		state = "at the " + prose.Clean(v.Board.Name)
	}
	status := []entry{
		{"name", prose.Clean(v.You.Name)},
		{"level", v.You.Level},
		{"xp", v.You.XP},
		{"xpnext", v.You.XPNext},
		{"coins", v.You.Coins},
		{"state", state},
		{"target", prose.Clean(v.You.Fighting)},
		{"leader", prose.Clean(v.You.Follows)},
		{"quest", quests(v)},
		{"time", prose.Hour(v.You.Hour)},
	}
	if v.You.Tide != "" {
		status = append(status, entry{"tide", string(v.You.Tide)})
	}
	return status
}

// quests is every quest that runs, with how far one is.
func quests(v *surroundings.View) string {
	out := make([]string, len(v.Quests))
	for i, q := range v.Quests {
		out[i] = fmt.Sprintf("%s (%d of %d)", prose.Clean(q.Name), q.Done, q.Of)
	}
	return strings.Join(out, "; ")
}

// tellStatus says what changed of the status; before the first time it names everything.
func (c *Client) tellStatus(out [][]byte, v *surroundings.View) [][]byte {
	now := statusOf(v)
	if c.sent.status == nil {
		if c.on[charStatusVars] {
			out = append(out, message("Char.StatusVars", statusVars(v)))
		}
		c.sent.status = now
		return append(out, message("Char.Status", record(now)))
	}
	var changed record
	for i, e := range now {
		if i >= len(c.sent.status) || e != c.sent.status[i] { // a sea may have come
			changed = append(changed, e)
		}
	}
	if c.sent.status = now; changed == nil {
		return out
	}
	return append(out, message("Char.Status", changed))
}
