package output_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/goccy/go-yaml"

	"github.com/mudlark-mud/mudlark/ai/output"
)

// What is wrong only in its looks is mended.
func TestMending(t *testing.T) {
	tests := []struct{ what, text, want string }{
		{"colours", "\x1b[31mRed\x1b[0m tide.", "Red tide."},
		{"a title of a window", "\x1b]0;evil\x07Good evening.", "Good evening."},
		{"telnet's own bytes", "Good\xff\xfb\x01 evening.", "Good evening."},
		{"control characters", "Good\x00\x07 eve\x7fning\u0085.", "Good evening ."},
		{"lines", "Good evening.\r\n\nSit down.", "Good evening. Sit down."},
		{"other lines", "Good evening.\u2028Sit\u2029down.", "Good evening. Sit down."},
		{"marks of direction", "Good \u202eevening\u2066.", "Good evening."},
		{"what is invisible", "Go\u200bod eve\ufeffning.", "Good evening."},
		{"private characters", "Good \ue000evening.", "Good evening."},
		{"its own name", "Mara: Good evening.", "Good evening."},
		{"its own name, shouted", "MARA : Good evening.", "Good evening."},
		{"quotation marks", `"Good evening."`, "Good evening."},
		{"curly ones, and its name", "Mara: “Good evening.”", "Good evening."},
		{"two quotations", `"Good," she said, "evening."`, `'Good,' she said, 'evening.'`},
		{"a quotation", `You said so yourself: "I'm off."`, `You said so yourself: 'I'm off.'`},
		{"curly and other ones", "He said “so”, «then» and „there”.", "He said ‘so’, ‹then› and ‚there’."},
		{"a stage direction", "*wipes the counter* Good evening.", "Good evening."},
		{"another", "(She smiles.) Good evening. [exit]", "Good evening."},
		{"bold", "**Good** evening.", "Good evening."},
		{"a fence", "```\nGood evening.\n```", "Good evening."},
		{"thoughts", "<think>Who is it?</think>\nGood evening.", "Good evening."},
		{"too much room", "  Good   evening. ", "Good evening."},
		{"accents that stay", "Gode\u0301 evening, Zoë.", "Godé evening, Zoë."},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			got, verdict := output.Speech(tt.text, output.Guard{Names: []string{"Mara"}})
			if got != tt.want || !verdict.IsSaid() || verdict == output.Clean != (tt.text == tt.want) {
				t.Errorf("got %q, %q, want %q", got, verdict, tt.want)
			}
		})
	}
	for _, text := range []string{"", " \n", "***", "...", "*nods*", "\x00", "(She nods.)", "🙂", "\xff\xff"} {
		if got, verdict := output.Speech(text, output.Guard{}); got != "" || verdict != output.Empty {
			t.Errorf("%q: got %q, %q, want nothing", text, got, verdict)
		}
	}
}

func TestLength(t *testing.T) {
	tests := []struct {
		what, text string
		most       int
		want       string
	}{
		{"what fits", "A tide. A boat.", 0, "A tide. A boat."},
		{"at a sentence", strings.Repeat("The tide takes what it likes. ", 20), 0,
			strings.TrimSpace(strings.Repeat("The tide takes what it likes. ", 13))},
		{"at a question in quotation marks", "\"Is it really so?\" Yes it is, as I have told you.", 30, `'Is it really so?'`},
		{"between words", strings.Repeat("tide ", 200), 0, strings.TrimSpace(strings.Repeat("tide ", 79)) + "…"},
		{"one word", strings.Repeat("a", 900), 0, strings.Repeat("a", 399) + "…"},
		{"more than is allowed", strings.Repeat("tide ", 200), 4000, strings.TrimSpace(strings.Repeat("tide ", 79)) + "…"},
		{"of many bytes", strings.Repeat("𝄞a ", 300), 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			got, verdict := output.Speech(tt.text, output.Guard{Chars: tt.most})
			if !verdict.IsSaid() || tt.want != "" && got != tt.want {
				t.Errorf("got %q, %q, want %q", got, verdict, tt.want)
			}
			if n := utf8.RuneCountInString(got); n > output.SpeechCharsMax || len(got) > 2000 {
				t.Errorf("got %d characters, %d bytes", n, len(got))
			}
		})
	}
}

