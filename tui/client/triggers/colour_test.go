package triggers_test

import (
	"testing"

	"github.com/mudlark-mud/mudlark/tui/cell"
	"github.com/mudlark-mud/mudlark/tui/client/triggers"
)

func TestParse(t *testing.T) {
	none := cell.Ink(0)
	tests := map[string]cell.Ink{
		"red":                  none.On(cell.Indexed(1), 0),
		"Bold Red":             cell.InkBold.On(cell.Indexed(1), 0),
		"light cyan underline": cell.InkUnderline.On(cell.Indexed(14), 0),
		"white on blue":        none.On(cell.Indexed(7), cell.Indexed(4)),
		"b red":                none.On(0, cell.Indexed(1)),
		"208 on 17":            none.On(cell.Indexed(208), cell.Indexed(17)),
		"#ff8800":              none.On(cell.RGB(0xff, 0x88, 0), 0),
		"black on #000001":     none.On(cell.Indexed(0), cell.RGB(0, 0, 1)),
		"reverse":              cell.InkReverse,
		"bold,orange":          cell.InkBold.On(cell.Indexed(208), 0),
	}
	for text, want := range tests {
		if got, err := triggers.ParseColour(text); err != nil || got != want {
			t.Errorf("%q: got %x, %v, want %x", text, got, err, want)
		}
	}
	for _, text := range []string{"", "purpel", "256", "-1", "#ff88", "#gggggg", "red on", "light", "blink"} {
		if got, err := triggers.ParseColour(text); err == nil {
			t.Errorf("%q: got %x, want an error", text, got)
		}
	}
}
