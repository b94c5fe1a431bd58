package world

import (
	"slices"
	"strings"
)

// What a creature does in a script as anybody does it: by the same actions, which refuse it as they refuse everybody.

func dgActs() map[string]dgCommand {
	out := map[string]dgCommand{
		"say": (*liveScript).say, "emote": (*liveScript).emote, "em": (*liveScript).emote, "me": (*liveScript).emote,
		"tell": (*liveScript).tell, "whisper": (*liveScript).whisper, "ask": (*liveScript).whisper,
		"shout": (*liveScript).shout, "gossip": (*liveScript).shout, "holler": (*liveScript).shout,
		"give": (*liveScript).give, "drop": (*liveScript).drop, "get": (*liveScript).get, "take": (*liveScript).get,
		"put": (*liveScript).put, "wear": (*liveScript).wear, "wield": (*liveScript).wear, "hold": (*liveScript).wear,
		"grab": (*liveScript).wear, "remove": (*liveScript).remove, "kill": (*liveScript).kill, "hit": (*liveScript).kill,
		"murder": (*liveScript).kill, "%kill": (*liveScript).kill, "assist": (*liveScript).assist,
		"follow": (*liveScript).follow, "fol": (*liveScript).follow, "%follow": (*liveScript).follow,
		"flee": (*liveScript).flee,
		"look": func(*liveScript, string) {}, "examine": func(*liveScript, string) {},
	}
	for word, w := range anyhow(map[string]Work{
		"open": WorkOpen, "close": WorkClose, "lock": WorkLock, "unlock": WorkUnlock,
	}) {
		out[word] = func(l *liveScript, rest string) { l.work(w, rest) }
	}
	for _, d := range Dirs() {
		out[string(d)] = func(l *liveScript, _ string) { l.step(d) }
	}
	for word, d := range anyhow(map[string]Dir{
		"n": North, "e": East, "s": South, "w": West, "u": Up, "d": Down,
	}) {
		out[word] = func(l *liveScript, _ string) { l.step(d) }
	}
	for word, seen := range anyhow(map[string]string{
		"stand": "stands up.", "sit": "sits down.", "rest": "sits down and rests.", "sleep": "goes to sleep.",
		"wake": "wakes up.",
	}) {
		out[word] = func(l *liveScript, _ string) { l.emote(seen) }
	}
	return out
}

// body returns the creature that acts; nil where the script is of no creature, or it cannot.
func (l *liveScript) body() *Actor {
	kind, id := cutEntry(l.r.self)
	a := l.t.s.Actors[ActorID(id)]
	if kind != "actor" || a == nil || a.Presence != Here || a.Driver != "" || l.t.s.wild(a) == nil {
		return nil
	}
	return a
}

// doAs has a creature do something, and reports whether it did. What refuses it, refuses it.
func (l *liveScript) doAs(a *Actor, act Action) bool {
	if l.acts++; l.dry || a == nil || l.t.full() || l.t.dying == a.ID {
		return false
	}
	t := l.t
	me, in := t.me, t.in
	t.me, t.in = a, Input{Actor: a.ID, Via: Via{Kind: ViaScript}, Action: act}
	r := act.decide(t)
	t.me, t.in = me, in
	return r == nil
}

