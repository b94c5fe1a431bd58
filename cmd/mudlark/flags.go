package main

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mudlark-mud/mudlark/cmd/mudlark/command"
	"github.com/mudlark-mud/mudlark/data"
	"github.com/mudlark-mud/mudlark/mud/gmcp"
	"github.com/mudlark-mud/mudlark/world/journal/archive"
)

// listingFlags are what lists of MUDs are told that only an operator knows.
type listingFlags struct {
	MSSP map[string]string `name:"mssp" mapsep:"none" help:"Tell lists of MUDs this, as CONTACT=me@a.org."`
}

// soundFlags say where clients fetch sounds.
type soundFlags struct {
	SoundsURL string `placeholder:"URL" help:"Where clients fetch sounds; empty: players have the files."`
}

// check refuses what is no folder's address.
func (f *soundFlags) check() error {
	u, err := url.Parse(f.SoundsURL)
	if f.SoundsURL == "" || err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") {
		return nil
	}
	return command.Misuse(
		fmt.Errorf("--sounds-url is the address of a folder, as https://example.org/sounds/ is, not %q",
			f.SoundsURL),
	)
}

// media reads what there is to hear.
func (f *soundFlags) media() (gmcp.Media, error) {
	sounds, err := gmcp.ParseSounds(data.Sounds())
	if err != nil {
		return gmcp.Media{}, err
	}
	m := gmcp.Media{URL: f.SoundsURL, Sounds: sounds}
	if m.URL != "" && !strings.HasSuffix(m.URL, "/") {
		m.URL += "/"
	}
	return m, nil
}

// recordFlags are what operators may set about how much of the record is kept.
type recordFlags struct {
	KeepDays    int           `default:"30" help:"For how many days sealed records are kept; 0: for ever."`
	KeepSize    byteSize      `default:"10GiB" help:"How much room sealed records may take, as in 500MiB; 0: any."`
	SegmentSize byteSize      `default:"64MiB" help:"How many bytes of records are sealed into one segment."`
	SealEvery   time.Duration `hidden:"" default:"10s"`
	RecordAnew  bool          `help:"If sealed records are missing, put aside what is left and begin anew."`
}

// segmentBytesLeast keeps segments from becoming many: each has the whole state in it.
const segmentBytesLeast = 1 << 10

// options is how the record is opened.
func (c *recordFlags) options() (archive.Options, error) {
	o := archive.Options{
		KeepDays: c.KeepDays, KeepBytes: int64(c.KeepSize), SegmentBytes: int64(c.SegmentSize), Anew: c.RecordAnew,
	}
	switch {
	case c.KeepDays < 0:
		return o, fmt.Errorf("--keep-days %d: it is a number of days, or 0 to keep sealed records for ever", c.KeepDays)
	case c.SegmentSize < segmentBytesLeast:
		return o, fmt.Errorf("--segment-size %d: %s is the least", c.SegmentSize, command.Size(segmentBytesLeast))
	case c.KeepSize > 0 && c.KeepSize < c.SegmentSize:
		return o, fmt.Errorf("--keep-size %s is less than one segment of %s: all but the newest would be dropped; "+
			"0 keeps any amount", command.Size(int(c.KeepSize)), command.Size(int(c.SegmentSize)))
	case c.SealEvery <= 0:
		return o, fmt.Errorf("--seal-every %s: it is a while", c.SealEvery)
	}
	if c.KeepDays == 0 {
		o.KeepDays = -1
	}
	if c.KeepSize == 0 {
		o.KeepBytes = -1
	}
	return o, nil
}

// byteSize is a number of bytes as people write it: 500MiB, 10GiB, 0.
type byteSize int64

// UnmarshalText reads it.
func (s *byteSize) UnmarshalText(text []byte) error {
	digits := strings.TrimRight(strings.TrimSpace(string(text)), "BKMGTibkmgt ")
	unit := strings.ToUpper(strings.TrimSpace(strings.TrimSpace(string(text))[len(digits):]))
	n, err := strconv.ParseInt(digits, 10, 64)
	shift, known := map[string]int{
		"": 0, "B": 0, "K": 10, "KB": 10, "KIB": 10, "M": 20, "MB": 20, "MIB": 20, "G": 30, "GB": 30, "GIB": 30,
		"T": 40, "TB": 40, "TIB": 40,
	}[unit]
	if err != nil || !known || n < 0 || n > (1<<62)>>shift {
		return fmt.Errorf("%q is no size: write a whole number and KiB, MiB, GiB or TiB, as in 500MiB", text)
	}
	*s = byteSize(n << shift)
	return nil
}
