package peers

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
)

// Description is what there is to know of a server. In its texts stand words in braces for what differs each time:
// {dir} is the server's folder, {port} where it shall listen; {name} and {password} are those of who speaks, {thing} is
// how a thing is called in a command, {to} who gets it, {id} the thing's own id, {token} a word that nobody used
// before.
type Description struct {
	Name string `yaml:"name"`
	// Command starts it, in its folder. It stays in the foreground.
	Command []string          `yaml:"command"`
	Env     map[string]string `yaml:"env"`
	Files   map[string]string `yaml:"files"` // written into the folder before the first start
	// Settle is how long it may write at its leisure before it is killed. A server that tells people what is already
	// safe needs none.
	Settle Duration `yaml:"settle"`
	Gap    Duration `yaml:"gap"` // between two lines, for a server that takes two that come together as one
	Door   []Answer `yaml:"door"`
	Inside Pattern  `yaml:"inside"` // shows that somebody is in play
	Ann    Person   `yaml:"ann"`
	Bert   Person   `yaml:"bert"`
	Things []Thing  `yaml:"things"` // four
	Words  Words    `yaml:"words"`
}

// Answer is what to answer at the door to what is asked there.
type Answer struct {
	See string `yaml:"see"`
	Say string `yaml:"say"`
}

// Person is one of the two players.
type Person struct {
	Name     string   `yaml:"name"`   // to sign in with
	Called   string   `yaml:"called"` // in the game; "" is Name
	Password string   `yaml:"password"`
	Enters   []string `yaml:"enters"` // commands that take them to where both meet, each time
}

// Thing is one of the four things.
type Thing struct {
	ID    string   `yaml:"id"`
	Word  string   `yaml:"word"`  // in a command
	Held  Pattern  `yaml:"held"`  // is met once in the list of what one carries for each one carried
	Lying Pattern  `yaml:"lying"` // is met once in the look of the room for each one that lies there
	Made  []string `yaml:"made"`  // commands that put it into Ann's hands
}

// Words are the server's commands.
type Words struct {
	Drop      string  `yaml:"drop"`
	Get       string  `yaml:"get"`
	Give      string  `yaml:"give"`
	Save      string  `yaml:"save"`
	Look      string  `yaml:"look"`
	Inventory string  `yaml:"inventory"`
	Mark      string  `yaml:"mark"`   // a command whose answer has {token} in it
	Marked    string  `yaml:"marked"` // the answer: a regular expression
	Dropped   Pattern `yaml:"dropped"`
	Got       Pattern `yaml:"got"`
	Given     Pattern `yaml:"given"`
	Saved     Pattern `yaml:"saved"`
}

// Pattern is a regular expression. All but the one that shows that somebody is in play are held against answers whose
// lines were joined by single spaces.
type Pattern struct{ *regexp.Regexp }

// UnmarshalText reads it.
func (p *Pattern) UnmarshalText(text []byte) (err error) {
	p.Regexp, err = regexp.Compile(string(text))
	return err
}

// Duration is written as in 500ms.
type Duration time.Duration

// UnmarshalText reads it.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// things there are, and what happens to each.
const (
	carried = iota // Ann keeps it
	dropped        // she drops it
	gotten         // she drops it and Bert picks it up
	given          // she gives it to Bert
	thingsMany
)

// Read reads a description from a file.
func Read(path string) (*Description, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the description: %w", err)
	}
	var d Description
	if err := yaml.UnmarshalWithOptions(b, &d, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("read %s: %s", filepath.Base(path), yaml.FormatError(err, false, true))
	}
	if err := d.check(); err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Base(path), err)
	}
	return &d, nil
}

// check says what is missing.
func (d *Description) check() error {
	var errs []error
	want := func(there bool, what string) {
		if !there {
			errs = append(errs, errors.New("missing: "+what))
		}
	}
	w := d.Words
	for _, text := range []struct{ what, value string }{
		{"name", d.Name}, {"ann.name", d.Ann.Name}, {"bert.name", d.Bert.Name}, {"words.drop", w.Drop},
		{"words.get", w.Get}, {"words.give", w.Give}, {"words.look", w.Look}, {"words.inventory", w.Inventory},
		{"words.mark", w.Mark}, {"words.marked", w.Marked},
	} {
		want(text.value != "", text.what)
	}
	for _, pattern := range []struct {
		what  string
		value Pattern
	}{{"inside", d.Inside}, {"words.dropped", w.Dropped}, {"words.got", w.Got}, {"words.given", w.Given}} {
		want(pattern.value.Regexp != nil, pattern.what)
	}
	want(w.Save == "" || w.Saved.Regexp != nil, "words.saved")
	want(len(d.Command) > 0, "command")
	want(len(d.Things) == thingsMany, fmt.Sprintf("things: there are %d, and %d are wanted", len(d.Things), thingsMany))
	for _, t := range d.Things {
		want(t.Word != "" && t.Held.Regexp != nil && t.Lying.Regexp != nil && len(t.Made) > 0,
			"a word, held, lying or made of the thing "+t.ID)
	}
	return errors.Join(errs...)
}

// filled puts what differs each time into a text; pairs are a word and what stands for it.
func filled(text string, pairs ...string) string {
	for i := 0; i+1 < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}
