package world

// Traits says what kind of happening an event is, for those who want to know that much and no more: panels, protocols,
// minds, those who listen. Each event says so beside its fold and its scene, in the file of its mechanic, and nobody
// lists events by name to find out. Traits are read off an event and never journaled, so that they may change with a
// release. The zero value is the careful answer: it is no narrator's business, wakes nobody, sounds like nothing, and
// may have changed what is usually seen.
type Traits struct {
	Speech Speech // what somebody says in words of their own

	Public   bool // everybody in the room perceives it; what is not public is told to no narrator
	OnlyTold bool // nothing that is shown beside the text differs after it
	Blow     bool // of a fight in rounds; blows of one round may be told together
	Fray     bool // those who fight are told apart in it, should several have one name
	Follows  bool // it reaches a perceiver who plays a creature meanwhile ([Switch]), wherever their own body stands
	Wordless bool // it often passes without a word, and then asks for no prompt

	Touches Aspects // what may look different to whoever did it, or whom it was done to; 0: AspectsUsual
	Shows   Aspects // and to others who perceive it; 0: the same
	Weight  Weight  // how soon those who wait for something to happen are told
	Names   Sense   // besides sight, the senses by which a perceiver knows who it was
	Cue     Cues    // what tells it from other events by ear, as words
	Sound   Sound   // and as a sound
}

// TraitsOf returns what an event says of itself.
func TraitsOf(e Event) Traits {
	t := e.traits()
	if t.Touches == 0 {
		t.Touches = AspectsUsual
	}
	if t.Shows == 0 {
		t.Shows = t.Touches
	}
	return t
}

// Channel is a way to speak. It is named by the verb that speaks on it.
type Channel string

// The channels.
const (
	ChannelSay     Channel = "say"
	ChannelShout   Channel = "shout"
	ChannelTell    Channel = "tell"
	ChannelWhisper Channel = "whisper"
	ChannelWiznet  Channel = "wiznet" // of wizards alone
	ChannelGroup   Channel = "gtell"  // of those who go about together
)

// Audience says to whom words go.
type Audience uint8

// The audiences. The zero value is nobody.
const (
	ToRoom Audience = iota + 1 // all who are there
	ToOne                      // one alone
	ToAll                      // all around, or all of a group
)

// Speech is what somebody says in words of their own. The zero value is none.
type Speech struct {
	Channel Channel // "" for what is acted out
	To      Audience
	Speaker ActorID
	Words   string // as they were said; whoever shows them cleans them
}

// Aspects are parts of what somebody sees or knows beside the text.
type Aspects uint8

// The aspects. What is seen of a thing on the floor is the room's, what is carried is a belonging.
const (
	AspectSelf       Aspects = 1 << iota // health, standing, and who is about
	AspectBelongings                     // what is carried and worn
	AspectRoom
	AspectMap
	AspectQuests
	AspectFight  // a fight by turns
	AspectsNone  // nothing at all; it stands alone
	AspectsUsual = AspectSelf | AspectRoom
)

// Weight says how soon somebody is told who waits for something to happen, though it does not befall them.
type Weight uint8

// The weights.
const (
	WeightLight  Weight = iota // it may wait a little, for more
	WeightPerson               // at once, if a person did it
	WeightHeavy                // at once
)

// anySense is every way to perceive something.
const anySense = Did | Mine | Saw | Heard | Left | Far | Close

// Sound is what an event sounds like, where sounds are played.
type Sound uint8

// The sounds. What they are to whoever makes them is their player's choice.
const (
	SoundNone  Sound = iota
	SoundVoice       // somebody speaks to one alone
	SoundShout
	SoundBlow
	SoundSea // it hurts somebody
	SoundDeath
	SoundDoor
	SoundTide
	SoundQuest // is done
)

// Cues are the word or two that tell a kind of event from every other by ear, for each who perceives it; "" where none
// is wanted. No two kinds share one. Nobody compares them with anything: they are for people.
type Cues struct {
	Did    string // to whoever did it
	Mine   string // to whom it was done
	Others string
}

// For returns the cue for somebody by how they perceived it.
func (c Cues) For(sense Sense) string {
	switch {
	case sense&Did != 0:
		return c.Did
	case sense&Mine != 0:
		return c.Mine
	}
	return c.Others
}

// cue is the cue of a deed: whoever does it has just typed it, and needs none.
func cue(word string) Cues { return Cues{Mine: word, Others: word} }

// befalls is the cue of what befalls somebody, whoever did it.
func befalls(word string) Cues { return Cues{word, word, word} }
