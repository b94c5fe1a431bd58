package tidy

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The patterns of what a document may name.
var (
	tickedText  = regexp.MustCompile("`([^`]+)`")
	testWord    = regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w*`)
	pathWord    = regexp.MustCompile(`^[\w.*-]+(/[\w.*-]+)+$`)
	dottedWord  = regexp.MustCompile(`^[A-Za-z]\w*(\.[A-Za-z]\w*)+$`)
	nameWord    = regexp.MustCompile(`^([A-Z]?[a-z0-9]+[A-Z]\w*|[A-Z][a-z]+)$`)
	makeTarget  = regexp.MustCompile(`^[a-z][a-z-]*$`)
	programWord = regexp.MustCompile(`^(\./|bin/)?mudlark$`)
)

// Documents reports what stands between backticks or in a block of code of a document and is not in the tree: a path, a
// test, a method or another name of Go, a flag or a command of mudlark, a target of make.
func Documents(t *Tree) []Problem { return t.excused("documents", t.rotten()) }

func (t *Tree) rotten() []keyed {
	if t.isRead {
		return t.rot
	}
	in := t.index()
	var ps []keyed
	for _, f := range t.Files {
		if path.Ext(f.Path) != ".md" || f.IsFixture() {
			continue
		}
		for _, s := range snippets(f.Text) {
			s.isGame = f.Path == "COMMANDS.md"
			for _, what := range in.missing(s) {
				what.Path, what.Line = f.Path, s.line
				ps = append(ps, what)
			}
		}
	}
	t.rot, t.isRead = ps, true
	return ps
}

// snippet is what stands between two backticks, or a line of a block of code. Of the game is what players type, where
// make is a verb.
type snippet struct {
	line    int
	text    string
	isBlock bool
	isGame  bool
}

// snippets finds them. What is between backticks may go on in the next line of its paragraph.
func snippets(text string) []snippet {
	var out []snippet
	var paragraph strings.Builder
	first, number, isFenced, wasBlank := 1, 0, false, true
	flush := func() {
		p := paragraph.String()
		for _, at := range tickedText.FindAllStringSubmatchIndex(p, -1) {
			words := strings.Join(strings.Fields(p[at[2]:at[3]]), " ")
			out = append(out, snippet{line: first + strings.Count(p[:at[0]], "\n"), text: words})
		}
		paragraph.Reset()
	}
	for line := range strings.Lines(text) {
		number++
		isFence := strings.HasPrefix(strings.TrimSpace(line), "```")
		isIndented := wasBlank && strings.HasPrefix(line, "    ")
		switch {
		case isFence:
			flush()
			isFenced = !isFenced
		case isFenced || isIndented:
			out = append(out, snippet{line: number, text: strings.TrimSpace(line), isBlock: true})
		case strings.TrimSpace(line) == "":
			flush()
		default:
			if paragraph.Len() == 0 {
				first = number
			}
			paragraph.WriteString(line)
		}
		wasBlank = strings.TrimSpace(line) == "" || isIndented && !isFenced
	}
	flush()
	return out
}

// missing says what a snippet names that is not in the tree; the key of each is the name.
func (in *index) missing(s snippet) []keyed {
	var out []keyed
	say := func(format, name string) { out = append(out, keyed{name, Problem{Text: fmt.Sprintf(format, name)}}) }
	for _, test := range testWord.FindAllString(s.text, -1) {
		if !in.hasTest(test, strings.Contains(s.text, test+"...")) {
			say("there is no test %s", test)
		}
	}
	words := strings.Fields(s.text)
	for i, word := range words {
		isTarget := i > 0 && words[i-1] == "make" && makeTarget.MatchString(word) && (i == 1 || s.isBlock) && !s.isGame
		if isTarget && !in.targets[word] {
			say("the Makefile has no %s", word)
		}
	}
	if len(words) > 1 && strings.Contains(s.text, words[0]+" "+words[1]) && programWord.MatchString(words[0]) &&
		makeTarget.MatchString(words[1]) && !in.commands[words[1]] {
		say("mudlark has no command %s", words[1])
	}
	for _, flag := range in.flagsOf(words) {
		if !in.flags[flag] {
			say("mudlark has no flag --%s", flag)
		}
	}
	for _, word := range words {
		word = strings.Trim(word, `,;:()"'`)
		word = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(word, "./"), "..."), "/")
		isOurs := pathWord.MatchString(word) && slices.Contains(codeFolders(), top(word)+"/")
		switch {
		case isOurs && !in.hasPath(word):
			say("there is no %s", word)
		case isOurs || len(words) > 1 || s.isBlock || testWord.MatchString(word):
		case !in.hasName(strings.TrimPrefix(word, "*")):
			say("nothing in the tree is called %s", word)
		}
	}
	return out
}

// flagsOf returns the flags on a command line of mudlark, and those that stand alone.
func (in *index) flagsOf(words []string) []string {
	if len(words) == 0 {
		return nil
	}
	isOurs := strings.HasPrefix(words[0], "--") || in.commands[words[0]]
	var out []string
	for i, word := range words {
		switch {
		case programWord.MatchString(word) && (i == 0 || strings.Contains("| && $ nohup", words[i-1])):
			isOurs = true
		case word == "|" || word == "&&" || word == "#" || word == "--":
			isOurs = false
		case isOurs && strings.HasPrefix(word, "--"):
			flag, _, _ := strings.Cut(word[2:], "=")
			out = append(out, strings.Trim(flag, ",;:)"))
		}
	}
	return out
}

// hasName reports whether the tree has what a single word between backticks names. A word that could be anything
// passes.
func (in *index) hasName(word string) bool {
	call := strings.TrimSuffix(word, "()")
	switch {
	case call != word:
		return in.words[call[strings.LastIndex(call, ".")+1:]]
	case pathWord.MatchString(word):
		return in.endsPath(word) || in.says(word)
	case slices.Contains([]string{".go", ".md", ".txtar"}, path.Ext(word)) && path.Base(word) != path.Ext(word):
		return in.endsPath(word)
	case dottedWord.MatchString(word):
		return in.hasDotted(strings.Split(word, ".")) || in.says(word)
	case nameWord.MatchString(word):
		return in.words[word] || in.says(word)
	}
	return true
}

// hasDotted judges `package.Name`, `package.Type.Member` and `Type.Member`. What begins with a small letter after the
// point is not for other packages to use, so it is something else than Go: a key of a file, a code.
func (in *index) hasDotted(parts []string) bool {
	first, second := parts[0], parts[1]
	names, isPackage := in.packages[first]
	members, isType := in.members[first]
	switch {
	case isCapital(first):
		return isType && members[second]
	case !isCapital(second):
		return true
	case isPackage && len(parts) > 2:
		return names[second] && in.members[second][parts[2]]
	case isPackage:
		return names[second]
	}
	return in.imported[first]
}

func isCapital(word string) bool { return word[0] >= 'A' && word[0] <= 'Z' }
