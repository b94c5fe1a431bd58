package terminals

import (
	"bufio"
	"bytes"
	"context"
	_ "embed" // for reader.pl
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/scripts/terminals/pane"
)

const (
	openMax   = 30 * time.Second // until the window is there
	readMax   = 10 * time.Second // until the program has written down what it shows
	pollEvery = 50 * time.Millisecond
	againMax  = 3 * time.Second // until what was typed counts as lost
	typeDelay = "4"             // ms between keys; the program loses some that come faster

	// What one character takes of the window, and what its frame takes beside: near enough for a wanted size, and the
	// client tells the server what came of it.
	charWidth, charHeight   = 8, 17
	frameWidth, frameHeight = 8, 170
)

//go:embed reader.pl
var reader string

// world is what KildClient keeps of a world: where it is, and what is to be run when it is opened. The spelling of what
// is typed is nobody's business.
const world = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE kcworld SYSTEM "kcworld.dtd">
<kcworld>
  <name>lowtide</name>
  <host tls="0">HOST</host>
  <port>PORT</port>
  <charset>UTF-8</charset>
  <proxy type="0"/>
  <input-spell active="0"/>
  <scriptfile>FOLDER/reader.pl</scriptfile>
</kcworld>
`

// Display is an X server without a screen.
type Display struct {
	name string
	cmd  *exec.Cmd
}

// OpenDisplay starts one under the first number that is free.
func OpenDisplay(ctx context.Context) (*Display, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("open a display: %w", err)
	}
	defer func() { _ = in.Close() }()
	cmd := exec.CommandContext(ctx, "Xvfb", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{out}
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("open a display: %w", err), out.Close())
	}
	_ = out.Close()
	if err := in.SetReadDeadline(time.Now().Add(openMax)); err != nil {
		return nil, fmt.Errorf("open a display: %w", err)
	}
	number, err := bufio.NewReader(in).ReadString('\n') // to its end: the server dies of a pipe that is closed before
	d := &Display{name: ":" + strings.TrimSpace(number), cmd: cmd}
	if err != nil {
		d.Close()
		return nil, fmt.Errorf("open a display: %w", err)
	}
	return d, nil
}

// Close ends the X server, and every window with it.
func (d *Display) Close() {
	_ = d.cmd.Process.Kill() // it may have ended already
	_ = d.cmd.Wait()
}

// Window is a running KildClient.
type Window struct {
	display *Display
	id      string
	folder  string
	cmd     *exec.Cmd
}

// Open starts KildClient on a display and connects it. It keeps its settings, and what is read of it, in folder. It
// must not be typed at before it has shown something: while it starts it may die of that.
func (d *Display) Open(ctx context.Context, program, folder, host, port string, env []string) (*Window, error) {
	w := &Window{display: d, folder: folder}
	known := strings.NewReplacer("HOST", host, "PORT", port, "FOLDER", folder).Replace(world)
	for name, text := range map[string]string{"reader.pl": reader, "lowtide.wrl": known} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return nil, fmt.Errorf("open a window: %w", err)
		}
	}
	w.cmd = exec.CommandContext(ctx, program, "--config", folder, "lowtide")
	w.cmd.Env = append(env, "DISPLAY="+d.name, "HOME="+folder, "NO_AT_BRIDGE=1")
	if err := w.cmd.Start(); err != nil {
		return nil, fmt.Errorf("open a window: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, openMax)
	defer cancel()
	err := until(ctx, func() (bool, error) {
		out, err := w.xdotool(ctx, "search", "--onlyvisible", "--name", "^KildClient")
		if err != nil || strings.TrimSpace(out) == "" {
			return false, nil //nolint:nilerr // xdotool fails while there is no such window
		}
		w.id = strings.Fields(out)[0]
		return true, nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("wait for the window: %w", err), w.Close(ctx))
	}
	return w, nil
}

func until(ctx context.Context, done func() (bool, error)) error {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if ok, err := done(); ok || err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (w *Window) xdotool(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+w.display.name)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("xdotool %s: %w: %s", args[0], err, complaint.String())
	}
	return string(out), nil
}

// Type types a line and Enter.
func (w *Window) Type(ctx context.Context, line string) error {
	_, err := w.xdotool(ctx, "windowfocus", w.id, "type", "--delay", typeDelay, "--", line)
	if err != nil {
		return err
	}
	_, err = w.xdotool(ctx, "key", "Return")
	return err
}

// Read returns what the window shows and what has scrolled off it.
func (w *Window) Read(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, readMax)
	defer cancel()
	first, lines, err := w.written()
	if err != nil {
		return nil, err
	}
	// The one that follows may have been begun before this was called.
	err = until(ctx, func() (bool, error) {
		var serial int
		serial, lines, err = w.written()
		return serial >= first+2, err
	})
	if err != nil {
		return nil, fmt.Errorf("read the window: %w", err)
	}
	return lines, nil
}

// written reads what the program has written down last.
func (w *Window) written() (serial int, lines []string, err error) {
	text, err := os.ReadFile(filepath.Join(w.folder, "screen"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, fmt.Errorf("read the window: %w", err)
	}
	lines = strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if serial, err = strconv.Atoi(lines[0]); err != nil {
		return 0, nil, fmt.Errorf("read the window: %w", err)
	}
	return serial, lines[1:], nil
}

// Resize changes the window's size to about that many columns and rows.
func (w *Window) Resize(ctx context.Context, size pane.Size) error {
	_, err := w.xdotool(ctx, "windowsize", w.id, strconv.Itoa(size.Columns*charWidth+frameWidth),
		strconv.Itoa(size.Rows*charHeight+frameHeight))
	return err
}

// Close ends the program.
func (w *Window) Close(context.Context) error {
	_ = w.cmd.Process.Kill() // it may have ended already
	_ = w.cmd.Wait()
	return nil
}
