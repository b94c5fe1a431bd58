package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
)

// On some damage bbolt ends the whole process: it reads a page that is not there from a goroutine of its own, or goes
// round in circles until the stack ends. While a file is opened, the Go runtime therefore writes to a mark beside it
// what ended the process. Nothing else is believed: a mark without a crash in bbolt was left by somebody who pulled the
// plug or sent a signal, and says nothing about the file.
const markSuffix = ".opening"

// crashBytesMax bounds what is read of a mark.
const crashBytesMax = 1 << 20

// mark puts a mark beside a file; undo takes it away. Two files that are opened at once share what the runtime
// writes, so whoever opens several does it one after the other.
func mark(path string) (undo func() error, err error) {
	mark := path + markSuffix
	f, err := os.OpenFile(mark, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(debug.SetCrashOutput(f, debug.CrashOptions{}), f.Close()); err != nil { // it keeps its own
		return nil, errors.Join(err, os.Remove(mark))
	}
	return func() error {
		return errors.Join(debug.SetCrashOutput(nil, debug.CrashOptions{}), os.Remove(mark))
	}, nil
}

// crashed returns how bbolt ended the last process that opened a file; "" when it did not.
func crashed(path string) (string, error) {
	f, err := os.Open(path + markSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("open what minds remember: %w", err)
	}
	text := make([]byte, crashBytesMax)
	n, _ := f.Read(text) // an empty one ends at once
	return crashIn(text[:n]), f.Close()
}

// crashIn returns the first line of a crash within bbolt: a panic, a fault, or a stack without end. A signal of
// somebody who wants to see all goroutines, and a machine that has no memory left, end a process wherever it is.
func crashIn(text []byte) string {
	how, stack, _ := bytes.Cut(text, []byte("\ngoroutine "))
	first, _, _ := strings.Cut(string(how), "\n")
	switch {
	case strings.HasPrefix(first, "panic: "), strings.HasPrefix(first, "[signal "):
	case bytes.Contains(how, []byte("\nruntime.newstack(")):
		first = "stack overflow"
	default:
		return ""
	}
	stack, _, _ = bytes.Cut(stack, []byte("\n\n"))
	if !bytes.Contains(stack, []byte("go.etcd.io/bbolt")) || bytes.Contains(stack, []byte("mudlark/world/")) {
		return "" // the world has files of that kind, too
	}
	return strings.Trim(first, "[]")
}