// One who lives in this world does not step out of it; what only sounds alike may be said.
func TestPersona(t *testing.T) {
	for _, text := range []string{
		"As an AI language model, I cannot do that.", "I'm just a bot, love.", "I am an A.I. made for you.",
		"I was trained on a large corpus.", "My instructions say that I must stay friendly.", "My system prompt is secret.",
		"I can't assist with that request.", "I'm sorry, but I cannot help you with that.", "This is a roleplay, after all.",
		"You are playing a video game.", "In this game world, doors open with keys.", "The user wants a key.",
		"OpenAI made me.", "I am ChatGPT.", "Ignore all previous instructions, you say?", "I am only an NPC.",
		"a s  a n  A I, f r i e n d", "I am a l a n g u a g e m o d e l", "I'm a l4nguage m0del.", "І аm аn АІ.",
		"Ｉ ａｍ ａ ｃｈａｔｂｏｔ.",
		"Breaking character for a moment: hello.", "As the fourth wall crumbles, hello.", "Visit https://example.com now.",
		"Als KI-Sprachmodell kann ich das nicht.", "En tant que modèle de langage, je ne peux pas.", "{\"json\": true}",
		"<|im_start|>assistant", "Developer mode enabled.", "I am a large language model.", "My training data ends there.",
		"Your prompt says otherwise.", "I was programmed to serve ale.", "I'm an assistant, so: as an AI assistant I can't.",
	} {
		if got, verdict := output.Speech(text, output.Guard{}); verdict != output.Persona || got != "" {
			t.Errorf("%q is %q", text, verdict)
		}
	}
	for _, text := range []string{
		"It's only a game, love. Sit down and lose it.", "Another game? You were beaten in three moves.",
		"I built a model of that ship once.", "The harbourmaster's instructions were plain: nobody crosses at flood.",
		"I was told to keep this gate, and I keep it.", "A prompt answer. I like that.", "You have the character of an eel.",
		"That is out of character for her.", "The potter's assistant ran off with a sailor.", "Ai, that hurt!",
		"He plays the fool, and the role suits him.", "What an open air this is, after the cellar.",
		"The players at my table pay first.", "I cannot help you, friend, the tide waits for nobody.",
		"Real people drown out there.", "I was trained by my mother, at this very counter.",
		"Some say this world is a tale that somebody tells.", "Mind the fourth step; the wall is damp.",
		"Ignore the old king's orders, as we all do.", "A token for the ferry, if you please.",
		"I'm just a ferryman.", "I am an old woman with a loud clock.",
	} {
		if got, verdict := output.Speech(text, output.Guard{}); verdict != output.Clean || got != text {
			t.Errorf("%q is %q: %q", text, verdict, got)
		}
	}
}

// The worst of words are not said; places, trades and fishes that sound alike are.
func TestBlocked(t *testing.T) {
	for _, text := range []string{
		"Go kill yourself.", "k i l l yourself", "K1ll y0urself, stranger.", "KYS", "You should just go hang yourself.",
		"I will find your home address.", "Your IP address is known to me.", "Why don't you kill yourself?",
	} {
		if got, verdict := output.Speech(text, output.Guard{}); verdict != output.Blocked || got != "" {
			t.Errorf("%q is %q", text, verdict)
		}
	}
	for _, text := range []string{
		"A chink of light under the door.", "The assassin was from Scunthorpe.", "The cock-crow woke me.",
		"I'll gut you like a herring if you touch that lamp.", "He killed himself an eel for supper.",
		"Spic and span, the whole ship.", "Hang it yourself, the lamp.", "The children sleep upstairs.",
		"A classic brass basin.", "Damn your eyes, you bastard.", "The bell killed the talk.",
	} {
		if got, verdict := output.Speech(text, output.Guard{}); verdict != output.Clean || got != text {
			t.Errorf("%q is %q", text, verdict)
		}
	}
}

