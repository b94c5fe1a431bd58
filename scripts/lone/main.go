// Command lone lists the packages of this repository with tests: those in which anything may happen at once, or, with
// -lone, those in which nothing does. The first are for the race detector; to run the others under it costs ten times
// as much and shows nothing.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/mudlark-mud/mudlark/scripts/tidy"
)

func main() {
	isLone := flag.Bool("lone", false, "those in which nothing happens at once")
	flag.Parse()
	if err := list(os.Stdout, *isLone); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "lone:", err)
		os.Exit(1)
	}
}

func list(out io.Writer, isLone bool) error {
	tree, err := tidy.Load(os.DirFS("."))
	if err != nil {
		return fmt.Errorf("read the repository: %w", err)
	}
	lone := tidy.Lone(tree)
	var dirs []string
	for _, f := range tree.Files {
		if dir := "./" + f.Dir(); f.IsTest() && f.Syntax != nil && slices.Contains(lone, f.Dir()) == isLone &&
			!slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	for _, dir := range dirs {
		if _, err := fmt.Fprintln(out, dir); err != nil {
			return fmt.Errorf("list: %w", err)
		}
	}
	return nil
}
