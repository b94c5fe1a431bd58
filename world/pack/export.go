package pack

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/goccy/go-yaml/ast"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

// What was edited inside the world is written back into the files of its pack. Of an entry that a file has, only the
// fields that differ are written anew: comments, order and all else stay as their author left them. An entry that no
// file has goes to the end of its list, in the file of its zone.

// builtFile is where entries go that belong to no other file.
const builtFile = "built.yaml"

const (
	exportColumns = 100 // where a text is broken
	exportShort   = 70  // characters of a text that stands behind its key
	exportStep    = "  "
)

// UnwritableError says why one entry cannot be written. Without it the others perhaps can.
type UnwritableError struct {
	Entry string // its kind and id, as [world.EntryKey] has them
	why   error
}

// Error names the entry and says what is wrong with it.
func (e *UnwritableError) Error() string { return e.Entry + ": " + e.why.Error() }

// Unwrap is what is wrong with it.
func (e *UnwritableError) Unwrap() error { return e.why }

// errAltered is said of what a file would not say as it is.
var errAltered = errors.New("it cannot be written as it is; edit it once more")

// errBrackets is said of lists in which nothing can be written line by line.
var errBrackets = errors.New("the list stands in brackets; write it line by line, each entry behind a dash")

// Export returns the files of a folder that change when entries are to be in it as they are in a world: by kind and id,
// as [world.State.Entry] has them, nil for one that is gone. The files are named as in the folder, and what is returned
// makes a pack that says just that; else the error says what cannot be written.
func (f *Folder) Export(entries map[string]any) (map[string][]byte, error) {
	was, err := f.Load()
	if err != nil {
		return nil, err
	}
	x := &exporter{
		lines: map[string][]string{}, lists: map[string]map[string]*fileList{}, zones: map[string]string{}, was: was,
	}
	for _, file := range f.files {
		x.read(file)
	}
	for _, entry := range slices.Sorted(maps.Keys(entries)) {
		kind, id, _ := strings.Cut(entry, ":")
		if err := cmp.Or(runs(entries[entry]), x.write(kind, id, entries[entry], entries)); err != nil {
			return nil, &UnwritableError{Entry: entry, why: err}
		}
	}
	out := x.files()
	return out, f.proved(out, was, entries)
}

// proved reads what was written, and compares it: what was edited says so, and nothing else says anything new.
func (f *Folder) proved(changed map[string][]byte, was *world.Pack, entries map[string]any) error {
	all := fstest.MapFS{}
	for _, file := range f.files {
		all[file.Name] = &fstest.MapFile{Data: file.Data}
	}
	for name, data := range changed {
		all[name] = &fstest.MapFile{Data: data}
	}
	folder, err := Read(all, ".")
	if err != nil {
		return err
	}
	now, err := folder.Load()
	if err != nil {
		return fmt.Errorf("what was edited makes no pack: %w", err)
	}
	content := now.Content()
	for entry, want := range entries {
		kind, id, _ := strings.Cut(entry, ":")
		if got := content.Entry(kind, id); world.Digest(got) != world.Digest(want) {
			return &UnwritableError{Entry: entry, why: errAltered}
		}
	}
	before, after := digests(was.Content()), digests(content)
	for _, of := range []map[string]string{before, after} {
		for _, entry := range slices.Sorted(maps.Keys(of)) {
			if _, written := entries[entry]; !written && before[entry] != after[entry] {
				return fmt.Errorf("%s would be changed, too; nothing was", entry)
			}
		}
	}
	return nil
}

// digests says of all entries that are set what they say, in short.
func digests(e *world.Entries) map[string]string {
	out := map[string]string{}
	v := reflect.ValueOf(*e)
	for i, kind := range world.EntryKinds() { // the lists stand in this order
		for n := range v.Field(i).Len() {
			one := v.Field(i).Index(n)
			out[world.EntryKey(kind, one.FieldByName("ID").String())] = world.Digest(one.Interface())
		}
	}
	return out
}

// exporter is the files of a pack as lines, with where their entries stand.
type exporter struct {
	was   *world.Pack
	order []string                        // the files
	lines map[string][]string             // by file
	lists map[string]map[string]*fileList // by kind and file
	zones map[string]string               // of each zone the file that has most of its rooms
	cuts  map[string][]cut                // by file
}

