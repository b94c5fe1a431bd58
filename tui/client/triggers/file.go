package triggers

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// saidMax is how many problems of one file are told one by one.
const saidMax = 20

// Load reads the profile's rules and scripts, in place of those there are. What a file says wrong is told by line and
// the rest stands.
func (e *Engine) Load() Outcome {
	e.mu.Lock()
	defer e.mu.Unlock()
	r := e.begin(false)
	r.load()
	return r.end()
}

func (r *run) load() {
	e := r.e
	if e.c.Files == nil || e.c.Sheet == "" {
		r.Say("There is no folder of rules here; what you set lasts until you leave.")
		return
	}
	text, err := readAll(e.c.Files, e.c.Sheet)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.isKept = false
		r.Say(e.c.Sheet + " could not be read: " + err.Error())
		return
	}
	gmcp := e.gmcp
	e.clear()
	e.gmcp, e.isKept = gmcp, true
	var problems []Problem
	e.sheet, problems = ReadSheet(text)
	for _, p := range e.sheet.Rules() {
		if err := e.put(p.Rule); err != nil {
			problems = append(problems, Problem{line: p.Line, why: err.Error()})
		}
	}
	for _, class := range e.sheet.Off() {
		e.off[class] = true
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.line - b.line })
	for i, p := range problems {
		if i == saidMax {
			r.Say(fmt.Sprintf("%s has %d more such lines.", e.c.Sheet, len(problems)-i))
			break
		}
		r.Say(e.c.Sheet + " " + p.String())
	}
	r.scripts()
	r.count()
}

// scripts reads the scripts beside the rules.
func (r *run) scripts() {
	names, err := fs.Glob(r.e.c.Files, "*.star")
	if err != nil || len(names) == 0 {
		return
	}
	if len(names) > ScriptsMax {
		r.Say(fmt.Sprintf("There are more than %d scripts; those after %s are left out.", ScriptsMax, names[ScriptsMax-1]))
		names = names[:ScriptsMax]
	}
	byRule := r.byRule
	r.byRule = true // so that what a script sends while it is read is counted
	hooks, errs := LoadScripts(r.e.c.Files, names, SheetMaxBytes, r)
	r.byRule = byRule
	for i := range hooks {
		if err := r.hook(&hooks[i]); err != nil {
			r.Say(hooks[i].Where + ": " + err.Error())
		}
	}
	for _, err := range errs {
		r.Say(err.Error())
	}
}

// hook brings what a script waits for into force.
func (r *run) hook(h *Hook) error {
	x := Rule{Pattern: h.Pattern, Every: h.Every, Priority: min(max(h.Priority, priorityMin), priorityMax)}
	switch h.kind {
	case hookTrigger:
		x.Kind = Trigger
	case hookAlias:
		x.Kind = Alias
	case hookTimer:
		x.Kind, x.Pattern = Ticker, h.Where
	case hookGMCP:
		x.Kind = GMCP
	}
	made, err := r.e.compile(x)
	if err != nil {
		return err
	}
	made.hook = h
	if !r.e.insert(made) {
		return errFull
	}
	return nil
}

// readAll reads a file of bounded size.
func readAll(files fs.FS, name string) (string, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return "", err
	}
	if info.Size() > SheetMaxBytes {
		return "", fmt.Errorf("it has %d bytes, and at most %d are read", info.Size(), SheetMaxBytes)
	}
	b, err := fs.ReadFile(files, name)
	return string(b), err
}

// fetch is #import FILE.
func (r *run) fetch(args []string) {
	path := strings.Join(args, " ")
	switch {
	case r.e.c.Import == nil:
		r.Say("Nothing can be imported here.")
		return
	case path == "":
		r.Say("#import wants the name of a TinTin++ file; for example: #import main.tin")
		return
	}
	text, err := r.e.c.Import(path)
	if err == nil && len(text) > SheetMaxBytes {
		err = fmt.Errorf("it has %d bytes, and at most %d are read", len(text), SheetMaxBytes)
	}
	if err != nil {
		r.Say(fmt.Sprintf("%s could not be read: %v", path, err))
		return
	}
	found, left := ImportTinTin(string(text))
	taken := 0
	for _, p := range found {
		if err := r.e.put(p.Rule); err != nil {
			left = append(left, Left{Line: p.Line, Text: p.Rule.String(), Why: err.Error()})
			continue
		}
		taken++
		r.keep(p.Rule)
	}
	slices.SortStableFunc(left, func(a, b Left) int { return a.Line - b.Line })
	for i, l := range left {
		if i == SaysMax-saidMax {
			r.Say(fmt.Sprintf("... and %d more.", len(left)-i))
			break
		}
		r.Say(fmt.Sprintf("line %d left out: %s (%s)", l.Line, l.Text, l.Why))
	}
	r.Say(fmt.Sprintf("%d rules were taken over from %s; %d statements were left out.", taken, path, len(left)))
}
