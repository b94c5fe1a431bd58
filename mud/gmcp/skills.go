package gmcp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session/surroundings"
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// The package Char.Skills is IRE's: a group of skills is a craft in which one has grown, and a skill is a knack that it
// has opened.

// skillGroup is an entry of Char.Skills.Groups.
type skillGroup struct {
	Name string `json:"name"`
	Rank string `json:"rank"` // how sure one is of it, "15 of 100"
}

// skillList is Char.Skills.List: what a group has opened, and in the same order what each is.
type skillList struct {
	Group string   `json:"group"`
	List  []string `json:"list"`
	Descs []string `json:"descs"`
}

// skillInfo is Char.Skills.Info.
type skillInfo struct {
	Group string `json:"group"`
	Skill string `json:"skill"`
	Info  string `json:"info"`
}

// tellSkills says in what one has grown, whole, when anything of it changed.
func (c *Client) tellSkills(out [][]byte, v *surroundings.View) [][]byte {
	isSame := func(a, b world.CraftValue) bool { return a.ID == b.ID && a.Name == b.Name && a.Value == b.Value }
	if slices.EqualFunc(c.sent.skills, v.You.Crafts, isSame) {
		return out
	}
	c.sent.skills = v.You.Crafts
	return append(out, skillGroups(v))
}

func skillGroups(v *surroundings.View) []byte {
	groups := []skillGroup{}
	for _, craft := range v.You.Crafts {
		groups = append(groups, skillGroup{
			Name: prose.Clean(craft.Name), Rank: strconv.Itoa(craft.Value) + " of " + strconv.Itoa(world.CraftMost),
		})
	}
	return message("Char.Skills.Groups", groups)
}

// skills answers Char.Skills.Get: the groups, what a group has opened, or what a skill is. Of what one has not it says
// nothing, as there is nothing.
func (c *Client) skills(data []byte) Answer {
	var ask struct {
		Group string `json:"group"`
		Name  string `json:"name"`
	}
	switch {
	case len(data) > 0 && !decode(data, &ask):
		return Answer{Bad: true}
	case c.view == nil || !c.on[charSkills]:
		return Answer{}
	case ask.Group == "":
		return Answer{Out: [][]byte{skillGroups(c.view)}}
	}
	at := slices.IndexFunc(c.view.You.Crafts, func(v world.CraftValue) bool {
		return strings.EqualFold(v.Name, ask.Group)
	})
	if at < 0 {
		return Answer{}
	}
	craft := c.view.You.Crafts[at]
	list := skillList{Group: prose.Clean(craft.Name), List: []string{}, Descs: []string{}}
	for _, k := range craft.Opened {
		info := c.brief(string(k))
		if strings.EqualFold(string(k), ask.Name) {
			return Answer{Out: [][]byte{message("Char.Skills.Info", skillInfo{Group: list.Group, Skill: string(k), Info: info})}}
		}
		list.List, list.Descs = append(list.List, string(k)), append(list.Descs, info)
	}
	if ask.Name != "" {
		return Answer{}
	}
	return Answer{Out: [][]byte{message("Char.Skills.List", list)}}
}

// brief says what a verb does; "" for one that may not be typed.
func (c *Client) brief(verb string) string {
	for _, v := range c.o.Verbs(c.view.You.Role) {
		if v.Name == verb {
			return v.Brief
		}
	}
	return ""
}
