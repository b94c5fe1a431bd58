package triggers

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Line is asked about each line of the MUD: plain text without escape sequences. Of the player's triggers the first
// that matches runs, by priority, as in TinTin++; of the scripts' triggers, all. Substitutions come after triggers and
// gags have read the line, and highlights colour what is then shown.
func (e *Engine) Line(text string) Outcome {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.begin(true)
	whole := text
	text = head(text, LineMaxBytes)
	e.trigger(r, text)
	for _, x := range e.active(Gag) {
		if _, ok := x.pattern.Find(text); ok {
			r.out.Gag = true
			break
		}
	}
	for _, x := range e.active(Tab) {
		if _, ok := x.pattern.Find(text); ok {
			r.out.Tab = x.rule.Body
			break
		}
	}
	if !r.out.Gag {
		e.dress(r, text, whole[len(text):])
	}
	return r.end()
}

// trigger runs what waits for the line.
func (e *Engine) trigger(r *run, text string) {
	isDone := false
	for _, x := range e.active(Trigger) {
		if isDone && x.hook == nil {
			continue
		}
		m, ok := x.pattern.Find(text)
		if !ok {
			continue
		}
		if x.hook != nil {
			r.call(x, m.List())
			continue
		}
		isDone = true
		if x.rule.Once {
			e.forget(r, x)
		}
		r.do(x.rule.Body, Args(m.Args))
	}
}

// dress substitutes and colours the line that is shown; tail is what was too long to be compared.
func (e *Engine) dress(r *run, text, tail string) {
	shown := text
	for _, x := range e.active(Substitute) {
		next, ok := x.pattern.Replace(shown, func(m Match) string {
			return Text(x.rule.Body, Args(m.Args), e.value)
		})
		if ok {
			shown = head(clean(next), LineMaxBytes)
		}
	}
	if shown != text {
		if shown+tail == "" {
			r.out.Gag = true
			return
		}
		r.out.Replace = shown + tail
	}
	for _, x := range slices.Backward(e.active(Highlight)) {
		for _, at := range x.pattern.All(shown) {
			r.out.Marks = append(r.out.Marks, Mark{From: at[0], To: at[1], Ink: x.ink})
		}
	}
}

// forget takes a trigger away that has run its one time.
func (e *Engine) forget(r *run, x *entry) {
	e.remove(Trigger, func(y *entry) bool { return y == x })
	e.sheet.Remove(Trigger, x.rule.Pattern)
	r.isChanged = true
}

// head returns the first at most limit bytes of s, not splitting a rune.
func head(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// clean makes a text one line of printable characters.
func clean(s string) string {
	if strings.IndexFunc(s, isControl) < 0 && utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func isControl(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}
