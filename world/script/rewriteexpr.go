package script

import "go.starlark.net/syntax"

// operator refuses what makes fractions.
func (r *rewriter) operator(at syntax.Position, op syntax.Token) {
	if op == syntax.SLASH {
		r.refuse(at, "there are no fractions; // divides whole numbers")
	}
}

// expr returns what stands for an expression.
func (r *rewriter) expr(e syntax.Expr) syntax.Expr {
	r.count++
	if r.depth++; r.depth > NestMost {
		start, _ := e.Span()
		r.refuse(start, "blocks and expressions are nested more than %d deep", NestMost)
	}
	if r.err == nil {
		e = r.expression(e)
	}
	r.depth--
	return e
}

func (r *rewriter) expression(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.Literal:
		r.literal(e)
	case *syntax.ParenExpr:
		e.X = r.expr(e.X)
	case *syntax.BinaryExpr:
		return r.binary(e)
	case *syntax.UnaryExpr:
		if e.Op == syntax.STAR || e.Op == syntax.STARSTAR {
			r.refuse(e.OpPos, "a function is given each value by itself, without *")
			return e
		}
		e.X = r.expr(e.X)
	case *syntax.CallExpr:
		r.call(e)
	case *syntax.DotExpr:
		return guard("$attr", e.Dot, r.expr(e.X), word(e.NamePos, e.Name.Name))
	case *syntax.IndexExpr:
		e.X = r.expr(e.X)
		e.Y = r.key(e.Y)
	case *syntax.SliceExpr:
		e.X = guard("$sized", e.Lbrack, r.expr(e.X))
		for _, part := range []*syntax.Expr{&e.Lo, &e.Hi, &e.Step} {
			if *part != nil {
				*part = r.expr(*part)
			}
		}
	case *syntax.ListExpr:
		r.list(e.Lbrack, e.List)
	case *syntax.TupleExpr:
		start, _ := e.Span()
		r.list(start, e.List)
		return guard("$tuple", start, e)
	case *syntax.DictExpr:
		r.list(e.Lbrace, e.List)
	case *syntax.DictEntry:
		e.Key, e.Value = r.key(e.Key), r.expr(e.Value)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = r.expr(e.Cond), r.expr(e.True), r.expr(e.False)
	case *syntax.LambdaExpr:
		outer := r.count
		r.count = 0
		r.params(e.Params)
		body := r.expr(e.Body)
		at := e.Lambda
		e.Body = &syntax.CondExpr{If: at, ElsePos: at, True: body,
			Cond:  guard("$enter", at, number(at, r.count)),
			False: number(at, 0)}
		r.count = outer
	case *syntax.Comprehension:
		r.comprehension(e)
	case *syntax.Ident:
	}
	return e
}

func (r *rewriter) literal(e *syntax.Literal) {
	switch e.Value.(type) {
	case string, int64:
		if e.Token == syntax.BYTES {
			r.refuse(e.TokenPos, "a text is written without b before it")
		}
	case float64:
		r.refuse(e.TokenPos, "there are no fractions")
	default:
		r.refuse(e.TokenPos, "the number has more than 64 bits")
	}
}

func (r *rewriter) binary(e *syntax.BinaryExpr) syntax.Expr {
	r.operator(e.OpPos, e.Op)
	e.X, e.Y = r.expr(e.X), r.expr(e.Y)
	if e.Op == syntax.AND || e.Op == syntax.OR {
		return e
	}
	return guard("$op", e.OpPos, number(e.OpPos, int(e.Op)), e.X, e.Y)
}

func (r *rewriter) call(e *syntax.CallExpr) {
	e.Fn = r.expr(e.Fn)
	if len(e.Args) > LiteralMost {
		r.refuse(e.Lparen, "more than %d values", LiteralMost)
		return
	}
	for i, arg := range e.Args {
		if named, is := arg.(*syntax.BinaryExpr); is && named.Op == syntax.EQ {
			named.Y = r.expr(named.Y)
			continue
		}
		e.Args[i] = r.expr(arg)
	}
}

func (r *rewriter) list(at syntax.Position, list []syntax.Expr) {
	if len(list) > LiteralMost {
		r.refuse(at, "more than %d elements at once", LiteralMost)
		return
	}
	for i := range list {
		list[i] = r.expr(list[i])
	}
}

// key is an expression that something is looked up by.
func (r *rewriter) key(e syntax.Expr) syntax.Expr {
	at, _ := e.Span()
	out := r.expr(e)
	if _, isLiteral := e.(*syntax.Literal); isLiteral {
		return out
	}
	return guard("$key", at, out)
}

func (r *rewriter) comprehension(e *syntax.Comprehension) {
	for _, c := range e.Clauses {
		switch c := c.(type) {
		case *syntax.ForClause:
			r.target(c.Vars)
			c.X = r.expr(c.X)
		case *syntax.IfClause:
			c.Cond = r.expr(c.Cond)
		}
	}
	e.Body = r.expr(e.Body)
}
