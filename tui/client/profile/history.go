package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// Limits of the history of one MUD: what is beyond them is forgotten, the oldest first. It may grow somewhat longer
// before it is cut.
const (
	historyMax      = 1000
	historyMaxBytes = 1 << 20
	historyLineMax  = 1000 // bytes; a longer line is not remembered
)

// History is what was typed here before, the oldest first, and leaves in the file what it returns. A file that cannot
// be read or is no history counts as none: nothing of the game depends on it.
func (f *Folder) History() []string {
	data, err := readFile(f.Path(historyFile), 4*historyMaxBytes)
	if err != nil {
		return nil
	}
	var out []string
	for line := range strings.SplitSeq(strings.TrimRight(string(data), "\n"), "\n") {
		if line != "" && len(line) <= historyLineMax {
			out = append(out, line)
		}
	}
	if len(out) <= 2*historyMax && len(data) <= historyMaxBytes {
		return out[max(len(out)-historyMax, 0):]
	}
	out = newest(out)
	if err := f.Write(historyFile, []byte(strings.Join(out, "\n")+"\n")); err != nil {
		return out // it is only longer than it should be
	}
	return out
}

// newest is what of the lines is kept: so many, and so many bytes.
func newest(lines []string) []string {
	from, size := len(lines), 0
	for from > 0 && len(lines)-from < historyMax && size+len(lines[from-1]) < historyMaxBytes/2 {
		from--
		size += len(lines[from]) + 1
	}
	return lines[from:]
}

// Remember adds a typed line to the history. Whoever calls it sees to it that the line is no secret.
func (f *Folder) Remember(line string) error {
	if strings.TrimSpace(line) == "" || len(line) > historyLineMax || strings.ContainsAny(line, "\n\r") {
		return nil
	}
	if err := f.Make(); err != nil {
		return err
	}
	file, err := os.OpenFile(f.Path(historyFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, fileMode)
	if err != nil {
		return fmt.Errorf("remember what was typed: %w", err)
	}
	_, err = file.WriteString(line + "\n") // one write: lines of two clients do not mix
	info, unknown := file.Stat()
	if err = errors.Join(err, unknown, file.Close()); err == nil && info.Size() > historyMaxBytes {
		f.History() // cuts it
	}
	return err
}

// Forget removes the history.
func (f *Folder) Forget() error {
	if err := os.Remove(f.Path(historyFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget the history: %w", err)
	}
	return nil
}
