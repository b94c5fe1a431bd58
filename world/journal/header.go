package journal

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// header is what can be said about a file without walking it.
type header struct {
	made    bool   // a daemon has begun a world in it
	running bool   // a daemon opened the file and did not close it
	closed  []byte // the run of the machine in which it was closed; nil when it was not
}

// doubtful says whether the file has to be looked through. One that was closed in peace does not, for the kernel has
// every write of it; unless the machine started since, and a disk that lied may have lost some.
func (h header) doubtful(boot string) bool {
	return h.made && (h.running || h.closed == nil || string(h.closed) != boot)
}

// readHeader checks the file's length and format number, in that order: pages behind its end cannot be read.
func readHeader(tx *bbolt.Tx, file *os.File) (header, error) {
	info, err := file.Stat()
	if err != nil {
		return header{}, err
	}
	path := file.Name()
	if info.Size() < tx.Size() {
		what := fmt.Sprintf("truncated: %d of %d bytes are there", info.Size(), tx.Size())
		return header{}, &DamagedError{Path: path, What: what}
	}
	p := pages{file: file, pageBytes: int64(tx.DB().Info().PageSize), end: tx.Size()}
	root := uint64(tx.Cursor().Bucket().Root())
	meta, err := p.find(root, metaBucket())
	if err != nil {
		return header{}, err
	}
	if meta == nil {
		first, err := p.first(root)
		if err == nil && first {
			what := "there is no world in it: it is another program's, or its first pages are lost"
			err = &DamagedError{Path: path, What: what}
		}
		return header{}, err // or made by a daemon that died before its first commit
	}
	values := map[string][]byte{}
	for _, key := range [][]byte{formatKey(), runningKey(), closedKey()} {
		v, err := p.findIn(meta, key)
		if err != nil {
			return header{}, err
		}
		values[string(key)] = v
	}
	found, ok := keySeq(values[string(formatKey())])
	if !ok {
		return header{}, &DamagedError{Path: path, What: "no format number"}
	}
	if found != Format {
		return header{}, &FormatError{Path: path, Found: found, Want: Format}
	}
	return header{made: true, running: values[string(runningKey())] != nil, closed: values[string(closedKey())]}, nil
}

// pages reads bbolt's pages and trusts nothing that they say. The header of a file is read before anybody looked
// through it, and on pages that point at each other bbolt would end the process. The layout is bbolt's, version 2.
type pages struct {
	file      *os.File
	pageBytes int64
	end       int64 // of the pages in use
}

const (
	pageHeadBytes = 16 // id, flags, count, overflow
	elementBytes  = 16 // of a branch: position, length of the key, page; of a leaf: flags, position, both lengths
	bucketBytes   = 16 // before an inline bucket's page: its root, 0, and a counter
	branchPage    = 0x01
	leafPage      = 0x02
	treeDepthMax  = 32
	pageBytesMax  = 64 << 20 // a page with what overflows it; a record has at most 16 MiB
)

// wrong is damage in a page, or in an inline bucket, which has no number.
func (p pages) wrong(id uint64) error {
	what := fmt.Sprintf("page %d makes no sense", id)
	if id == 0 {
		what = "the bucket in which its format is kept makes no sense"
	}
	return &DamagedError{Path: p.file.Name(), What: what}
}

// page reads a page with what overflows it.
func (p pages) page(id uint64) ([]byte, error) {
	if id < 2 || id >= uint64(p.end/p.pageBytes) {
		return nil, p.wrong(id)
	}
	at := int64(id) * p.pageBytes
	head := make([]byte, pageHeadBytes)
	if _, err := p.file.ReadAt(head, at); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	size := (int64(binary.NativeEndian.Uint32(head[12:])) + 1) * p.pageBytes
	if binary.NativeEndian.Uint64(head) != id || size > min(pageBytesMax, p.end-at) {
		return nil, p.wrong(id)
	}
	page := make([]byte, size)
	if _, err := p.file.ReadAt(page, at); err != nil {
		return nil, fmt.Errorf("read page %d: %w", id, err)
	}
	return page, nil
}

// find returns the value under a key of the tree at root, nil when there is none.
func (p pages) find(root uint64, key []byte) ([]byte, error) {
	for id, depth := root, 0; depth < treeDepthMax; depth++ {
		page, err := p.page(id)
		if err != nil {
			return nil, err
		}
		if binary.NativeEndian.Uint16(page[8:])&branchPage == 0 {
			return p.findLeaf(id, page, key)
		}
		child, ok := branch(page, key)
		if !ok {
			return nil, p.wrong(id)
		}
		id = child
	}
	return nil, p.wrong(root)
}

// findIn returns the value under a key of a bucket, given the bucket's own value.
func (p pages) findIn(bucket, key []byte) ([]byte, error) {
	if len(bucket) < bucketBytes {
		return nil, p.wrong(0)
	}
	if root := binary.NativeEndian.Uint64(bucket); root != 0 {
		return p.find(root, key)
	}
	if len(bucket) < bucketBytes+pageHeadBytes {
		return nil, p.wrong(0)
	}
	return p.findLeaf(0, bucket[bucketBytes:], key)
}

// first says whether there is anything in the tree at root.
func (p pages) first(root uint64) (bool, error) {
	page, err := p.page(root)
	return err == nil && binary.NativeEndian.Uint16(page[10:]) > 0, err
}

// branch returns the child in which a key would be.
func branch(page, key []byte) (child uint64, ok bool) {
	for i := range int(binary.NativeEndian.Uint16(page[10:])) {
		at := pageHeadBytes + i*elementBytes
		if at+elementBytes > len(page) {
			return 0, false
		}
		first, ok := slice(page, at, binary.NativeEndian.Uint32(page[at:]), binary.NativeEndian.Uint32(page[at+4:]))
		if !ok {
			return 0, false
		}
		if i > 0 && bytes.Compare(first, key) > 0 {
			break
		}
		child = binary.NativeEndian.Uint64(page[at+8:])
	}
	return child, child != 0
}

// findLeaf returns the value under a key of a leaf.
func (p pages) findLeaf(id uint64, page, key []byte) ([]byte, error) {
	if binary.NativeEndian.Uint16(page[8:])&leafPage == 0 {
		return nil, p.wrong(id)
	}
	for i := range int(binary.NativeEndian.Uint16(page[10:])) {
		at := pageHeadBytes + i*elementBytes
		if at+elementBytes > len(page) {
			return nil, p.wrong(id)
		}
		pos, keyLen := binary.NativeEndian.Uint32(page[at+4:]), binary.NativeEndian.Uint32(page[at+8:])
		k, ok := slice(page, at, pos, keyLen)
		v, okValue := slice(page, at, pos+keyLen, binary.NativeEndian.Uint32(page[at+12:]))
		if !ok || !okValue {
			return nil, p.wrong(id)
		}
		if bytes.Equal(k, key) {
			return v, nil
		}
	}
	return nil, nil
}

// slice is the part of a page that an element at at points to.
func slice(page []byte, at int, pos, length uint32) ([]byte, bool) {
	from := int64(at) + int64(pos)
	to := from + int64(length)
	if to > int64(len(page)) {
		return nil, false
	}
	return page[from:to:to], true
}
