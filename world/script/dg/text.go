package dg

import (
	"strconv"
	"strings"
)

// texts are the functions of texts.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var texts = map[string]bool{
	"strlen": true, "trim": true, "contains": true, "car": true, "cdr": true, "mudcommand": true, "charat": true,
	"toupper": true, "tolower": true,
}

func itoa(n int) string { return strconv.Itoa(n) }

// ofText applies a function of texts.
func ofText(s, field, arg string) string {
	s = strings.TrimSpace(s)
	word, rest, _ := strings.Cut(s, " ")
	switch field {
	case "strlen":
		return itoa(len(s))
	case "trim":
		return s
	case "contains":
		return truth(arg != "" && strings.Contains(strings.ToLower(s), strings.ToLower(arg)))
	case "car":
		return word
	case "cdr":
		return strings.TrimSpace(rest)
	case "mudcommand":
		return mudCommand(s)
	case "toupper":
		return strings.ToUpper(s[:min(1, len(s))]) + s[min(1, len(s)):]
	case "tolower":
		return strings.ToLower(s)
	case "charat":
		if i, _ := number(arg); i >= 1 && int(i) <= len(s) {
			return s[i-1 : i]
		}
	}
	return ""
}

// mudWords are commands in the order in which a beginning of one means it: the directions and what is typed most come
// first.
//
//nolint:gochecknoglobals // immutable: a fixed table of the language, only read
var mudWords = strings.Fields(`
	north east south west up down look get drop kill inventory open at advance alias accuse affects afk appear applaud
	ask assist auction backstab bash beg bow break brief burp buy bug bellow blink brb bounce cast cackle check chuckle
	clap climb close cls consider color comb comfort commands compact cough credits cringe cry cuddle curse curtsey
	dance date daydream deposit diagnose donate drink drool drop eat echo emote embrace enter equipment exits examine
	fart fill flee flip flirt follow fondle french frown fume gasp get giggle give glare gold gossip goto greet grab
	grats grin groan grope group grovel growl help handbook hand hide hiccup hit hold holler hop house hug idea imotd
	info insult inventory invis junk kill kick kiss knock laugh last leave levels list lick lock look love mail map
	massage moan motd move murder muse mute news nibble nod noauction nogossip nograts noogie norepeat noshout notell
	nudge nuzzle offer open order pat panic peer pet pick pinch point poke policies ponder pour pout practice pray press
	puke pull punch purr push put quaff qecho quest qui quit qsay read receive recite recline remove rent reply report
	rescue rest return roll rub ruffle sacrifice say save score scream search seduce sell send set shake shiver shout
	show shrug shutdown sigh sing sip sit skills slap sleep smile smirk snap snarl sneak sneeze sniff snore snowball
	snuggle socials spank spit split squeeze stand stare status steal steam stroke strut sulk swing tackle talk tango
	taste taunt tell thank think tickle time title toggle touch trip turn twiddle typo ungroup unlock unaffect use value
	version visible vomit wake walk wave wear weather where whisper who whine whistle whoami wield wiggle wimpy wink
	withdraw wizlist worship write yawn yodel`)

// mudCommand returns the command that a word is a beginning of; "" for none.
func mudCommand(word string) string {
	word = strings.ToLower(word)
	if word == "" {
		return ""
	}
	for _, w := range mudWords {
		if strings.HasPrefix(w, word) {
			return w
		}
	}
	return ""
}
