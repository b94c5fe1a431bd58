package server

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// OperatorKeyName is the file of a data folder that holds the operators' key.
const OperatorKeyName = "ops.key"

const (
	operatorKeyBytes = 32 // of chance; twice as many characters
	operatorKeyMode  = 0o600
)

// operatorKey is what operators show to be told what was asked of models. It is made with the data folder's first
// start, and whoever may read that folder may read it. To change it, remove the file and start again.
func operatorKey(dir string) (string, error) {
	path := filepath.Join(dir, OperatorKeyName)
	key, err := readOperatorKey(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return key, err
	}
	if err := makeOperatorKey(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return readOperatorKey(path) // also when another process was faster
}

// readOperatorKey reads the key. A short one is none: whoever guesses it, or sends nothing, would be an operator.
func readOperatorKey(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the operators' key: %w", err)
	}
	key := strings.TrimSpace(string(text))
	if len(key) < operatorKeyBytes {
		return "", fmt.Errorf(
			"read the operators' key: %s is torn or too short; remove it, and a new one is made",
			path,
		)
	}
	return key, nil
}

// makeOperatorKey writes a new key beside its place and links it there, so that nobody ever reads half of one.
func makeOperatorKey(path string) error {
	random := make([]byte, operatorKeyBytes)
	if _, err := rand.Read(random); err != nil {
		return fmt.Errorf("make the operators' key: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+OperatorKeyName+"-*")
	if err != nil {
		return fmt.Errorf("write the operators' key: %w", err)
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.WriteString(hex.EncodeToString(random) + "\n")
	if err := errors.Join(err, f.Chmod(operatorKeyMode), f.Sync(), f.Close(), os.Link(f.Name(), path)); err != nil {
		return fmt.Errorf("write the operators' key: %w", err)
	}
	return nil
}
