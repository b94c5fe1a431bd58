package triggers_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/mudlark-mud/mudlark/tui/client/triggers"
	"github.com/mudlark-mud/mudlark/tui/lineedit"
)

// refuses types a line and wants one sentence with these words.
func refuses(t *testing.T, e *triggers.Engine, typed, words string) {
	t.Helper()
	if o := e.Typed(typed); len(o.Say) != 1 || !strings.Contains(o.Say[0], words) || len(o.Send) > 0 {
		t.Errorf("%.40s: said %.100q, sent %d; want a sentence with %q", typed, o.Say, len(o.Send), words)
	}
}

func TestLimitsOfRules(t *testing.T) {
	t.Run("rules of a kind", func(t *testing.T) {
		e, _ := engineOf(t)
		for i := range triggers.RulesMax {
			e.Typed(fmt.Sprintf("#gag {line %d.}", i))
			e.Typed(fmt.Sprintf("#var v%d x", i))
		}
		refuses(t, e, "#gag {one more}", "too many")
		refuses(t, e, "#var more x", "too many")
		refuses(t, e, "#gag {line 7.}", "Set:") // told twice it is still one
		if !e.Line("here is line 1999.").Gag || e.Line("one more").Gag {
			t.Error("the last of them is not in force, or one beyond is")
		}
	})
	t.Run("delays", func(t *testing.T) {
		e, _ := engineOf(t)
		for range triggers.DelaysMax {
			e.Typed("#delay {60} {x}")
		}
		refuses(t, e, "#delay {60} {y}", "waiting for their time")
	})
	t.Run("a long line", func(t *testing.T) {
		e, _ := engineOf(t, "#trigger {end} {x}", "#substitute {begin} {start}")
		long := "begin" + strings.Repeat("é", triggers.LineMaxBytes) + "end"
		o := e.Line(long)
		if len(o.Send) > 0 || o.Replace != "start"+long[5:] {
			t.Errorf("sent %q, and %d bytes instead of %d", o.Send, len(o.Replace), len(long))
		}
		if sent := e.Typed(strings.Repeat("x", 2*triggers.LineMaxBytes)).Send; len(sent[0]) != triggers.LineMaxBytes {
			t.Errorf("sent %d bytes", len(sent[0]))
		}
	})
	t.Run("a substitution that grows", func(t *testing.T) {
		lines := []string{}
		for i := range 20 {
			lines = append(lines, fmt.Sprintf("#substitute {/x+%d?/} {%%0%%0}", i))
		}
		e, _ := engineOf(t, lines...)
		if got := len(e.Line("x").Replace); got > triggers.LineMaxBytes {
			t.Errorf("%d bytes", got)
		}
	})
	t.Run("a pattern and a body", func(t *testing.T) {
		e, _ := engineOf(t)
		refuses(t, e, "#alias {x} {"+strings.Repeat("y", 3000)+"}", "Set:")
		refuses(t, e, "#trigger {"+strings.Repeat("y", 3000)+"} {x}", "1024 bytes")
	})
}

func TestMoreLimitsOfRules(t *testing.T) {
	t.Run("an alias that grows", func(t *testing.T) {
		lines := []string{}
		for i := range triggers.ChainMax - 1 {
			lines = append(lines, fmt.Sprintf("#alias {a%d} {a%d %%0 %%0}", i, i+1))
		}
		e, _ := engineOf(t, lines...)
		if sent := e.Typed("a0 xy").Send; len(sent) != 1 || len(sent[0]) > triggers.LineMaxBytes {
			t.Errorf("sent %d lines", len(sent))
		}
	})
	t.Run("a line of many commands", func(t *testing.T) {
		e, _ := engineOf(t)
		if o := e.Typed(strings.Repeat("x;", 100)); len(o.Send) != lineedit.LinesMax || len(o.Say) != 1 {
			t.Errorf("sent %d and said %q", len(o.Send), o.Say)
		}
	})
	t.Run("a file that could not be read again", func(t *testing.T) {
		file := strings.Repeat("# a remark of some length\n", triggers.SheetMaxBytes/26)
		files := fstest.MapFS{"rules.txt": {Data: []byte(file)}}
		e := triggers.New(triggers.Config{Files: files, Sheet: "rules.txt"})
		e.Load()
		if o := e.Typed("#gag {x}"); string(o.Save) != file+"#gag {x}\n" {
			t.Errorf("saved %d bytes, want %d", len(o.Save), len(file)+9)
		}
		o := e.Typed("#gag {a longer one}")
		if o.Save != nil || !strings.Contains(fmt.Sprint(o.Say), "could not be read again") {
			t.Errorf("saved %d bytes, said %q", len(o.Save), o.Say)
		}
		if o := e.Typed("#ungag {a longer one}"); len(o.Save) != len(file)+9 {
			t.Errorf("once it is gone: saved %d bytes, said %q", len(o.Save), o.Say)
		}
	})
}

func TestLimitsOfFilesAndWords(t *testing.T) {
	t.Run("files", func(t *testing.T) {
		files := fstest.MapFS{"rules.txt": {Data: make([]byte, triggers.SheetMaxBytes+1)}}
		e := triggers.New(triggers.Config{Files: files, Sheet: "rules.txt"})
		if o := e.Load(); len(o.Say) != 1 || !strings.Contains(o.Say[0], "at most") {
			t.Errorf("said %q", o.Say)
		}
		if o := e.Typed("#gag x"); o.Save != nil { // a file that was not read is not written over
			t.Errorf("saves %q", o.Save)
		}
	})
	t.Run("scripts", func(t *testing.T) {
		files := fstest.MapFS{}
		for i := range triggers.ScriptsMax + 1 {
			files[fmt.Sprintf("%03d.star", i)] = &fstest.MapFile{Data: []byte("say(\"here\")")}
		}
		e := triggers.New(triggers.Config{Files: files, Sheet: "rules.txt"})
		o := e.Load()
		if len(o.Say) != triggers.ScriptsMax+2 || !strings.Contains(o.Say[0], "more than 64 scripts") {
			t.Errorf("%d lines said, the first %q", len(o.Say), o.Say[0])
		}
	})
	t.Run("words of its own", func(t *testing.T) {
		e, _ := engineOf(t, "#alias {a} {#100 {#showme {x}}}", "#alias {b} {a;a;a}")
		if n := len(e.Typed("b").Say); n != triggers.SaysMax {
			t.Errorf("said %d lines, want %d", n, triggers.SaysMax)
		}
	})
	t.Run("GMCP", func(t *testing.T) {
		e, _ := engineOf(t)
		for i := range 200 {
			e.GMCP(fmt.Sprintf("Pack%d", i), []byte(`{"a": {"b": {"c": {"d": {"e": 1}, "x": 2}}}}`))
		}
		e.GMCP("Pack1", []byte(`{"long": "`+strings.Repeat("x", 1000)+`"}`))
		got := e.Typed("say $pack0.a.b.c.x;say $pack0.a.b.c.d.e;say $pack199.a.b.c.x;say $pack1.long").Send
		want := []string{
			"say 2", "say $pack0.a.b.c.d.e", "say $pack199.a.b.c.x", "say " + strings.Repeat("x", 256),
		}
		if len(got) == 1 { // speech is not cut
			got = nil
			for _, name := range []string{"pack0.a.b.c.x", "pack0.a.b.c.d.e", "pack199.a.b.c.x", "pack1.long"} {
				got = append(got, e.Typed("say $"+name).Send...)
			}
		}
		same(t, "said", got, want)
	})
}
