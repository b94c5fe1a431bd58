package profile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/mudlark-mud/mudlark/world/prose"
)

// Limits of what is read. A file beyond them is refused, not read in part.
const (
	fileMaxBytes = 64 << 10
	nameMax      = 64
)

// Profile is what one keeps of a MUD. The zero value of each field is the ordinary way.
type Profile struct {
	Address string   `yaml:"address"`           // host and port as Parse takes them
	TLS     Security `yaml:"tls,omitempty"`     // beats what the address says
	Account string   `yaml:"account,omitempty"` // or the character's name: what the password in the keyring is for
	Theme   string   `yaml:"theme,omitempty"`   // one of prose.Themes
	Log     string   `yaml:"log,omitempty"`     // one of logs
	NoColor bool     `yaml:"no_color,omitempty"`
	ASCII   bool     `yaml:"ascii,omitempty"`
	Mouse   bool     `yaml:"mouse,omitempty"`
	Reader  bool     `yaml:"reader,omitempty"`
}

// logs are the kinds of log one may keep: the field log has one of them, or nothing.
func logs() []string { return []string{"plain", "html"} }

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`) // immutable

// Named reports whether s can be a profile's name: letters, digits, '.', '_' and '-', and nothing that is taken.
func Named(s string) bool { return len(s) <= nameMax && nameForm.MatchString(s) && !taken(s) }

// taken reports whether a name is that of something beside the folders of MUDs; some file systems heed no capitals.
func taken(s string) bool {
	return slices.Contains([]string{pinsFile, OwnWorld, OwnFolder}, strings.ToLower(s))
}

// decode reads a profile. The error names the file and shows the line.
func decode(file string, data []byte) (Profile, error) {
	var p Profile
	if err := yaml.UnmarshalWithOptions(data, &p, yaml.Strict()); err != nil {
		return Profile{}, fmt.Errorf("%s: %s", file, strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	return p, p.check(file)
}

// check refuses what no field may say.
func (p Profile) check(file string) error {
	if _, err := Parse(p.Address); err != nil {
		return fmt.Errorf("%s: address: %w", file, err)
	}
	if !p.TLS.valid() {
		return fmt.Errorf("%s: tls: %q is none of auto, on and off", file, p.TLS)
	}
	if p.Theme != "" {
		if _, ok := prose.Theme(p.Theme); !ok {
			return fmt.Errorf("%s: theme: %q is none of %s", file, p.Theme, strings.Join(prose.Themes(), ", "))
		}
	}
	if p.Log != "" && !slices.Contains(logs(), p.Log) {
		return fmt.Errorf("%s: log: %q is none of %s", file, p.Log, strings.Join(logs(), ", "))
	}
	return nil
}

// Load reads the profile of that name; false means that there is none.
func (s *Shelf) Load(name string) (Profile, bool, error) {
	if !Named(name) {
		return Profile{}, false, nil
	}
	file := s.Folder(name).Path(profileFile)
	data, err := readFile(file, fileMaxBytes)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Profile{}, false, nil
	case err != nil:
		return Profile{}, false, fmt.Errorf("read the profile: %w", err)
	}
	p, err := decode(file, data)
	return p, err == nil, err
}

// Save writes a profile under a name, in the place of an older one.
func (s *Shelf) Save(name string, p Profile) error {
	if !Named(name) {
		return fmt.Errorf("%q cannot name a profile: letters, digits, '.', '_' and '-' can, %d at most, but no %s, %s, %s",
			name, nameMax, pinsFile, OwnWorld, OwnFolder)
	}
	folder := s.Folder(name)
	if err := p.check(folder.Path(profileFile)); err != nil {
		return err
	}
	data, err := yaml.Marshal(p)
	if err != nil {
		return fmt.Errorf("write the profile: %w", err)
	}
	return folder.Write(profileFile, data)
}

// readFile reads a file of at most so many bytes.
func readFile(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", path)
	case info.Size() > most:
		return nil, fmt.Errorf("%s has %d bytes, and %d are the most", path, info.Size(), most)
	}
	return os.ReadFile(path)
}
