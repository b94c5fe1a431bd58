package store_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mudlark-mud/mudlark/ai/store"
)

// childOf names the file that this process is to write to until it is killed.
const childOf = "MUDLARK_KEEP_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childOf); path != "" {
		writeForEver(path)
		return
	}
	os.Exit(m.Run())
}

// writeForEver says which number it wrote last, once that is acknowledged.
func writeForEver(path string) {
	k, err := store.Open(path, store.Options{Log: slog.New(slog.NewTextHandler(os.Stdout, nil))})
	if err != nil {
		fmt.Println(err)
		return
	}
	if k.Aside() != "" {
		fmt.Println("it was damaged")
		return
	}
	for n := uint64(1); ; n++ {
		k.Apply(store.Batch{
			Mind: "mara", Seq: n, Rows: put(row(n, n, "number "+strconv.FormatUint(n, 10))), Turn: json.RawMessage("1"),
		})
		if n%7 != 0 {
			continue
		}
		if err := k.Flush(context.Background()); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(n)
	}
}

// What was acknowledged is there after kill -9, each thing once and none of it in part.
func TestKill(t *testing.T) {
	path := filepath.Join(t.TempDir(), store.FileName)
	before := uint64(0)
	for round := range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		child := exec.CommandContext(ctx, os.Args[0])
		child.Env = append(os.Environ(), childOf+"="+path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		lines, last := bufio.NewScanner(out), uint64(0)
		for lines.Scan() {
			if last, err = strconv.ParseUint(strings.TrimSpace(lines.Text()), 10, 64); err != nil {
				t.Fatalf("the child said %q", lines.Text())
			}
			if last >= uint64(70*(round+1)) {
				break
			}
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		for lines.Scan() { // what it acknowledged before it died
			last, _ = strconv.ParseUint(strings.TrimSpace(lines.Text()), 10, 64)
		}
		_ = child.Wait() // killed
		cancel()
		k := open(t, path)
		equal(t, "aside", k.Aside(), "")
		rows := rowTexts(t, k, "mara")
		if uint64(len(rows)) < max(last, before) {
			t.Fatalf("round %d: got %d memories, and %d were acknowledged", round, len(rows), last)
		}
		for i, text := range rows {
			equal(t, "memory", text, fmt.Sprint("number ", i+1))
		}
		if seq, err := k.Seq(); seq < last || err != nil {
			t.Errorf("got %d %v, want at least %d", seq, err, last)
		}
		before = uint64(len(rows))
		closed(t, k)
	}
}
