package play

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Confirm is how an agent asks before it plays with what cannot be had back: the character is somebody's, who may not
// know what the program does with it.
type Confirm struct {
	isSaid bool
	does   string
}

// ConfirmFlag adds the flag -yes, with which nobody is asked. does is what the agent would do: "attacks creatures".
func ConfirmFlag(f *flag.FlagSet, does string) *Confirm {
	c := &Confirm{does: does}
	f.BoolVar(&c.isSaid, "yes", false, "do not ask first: it "+does)
	return c
}

// Ask asks whoever sits there, unless -yes was given. Anything but a yes is no, and then nothing has been done: it is
// called before [Dial].
func (c *Confirm) Ask(in io.Reader, out io.Writer) error {
	if c.isSaid {
		return nil
	}
	_, _ = fmt.Fprintf(out, "The character whose token this is gets played: this agent %s. Go on? [y/N] ", c.does)
	line, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return nil
	}
	return errors.New("nothing was done; give it a character of its own, and -yes to go on without being asked")
}
