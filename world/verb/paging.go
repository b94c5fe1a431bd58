package verb

import (
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/world"
)

// listShown is how many lines a page of what a wizard looks up has.
const listShown = 50

const wordPage = "page"

// pageHelp says how a list that is longer than a page is read on.
const pageHelp = "A list has 50 lines a page; page 2 behind the line shows the second."

// askedPage takes "page 2" off the end of what was typed: the words before it, and which page, from 1.
func askedPage(text string) (rest string, page int) {
	words := strings.Fields(text)
	if n := len(words); n > 1 && strings.EqualFold(words[n-2], wordPage) {
		if p, err := strconv.Atoi(words[n-1]); err == nil && p > 0 {
			return strings.Join(words[:n-2], " "), p
		}
	}
	return strings.Join(words, " "), 1
}

// pageOf is one page of a list. again is what asks for the list, so that the next page can be asked for; none is told
// where the list is empty.
func pageOf(title string, lines []string, page int, again, none string) (any, *world.Refusal) {
	pages := max((len(lines)+listShown-1)/listShown, 1)
	if page > pages {
		return nil, refuse(world.CodeBadValue, "There "+isAre(pages)+" only "+countOf(pages, wordPage)+" of that.")
	}
	out := RecordReport{Title: title}
	from := (page - 1) * listShown
	for _, l := range lines[from:min(from+listShown, len(lines))] {
		out.Lines = append(out.Lines, RecordLine{Text: l})
	}
	switch {
	case len(lines) == 0:
		out.Notes = []string{none}
	case page < pages:
		out.Notes = []string{"Page " + strconv.Itoa(page) + " of " + strconv.Itoa(pages) + ", " +
			strconv.Itoa(len(lines)) + " lines in all. To read on: " + again + " page " + strconv.Itoa(page+1) + "."}
	case pages > 1:
		out.Notes = []string{"That is the last page, " + strconv.Itoa(len(lines)) + " lines in all."}
	}
	return out, nil
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// ago says how long something took or is past, in its two largest units: "3 days 2 hours", "12 minutes".
func ago(seconds int64) string {
	const minute, hour, day = 60, 60 * 60, 24 * 60 * 60
	units := []struct {
		name string
		long int64
	}{{"day", day}, {"hour", hour}, {"minute", minute}, {"second", 1}}
	seconds = max(seconds, 0)
	for i, u := range units {
		n := seconds / u.long
		if n == 0 && u.long > 1 {
			continue
		}
		text := countOf(int(n), u.name)
		if i+1 < len(units) && u.long > minute {
			if more := seconds % u.long / units[i+1].long; more > 0 {
				text += " " + countOf(int(more), units[i+1].name)
			}
		}
		return text
	}
	return ""
}
