package modeltest

import (
	"regexp"
	"slices"
	"strings"
)

// stage is which step of a mind's decision a question belongs to, as its words tell.
type stage int

const (
	speaking stage = iota // words are wanted
	searching
	reporting
	thinking
	weighing
	reflecting
	choosing
)

// stageOf reads it from the form of answer that the prompt asks for.
func stageOf(q Question) stage {
	for _, s := range []struct {
		mark  string
		stage stage
	}{
		{`{"queries":`, searching}, {`{"where":`, thinking}, {`{"importance":`, weighing}, {`{"insights":`, reflecting},
		{`{"action":`, choosing}, {`Nothing comes to mind.`, reporting},
	} {
		if strings.Contains(q.System, s.mark) {
			return s.stage
		}
	}
	if q.JSON {
		return choosing
	}
	return speaking
}

// offer is an action that a prompt offers.
type offer struct {
	name   string
	params []param
}

type param struct {
	name       string
	candidates []string
	isOptional bool
}

const (
	offersHeading = " can do now:"
	oneOf         = " is one of: "
	optional      = "(may be left out)"
)

// offers reads what can be done: the list at the end of a prompt, one action a line, as
// "- give: Hand something over. item is one of: key, lamp. to is one of: ann."
func offers(q Question) []offer {
	i := strings.LastIndex(q.User, offersHeading)
	if i < 0 {
		return nil
	}
	var all []offer
	for line := range strings.SplitSeq(q.User[i+len(offersHeading):], "\n") {
		name, rest, ok := strings.Cut(strings.TrimPrefix(line, "- "), ":")
		if !strings.HasPrefix(line, "- ") || !ok {
			continue
		}
		all = append(all, offer{name: name, params: params(rest)})
	}
	return all
}

// params reads the second half of a line of offers.
func params(text string) []param {
	var all []param
	parts := strings.Split(text, oneOf)
	for i, values := range parts[1:] {
		head := parts[i]
		p := param{isOptional: strings.HasSuffix(head, optional)}
		words := strings.Fields(strings.TrimSuffix(head, optional))
		if len(words) == 0 {
			continue
		}
		p.name = words[len(words)-1]
		if end := strings.LastIndex(values, ". "); i+2 < len(parts) && end >= 0 {
			values = values[:end] // what follows is the next parameter's name
		}
		for value := range strings.SplitSeq(strings.TrimRight(values, " ."), ", ") {
			p.candidates = append(p.candidates, value)
		}
		all = append(all, p)
	}
	return all
}

// block returns the lines of a block of data, without their dashes.
func block(q Question, name string) []string {
	_, rest, ok := strings.Cut(q.User, `<data name="`+name+`">`)
	if !ok {
		return nil
	}
	body, _, _ := strings.Cut(rest, "</data>")
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
		lines = append(lines, strings.TrimPrefix(line, "- "))
	}
	return lines
}

// known is everything that a model could tell: all that it was shown, of whomever.
func known(q Question) []string {
	var all []string
	for _, name := range []string{"report", "memories", "working", "events", "turns", "lore", "said"} {
		all = append(all, block(q, name)...)
	}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// words finds what is said in an event.
var words = regexp.MustCompile(`["“'‘](.+)["”'’]`)

// plea is what the last player said, or all that is known of it.
func plea(q Question) string {
	if said := block(q, "said"); len(said) > 0 {
		return said[len(said)-1]
	}
	events := block(q, "events")
	for _, line := range slices.Backward(events) {
		if m := words.FindStringSubmatch(line); m != nil {
			return m[1]
		}
	}
	if len(events) > 0 {
		return events[len(events)-1]
	}
	return q.User
}
