// Package pack reads world packs: a folder of YAML files becomes a checked [world.Pack], or a list of what is wrong
// and where. Its one idea is a table (see table.go): each content kind is one entry with its struct, its key, the
// meaning of its fields and its rule, and from that entry come decoding, did-you-mean, duplicate and reference checks,
// the content reference, and a JSON Schema for editors (schema.go). To add a kind, write its struct in world, a list in
// world.Pack, and one entry. What a builder calls a draft is read, and set aside before anything else looks at the pack
// (drafts.go).
//
// Package yaml reads the files and judges single texts. Rules about several parts of a pack stand here: battlecheck.go
// (the ground of a fight and the ways to end it), bodycheck.go (bodies for guests), mindcheck.go (what an NPC's mind
// may do) and reach.go (where people can get, with which keys). Found problems are sorted and bounded (problem.go): to
// report a million faults of a hostile pack costs no more than to report fifty.
//
// A pack is what strangers write, so every size has a limit, anchors and aliases are refused, and nothing here
// follows links or reads outside the folder. Nothing is cached or shared: all functions may run concurrently.
package pack

import (
	"fmt"
	"io/fs"
	"path"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/pack/yaml"
)

const (
	headFile = "pack.yaml"
	// entriesMax bounds rooms, items and so on, all kinds together: 50,000 rooms, each with something in it, are a
	// world.
	entriesMax = 200_000
)

// Folder is the files of a pack, read and not yet understood.
type Folder struct {
	dir    string
	files  []yaml.File
	faults []yaml.Fault
}

// Read reads the files of the pack in the folder dir of fsys. The error is about reading them only.
func Read(fsys fs.FS, dir string) (*Folder, error) {
	files, faults, err := yaml.Collect(fsys, dir)
	if err != nil {
		return nil, fmt.Errorf("read pack %s: %w", dir, err)
	}
	return &Folder{dir: dir, files: files, faults: faults}, nil
}

// Hash returns what [world.Pack.Hash] of this folder is, or "" when its files make no pack. It costs next to nothing
// beside understanding them.
func (f *Folder) Hash() string {
	if len(f.faults) > 0 || len(f.files) == 0 {
		return ""
	}
	return yaml.Hash(f.files)
}

// Load understands and checks what was read. A pack with warnings only is returned without an error; see [Check] for
// the warnings. One that is wrong comes back as an [*problem.InvalidError].
func (f *Folder) Load() (*world.Pack, error) {
	p, problems := f.check()
	if n, _ := problems.Counts(); n > 0 {
		return nil, &InvalidError{dir: f.dir, problems: problems.Only(Wrong)}
	}
	return p, nil
}

func (f *Folder) check() (*world.Pack, Problems) {
	d, problems := f.understand()
	if n, _ := problems.Counts(); n > 0 {
		return nil, problems
	}
	return d.done(f), problems
}

// understand decodes and checks what was read.
func (f *Folder) understand() (*draft, Problems) {
	d := newDraft(f.dir)
	for _, fault := range f.faults {
		d.unusable(fault)
	}
	d.read(f.files)
	d.setAside()
	d.resolve()
	problems := d.finish()
	problems.Drafts = d.aside.count
	return d, problems
}

// done returns the pack of a draft in which nothing is wrong.
func (d *draft) done(f *Folder) *world.Pack {
	d.pack.Hash = yaml.Hash(f.files)
	d.pack.SpreadLore()
	return d.pack
}

// Check reads a pack and is [Folder.Load] for builders: it also tells what is merely doubtful. The pack is nil when a
// problem is [problem.Wrong]. The error is about reading the files only.
func Check(fsys fs.FS, dir string) (*world.Pack, Problems, error) {
	f, err := Read(fsys, dir)
	if err != nil {
		return nil, Problems{}, err
	}
	p, problems := f.check()
	return p, problems, nil
}

// draft is a pack on its way in: what was decoded so far, where each entry stands, and what was wrong.
type draft struct {
	report
	dir     string
	pack    *world.Pack
	head    kind
	kinds   []kind
	sites   map[string][]site          // by kind key, parallel to the pack's list
	ids     map[string]map[string]site // by id space, then id: where it was first given
	refs    []ref                      // what must exist once everything is read
	zone    string                     // of the file being read
	entries int
	aside   aside
	// imported are the files, by path, that say so of themselves: they were made of another engine's areas, where
	// nobody promised that every room and key can be got at.
	imported map[string]bool
	broken   bool // a file could not be parsed, so what refers to it is unknown, not wrong
}

// ref is a place where one entry names another.
type ref struct {
	space string
	id    string
	at    site
	by    *entryState // nil in the head
	loose bool        // it may name what is set aside, see [draft.setAside]
}

func newDraft(dir string) *draft {
	return &draft{
		dir:   dir,
		pack:  &world.Pack{},
		head:  head(),
		kinds: kinds(),
		sites: map[string][]site{},
		ids:   map[string]map[string]site{},
		aside: newAside(), imported: map[string]bool{},
	}
}

// read decodes every file into the draft.
func (d *draft) read(files []yaml.File) {
	headSeen := false
	for f, is := range yaml.ParseAll(files) {
		if is.Fault != nil {
			d.unusable(*is.Fault)
			headSeen = headSeen || f.Name == headFile
			continue
		}
		at := site{file: f.Path, node: is.Body, row: 1}
		if f.Name == headFile {
			headSeen = true
			d.readHead(at)
		} else {
			d.readContent(at)
		}
	}
	if !headSeen && !d.broken {
		d.broken = true
		d.fault(site{file: path.Join(d.dir, headFile)}, "there is no "+headFile,
			"it holds the pack's id, name, start and welcome")
	}
}

// reject notes that a file cannot be understood at all.
func (d *draft) reject(at site, what, meant string) {
	d.broken = true
	d.fault(at, what, meant)
}

func (d *draft) unusable(f yaml.Fault) { d.reject(site{file: f.Path, row: f.Line}, f.What, f.Meant) }

// resolve checks what only the whole pack can tell. With a file missing from the whole, it would blame the innocent.
func (d *draft) resolve() {
	if d.broken {
		return
	}
	for _, r := range d.refs {
		_, known := d.ids[r.space][r.id]
		switch {
		case r.by != nil && r.by.aside: // it may name what is still to come
		case !known:
			d.missing(r)
		case !r.loose && d.aside.ids[idIn{r.space, r.id}]:
			d.fault(r.at, fmt.Sprintf("the %s %q is a draft, and no part of the world", r.space, r.id),
				`take its "draft: true" out, or name another`)
		}
	}
	c := newChecker(d)
	for _, k := range append([]kind{d.head}, d.kinds...) {
		if k.check != nil {
			k.check(c)
		}
	}
	if d.wrong > 0 {
		return
	}
	for _, u := range d.pack.Unsound() { // the world has the last word, whatever was forgotten here
		d.fault(d.ids[u.Kind][u.ID], fmt.Sprintf("the %s %q cannot be: %s", u.Kind, u.ID, u.Text), "")
	}
}

func (d *draft) missing(r ref) {
	what := fmt.Sprintf("there is no %s %q", r.space, r.id)
	d.unlike(r.at, what, r.id, func() []string { return sortedKeys(d.ids[r.space]) })
}
