package verb_test

import (
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/worldtest"
)

// Words that many expect and that no verb has are answered with what to do instead, alone and with words behind them,
// and with no guess from their letters. A word that came to mean something here would be understood, and has to leave
// the table. To greet is a gesture in Lowtide; other packs may have none.
func TestInstead(t *testing.T) {
	s := newLowtide(t)
	for want, words := range map[string]string{
		"say hello":                     "question answer hello hi hey howdy greetings",
		"as soon as you carry it":       "light ignite kindle extinguish douse",
		"where you are, type list":      "shop trade pay barter price",
		"survey says whether":           "rest sleep meditate camp",
		"type exits":                    "leave back return",
		"ways are walked":               "recall",
		"inventory lists yours":         "weight weigh weights encumbrance",
		"unlock, wear":                  "operate activate",
		"is taken on by accept":         "yes no ok okay",
		"where you are, type survey":    "where whereami location locate",
		"type who":                      "users players",
		"To leave the world, type quit": "bye goodbye disconnect",
		"Nobody swims here":             "swim dive",
		"type gtell":                    "gsay gchat",
		"type group leave":              "ungroup disband",
		"type group invite":             "invite",
		"attack whoever fights them":    "assist rescue",
		"channels lists":                "gossip ooc newbie",
		"by wanting to":                 "hide sneak stealth",
		"search brings up":              "bury",
		"To dig, type search":           "unearth",
		"wakes when attacked":           "wake awaken rouse",
		"type learn where":              "practice practise train gain",
		"no spells here":                "cast spell spells mana",
		"one way to strike":             "backstab bash circle disarm",
		"type flee":                     "wimpy wimp",
		"where there is a bank":         "rent bank",
		"out of it, exits":              "scan",
		"chosen by options":             "prompt toggle",
		"give away or sell":             "sacrifice junk donate",
		"deals in, list":                "steal rob pickpocket",
		"leaves a track":                "track hunt",
		"type score":                    "worth levels diagnose",
	} {
		for word := range strings.FieldsSeq(words) {
			for _, line := range []string{word, word + " up lamp"} {
				r := s.table.Parse(s.ctx(s.bob), line).Refusal
				switch {
				case r == nil || r.Code != world.CodeUnknown:
					t.Errorf("%s: got %+v, want advice", line, r)
				case !strings.Contains(r.Text, want) || strings.Contains(r.Text, "Did you mean"):
					t.Errorf("%s: got %q, want %q in it", line, r.Text, want)
				case len(worldtest.HardToHear(r.Text)) > 0:
					t.Errorf("%s: %v", line, worldtest.HardToHear(r.Text))
				}
			}
		}
	}
}

// OWNERS section 2: what wizards of other engines type, and no verb here has, is answered with what does it here.
// Nobody else is told of what they may not do, and every command that is named is one.
func TestInsteadForWizards(t *testing.T) {
	s := newStage(t, world.RoleWizard)
	for want, words := range map[string]string{
		"audit": "spy syslog", "kick": "dc disconnect boot",
		"unfreeze": "thaw", "mute": "notell notitle squelch gag", "find": "show zcheck vlist mobs rooms zones",
		"vstat": "zstat rstat ostat mstat sstat", "last": "recent",
	} {
		if !s.table.Known(want) {
			t.Errorf("%s is advised and is no verb", want)
		}
		for word := range strings.FieldsSeq(words) {
			r := s.line(s.bob, word+" ann").refusal
			if r == nil || r.Code != world.CodeUnknown || !strings.Contains(r.Text, want) {
				t.Errorf("%s: got %+v, want advice with %q", word, r, want)
			} else if hard := worldtest.HardToHear(r.Text); len(hard) > 0 {
				t.Errorf("%s: %v", word, hard)
			}
			if r := s.line(s.ann, word+" bob").refusal; r == nil || strings.Contains(r.Text, want) {
				t.Errorf("a player who types %s is told %+v", word, r)
			}
		}
	}
	for _, word := range []string{"where", "users", "vnum", "olist"} {
		if call := s.table.Parse(s.ctx(s.bob), word); call.Verb == nil || call.Verb.Name != word {
			t.Errorf("%s is not understood", word)
		}
	}
}
