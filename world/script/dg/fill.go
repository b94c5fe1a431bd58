package dg

import "strings"

// filled puts the values of variables into a text: %name%, %name.field%, %name.field(text).field%.
func (r *run) filled(text string, depth int) string {
	if !strings.Contains(text, "%") || r.deep(depth) {
		return text
	}
	var b strings.Builder
	for r.broke == "" {
		at := strings.IndexByte(text, '%')
		if at < 0 {
			break
		}
		b.WriteString(text[:at])
		text = text[at+1:]
		if strings.HasPrefix(text, "%") {
			b.WriteByte('%')
			text = text[1:]
			continue
		}
		end := closing(text)
		if end < 0 {
			break // an open variable is nothing
		}
		b.WriteString(r.variable(text[:end], depth))
		text = text[end+1:]
		if r.spend(1) || b.Len() > TextMost {
			return r.made(cut(b.String()))
		}
	}
	if strings.IndexByte(text, '%') < 0 {
		b.WriteString(text)
	}
	return r.made(cut(b.String()))
}

// closing returns where a variable ends: at the next % that is in no parentheses.
func closing(s string) int {
	deep := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			deep++
		case ')':
			deep--
		case '%':
			if deep <= 0 {
				return i
			}
		}
	}
	return strings.IndexByte(s, '%')
}

// variable returns the value of name.field(text).field.
func (r *run) variable(s string, depth int) string {
	name, rest, _ := strings.Cut(s, ".")
	name = strings.ToLower(strings.TrimSpace(name))
	if rest == "" {
		return r.named(name)
	}
	value := ""
	for first := true; (rest != "" || first) && r.broke == ""; first = false {
		field, arg, more := parts(rest)
		rest = more
		if arg != "" {
			arg = strings.TrimSpace(r.filled(arg, depth+1))
		}
		if first {
			value = r.fieldOf(name, field, arg)
			continue
		}
		value = r.field(value, field, arg)
		if r.spend(1) {
			return ""
		}
	}
	return value
}

// parts takes one field and what stands in parentheses behind it off the front.
func parts(s string) (field, arg, rest string) {
	dot, open := strings.IndexByte(s, '.'), strings.IndexByte(s, '(')
	if open < 0 || dot >= 0 && dot < open {
		if dot < 0 {
			return strings.ToLower(s), "", ""
		}
		return strings.ToLower(s[:dot]), "", s[dot+1:]
	}
	end := matching(s, open)
	field, arg = strings.ToLower(s[:open]), s[open+1:min(end, len(s))]
	if end+1 < len(s) {
		rest = strings.TrimPrefix(s[end+1:], ".")
	}
	return field, arg, rest
}

// named returns the value of a variable without a field.
func (r *run) named(name string) string {
	if v, has := r.frame.Vars[name]; has {
		return v
	}
	if v, has := r.world.Kept(r.world.Self(), r.kept(name)); has {
		return v
	}
	if shortened[name] {
		return "m" + name // as DG has it: the command of whoever the script is of
	}
	if name == "self" {
		return r.world.Self()
	}
	v, _ := r.world.Field("", name, "")
	return v
}

// fieldOf returns a field of what a variable holds, or of one of the language's own.
func (r *run) fieldOf(name, field, arg string) string {
	if name == "random" && r.frame.Vars["random"] == "" {
		return r.random(field)
	}
	v := ""
	if has, is := r.frame.Vars[name]; is {
		v = has
	} else if has, is := r.world.Kept(r.world.Self(), r.kept(name)); is {
		v = has
	} else if name == "self" {
		v = r.world.Self()
	} else if got, is := r.world.Field(name, field, arg); is {
		return got
	}
	return r.field(v, field, arg)
}

// random is %random.N% and what the world knows besides: %random.char%, %random.dir%.
func (r *run) random(field string) string {
	if n, is := number(field); is {
		if n < 1 {
			return "0"
		}
		return itoa(r.world.Roll(int(n)))
	}
	v, _ := r.world.Field("random", field, "")
	return v
}

// field returns a field of an entity, or what a function of texts makes of a value.
func (r *run) field(value, field, arg string) string {
	if IsRef(value) {
		if v, has := r.world.Kept(value, r.kept(field)); has && arg == "" {
			return v
		}
		if field == "varexists" {
			_, has := r.world.Kept(value, r.kept(arg))
			return truth(has)
		}
		if v, has := r.world.Field(value, field, arg); has {
			return v
		}
		if !texts[field] {
			return ""
		}
	}
	return r.made(ofText(value, field, arg))
}