// fileList is a list of one kind in a file.
type fileList struct {
	flow    bool
	indent  int // of its dashes
	end     int // the line behind its last entry
	row     int // of its key
	entries map[string]*fileEntry
	left    int
	fresh   int // of a list that the file had not: 1 and which cut of the file makes it
}

// fileEntry is an entry in a file; lines count from 0, and the last is behind it.
type fileEntry struct {
	first, end int
	indent     int // of its keys
	node       ast.MapNode
}

// cut puts lines in the place of others.
type cut struct {
	from, to int
	lines    []string
	last     bool // behind all others that stand there: a new list
}

// read finds the entries of a file.
func (x *exporter) read(file yaml.File) {
	node, fault := yaml.Parse(file)
	root, ok := node.(ast.MapNode)
	if fault != nil || !ok {
		return
	}
	x.order = append(x.order, file.Name)
	x.lines[file.Name] = strings.Split(strings.TrimSuffix(string(file.Data), "\n"), "\n")
	zone := ""
	for it := root.MapRange(); it.Next(); {
		word := keyText(it.Key())
		if word == zoneKey {
			text, _, _ := yaml.Text(it.Value())
			zone = strings.TrimSpace(text)
		}
		for name, k := range namedKinds() {
			if list, ok := it.Value().(*ast.SequenceNode); ok && k.key == word {
				x.readList(file.Name, name, it.Key(), list)
			}
		}
	}
	if old := x.zones[zone]; old == "" || x.count("room", file.Name) > x.count("room", old) {
		x.zones[zone] = file.Name
	}
}

// count is how many entries of a kind a file has.
func (x *exporter) count(kind, file string) int {
	if l := x.lists[kind][file]; l != nil {
		return len(l.entries)
	}
	return 0
}

func (x *exporter) readList(file, kind string, key ast.Node, list *ast.SequenceNode) {
	l := &fileList{flow: list.IsFlowStyle, row: rowOf(key), entries: map[string]*fileEntry{}, left: len(list.Values)}
	if x.lists[kind] == nil {
		x.lists[kind] = map[string]*fileList{}
	}
	x.lists[kind][file] = l
	for _, v := range list.Values {
		m, ok := v.(ast.MapNode)
		if !ok {
			continue
		}
		e := &fileEntry{node: m, first: -1}
		id := ""
		for it := m.MapRange(); it.Next(); {
			if e.first < 0 {
				e.first, e.indent = rowOf(it.Key()), it.Key().GetToken().Position.Column-1
			}
			if keyText(it.Key()) == "id" {
				id, _, _ = yaml.Text(it.Value())
			}
		}
		if e.first < 0 {
			continue
		}
		text := x.lines[file][e.first]
		l.indent = len(text) - len(strings.TrimLeft(text, " "))
		e.end = x.endOf(file, e.first, l.indent)
		l.end = e.end
		l.entries[strings.TrimSpace(id)] = e
	}
}

func rowOf(n ast.Node) int { return n.GetToken().Position.Line - 1 }

// endOf is the line behind a block that begins at one and whose other lines stand further in.
func (x *exporter) endOf(file string, first, indent int) int {
	end := first + 1
	for i := end; i < len(x.lines[file]); i++ {
		text := x.lines[file][i]
		bare := strings.TrimLeft(text, " ")
		switch {
		case bare == "" || bare[0] == '#':
		case len(text)-len(bare) <= indent:
			return end
		default:
			end = i + 1
		}
	}
	return end
}

// write writes one entry.
func (x *exporter) write(kind, id string, entry any, all map[string]any) error {
	p, err := planOf(kind)
	if err != nil {
		return err
	}
	for _, file := range x.order {
		l := x.lists[kind][file]
		if l == nil || l.entries[id] == nil {
			continue
		}
		e := l.entries[id]
		switch {
		case l.flow:
			return errBrackets
		case x.wasEntry(kind, id) == nil:
			return fmt.Errorf("%s has a draft of that id; give the draft another one", file)
		case entry != nil:
			return x.rewrite(file, kind, l, e, p, entry)
		}
		if l.left--; l.left == 0 {
			x.replace(file, l.row, l.row+1, nil)
		}
		x.replace(file, e.first, e.end, nil)
		return nil
	}
	if entry == nil {
		return nil // no file has it
	}
	return x.append(x.fileFor(kind, entry, all), kind, p, entry)
}

