package bench

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/bench/gauge"
)

// Row is a target that was measured.
type Row struct {
	Name     string      `json:"name"`
	What     string      `json:"what"`
	Command  string      `json:"command"`
	Runs     int         `json:"runs"` // of which the median was taken
	Criteria []Criterion `json:"criteria,omitempty"`
	Report   *Report     `json:"report"`
}

// Board is the whole table.
type Board struct {
	Format int   `json:"format"`
	Rows   []Row `json:"rows"`
}

const (
	boardName  = "bench.json" // in the folder of a board
	folderMode = 0o750
)

// Measure measures one target, several times if asked to, and takes the run in the middle. run carries out arguments of
// `mudlark bench`.
func (t Target) Measure(args []string, runs int, run func(args []string) (*Report, error)) (Row, error) {
	var all []*Report
	for range max(runs, 1) {
		r, err := run(args)
		if err != nil {
			return Row{}, fmt.Errorf("%s: %w", t.Name, err)
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b *Report) int { return cmp.Compare(t.Key(a), t.Key(b)) })
	r := all[len(all)/2]
	row := Row{Name: t.Name, What: t.What, Command: r.Command, Runs: len(all), Report: r}
	if t.Judge != nil {
		row.Criteria = t.Judge(r)
	}
	return row, nil
}

// Put takes a row into the board, in place of an older one of the same target.
func (b *Board) Put(row Row) {
	b.Format = Format
	b.Rows = slices.DeleteFunc(b.Rows, func(old Row) bool { return old.Name == row.Name })
	b.Rows = append(b.Rows, row)
	order := map[string]int{}
	for i, t := range Targets() {
		order[t.Name] = i
	}
	slices.SortStableFunc(b.Rows, func(x, y Row) int { return cmp.Compare(order[x.Name], order[y.Name]) })
}

// ReadBoard reads the board of a folder; it is empty when there is none.
func ReadBoard(dir string) (*Board, error) {
	text, err := os.ReadFile(filepath.Join(dir, boardName))
	if errors.Is(err, fs.ErrNotExist) {
		return &Board{Format: Format}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the board: %w", err)
	}
	var b Board
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, fmt.Errorf("read the board: %w", err)
	}
	if b.Format != Format {
		return nil, fmt.Errorf("%s has format %d, and this program writes %d; measure anew into an empty folder",
			filepath.Join(dir, boardName), b.Format, Format)
	}
	return &b, nil
}

// Write writes the board and its pictures into a folder, and the page that shows them; page "" writes no page.
func (b *Board) Write(dir, page string) error {
	if err := os.MkdirAll(dir, folderMode); err != nil {
		return fmt.Errorf("make the board's folder: %w", err)
	}
	if b.Rows == nil {
		b.Rows = []Row{}
	}
	text, err := json.MarshalIndent(b, "", " ")
	if err != nil {
		return fmt.Errorf("write the board: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, boardName), append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write the board: %w", err)
	}
	for _, row := range b.Rows {
		if _, err := WritePictures(dir, named(row)); err != nil {
			return err
		}
	}
	if page == "" {
		return nil
	}
	to, err := filepath.Rel(filepath.Dir(page), dir)
	if err != nil {
		return fmt.Errorf("write %s: %w", page, err)
	}
	out := &strings.Builder{}
	if err := Page(out, b, filepath.ToSlash(to)); err != nil {
		return fmt.Errorf("write %s: %w", page, err)
	}
	if err := os.WriteFile(page, []byte(out.String()), 0o600); err != nil {
		return fmt.Errorf("write %s: %w", page, err)
	}
	return nil
}

// named is a row's report under the row's name, so that no two pictures share theirs.
func named(row Row) *Report {
	r := *row.Report
	r.Scenario = row.Name
	return &r
}

//go:embed page.md.tmpl
var pageText string

// Page writes the page about a board, whose pictures lie in a folder that is named from where the page lies.
func Page(w io.Writer, b *Board, dir string) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"text": func(r *Report) (string, error) {
			out := &strings.Builder{}
			err := Text(out, r)
			return strings.TrimSpace(out.String()), err
		},
		"pictures": func(row Row) []Picture { return Pictures(named(row)) },
		"machine":  func() gauge.Machine { return b.Rows[0].Report.Machine },
		"memory":   Bytes[int64],
		"verdict": func(c Criterion) string {
			if c.Met {
				return "met"
			}
			return "**not met**"
		},
		"or": func(text, other string) string { return cmp.Or(text, other) },
	}).Parse(pageText)
	if err != nil {
		return fmt.Errorf("read the page's template: %w", err)
	}
	if err := t.Execute(w, map[string]any{"Rows": b.Rows, "Dir": dir, "Format": Format}); err != nil {
		return fmt.Errorf("fill in the page: %w", err)
	}
	return nil
}

// Summary prints the table of targets, 80 columns wide.
func Summary(w io.Writer, b *Board) error {
	var out strings.Builder
	for _, row := range b.Rows {
		if len(row.Criteria) == 0 {
			continue
		}
		out.WriteString("\n")
		out.WriteString(Wrap("", row.What))
		for _, c := range row.Criteria {
			mark := "not met"
			if c.Met {
				mark = "met"
			}
			text := c.Wanted + ": " + c.Measured + "; floor " + cmp.Or(c.Floor, "unknown")
			out.WriteString(Wrap(fmt.Sprintf("  %-9s", mark), text))
		}
	}
	_, err := io.WriteString(w, strings.TrimPrefix(out.String(), "\n"))
	return err
}