// speaks has a creature say words, or be seen to do something.
func (l *liveScript) speaks(text, how string, make func(*Actor, string) Action) {
	a, text := l.body(), l.words(text)
	if a == nil || text == "" {
		return
	}
	if l.dry {
		l.acts++
		if l.t.me != nil && a.Room == l.t.me.Room {
			name, _ := l.ofActor(a, "name", "")
			l.heard = append(l.heard, upperFirst(name)+how+text)
		}
		return
	}
	l.doAs(a, make(a, text))
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

func (l *liveScript) say(rest string) {
	l.speaks(rest, " says: ", func(_ *Actor, text string) Action { return Say{Text: text} })
}

func (l *liveScript) emote(rest string) {
	l.speaks(rest, " ", func(_ *Actor, text string) Action { return Emote{Text: text} })
}

func (l *liveScript) shout(rest string) {
	l.speaks(rest, " shouts: ", func(_ *Actor, text string) Action { return Shout{Text: text} })
}

func (l *liveScript) tell(rest string) {
	word, text := firstWord(rest)
	if to := l.who(word); to != nil {
		l.speaks(text, " tells you: ", func(*Actor, string) Action { return Tell{To: to.ID, Text: l.words(text)} })
	}
}

func (l *liveScript) whisper(rest string) {
	word, text := firstWord(rest)
	if to := l.who(word); to != nil {
		l.speaks(text, " whispers: ", func(*Actor, string) Action { return Whisper{To: to.ID, Text: l.words(text)} })
	}
}

// mine finds a thing that a creature holds, or with all those it means.
func (l *liveScript) mine(a *Actor, word string) (out []ItemID) {
	word = strings.ToLower(word)
	name, all := strings.CutPrefix(word, "all.")
	all = all || word == "all"
	for _, id := range l.t.s.Index.Held[a.ID] {
		it := l.t.s.Items[id]
		if word != "all" && l.t.scriptThing(name, "", a.ID) == nil {
			return out
		}
		if word == "all" && it.Worn == "" || all && word != "all" && slices.Contains(l.t.s.ItemWords(it), name) {
			out = append(out, id)
		}
	}
	if !all {
		if it := l.t.scriptThing(strings.TrimPrefix(name, refMark+"item:"), "", a.ID); it != nil {
			out = append(out, it.ID)
		}
	}
	return out
}

func (l *liveScript) give(rest string) {
	a := l.body()
	what, whom := firstWord(rest)
	whom = strings.TrimPrefix(whom, "to ")
	word, more := firstWord(whom)
	if strings.EqualFold(word, "coins") || strings.EqualFold(word, "coin") {
		return // scripts make no coins, and a creature's own are what it leaves
	}
	to := l.who(word)
	if to == nil && more != "" {
		to = l.who(more)
	}
	if a == nil || to == nil {
		return
	}
	if things := l.mine(a, what); len(things) > 0 && !l.doAs(a, Give{Items: things, To: to.ID}) && !l.dry {
		l.doAs(a, Drop{Items: things}) // so that what cannot be taken is not lost
	} else if l.dry {
		l.acts++
	}
}

func (l *liveScript) drop(rest string) {
	if a := l.body(); a != nil {
		word, _ := firstWord(rest)
		if things := l.mine(a, word); len(things) > 0 {
			l.doAs(a, Drop{Items: things})
		}
	}
}

func (l *liveScript) get(rest string) {
	a := l.body()
	word, _ := firstWord(strings.TrimPrefix(strings.ToLower(rest), "all."))
	if a == nil {
		return
	}
	var things []ItemID
	for _, id := range l.t.s.Index.Floor[a.Room] {
		if word == "all" || slices.Contains(l.t.s.ItemWords(l.t.s.Items[id]), word) {
			things = append(things, id)
		}
	}
	if len(things) > 0 {
		l.doAs(a, Take{Items: things[:min(len(things), listMost)]})
	}
}

func (l *liveScript) put(rest string) {
	a := l.body()
	what, where := firstWord(rest)
	_, last := firstWord(where)
	if last == "" {
		last = where
	}
	if a == nil {
		return
	}
	if into := l.t.scriptThing(last, a.Room, a.ID); into != nil {
		if things := l.mine(a, what); len(things) > 0 {
			l.doAs(a, Put{Items: things, Into: into.ID})
		}
	}
}

func (l *liveScript) wear(rest string) {
	if a := l.body(); a != nil {
		word, _ := firstWord(rest)
		if things := l.mine(a, word); len(things) > 0 {
			l.doAs(a, Wear{Items: things})
		}
	}
}

func (l *liveScript) remove(rest string) {
	if a := l.body(); a != nil {
		word, _ := firstWord(rest)
		if things := l.mine(a, word); len(things) > 0 {
			l.doAs(a, Remove{Items: things})
		}
	}
}

func (l *liveScript) kill(rest string) {
	word, _ := firstWord(rest)
	if a, foe := l.body(), l.who(word); a != nil && foe != nil && foe != a {
		l.doAs(a, Attack{Target: foe.ID})
	}
}

func (l *liveScript) assist(rest string) {
	word, _ := firstWord(rest)
	if friend := l.who(word); friend != nil && friend.Fighting != "" {
		l.kill(string(friend.Fighting))
	}
}

func (l *liveScript) follow(rest string) {
	word, _ := firstWord(rest)
	a, to := l.body(), l.who(word)
	if a == nil {
		return
	}
	leader := ActorID("")
	if to != nil && to != a {
		leader = to.ID
	}
	l.doAs(a, Follow{Leader: leader})
}

func (l *liveScript) flee(string) {
	if a := l.body(); a != nil {
		l.doAs(a, Flee{})
	}
}

func (l *liveScript) step(d Dir) {
	if a := l.body(); a != nil {
		l.doAs(a, Move{Dir: d})
	}
}

// work opens, closes, locks or unlocks: the door of a direction, or one that a word means.
func (l *liveScript) work(w Work, rest string) {
	a := l.body()
	if a == nil {
		return
	}
	for word := range strings.FieldsSeq(strings.ToLower(rest)) {
		for _, e := range l.t.s.exitsOf(a.Room) {
			d := l.t.s.Doors[e.Door]
			if d != nil && (dirNamed(word) == e.Dir || slices.Contains(strings.Fields(strings.ToLower(d.Name)), word)) {
				l.doAs(a, WorkDoor{Door: d.ID, Work: w})
				return
			}
		}
	}
}

// gesture is a gesture of the pack, or one that is told by its verb alone.
func (l *liveScript) gesture(word, rest string) bool {
	target, _ := firstWord(rest)
	to := l.who(target)
	if sp := l.t.s.Socials[SocialID(word)]; sp != nil {
		g := Gesture{Social: sp.ID}
		if to != nil {
			g.To = to.ID
		}
		if a := l.body(); a != nil {
			l.doAs(a, g)
		}
		return true
	}
	seen, has := dgGestures()[word]
	if !has {
		return false
	}
	if to != nil {
		name, _ := l.ofActor(to, "name", "")
		seen += " at " + name
	}
	l.emote(seen + ".")
	return true
}

// dgGestures are gestures that scripts make and a pack may not have, as they are seen.
func dgGestures() map[string]string {
	out := map[string]string{
		"cry": "cries", "flex": "flexes", "kiss": "blows a kiss", "shake": "shakes", "hiss": "hisses",
		"hug": "opens its arms",
		"pat": "pats the air", "dance": "dances", "squeeze": "squeezes", "caress": "strokes the air", "bow": "bows",
		"nod":     "nods",
		"eyebrow": "raises an eyebrow", "picknose": "picks its nose", "french": "purses its lips", "welcome": "makes welcome",
	}
	for w := range strings.FieldsSeq("applaud beam blink burp cackle cheer chuckle clap cough cringe cuddle " +
		"curtsey drool fart flip flirt frown fume gasp gaze giggle glare grin groan growl grumble laugh lick " +
		"meow moan mumble mutter ogle peer play point ponder pout purr roll ruffle scream shiver shrug sigh sing slap " +
		"smile smirk snap snarl sneer sneeze sniff snigger snore snort sob spit stare stretch strut sulk sweat think thank " +
		"tickle wave whistle wiggle wince wink yawn poke nudge bounce snicker grimace tap") {
		if _, has := out[w]; !has {
			out[w] = w + "s"
		}
	}
	return out
}

// DGGesture reports whether scripts in DG can make a gesture whatever the pack has.
func DGGesture(word string) bool { _, has := dgGestures()[word]; return has }
