package diku

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// What a folder may hold. tbaMUD's whole world is 1,150 files of 12 MB, the largest of 300 KB.
const (
	fileBytesMax    = 8 << 20
	filesMax        = 5000      // of one kind
	folderBytesMax  = 256 << 20 // of all files together; a pack may have 32 MB
	noticeBytesMax  = 256 << 10
	faultsKeptMax   = 1000 // more are counted in the report only
	fileFaultsMax   = 500  // after which a file is no area
	indexFile       = "index"
	shopFileBegins  = "CircleMUD v3.0 Shop File"
	triggersFolder  = "trg"
	questsFolder    = "qst"
	noticesMax      = 50
	worldFolder     = "lib/world"
	worldFolderNear = "world"
)

// Dialect is an engine whose files [Read] understands.
type Dialect string

// The dialects.
const (
	TbaMUD    Dialect = "tba"
	CircleMUD Dialect = "circle"
	ROM       Dialect = "rom" // ROM 2.4, and Merc 2.1, from which it comes
)

// ErrNoWorld says that a folder holds no areas of CircleMUD or tbaMUD, ErrNoAreas that it holds none of ROM or Merc.
var (
	ErrNoWorld = errors.New("no folder wld is there, nor world/wld or lib/world/wld")
	ErrNoAreas = errors.New("no area.lst and no file with the ending .are is there, nor in area")
)

// Read reads the areas below fsys, which is an engine's folder, its lib or its world; of ROM its area. Files count that
// the index of their folder names, in its order; without an index all do, sorted by name. Of each kind what could not
// be understood stands in Faults. The error is about reading files only, about another engine's, or what ended ctx.
func Read(ctx context.Context, fsys fs.FS, dialect Dialect) (*Area, error) {
	a := &Area{Dialect: dialect, read: map[Kind]int{}}
	if dialect == ROM {
		return readROM(ctx, fsys, a)
	}
	root := ""
	for _, dir := range []string{".", worldFolderNear, worldFolder} {
		if info, err := fs.Stat(fsys, path.Join(dir, "wld")); err == nil && info.IsDir() {
			root = dir
			break
		}
	}
	if root == "" {
		return nil, ErrNoWorld
	}
	reader := &folder{fsys: fsys, root: root, area: a, tilde: dialect == CircleMUD, stopped: ctx.Err}
	each(reader, "zon", Zones, readZone, &a.Zones)
	each(reader, "wld", Rooms, readRoom, &a.Rooms)
	each(reader, "mob", Creatures, readCreature, &a.Creatures)
	each(reader, "obj", Things, readThing, &a.Things)
	each(reader, "shp", Shops, readShop, &a.Shops)
	each(reader, triggersFolder, Triggers, readTrigger, &a.Scripts)
	reader.assignments()
	reader.notices()
	for _, name := range reader.files(triggersFolder) {
		reader.take(&a.Triggers, path.Join(root, triggersFolder, name))
	}
	reader.quests()
	return a, reader.end()
}

// folder reads the files of one area; what cannot be read at all is err.
type folder struct {
	fsys  fs.FS
	root  string
	tilde bool
	area  *Area
	bytes int // that were read so far
	err   error

	stopped func() error // what ended the context, which is asked before each file
}

// end returns why reading failed.
func (f *folder) end() error {
	if err := f.stopped(); err != nil {
		return err
	}
	return f.err
}

func (f *folder) fault(x Fault) {
	if len(f.area.Faults) < faultsKeptMax {
		f.area.Faults = append(f.area.Faults, x)
	}
}

// each reads all records of a kind into list.
func each[T any](f *folder, dir string, k Kind, read func(*lines, Vnum) T, list *[]T) {
	seen := map[Vnum]string{}
	for _, name := range f.files(dir) {
		l := f.open(path.Join(f.root, dir, name))
		if l == nil {
			continue
		}
		if dir == "shp" && !l.begins(shopFileBegins) {
			continue
		}
		for {
			n, ok := l.next()
			if !ok || l.hopeless() {
				break
			}
			f.area.read[k]++
			one := read(l, n)
			if l.fault != nil {
				continue
			}
			if first, ok := seen[n]; ok {
				l.fail(l.began+1, fmt.Sprintf("a second %s %d", k.One(), n), "first in "+first)
				continue
			}
			seen[n] = fmt.Sprintf("%s:%d", l.path, l.began+1)
			*list = append(*list, one)
		}
		l.drop()
		for _, x := range l.out {
			f.fault(x)
		}
	}
}

// begins goes past the first line if it is what a file of shops begins with. Without it a file has a form that is older
// than CircleMUD 3, and is a fault unless it is empty.
func (l *lines) begins(with string) bool {
	s, ok := l.peek()
	switch {
	case !ok || s[0] == '$':
		return false
	case strings.HasPrefix(s, with):
		l.at++
		return true
	}
	l.fail(l.at+1, "a file of shops in a form older than CircleMUD 3.0", "it begins with "+with+"~")
	l.drop()
	return true
}

// files returns the names of the files of a kind.
func (f *folder) files(dir string) []string {
	return f.listed(path.Join(f.root, dir), "."+dir, indexFile)
}

