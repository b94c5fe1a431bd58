package prose

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// scripted speaks of builders' scripts: what they tell the people around, and what those who look after them are told.
func (v view) scripted(e world.Event) Text {
	switch e := e.(type) {
	case world.Narrated:
		return Text{L(Plain, Clean(e.Text))}
	case world.ScriptHurt:
		if v.did() {
			return tell(Loss, "It hurts: @.", plain(count(e.Harm, "hit point")))
		}
		return nil
	case world.ScriptParked:
		return tell(System, "The script @ does not run any more: @@. script @ shows it; a new source, or script @ "+
			"resume, has it run again.", said(Plain, string(e.Script)), failing(e.Step), said(Plain, e.Why),
			said(Plain, string(e.Script)), said(Plain, string(e.Script)))
	case world.ScriptTended:
		switch e.Do {
		case world.TendResume:
			return tell(System, "The script @ runs again.", said(Plain, string(e.Script)))
		case world.TendApprove:
			return tell(System, "The script @ is approved as it is now.", said(Plain, string(e.Script)))
		case world.TendTrace:
			return tell(System, "You are told of each run of the script @ from now on.", said(Plain, string(e.Script)))
		case world.TendUntrace:
			return tell(System, "You are told no more of the script @.", said(Plain, string(e.Script)))
		default:
			return nil
		}
	case world.ScriptRan:
		return v.traced(e)
	default:
		return nil
	}
}

// failing says what of a script failed, before why; "" is no one function.
func failing(step string) Span {
	if step == "" {
		return Span{}
	}
	return said(Plain, step+" fails: ")
}

// traced tells of a run of a script.
func (v view) traced(e world.ScriptRan) Text {
	if len(e.Trace) == 0 {
		return nil
	}
	return tell(System, "The script @ ran @ of @ in @ steps: @", said(Plain, string(e.Script)), said(Plain, e.Step),
		said(Plain, e.Self), plain(strconv.Itoa(e.Steps)), quoted(Plain, strings.Join(e.Trace, "; ")))
}

func (h teller) ofScripts(e world.Event) Line {
	switch e := e.(type) {
	case world.Narrated:
		return line(Plain, "A script says@: @", h.here(), quoted(Plain, e.Text))
	case world.ScriptHurt:
		return h.told("A script hurts @ for @ and leaves @", h.whom(e.Actor), number(e.Harm),
			plain(count(e.HP, "hit point")))
	case world.ScriptParked:
		return line(Plain, "the script @ is parked: @@", said(Plain, string(e.Script)), failing(e.Step), said(Plain, e.Why))
	case world.ScriptTended:
		return h.told("@ has the script @ @", h.whom(e.Actor), said(Plain, string(e.Script)), plain(tendings(e.Do)))
	default: // a run says what came of it by other events
		return Line{}
	}
}

func tendings(do world.Tending) string {
	switch do {
	case world.TendResume:
		return "run again"
	case world.TendApprove:
		return "approved"
	case world.TendTrace:
		return "traced"
	default:
		return "traced no more"
	}
}

// Script shows a script: its source, whether it is parked and why, what it keeps and what waits.
func Script(s *world.ScriptSpec, r *world.Running) Text {
	text := tell(System, "The script @.", said(Plain, string(s.ID)))
	if s.About != "" {
		text = tell(System, "The script @. @", said(Plain, string(s.ID)), said(Plain, s.About))
	}
	switch {
	case r == nil:
		text = append(text, line(System, "It has not run yet."))
	case r.Parked != "":
		text = append(text, line(System, "It is parked: @.", said(Plain, r.Parked)))
	default:
		text = append(text, line(System, "It ran @.", plain(count(r.Runs, "time"))))
	}
	if r != nil {
		for _, v := range r.Vars {
			value := v.Text
			if v.IsA == "num" && len(v.Heard) == 0 {
				value = strconv.FormatInt(v.Num, 10)
			}
			text = append(text, line(System, "It keeps @: @.", said(Plain, v.Name), said(Plain, value)))
		}
		if n := len(r.Timers); n > 0 {
			text = append(text, line(System, "Steps that wait: @.", plain(strconv.Itoa(n))))
		}
	}
	n := 0
	for l := range strings.SplitSeq(s.Source, "\n") {
		n++
		rest := strings.TrimLeft(l, " ")
		indent := strings.Repeat(" ", len(l)-len(rest)+2)
		text = append(text, Line{Drawn: true, Spans: []Span{{Text: strconv.Itoa(n) + indent + Clean(rest), Role: Plain}}})
	}
	return text
}
