package script

import (
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/syntax"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// Mistakes that can be seen in a source before it ever runs: a function called like a hook that there is not, a hook
// that takes other than one value, and calls with values that nobody takes. A run would find most of them, but only
// once it comes there.

// mistakes looks for them. What a call is of is judged by name, so names that a source gives a second meaning are left.
type mistakes struct {
	takes  map[string][]Param // what functions take
	own    map[string]bool    // those that the source defines
	others map[string]bool    // names that are something else somewhere
	found  *Fault
}

// mistake returns the first one of a source, or nil. One that cannot be read has none: compiling says what is wrong.
func (l *Language) mistake(source string) *Fault {
	file, err := (&syntax.FileOptions{}).Parse("", source, 0)
	if err != nil {
		return nil //nolint:nilerr // compiling says what is wrong with it
	}
	m := &mistakes{takes: map[string][]Param{
		"get":  {{Name: "name", Kind: Text}, {Name: "default", Kind: Value, Optional: true}},
		"set":  {{Name: "name", Kind: Text}, {Name: "value", Kind: Value}},
		"roll": {{Name: "sides", Kind: Number}},
	}, own: map[string]bool{}, others: map[string]bool{}}
	for name, e := range l.effects {
		m.takes[name] = e.Params
	}
	for _, s := range file.Stmts {
		if def, is := s.(*syntax.DefStmt); is {
			m.defines(def)
		}
	}
	syntax.Walk(file, func(n syntax.Node) bool { m.names(n); return true })
	syntax.Walk(file, func(n syntax.Node) bool {
		if call, is := n.(*syntax.CallExpr); is {
			m.call(call, l)
		}
		return m.found == nil
	})
	return m.found
}

func (m *mistakes) bad(at syntax.Position, format string, args ...any) {
	if m.found == nil {
		m.found = &Fault{Line: int(at.Line), Col: int(at.Col), Text: fmt.Sprintf(format, args...)}
	}
}

// defines takes in a function of the source's top, and judges one that is called like a hook.
func (m *mistakes) defines(def *syntax.DefStmt) {
	name := def.Name.Name
	var takes []Param
	for _, p := range def.Params {
		switch p := p.(type) {
		case *syntax.Ident:
			takes = append(takes, Param{Name: p.Name, Kind: Value})
		case *syntax.BinaryExpr:
			if id, is := p.X.(*syntax.Ident); is {
				takes = append(takes, Param{Name: id.Name, Kind: Value, Optional: true})
			}
		default: // star arguments, which do not compile
			return
		}
	}
	m.takes[name], m.own[name] = takes, true
	if !strings.HasPrefix(name, "on_") && !strings.HasPrefix(name, "may_") {
		return
	}
	if text := noHook(name, func(world.ScriptHook) bool { return true }); text != "" {
		m.bad(def.Name.NamePos, "%s", text)
	} else if len(takes) != 1 {
		m.bad(def.Name.NamePos, "%s is asked with one value and takes %d: def %s(e)", name, len(takes), name)
	}
}

// noHook says that nothing asks a hook of that name, and which was meant; "" if something does.
func noHook(name string, counts func(world.ScriptHook) bool) string {
	var names []string
	for _, h := range world.ScriptHooks() {
		if counts(h) {
			names = append(names, h.Name)
		}
	}
	if slices.Contains(names, name) {
		return ""
	}
	text := "nothing ever asks " + name
	if meant := yaml.Suggest(name, names); meant != "" {
		text += "; " + meant
	}
	return text
}

// meant says which name was meant by one that there is not.
func (l *Language) meant(f *Fault) string {
	name, is := strings.CutPrefix(f.Text, "undefined: ")
	if !is || strings.Contains(name, " ") {
		return ""
	}
	if meant := yaml.Suggest(name, l.Names()); meant != "" {
		return "; " + meant
	}
	return ""
}

// names takes in what names stand for besides functions of the top.
func (m *mistakes) names(n syntax.Node) {
	var given []syntax.Expr
	switch n := n.(type) {
	case *syntax.DefStmt:
		given = n.Params
	case *syntax.LambdaExpr:
		given = n.Params
	case *syntax.AssignStmt:
		given = []syntax.Expr{n.LHS}
	case *syntax.ForStmt:
		given = []syntax.Expr{n.Vars}
	case *syntax.ForClause:
		given = []syntax.Expr{n.Vars}
	default:
		return
	}
	for _, e := range given {
		syntax.Walk(e, func(n syntax.Node) bool {
			if id, is := n.(*syntax.Ident); is {
				m.others[id.Name] = true
			}
			return true
		})
	}
}

// call judges the values of a call.
func (m *mistakes) call(call *syntax.CallExpr, l *Language) {
	fn, is := call.Fn.(*syntax.Ident)
	takes, known := []Param(nil), false
	if is {
		takes, known = m.takes[fn.Name]
	}
	if !known || m.others[fn.Name] {
		return
	}
	given := map[string]bool{}
	for i, arg := range call.Args {
		p, value := Param{}, arg
		named, isNamed := arg.(*syntax.BinaryExpr)
		switch {
		case isNamed && named.Op == syntax.EQ:
			id, _ := named.X.(*syntax.Ident) // by the grammar it is one
			at := slices.IndexFunc(takes, func(p Param) bool { return id != nil && p.Name == id.Name })
			if at < 0 && l.effects[fn.Name].Timer && !m.own[fn.Name] {
				continue // of a timer, for later
			}
			if at < 0 || given[takes[at].Name] {
				m.bad(named.OpPos, "%s; it takes %s", unknownValue(fn.Name, id, at >= 0), listed(takes))
				return
			}
			p, value = takes[at], named.Y
		case i >= len(takes):
			m.bad(call.Lparen, "%s is given %d values; it takes %s", fn.Name, len(call.Args), listed(takes))
			return
		default:
			p = takes[i]
		}
		given[p.Name] = true
		m.value(fn.Name, p, value)
	}
	for _, p := range takes {
		if !p.Optional && !given[p.Name] {
			m.bad(call.Lparen, "%s is not given %s; it takes %s", fn.Name, p.Name, listed(takes))
			return
		}
	}
}

func unknownValue(fn string, id *syntax.Ident, isTwice bool) string {
	if id == nil {
		return fn + " is given what it has not"
	}
	if isTwice {
		return fn + " is given " + id.Name + " twice"
	}
	return fn + " has no " + id.Name
}

// listed says which values a function takes.
func listed(takes []Param) string {
	if len(takes) == 0 {
		return "nothing"
	}
	names := make([]string, 0, len(takes))
	for _, p := range takes {
		name := p.Name
		if p.Optional {
			name += " or not"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// value judges a value as it is written: a text where a number belongs, and the other way round.
func (m *mistakes) value(fn string, p Param, e syntax.Expr) {
	lit, is := e.(*syntax.Literal)
	switch {
	case !is || p.Kind == Value || p.Kind == Name:
	case p.Kind == Text && lit.Token != syntax.STRING:
		m.bad(lit.TokenPos, "%s of %s has to be a text and not %s", p.Name, fn, lit.Raw)
	case p.Kind == Number && lit.Token != syntax.INT:
		m.bad(lit.TokenPos, "%s of %s has to be a whole number and not %s", p.Name, fn, lit.Raw)
	}
}