// listed returns the names of the files of a folder that an index names, or of all that end so.
func (f *folder) listed(at, ending, index string) []string {
	entries, err := fs.ReadDir(f.fsys, at)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			f.err = errors.Join(f.err, err)
		}
		return nil
	}
	names := []string{}
	isThere := map[string]bool{}
	for _, e := range entries {
		if !isNamed(e.Name()) {
			f.fault(Fault{Path: at, What: fmt.Sprintf("a file called %q", brief(e.Name())), Meant: "a name that can be read"})
			continue
		}
		isThere[e.Name()] = true
		if !e.IsDir() && strings.HasSuffix(e.Name(), ending) {
			names = append(names, e.Name())
		}
	}
	if isThere[index] {
		names = f.index(path.Join(at, index), isThere)
	}
	if len(names) > filesMax {
		f.fault(Fault{Path: at, What: fmt.Sprintf("more than %d files", filesMax), Meant: "import the folder in parts"})
		names = names[:filesMax]
	}
	return names
}

// index returns the files that an index names and that are there.
func (f *folder) index(at string, isThere map[string]bool) (names []string) {
	l := f.open(at)
	if l == nil {
		return nil
	}
	seen := map[string]bool{}
	for i, s := range l.all {
		for name := range strings.FieldsSeq(s) {
			switch {
			case name[0] == '$':
				return names
			case !isThere[name]:
				f.fault(Fault{Path: l.path, Line: i + 1, What: fmt.Sprintf("there is no file %q", brief(name))})
			case !seen[name]:
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// open reads a file as lines of UTF-8: what is none is Windows-1252.
func (f *folder) open(name string) *lines {
	data, ok := f.read(name, fileBytesMax)
	if !ok {
		return nil
	}
	text := utf8ed(data)
	if f.tilde {
		text = strings.ReplaceAll(text, "@", "@@") // no code for a colour in CircleMUD, see colourless
	}
	return &lines{path: name, all: strings.Split(text, "\n"), tilde: f.tilde}
}

// utf8ed returns a file's text, its lines ended by \n.
func utf8ed(data []byte) string {
	if !utf8.Valid(data) {
		data, _ = charmap.Windows1252.NewDecoder().Bytes(data) // every byte stands for something
	}
	return strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
}

// isNamed reports whether a file's name can be shown: it is of printed characters.
func isNamed(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// read reads a plain file of at most so many bytes; what is larger or no such file is a fault of the area.
func (f *folder) read(name string, most int64) ([]byte, bool) {
	if f.stopped() != nil {
		return nil, false
	}
	info, err := fs.Stat(f.fsys, name)
	if err != nil || !info.Mode().IsRegular() { // opening a pipe would wait for ever
		f.fault(Fault{Path: name, What: "it is no plain file, nor a link to one in the folder"})
		return nil, false
	}
	file, err := f.fsys.Open(name)
	if err != nil {
		f.err = errors.Join(f.err, err)
		return nil, false
	}
	defer file.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err != nil {
		f.err = errors.Join(f.err, err)
		return nil, false
	}
	if int64(len(data)) > most {
		f.fault(Fault{Path: name, What: fmt.Sprintf("the file is larger than %d bytes", most)})
		return nil, false
	}
	if len(data) > folderBytesMax-f.bytes {
		f.fault(Fault{Path: name, What: fmt.Sprintf("more than %d bytes in all", folderBytesMax), Meant: "import in parts"})
		return nil, false
	}
	f.bytes += len(data)
	return data, true
}

// notices finds the licences and credits beside the areas, in the folders above them and in text, scripts and quests.
func (f *folder) notices() {
	dirs := []string{".", "doc", "lib/text", "text"}
	if !slices.Contains(dirs, f.root) {
		dirs = append(dirs, f.root)
	}
	for _, dir := range dirs {
		entries, err := fs.ReadDir(f.fsys, dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			isHere := dir == "." || dir == f.root // elsewhere a README is about how the program is built
			if e.Type().IsRegular() && isNamed(e.Name()) && isNotice(e.Name(), isHere) && len(f.area.Notices) < noticesMax {
				f.take(&f.area.Notices, path.Join(dir, e.Name()))
			}
		}
	}
}

// quests keeps the files of quests, and counts what they hold.
func (f *folder) quests() {
	for _, name := range f.files(questsFolder) {
		before := len(f.area.Triggers)
		f.take(&f.area.Triggers, path.Join(f.root, questsFolder, name))
		for _, n := range f.area.Triggers[before:] {
			for line := range strings.SplitSeq(utf8ed(n.Data), "\n") {
				if n, ok := numbered(line); ok && n < lastVnum {
					f.area.read[Quests]++
				}
			}
		}
	}
}

func (f *folder) take(list *[]Notice, name string) {
	if data, ok := f.read(name, noticeBytesMax); ok {
		*list = append(*list, Notice{Path: name, Data: data})
	}
}

// isNotice reports whether a file is called as licences and credits are, or, beside the areas, as what is read first.
func isNotice(name string, isHere bool) bool {
	low := strings.ToLower(name)
	if isHere && isReadme(low) {
		return true
	}
	for _, word := range []string{"license", "licence", "credits", "copying", "copyright"} {
		if strings.HasPrefix(low, word) || path.Ext(low) == "."+word {
			return true
		}
	}
	return false
}
