package gmcp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mudlark-mud/mudlark/mud/session"
	"github.com/mudlark-mud/mudlark/world"
)

// Media is what there is to hear, and from where. Only files of the list are ever played: no name or address comes from
// a player.
type Media struct {
	// URL is where clients fetch the files, ending in a slash; "" when they have them already.
	URL    string
	Sounds []Sound
}

// Sound is a file that is played at a cue. Its caption says in words what it says, for those who do not hear.
type Sound struct {
	Cue     Cue
	File    string
	Volume  int // 1 to 100
	Caption string
}

// Cue is something that can be heard.
type Cue string

// The cues.
const (
	CueTell  Cue = "tell"  // somebody spoke to you alone
	CueShout Cue = "shout" // somebody shouted
	CueBlow  Cue = "blow"  // you struck somebody
	CueHurt  Cue = "hurt"  // somebody struck you, or the sea did
	CueDeath Cue = "death" // somebody was killed
	CueDoor  Cue = "door"  // a door was worked
	CueTide  Cue = "tide"  // the tide turned
	CueQuest Cue = "quest" // you completed a quest
)

// Cues lists every cue.
func Cues() []Cue {
	return []Cue{CueTell, CueShout, CueBlow, CueHurt, CueDeath, CueDoor, CueTide, CueQuest}
}

const volumeMax = 100 // per cent

// ParseSounds reads a list of sounds: on each line cue, file, volume and caption with "|" between them. Blank lines and
// lines that begin with # are left out.
func ParseSounds(text string) ([]Sound, error) {
	var out []Sound
	for i, l := range strings.Split(text, "\n") {
		if l = strings.TrimSpace(l); l == "" || l[0] == '#' {
			continue
		}
		s, err := parseSound(l)
		if err != nil {
			return nil, fmt.Errorf("sounds, line %d: %w", i+1, err)
		}
		if slices.ContainsFunc(out, func(other Sound) bool { return other.Cue == s.Cue }) {
			return nil, fmt.Errorf("sounds, line %d: %s has a sound already", i+1, s.Cue)
		}
		out = append(out, s)
	}
	return out, nil
}

func parseSound(l string) (Sound, error) {
	fields := strings.Split(l, "|")
	const count = 4
	if len(fields) != count {
		return Sound{}, fmt.Errorf("%d fields, but there are %d: cue | file | volume | caption", len(fields), count)
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	s := Sound{Cue: Cue(fields[0]), File: fields[1], Caption: fields[3]}
	volume, err := strconv.Atoi(fields[2])
	s.Volume = volume
	switch {
	case !slices.Contains(Cues(), s.Cue):
		return Sound{}, fmt.Errorf("there is no cue %q", s.Cue)
	case s.File == "" || strings.ContainsAny(s.File, `:\`) || strings.HasPrefix(s.File, "/") ||
		strings.Contains(s.File, ".."):
		return Sound{}, fmt.Errorf("%q is no name of a file below the folder of sounds", s.File)
	case err != nil || volume < 1 || volume > volumeMax:
		return Sound{}, fmt.Errorf("a volume is a number from 1 to %d", volumeMax)
	case s.Caption == "":
		return Sound{}, fmt.Errorf("%s has no caption", s.Cue)
	}
	return s, nil
}

// player is what the client's loudspeaker was told.
type player struct {
	on    bool
	plays window
}

type mediaPlace struct {
	Name string `json:"name,omitempty"`
	URL  string `json:"url"`
}

type mediaPlay struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Tag     string `json:"tag"`
	Volume  int    `json:"volume"`
	Caption string `json:"caption"`
}

// sound plays what was heard, for a player who asked for sounds.
func (c *Client) sound(out [][]byte, parts []session.Part) [][]byte {
	if !c.o.Sounds() {
		return c.silence(out)
	}
	if !c.media.on {
		c.media.on = true
		if c.o.Media.URL != "" {
			out = append(out, message("Client.Media.Default", mediaPlace{URL: c.o.Media.URL}))
			for _, s := range c.o.Media.Sounds {
				out = append(out, message("Client.Media.Load", mediaPlace{Name: s.File, URL: c.o.Media.URL}))
			}
		}
	}
	for _, p := range parts {
		if p.Told == nil {
			continue
		}
		cue := cueOf(p.Told.Event, p.Told.Sense)
		i := slices.IndexFunc(c.o.Media.Sounds, func(s Sound) bool { return s.Cue == cue })
		if cue == "" || i < 0 || len(p.Words()) == 0 || !c.media.plays.pass(c.o.Now(), Pace) {
			continue
		}
		s := &c.o.Media.Sounds[i]
		out = append(out, message("Client.Media.Play", mediaPlay{
			Name: s.File, Type: "sound", Tag: string(s.Cue), Volume: s.Volume, Caption: s.Caption,
		}))
	}
	return out
}

// silence stops what plays.
func (c *Client) silence(out [][]byte) [][]byte {
	if !c.media.on {
		return out
	}
	c.media = player{}
	return append(out, message("Client.Media.Stop", struct{}{}))
}

// cueOf says what an event sounds like to somebody; "" for nothing.
func cueOf(e world.Event, sense world.Sense) Cue {
	did, mine := sense&world.Did != 0, sense&world.Mine != 0
	switch world.TraitsOf(e).Sound {
	case world.SoundVoice:
		if mine && !did {
			return CueTell
		}
	case world.SoundShout:
		if !did {
			return CueShout
		}
	case world.SoundBlow:
		switch {
		case mine:
			return CueHurt
		case did:
			return CueBlow
		}
	case world.SoundSea:
		return CueHurt
	case world.SoundDeath:
		return CueDeath
	case world.SoundDoor:
		return CueDoor
	case world.SoundTide:
		return CueTide
	case world.SoundQuest:
		return CueQuest
	case world.SoundNone:
	}
	return ""
}
