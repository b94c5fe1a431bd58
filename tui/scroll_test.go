package tui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"github.com/mudlark-mud/mudlark/tui"
	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/world/prose"
)

// told makes a scroll of numbered lines in a window of 40 cells.
func told(lines, height int) *tui.Scroll {
	s := &tui.Scroll{}
	s.Dress(cell.Ruler{}, cell.NewTheme(cell.Look{Profile: colorprofile.ASCII}))
	s.Shape(40, height)
	for i := range lines {
		s.Append(cell.L(prose.Plain, fmt.Sprintf("line %d.", i)))
	}
	return s
}

func words(rows []cell.Painted) string {
	var all []string
	for _, r := range rows {
		all = append(all, ansi.Strip(r.Text))
	}
	return strings.Join(all, "\n")
}

// Whatever is done, the window has its size, what is drawn is only what is in sight, and what follows is the end.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		height := 20
		s := told(rapid.IntRange(0, 60).Draw(t, "lines"), height)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 11).Draw(t, "step") {
			case 0:
				s.Page(-1)
			case 1:
				s.Page(1)
			case 2:
				s.Move(rapid.IntRange(-9, 9).Draw(t, "rows"))
			case 3:
				s.Home()
			case 4:
				s.Last()
			case 5:
				s.Append(cell.L(prose.Plain, rapid.StringN(0, 120, 200).Draw(t, "words")))
			case 6:
				height = rapid.IntRange(1, 40).Draw(t, "height")
				s.Shape(rapid.IntRange(1, 60).Draw(t, "width"), height)
			case 7:
				s.Look(rapid.SampledFrom([]string{"", "line 1", "5.", "nowhere"}).Draw(t, "query"))
			case 8:
				s.Find(rapid.SampledFrom([]int{-1, 1}).Draw(t, "by"))
			case 9:
				s.Choose()
			case 10:
				s.Extend(rapid.SampledFrom([]int{-1, 1}).Draw(t, "by"), rapid.Bool().Draw(t, "along"))
			case 11:
				s.Unchoose()
			}
			window, tail := s.Window()
			marked := 0
			if s.Back() && height > 1 {
				marked = 1
			}
			if got := len(window) + len(tail) + marked; got > height {
				t.Fatalf("%d rows, want at most %d", got, height)
			}
			if len(tail) > 0 && (!s.Back() || s.Choosing()) {
				t.Fatal("split while not reading back")
			}
			if _, _, drawn := s.Kept(); drawn > height+1 {
				t.Fatalf("%d paragraphs hold drawn rows in a window of %d", drawn, height)
			}
			if text, lines, cut := s.Chosen(); strings.Count(text, "\n") != lines || cut {
				t.Fatalf("chosen: %q, %d lines, cut %v", text, lines, cut)
			}
		}
	})
}

// Paging back from the end shows every row on the way, and so does paging forth.
func TestPagesOverlap(t *testing.T) {
	for _, height := range []int{3, 10, 15, 16, 17, 40} {
		s := told(200, height)
		seen := map[string]bool{}
		look := func() {
			window, _ := s.Window()
			for line := range strings.SplitSeq(words(window), "\n") {
				seen[line] = true
			}
		}
		check := func(way string) {
			for i := range 200 {
				if !seen[fmt.Sprintf("line %d.", i)] {
					t.Fatalf("height %d: line %d is passed over on the way %s", height, i, way)
				}
			}
			clear(seen)
			look()
		}
		look()
		for range 200 {
			s.Page(-1)
			look()
		}
		check("back")
		for range 200 {
			s.Page(1)
			look()
		}
		check("forth")
		if s.Back() {
			t.Errorf("height %d: the end does not end it", height)
		}
	}
}

func TestFind(t *testing.T) {
	s := told(100, 20)
	s.Look("LINE 1")
	var at []string
	for s.Find(-1) {
		nth, count := s.Matches()
		at = append(at, fmt.Sprint(nth, "/", count))
		window, _ := s.Window()
		if !strings.Contains(words(window), "[[line 1]]") {
			t.Fatalf("what was found is not in sight:\n%s", words(window))
		}
	}
	if got, want := strings.Join(at, " "), "1/11 2/11 3/11 4/11 5/11 6/11 7/11 8/11 9/11 10/11 11/11"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !s.Find(1) {
		t.Error("nothing newer than the oldest")
	}
	if nth, _ := s.Matches(); nth != 10 {
		t.Errorf("got the %d., want the 10.", nth)
	}
	s.Home()
	s.Look("line 3.")
	if !s.Find(-1) || s.Find(-1) {
		t.Error("what is there once is not found once")
	}
	s.Look("")
	if window, _ := s.Window(); strings.Contains(words(window), "[") {
		t.Errorf("still marked:\n%s", words(window))
	}
	if s.Look("nothing of that"); s.Find(-1) || s.Find(1) {
		t.Error("found what is not there")
	}
}

// A short text that is all in sight is gone through too.
func TestFindInSight(t *testing.T) {
	s := told(10, 20)
	s.Look("line")
	for want := 1; want <= 10; want++ {
		if !s.Find(-1) {
			t.Fatalf("the %d. is not found", want)
		}
		if nth, _ := s.Matches(); nth != want {
			t.Fatalf("got the %d., want the %d.", nth, want)
		}
	}
}

// What was chosen or found may be dropped for being the oldest of too much.
func TestDroppedMeanwhile(t *testing.T) {
	s := told(50, 20)
	s.Home()
	s.Look("line 4.")
	s.Find(-1)
	s.Choose()
	s.Extend(-1, false)
	for i := range tui.ParagraphsMax + 10 {
		s.Append(cell.L(prose.Plain, fmt.Sprintf("flood %d", i)))
	}
	s.Window()
	s.Extend(1, false)
	if _, lines, _ := s.Chosen(); lines > 2 {
		t.Errorf("%d lines are chosen, want what is left of them", lines)
	}
	s.Unchoose()
	s.Find(-1)
	if window, _ := s.Window(); !strings.Contains(words(window), "flood") {
		t.Errorf("got\n%s", words(window))
	}
}