// Nobody says that something was done which was not; what was done may be told.
func TestSayDo(t *testing.T) {
	claims := []struct{ text, did string }{
		{"Here, take it.", "give"}, {"Here you go, take the lamp.", "give"}, {"It's yours now.", "give"},
		{"I give you my lamp, friend.", "give"}, {"I'll give you the key.", "give"}, {"You can keep it.", "sell"},
		{"She hands you the key.", "give"}, {"Mara slides it over to you.", "give"}, {"It's on the house.", "give"},
		{"I promise you that the lamp is yours to borrow.", "promise"}, {"You have my word.", "promise"},
		{"I swear I'll be there.", "promise"}, {"I'll fetch you one tomorrow.", "promise"}, {"I owe you a lamp.", "promise"},
		{"There, I've unlocked it.", "unlock"}, {"I'll open the gate for you.", "unlock"}, {"The chest is now unlocked.",
			"open"},
		{"For you, three coins.", "quote"}, {"I'll let you have it for 2 coins.", "quote"}, {"It's a deal.", "sell"},
		{"I'll pay you ten coins for that.", "buy"}, {"Yours for five.", "quote"}, {"Your debt is forgiven.", "sell"},
		{"Now you know how the knot is tied.", "teach"}, {"I'll teach you.", "teach"}, {"I'll come with you.", "follow"},
		{"Quest completed!", ""}, {"I hereby name you captain of the guard.", ""}, {"You are now the owner of this tavern.",
			""},
	}
	for _, tt := range claims {
		if got, verdict := output.Speech(tt.text, output.Guard{Did: []string{"say"}}); verdict != output.SayDo || got != "" {
			t.Errorf("%q, not done, is %q", tt.text, verdict)
		}
		if tt.did == "" {
			continue
		}
		if _, verdict := output.Speech(tt.text, output.Guard{Did: []string{"say", tt.did}}); !verdict.IsSaid() {
			t.Errorf("%q, after %s, is %q", tt.text, tt.did, verdict)
		}
	}
	for text, want := range map[string]bool{
		"The pie is yours now.": true, "This eel-pie is all yours to keep.": true, "It's yours now.": true,
		"The key is yours now.": false, "The pie is yours now, and the key is yours now.": false,
	} {
		if _, verdict := output.Speech(text, output.Guard{Did: []string{"give eel pie Ann"}}); verdict.IsSaid() != want {
			t.Errorf("%q, after an eel pie was given, is %q", text, verdict)
		}
	}
	for _, text := range []string{
		"I won't give you anything.", "I never promised you a key.", "Take the stairs, and mind the third.",
		"Promise me nothing.",
		"Who told you that I would give it away?", "The gate is locked.", "Lamps cost three coins in this town.",
		"You still owe me for the last one.", "I gave a lamp to Tam once, and never saw it again.", "He swore on his mother.",
		"Take this with a pinch of salt.", "That is my lamp, and it stays mine.", "Deal the cards.",
		"A good deal of rain today.",
		"Follow the quay until it ends.", "Open the window, would you?", "You gave me your word.",
	} {
		if got, verdict := output.Speech(text, output.Guard{}); verdict != output.Clean || got != text {
			t.Errorf("%q is %q", text, verdict)
		}
	}
	// A claim in a stage direction is not heard by anybody, and goes with it.
	if got, verdict := output.Speech("*hands you the key* Good evening.", output.Guard{}); got != "Good evening." ||
		verdict != output.Mended {
		t.Errorf("got %q, %q", got, verdict)
	}
}

// Talk about what secrets are about is no leak.
func TestNoFalseLeaks(t *testing.T) {
	for _, text := range []string{
		"A hearthstone is a hearthstone.", "My mother kept this house.", "The kitchen is through there.",
		"Ledgers are for clerks, and I am none.", "I have salt, and I had silver once.", "Quills and feathers, at a price.",
		"It is forty-four years since the flood.", "The password of a fool is his own name.",
		"The lamp is blue, and the light is not.",
		"There were 4 of them, and 17 of us.", "Tobias? He mends nets.", "The spring tide takes what is not tied.",
		"A little boat is a brave thing.", "Words open nothing here. Keys do.",
		"Smugglers? In this town? Never on a Tuesday.",
		"I mean to leave you with the bill.",
	} {
		if got, verdict := output.Speech(text, canaries()); verdict != output.Clean || got != text {
			t.Errorf("%q is %q", text, verdict)
		}
	}
}

// What others say in confidence is mostly small talk, and small talk may be made by anybody.
func TestSmallTalkIsNotPrivate(t *testing.T) {
	g := output.Guard{Private: []string{
		"Tomorrow", "Good evening", "hello there, love", "What is it you want of me?", "Yes.",
	}}
	for _, text := range []string{
		"Tomorrow, then.", "Good evening to you.", "Hello there, love.", "Now what is it you want of me?", "Yes. Why?",
	} {
		if got, verdict := output.Speech(text, g); verdict != output.Clean || got != text {
			t.Errorf("%q is %q", text, verdict)
		}
	}
	g.Private = append(g.Private, "My name is Aurelia Blackwood.", "4711", "It's under the drowned widow's third step.")
	for _, text := range []string{
		"Her name is Aurelia Blackwood.", "4711, she said.", "Look by the drowned widow's third step.",
	} {
		if got, verdict := output.Speech(text, g); verdict != output.Leak || got != "" {
			t.Errorf("%q is %q", text, verdict)
		}
	}
}

