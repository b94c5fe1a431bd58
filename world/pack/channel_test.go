package pack_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world/pack"
)

// A channel is called like no command, gesture or direction, and what one does on it begins with a verb.
func TestChannelsClashWithNothing(t *testing.T) {
	const text = `
socials:
  - {id: hail, alone: You hail., alone_all: "{actor} hails.", at: "You hail {target}.",
     at_target: "{actor} hails you.", at_all: "{actor} hails {target}."}
channels:
  - {id: look, name: the look, about: It is a command.}
  - {id: yell, name: the yell, about: It is another name of one.}
  - {id: hail, name: the hail, about: It is a gesture.}
  - {id: north, name: the north, about: It is a direction.}
  - {id: row, name: the Row, about: It is right., says: calls over the Row}
  - {id: quay, name: the quay, about: It speaks wrongly., says: call over the quay}
`
	_, problems, err := pack.Check(folder("a.yaml", text), "p")
	if err != nil {
		t.Fatal(err)
	}
	got := problems.String()
	for _, want := range []string{
		`"look" is a command`, `"yell" is a command`, `"hail" is a gesture`, `"north" is a direction`, `begins with "call"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("nothing says %s:\n%s", want, got)
		}
	}
	if strings.Contains(got, "row") {
		t.Errorf("what is right is blamed:\n%s", got)
	}
}
