package sshd

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	gossh "golang.org/x/crypto/ssh"
)

const (
	hostKeyMode     fs.FileMode = 0o600
	hostKeyBytesMax             = 64 * kib
)

// hostKey reads the host key, or makes an Ed25519 one when there is no file. A key that others may read is refused
// rather than mended: it may have been copied, and its owner must know.
func hostKey(path string) (gossh.Signer, error) {
	signer, err := readHostKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return signer, err
	}
	if err := makeHostKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return readHostKey(path) // also when another process was faster
}

func readHostKey(path string) (gossh.Signer, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("read ssh host key: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > hostKeyBytesMax {
		return nil, fmt.Errorf("read ssh host key %s: not a key file", path)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return nil, fmt.Errorf("read ssh host key %s: mode %04o lets others read it; if nobody did, chmod 600 it, "+
			"otherwise delete it and a new one is made", path, mode)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read ssh host key: %w", err)
	}
	signer, err := gossh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("read ssh host key %s: %w", path, err)
	}
	return signer, nil
}

// makeHostKey writes a new key beside its place and links it there, so that no reader ever sees half of one and two
// servers that start at once agree on one.
func makeHostKey(path string) error {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return fmt.Errorf("make ssh host key: %w", err)
	}
	block, err := gossh.MarshalPrivateKey(private, "mudlark host key")
	if err != nil {
		return fmt.Errorf("make ssh host key: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".hostkey-*")
	if err != nil {
		return fmt.Errorf("make ssh host key: %w", err)
	}
	defer func() { _ = os.Remove(file.Name()) }()
	err = errors.Join(
		file.Chmod(hostKeyMode), // CreateTemp says 0600 already; this says it where it is read
		pem.Encode(file, block), file.Sync(), file.Close(),
		os.Link(file.Name(), path),
	)
	if err != nil {
		return fmt.Errorf("make ssh host key: %w", err)
	}
	return nil
}