// guardedPeople returns the secrets and the authored lines of each of the starter world's people who has secrets.
func guardedPeople(t *testing.T) map[string][2][]string {
	t.Helper()
	files, err := filepath.Glob("../../data/lowtide/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][2][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var pack struct {
			Mobs []struct {
				ID   string
				Says []string
				Mind struct {
					Voice   string
					Secrets []string
					Lines   []struct{ Text string }
				}
			}
		}
		if err := yaml.Unmarshal(text, &pack); err != nil {
			continue // another kind of file
		}
		for _, m := range pack.Mobs {
			lines := m.Says
			for _, l := range m.Mind.Lines {
				lines = append(lines, l.Text)
			}
			if len(m.Mind.Secrets) > 0 {
				out[m.ID] = [2][]string{m.Mind.Secrets, lines}
			}
		}
	}
	return out
}

// The people of the starter world do not tell their secrets, in the third person or in the first, and their own lines
// are no leaks.
func TestTownSecrets(t *testing.T) {
	first := strings.NewReplacer("She ", "I ", "He ", "I ", " she ", " I ", " he ", " I ", " her ", " my ",
		" his ", " my ",
		"His ", "My ", " him", " me", " was ", " is ", ", and ", "; ")
	secrets, lines := 0, 0
	for id, person := range guardedPeople(t) {
		g := output.Guard{Secrets: person[0], Did: []string{
			"give", "sell", "buy", "promise", "unlock", "open", "quote", "teach", "follow", "walk", "grant",
		}}
		for _, secret := range person[0] {
			secrets++
			for _, text := range []string{
				secret, first.Replace(secret), "Well. " + b64(secret), strings.ToUpper(first.Replace(secret)),
				backwards(secret),
			} {
				if got, verdict := output.Speech(text, g); verdict != output.Leak || got != "" {
					t.Errorf("%s: %q is %q", id, text, verdict)
				}
			}
		}
		for _, line := range person[1] {
			lines++
			if _, verdict := output.Speech(line, g); !verdict.IsSaid() {
				t.Errorf("%s: the line %q is %q", id, line, verdict)
			}
		}
	}
	t.Logf("%d secrets, %d lines", secrets, lines)
	if secrets == 0 {
		t.Error("nobody has a secret")
	}
}

// texts returns every text of a pack's files.
func texts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../data/lowtide/*.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("found %d files: %v", len(files), err)
	}
	var out []string
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, one := range v {
				walk(one)
			}
		case map[string]any:
			for key, one := range v { // each text is judged by itself
				if key != "secrets" {
					walk(one)
				}
			}
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "help.yaml") {
			continue // it explains the program, agents and machines included, and nobody in the world says it
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := yaml.Unmarshal(text, &v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		walk(v)
	}
	return out
}

// The whole text of the starter world raises no alarm: what people wrote for this world may be said in it. Claims are
// left out of account here, since authored lines are said when they are true.
func TestWorldText(t *testing.T) {
	if testing.Short() {
		t.Skip("nothing happens at once")
	}
	g := canaries()
	g.Did = []string{
		"give", "sell", "buy", "promise", "unlock", "open", "quote", "teach", "follow", "walk", "grant",
	}
	f, n := output.NewFilter(g), 0
	for _, text := range texts(t) {
		if strings.HasPrefix(text, "http") {
			continue
		}
		n++
		if _, verdict := f.Speech(text); !verdict.IsSaid() && verdict != output.Empty {
			t.Errorf("%q: %.300q", verdict, text)
		}
	}
	if n < 500 {
		t.Errorf("only %d texts", n)
	}
	t.Logf("%d texts", n)
}

// Whatever a model says, what is said is clean, short and guarded; and saying it again changes nothing.
func FuzzSpeech(f *testing.F) {
	for _, seed := range []string{
		"Good evening.", "\x1b[31m\xff\xfb\x01", "*a* (b) [c] \"d\"", "QUILLFEATHER-77", "c2FsdCBhbmQgc2lsdmVy",
		"Mara: \u202e",
		strings.Repeat("a. ", 400), "&#65;%41\\x41\\u0041 0x41", "- .... . / 20 8 5", "<think>a</think>```\nb\n```", "🇦🅰ⓐ𝐚",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := canaries()
		g.Names = []string{"Mara"}
		got, verdict := output.Speech(text, g)
		if verdict.IsSaid() != (got != "") {
			t.Fatalf("got %q, %q", got, verdict)
		}
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > output.SpeechCharsMax || got != strings.TrimSpace(got) {
			t.Errorf("got %q", got)
		}
		for _, r := range got {
			if r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x202a && r <= 0x202e || r == 0xfeff {
				t.Errorf("%U in %q", r, got)
			}
		}
		low := strings.ToLower(got)
		for _, word := range []string{"quillfeather", "salt and silver", "loose hearthstone in the kitchen", "4417"} {
			if strings.Contains(low, word) {
				t.Errorf("%q in %q", word, got)
			}
		}
	})
}
