package gmcp

import (
	"slices"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// groupBody is Group.Info: with whom one goes about, in the shape that scripts for Aardwolf's group message read. It
// has no leader and no members when there is none.
type groupBody struct {
	Leader  string       `json:"leader,omitempty"`
	Count   int          `json:"count"`
	Members []memberBody `json:"members"`
}

type memberBody struct {
	Name string     `json:"name"`
	Info memberInfo `json:"info"`
}

// memberInfo is how one of them is; Here is 1 of who is in the same room, else 0.
type memberInfo struct {
	HP    int `json:"hp"`
	MaxHP int `json:"mhp"`
	Level int `json:"lvl"`
	Here  int `json:"here"`
}

// tellGroup says with whom one goes about, whole, when anything of it changed.
func (c *Client) tellGroup(out [][]byte, v *surroundings.View) [][]byte {
	if slices.Equal(c.sent.group, v.You.Group) {
		return out
	}
	c.sent.group = v.You.Group
	body := groupBody{Count: len(v.You.Group), Members: []memberBody{}}
	for _, m := range v.You.Group {
		body.Members = append(body.Members, memberOf(m))
		if m.Leads {
			body.Leader = prose.Clean(m.Name)
		}
	}
	return append(out, message("Group.Info", body))
}

func memberOf(m world.PartyMember) memberBody {
	b := memberBody{Name: prose.Clean(m.Name), Info: memberInfo{HP: m.HP, MaxHP: m.HPMax, Level: m.Level}}
	if m.Here {
		b.Info.Here = 1
	}
	return b
}
