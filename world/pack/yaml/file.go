package yaml

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// What one pack may be. The limits are wide for builders and narrow for mischief: a zone of a hundred rooms is
// about 60 KiB.
const (
	FileBytesMax = 1 << 20  // one YAML file
	PackBytesMax = 32 << 20 // all of them
	FilesMax     = 1000
	foldersMax   = 1000
	othersMax    = 10_000 // files that are no YAML, walked over
)

// File is one YAML file of a pack.
type File struct {
	Name string // within the pack's folder, slash-separated
	Path string // in the file system; what faults show
	Data []byte
}

// Fault says why a file, or with Line 0 a file or folder as a whole, cannot be used.
type Fault struct {
	Path  string
	Line  int
	What  string // what is wrong
	Meant string // what to do instead; may be empty
}

// Collect reads every YAML file below dir, sorted by name. What is too large or no plain file is a fault of the pack;
// what cannot be read is an error. A pack with too much of something has no files at all.
func Collect(fsys fs.FS, dir string) (files []File, faults []Fault, err error) {
	var folders, others, total int
	atMost := func(what string, n, most int) error {
		if n <= most {
			return nil
		}
		faults = append(faults, Fault{dir, 0, fmt.Sprintf("more than %d %s", most, what), "split the pack"})
		return errTooMuch
	}
	err = fs.WalkDir(fsys, dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		ext := strings.ToLower(path.Ext(p))
		switch {
		case p != dir && strings.HasPrefix(e.Name(), "."):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil // editors and version control leave such files
		case e.IsDir():
			folders++
			return atMost("folders", folders, foldersMax)
		case ext != ".yaml" && ext != ".yml":
			others++
			return atMost("files that are no YAML", others, othersMax)
		case !e.Type().IsRegular():
			faults = append(faults, Fault{p, 0, "not a plain file", "packs hold no links"})
			return nil
		}
		data, err := readLimited(fsys, p)
		if err != nil {
			return err
		}
		if len(data) > FileBytesMax {
			what := fmt.Sprintf("the file is larger than %d bytes", FileBytesMax)
			faults = append(faults, Fault{p, 0, what, "split it"})
			return nil
		}
		files = append(files, File{Name: within(dir, p), Path: p, Data: data})
		total += len(data)
		return errors.Join(
			atMost("YAML files", len(files), FilesMax),
			atMost("bytes", total, PackBytesMax),
		)
	})
	if errors.Is(err, errTooMuch) {
		return nil, faults, nil // nothing of such a pack is worth the time
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files, faults, err
}

var errTooMuch = errors.New("too much")

// readLimited reads one byte more than a file may have, at most.
func readLimited(fsys fs.FS, name string) (data []byte, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(io.LimitReader(f, FileBytesMax+1))
}

func within(dir, p string) string {
	if dir == "." {
		return p
	}
	return strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
}

// Hash returns the SHA-256 in hex over the files in their sorted order, each as length and bytes of its name within
// the pack and then of its content, so that neither moving the folder nor shifting bytes between files hides.
func Hash(files []File) string {
	h := sha256.New()
	for _, f := range files {
		var n [8]byte
		for _, part := range [][]byte{[]byte(f.Name), f.Data} {
			binary.BigEndian.PutUint64(n[:], uint64(len(part)))
			h.Write(n[:])
			h.Write(part)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