func (x *exporter) replace(file string, from, to int, lines []string) {
	if x.cuts == nil {
		x.cuts = map[string][]cut{}
	}
	x.cuts[file] = append(x.cuts[file], cut{from: from, to: to, lines: lines})
}

// rewrite writes what differs of an entry that a file has.
func (x *exporter) rewrite(file, kind string, l *fileList, e *fileEntry, p *plan, entry any) error {
	was := reflect.ValueOf(x.wasEntry(kind, reflect.ValueOf(entry).FieldByName("ID").String()))
	now := reflect.ValueOf(entry)
	if r, ok := entry.(world.RoomSpec); ok && x.zones[r.Zone] != file { // a zone is a file's, not a room's
		if old, ok := reflect.TypeAssert[world.RoomSpec](was); ok && old.Zone != r.Zone {
			l.left--
			x.replace(file, e.first, e.end, nil)
			return x.append(x.zoneFile(r.Zone), kind, p, entry)
		}
	}
	if m, ok := e.node.(*ast.MappingNode); ok && m.IsFlowStyle {
		x.replace(file, e.first, e.end, x.item(p, now, l.indent))
		return nil
	}
	x.fields(file, e.node, e.indent, e.end, p, was, now)
	return nil
}

// fields writes what differs below a mapping.
func (x *exporter) fields(file string, m ast.MapNode, indent, end int, p *plan, was, now reflect.Value) {
	type place struct{ first, end int }
	at := map[string]place{}
	nodes := map[string]ast.Node{}
	var rows []int
	for it := m.MapRange(); it.Next(); {
		rows = append(rows, rowOf(it.Key()))
	}
	for it := m.MapRange(); it.Next(); {
		word, first := keyText(it.Key()), rowOf(it.Key())
		last := end
		for _, r := range rows {
			if r > first && r < last {
				last = r
			}
		}
		for last > first+1 && isAside(x.lines[file][last-1]) {
			last--
		}
		at[word], nodes[word] = place{first, last}, it.Value()
	}
	margin := strings.Repeat(" ", indent)
	for i := range p.slots {
		s := &p.slots[i]
		a, b := was.Field(s.index), now.Field(s.index)
		if reflect.DeepEqual(a.Interface(), b.Interface()) {
			continue
		}
		spot, had := at[s.key]
		below, isMap := nodes[s.key].(ast.MapNode)
		flow, _ := nodes[s.key].(*ast.MappingNode)
		switch {
		case !had && s.key == "lines" && p.one == "mind":
			x.replace(file, end, end, x.field(s, own(a, a, b), margin))
		case !had:
			x.replace(file, end, end, x.field(s, b, margin))
		case b.IsZero():
			x.replace(file, spot.first, spot.end, nil)
		case s.list && s.sub != nil && x.elements(file, nodes[s.key], s.sub, a, b):
		case s.sub != nil && !s.list && isMap && (flow == nil || !flow.IsFlowStyle):
			in := 0
			for it := below.MapRange(); it.Next(); {
				in = it.Key().GetToken().Position.Column - 1
			}
			x.fields(file, below, in, spot.end, s.sub, reflect.Indirect(a), reflect.Indirect(b))
		default:
			value := b
			if list, ok := nodes[s.key].(*ast.SequenceNode); ok && s.list && a.Len() > len(list.Values) {
				value = own(a.Slice(0, len(list.Values)), a, b) // the rest came of lore
			}
			lines := x.field(s, value, margin)
			if spot.first < len(x.lines[file]) { // the first may stand behind a dash
				head := x.lines[file][spot.first]
				lines[0] = head[:indent] + lines[0][indent:]
			}
			x.replace(file, spot.first, spot.end, lines)
		}
	}
}

