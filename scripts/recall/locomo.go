package main

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/ai/memory"
	"github.com/mudlark-mud/mudlark/world"
)

// entryBytesMax bounds what is read of one conversation.
const entryBytesMax = 32 << 20

// talk is one conversation.
type talk struct {
	turns     []said
	questions []question
	recall    func(question string, most int) []int // how a mind finds turns, where one does
}

type said struct {
	id, text string
	session  int
}

type question struct {
	text   string
	kind   int
	places map[string]bool // ids of the turns that hold the answer
}

// kinds of questions, as the set numbers them.
func kinds() [6]string {
	return [6]string{1: "several places", 2: "when", 3: "open", 4: "one place", 5: "adversarial"}
}

// rawTurn and rawQuestion are as they stand in the set.
type rawTurn struct {
	Speaker string `json:"speaker"`
	ID      string `json:"dia_id"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"` // of a picture that was shown
}

type rawQuestion struct {
	Question string   `json:"question"`
	Evidence []string `json:"evidence"`
	Category int      `json:"category"`
}

func readZip(path string) ([]talk, error) {
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("open the set: %w", err)
	}
	defer func() { _ = z.Close() }()
	files := slices.SortedFunc(slices.Values(z.File), func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	var out []talk
	for _, f := range files {
		if !strings.HasSuffix(f.Name, ".json") || strings.Contains(f.Name, "__MACOSX") {
			continue
		}
		t, err := readTalk(f)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", f.Name, err)
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, errors.New("no conversation is in it")
	}
	return out, nil
}

func readTalk(f *zip.File) (t talk, err error) {
	r, err := f.Open()
	if err != nil {
		return t, err
	}
	defer func() { _ = r.Close() }()
	raw := map[string]json.RawMessage{}
	if err := json.NewDecoder(io.LimitReader(r, entryBytesMax)).Decode(&raw); err != nil {
		return t, err
	}
	ids := map[string]bool{}
	for n := 1; ; n++ {
		text, ok := raw["session_"+strconv.Itoa(n)]
		if !ok {
			break
		}
		var turns []rawTurn
		if err := json.Unmarshal(text, &turns); err != nil {
			return t, err
		}
		for _, u := range turns {
			ids[u.ID] = true
			t.turns = append(t.turns, said{u.ID, u.Speaker + ": " + u.Text + " " + u.Caption, n})
		}
	}
	t.recall = heard(t.turns)
	var asked []rawQuestion
	if err := json.Unmarshal(raw["qa"], &asked); err != nil {
		return t, err
	}
	for _, q := range asked {
		if places := placesOf(q.Evidence, ids); len(places) > 0 {
			t.questions = append(t.questions, question{q.Question, q.Category, places})
		}
	}
	return t, nil
}

// heard is a mind that heard a conversation, each turn as a claim of whoever spoke, and is asked a day after.
func heard(turns []said) func(question string, most int) []int {
	mem := memory.New(memory.Config{})
	places := map[uint64]int{}
	at, session := world.Time(0), 0
	for i, u := range turns {
		if at += 10 * world.Second; u.session != session {
			at, session = at+world.GameDay, u.session
		}
		who, _, _ := strings.Cut(u.text, ":")
		kept, _ := mem.Remember(memory.Row{
			Kind: memory.Claim, Deed: "said", At: at, Source: who, By: who, Name: who, Who: []string{who}, Text: u.text,
			Importance: memory.RememberLeast,
		})
		if _, ok := places[kept.ID]; !ok {
			places[kept.ID] = i
		}
	}
	return func(question string, most int) (out []int) {
		for _, f := range mem.Recall(memory.Query{Words: []string{question}, At: at + world.GameDay, Most: most}) {
			out = append(out, places[f.Row.ID])
		}
		return out
	}
}

// placeForm finds a turn's id in what people wrote: D4:36, D:11:26, D30:05.
var placeForm = regexp.MustCompile(`D:?(\d+):0*(\d+)`) // immutable

// placesOf returns the turns that evidence names, those that there are.
func placesOf(evidence []string, ids map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, e := range evidence {
		for _, m := range placeForm.FindAllStringSubmatch(e, -1) {
			if id := "D" + m[1] + ":" + m[2]; ids[id] {
				out[id] = true
			}
		}
	}
	return out
}
