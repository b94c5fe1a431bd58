package gmcp

import (
	"strings"
)

// assumed is what a client is taken to support that agreed to GMCP and did not say: KildClient says nothing at all.
// Char.Login is not among it, because a client that wants that says so.
func assumed() []string { return []string{"Char 1", "Room 1", "Comm 1", "Char.Login 0"} }

// support is what a client said that it supports: names in lower case, and whether it does. A parent speaks for its
// children, unless they were spoken of themselves.
type support map[string]bool

// set replaces everything.
func (s support) set(entries []string) {
	clear(s)
	s.add(entries)
}

// add takes entries such as "Char.Items 1". The version is not looked at, except that 0 means unsupported.
func (s support) add(entries []string) {
	for _, e := range entries {
		name, version, _ := strings.Cut(strings.TrimSpace(e), " ")
		s.put(name, strings.TrimSpace(version) != "0")
	}
}

// remove takes names, with what lies below them.
func (s support) remove(names []string) {
	for _, e := range names {
		name, _, _ := strings.Cut(strings.TrimSpace(e), " ")
		name = strings.ToLower(name)
		for known := range s {
			if strings.HasPrefix(known, name+".") {
				delete(s, known)
			}
		}
		s.put(name, false)
	}
}

func (s support) put(name string, on bool) {
	name = strings.ToLower(name)
	if _, known := s[name]; name == "" || len(name) > PackageMaxBytes || !known && len(s) >= SupportsMost {
		return
	}
	s[name] = on
}

// has reports whether a message of that name, in lower case, is wanted.
func (s support) has(name string) bool {
	for {
		if on, said := s[name]; said {
			return on
		}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return false
		}
		name = name[:i]
	}
}