// elements writes those of a list that differ, and those behind them; it reports false, and writes nothing, where the
// list became shorter or has no line for each. What came of lore, which stands in a file of its own, has no node.
func (x *exporter) elements(file string, node ast.Node, p *plan, was, now reflect.Value) bool {
	list, ok := node.(*ast.SequenceNode)
	if !ok || list.IsFlowStyle || len(list.Values) == 0 || was.Len() < len(list.Values) {
		return false
	}
	mine := was.Slice(0, len(list.Values))
	if mine.Len() < was.Len() {
		now = own(mine, was, now)
	}
	if now.Len() < mine.Len() {
		return false
	}
	end, indent, isFlow := 0, 0, false
	for i, v := range list.Values {
		m, ok := v.(ast.MapNode)
		if !ok {
			return false
		}
		first := rowOf(v)
		if it := m.MapRange(); it.Next() {
			first = rowOf(it.Key())
		}
		text := x.lines[file][first]
		indent = len(text) - len(strings.TrimLeft(text, " "))
		end = x.endOf(file, first, indent)
		if flow, ok := v.(*ast.MappingNode); ok {
			isFlow = flow.IsFlowStyle
		}
		if !reflect.DeepEqual(mine.Index(i).Interface(), now.Index(i).Interface()) {
			x.replace(file, first, end, x.element(p, now.Index(i), indent, isFlow))
		}
	}
	for i := mine.Len(); i < now.Len(); i++ {
		x.replace(file, end, end, x.element(p, now.Index(i), indent, isFlow))
	}
	return true
}

// element writes one of a list, in brackets if the others are and if it fits.
func (x *exporter) element(p *plan, v reflect.Value, indent int, isFlow bool) []string {
	block := mapping(p, v, "")
	line := strings.Repeat(" ", indent) + "- {" + strings.Join(block, ", ") + "}"
	isPlain := !slices.ContainsFunc(block, func(l string) bool {
		return strings.HasPrefix(l, " ") || strings.HasSuffix(l, ":")
	})
	if isFlow && isPlain && len(line) <= exportColumns+len(exportStep) {
		return []string{line}
	}
	return x.item(p, v, indent)
}

// own returns of a list what its file is to have: not what came of lore, which stands in a file of its own.
func own(mine, all, now reflect.Value) reflect.Value {
	out := reflect.MakeSlice(now.Type(), 0, now.Len())
	spread := all.Slice(mine.Len(), all.Len())
	for i := range now.Len() {
		isSpread := false
		for n := range spread.Len() {
			isSpread = isSpread || reflect.DeepEqual(spread.Index(n).Interface(), now.Index(i).Interface())
		}
		if !isSpread {
			out = reflect.Append(out, now.Index(i))
		}
	}
	return out
}

// isAside reports whether a line is blank or a comment.
func isAside(text string) bool {
	bare := strings.TrimSpace(text)
	return bare == "" || bare[0] == '#'
}

// append writes an entry at the end of its list.
func (x *exporter) append(file, kind string, p *plan, entry any) error {
	now := reflect.ValueOf(entry)
	l := x.lists[kind][file]
	switch {
	case l != nil && l.flow:
		return errBrackets
	case l != nil && l.fresh > 0:
		made := &x.cuts[file][l.fresh-1]
		made.lines = append(made.lines, x.item(p, now, l.indent)...)
		return nil
	case l != nil && l.left > 0:
		x.replace(file, l.end, l.end, x.item(p, now, l.indent))
		return nil
	}
	if _, ok := x.lines[file]; !ok {
		x.order, x.lines[file] = append(x.order, file), nil
	}
	at := len(x.lines[file])
	lines := append([]string{"", namedKinds()[kind].key + ":"}, x.item(p, now, len(exportStep))...)
	if x.lists[kind] == nil {
		x.lists[kind] = map[string]*fileList{}
	}
	x.replace(file, at, at, lines)
	x.cuts[file][len(x.cuts[file])-1].last = true
	x.lists[kind][file] = &fileList{
		indent: len(exportStep), left: 1, entries: map[string]*fileEntry{}, fresh: len(x.cuts[file]),
	}
	return nil
}

// files returns the files in which something changed.
func (x *exporter) files() map[string][]byte {
	out := map[string][]byte{}
	for file, cuts := range x.cuts {
		slices.SortStableFunc(cuts, func(a, b cut) int {
			return cmp.Or(a.from-b.from, cmp.Compare(fmt.Sprint(a.last), fmt.Sprint(b.last)))
		})
		var lines []string
		at := 0
		for _, c := range cuts {
			lines = append(lines, x.lines[file][at:max(c.from, at)]...)
			lines = append(lines, c.lines...)
			at = max(at, c.to)
		}
		lines = append(lines, x.lines[file][at:]...)
		out[file] = []byte(strings.Join(lines, "\n") + "\n")
	}
	return out
}
