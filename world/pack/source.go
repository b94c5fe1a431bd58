package pack

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
	fileBytesMax = 1 << 20  // one YAML file
	packBytesMax = 32 << 20 // all of them
	filesMax     = 1000
	foldersMax   = 1000
	othersMax    = 10_000 // files that are no YAML, walked over
	entriesMax   = 50_000 // rooms, items and so on, all kinds together

	headFile = "pack.yaml"
)

// source is one YAML file of a pack.
type source struct {
	name string // within the pack's folder, slash-separated
	path string // in the file system; what problems show
	data []byte
}

// collect reads every YAML file below dir, sorted by name. What is too large or no plain file is a problem of the
// pack; what cannot be read is an error.
func (d *draft) collect(fsys fs.FS, dir string) ([]source, error) {
	var files []source
	var folders, others, total int
	whole := site{file: dir}
	err := fs.WalkDir(fsys, dir, func(p string, e fs.DirEntry, err error) error {
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
			return d.atMost(whole, "folders", folders, foldersMax)
		case ext != ".yaml" && ext != ".yml":
			others++
			return d.atMost(whole, "files that are no YAML", others, othersMax)
		case !e.Type().IsRegular():
			d.fault(site{file: p}, "not a plain file", "packs hold no links")
			return nil
		}
		data, err := readLimited(fsys, p)
		if err != nil {
			return err
		}
		if len(data) > fileBytesMax {
			d.reject(site{file: p}, fmt.Sprintf("the file is larger than %d bytes", fileBytesMax), "split it")
			return nil
		}
		files = append(files, source{name: within(dir, p), path: p, data: data})
		total += len(data)
		return errors.Join(
			d.atMost(whole, "YAML files", len(files), filesMax),
			d.atMost(whole, "bytes", total, packBytesMax),
		)
	})
	if errors.Is(err, errTooMuch) {
		return nil, nil // said already; nothing of such a pack is worth the time
	}
	slices.SortFunc(files, func(a, b source) int { return strings.Compare(a.name, b.name) })
	return files, err
}

var errTooMuch = errors.New("too much")

// atMost stops a walk over a pack that has too many of something.
func (d *draft) atMost(at site, what string, n, most int) error {
	if n <= most {
		return nil
	}
	d.reject(at, fmt.Sprintf("more than %d %s", most, what), "split the pack")
	return errTooMuch
}

// readLimited reads one byte more than a file may have, at most.
func readLimited(fsys fs.FS, name string) (data []byte, err error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return io.ReadAll(io.LimitReader(f, fileBytesMax+1))
}

func within(dir, p string) string {
	if dir == "." {
		return p
	}
	return strings.TrimPrefix(strings.TrimPrefix(p, dir), "/")
}

// hashOf returns the SHA-256 in hex over the files in their sorted order, each as length and bytes of its name within
// the pack and then of its content, so that neither moving the folder nor shifting bytes between files hides.
func hashOf(files []source) string {
	h := sha256.New()
	for _, f := range files {
		var n [8]byte
		for _, part := range [][]byte{[]byte(f.name), f.data} {
			binary.BigEndian.PutUint64(n[:], uint64(len(part)))
			h.Write(n[:])
			h.Write(part)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
