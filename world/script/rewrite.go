package script

import (
	"fmt"

	"go.starlark.net/syntax"
)

// rewriter turns a syntax tree into one in which everything that can be dear is asked for through the guards of
// guards.go. Their names begin with a dollar, which no name of a source does.
type rewriter struct {
	depth int
	count int // nodes of the function that is being read
	err   error
}

// refuse keeps the first mistake.
func (r *rewriter) refuse(at syntax.Position, format string, args ...any) {
	if r.err == nil {
		r.err = syntax.Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
	}
}

func (r *rewriter) stmts(list []syntax.Stmt) {
	if r.depth++; r.depth > NestMost {
		start, _ := list[0].Span()
		r.refuse(start, "blocks and expressions are nested more than %d deep", NestMost)
	}
	for _, s := range list {
		if r.err == nil {
			r.stmt(s)
		}
	}
	r.depth--
}

func (r *rewriter) stmt(s syntax.Stmt) {
	r.count++
	switch s := s.(type) {
	case *syntax.AssignStmt:
		r.assign(s)
	case *syntax.DefStmt:
		outer := r.count
		r.count = 0
		r.params(s.Params)
		r.stmts(s.Body)
		enter := &syntax.ExprStmt{X: guard("$enter", s.Def, number(s.Def, r.count))}
		s.Body = append([]syntax.Stmt{enter}, s.Body...)
		r.count = outer
	case *syntax.ExprStmt:
		s.X = r.expr(s.X)
	case *syntax.ForStmt:
		r.target(s.Vars)
		s.X = r.expr(s.X)
		r.stmts(s.Body)
	case *syntax.IfStmt:
		s.Cond = r.expr(s.Cond)
		r.stmts(s.True)
		if _, isElif := first(s.False).(*syntax.IfStmt); isElif {
			r.stmt(s.False[0]) // no deeper than what it goes on with
		} else if len(s.False) > 0 {
			r.stmts(s.False)
		}
	case *syntax.LoadStmt:
		r.refuse(s.Load, "a script cannot load another file")
	case *syntax.ReturnStmt:
		if s.Result != nil {
			s.Result = r.expr(s.Result)
		}
	case *syntax.WhileStmt:
		r.refuse(s.While, "there is no while; a for over range(N) ends")
	case *syntax.BranchStmt:
	}
}

// assign makes x += y into x = x + y as the guards do it. What x is reached by would be worked out twice, so it may not
// call anything.
func (r *rewriter) assign(s *syntax.AssignStmt) {
	if s.Op == syntax.EQ {
		s.RHS = r.expr(s.RHS)
		r.target(s.LHS)
		return
	}
	op := s.Op - syntax.PLUS_EQ + syntax.PLUS
	calls := false
	syntax.Walk(s.LHS, func(n syntax.Node) bool {
		_, is := n.(*syntax.CallExpr)
		calls = calls || is
		return true
	})
	if calls {
		r.refuse(s.OpPos, "what stands left of %s may not call anything", s.Op)
		return
	}
	was := copied(s.LHS)
	name := "$op"
	if op == syntax.PLUS || op == syntax.PIPE {
		name = "$add"
	}
	r.operator(s.OpPos, op)
	s.RHS = guard(name, s.OpPos, number(s.OpPos, int(op)), r.expr(was), r.expr(s.RHS))
	s.Op = syntax.EQ
	r.target(s.LHS)
}

// copied returns an expression that can be assigned to a second time, so that neither half is rewritten twice.
func copied(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Ident:
		out := *e
		return &out
	case *syntax.ParenExpr:
		return copied(e.X)
	case *syntax.IndexExpr:
		out := *e
		out.X, out.Y = copied(e.X), copied(e.Y)
		return &out
	case *syntax.DotExpr:
		out := *e
		out.X = copied(e.X)
		return &out
	case *syntax.BinaryExpr:
		out := *e
		out.X, out.Y = copied(e.X), copied(e.Y)
		return &out
	case *syntax.UnaryExpr:
		out := *e
		out.X = copied(e.X)
		return &out
	default:
		return e
	}
}

// target goes through what is assigned to.
func (r *rewriter) target(e syntax.Expr) {
	r.count++
	switch e := e.(type) {
	case *syntax.Ident:
	case *syntax.ParenExpr:
		r.target(e.X)
	case *syntax.TupleExpr:
		r.targets(e.List)
	case *syntax.ListExpr:
		r.targets(e.List)
	case *syntax.IndexExpr:
		e.X = r.expr(e.X)
		e.Y = r.key(e.Y)
	default:
		start, _ := e.Span()
		r.refuse(start, "nothing can be assigned to this")
	}
}

func (r *rewriter) targets(list []syntax.Expr) {
	r.depth++
	if len(list) > LiteralMost || r.depth > NestMost {
		start, _ := list[0].Span()
		r.refuse(start, "too much is assigned to at once")
		list = nil
	}
	for _, e := range list {
		r.target(e)
	}
	r.depth--
}

func (r *rewriter) params(list []syntax.Expr) {
	for _, p := range list {
		r.count++
		switch p := p.(type) {
		case *syntax.BinaryExpr:
			p.Y = r.expr(p.Y)
		case *syntax.UnaryExpr:
			r.refuse(p.OpPos, "a function takes each value by a name of its own, without *")
		default:
		}
	}
}

// guard is a call of one of the guards.
func guard(name string, at syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: name}, Lparen: at, Args: args, Rparen: at}
}

func number(at syntax.Position, n int) syntax.Expr {
	return &syntax.Literal{Token: syntax.INT, TokenPos: at, Raw: fmt.Sprint(n), Value: int64(n)}
}

func word(at syntax.Position, s string) syntax.Expr {
	return &syntax.Literal{Token: syntax.STRING, TokenPos: at, Raw: fmt.Sprintf("%q", s), Value: s}
}

// first is the only statement of a block, or nil.
func first(block []syntax.Stmt) syntax.Stmt {
	if len(block) == 1 {
		return block[0]
	}
	return nil
}
