package dg

import (
	"slices"
	"strings"
)

// Known says which commands and fields a world has, for [Script.Unknown].
type Known struct {
	Commands func(word string) bool
	Fields   func(name string) bool // of entities
	Names    func(name string) bool // of values that stand alone, or before a field
}

// Unknown lists what a script asks for and nothing has, each once, in order: commands as "the command bow", fields as
// "%.questpoints%". What a variable makes the word of a command cannot be told.
func (s *Script) Unknown(k Known) []string {
	out := map[string]bool{}
	for _, l := range s.lines {
		text := l.rest
		if l.kind == isCommand {
			word, _, _ := strings.Cut(text, " ")
			word = strings.ToLower(word)
			if name, is := strings.CutPrefix(word, "%"); is {
				if name, is = strings.CutSuffix(name, "%"); is && shortened[name] {
					word = "%" + name
				}
			}
			word = plainWord(word)
			if !strings.Contains(strings.TrimPrefix(word, "%"), "%") && word != "attach" && word != "detach" &&
				!k.Commands(word) {
				out["the command "+word] = true
			}
		}
		s.fields(text, k, out)
	}
	list := make([]string, 0, len(out))
	for what := range out {
		list = append(list, what)
	}
	slices.Sort(list)
	return list
}

// fields collects the fields of a text that nothing has.
func (s *Script) fields(text string, k Known, out map[string]bool) {
	for {
		at := strings.IndexByte(text, '%')
		if at < 0 {
			return
		}
		text = text[at+1:]
		end := closing(text)
		if end < 0 {
			return
		}
		inner := text[:end]
		text = text[end+1:]
		name, rest, has := strings.Cut(inner, ".")
		if name = strings.ToLower(name); !has || k.Names(name) || strings.ContainsAny(name, " %") {
			continue
		}
		for rest != "" {
			field, arg, more := parts(rest)
			rest = more
			s.fields(arg, k, out)
			if !texts[field] && field != "varexists" && !k.Fields(field) && !s.keeps(field) {
				out["%."+field+"%"] = true
			}
		}
	}
}

// keeps reports whether a script sets a variable of that name, or one of the names that are made of others.
func (s *Script) keeps(name string) bool {
	if strings.Contains(name, "%") {
		return true
	}
	for _, l := range s.lines {
		switch l.kind {
		case isSet, isEval, isRemote, isDelete, isGlobal:
			if word, _, _ := strings.Cut(l.rest, " "); strings.EqualFold(word, name) {
				return true
			}
		default:
			if strings.Contains(strings.ToLower(l.rest), "varexists("+name+")") {
				return true
			}
		}
	}
	return false
}
