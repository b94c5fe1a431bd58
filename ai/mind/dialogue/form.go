package dialogue

import (
	"strings"
	"sync"
)

// forms are words that change within themselves, each family with its plain form first. Regular endings are the
// stemmer's.
const forms = `
be been being
bear born
bad worse worst
begin began begun
bite bit bitten
break broke broken
bring brought
build built
buy bought
catch caught
child children kid kids
choose chose chosen
come came
dig dug
drink drank drunk
drown drowned drowns
eat ate eaten
fall fell fallen
feel felt
fight fought
find found
foot feet
forget forgot forgotten
get got gotten
give gave given
go went gone goes
good better best
grow grew grown
hear heard
hide hid hidden
keep kept
know knew known
learn learnt learned taught teach
leave left
light lit
lose lost
make made
man men
meet met
parent parents mother father mum dad mam
pay paid
ring rang rung rings
run ran
see saw seen
sell sold
send sent
sing sang sung
sink sank sunk sunken
sit sat
sleep slept asleep
smell smelt
speak spoke spoken talk
spend spent
stand stood
steal stole stolen
strike struck
swim swam swum
take took taken
think thought
throw threw thrown
tooth teeth
wake woke woken
wear wore worn
win won
woman women
work worked works job jobs
write wrote written
`

// spoken are words as they are typed in a hurry or said in the street, each with what is meant behind it.
const spoken = `
whats what s
wats what s
wots what s
wheres where s
whos who s
hows how s
whens when s
thats that s
theres there s
hes he s
shes she s
lets let s
im i m
ive i ve
youre you re
youve you ve
theyre they re
dont don t
doesnt doesn t
didnt didn t
isnt isn t
arent aren t
wasnt wasn t
werent weren t
cant can t
couldnt couldn t
wont won t
wouldnt wouldn t
havent haven t
hasnt hasn t
wat what
wot what
wut what
wen when
u you
ya you
ye you
ur your
r are
em them
gonna going to
gona going to
wanna want to
gotta got to
gimme give me
lemme let me
dunno don t know
kinda kind of
cos because
coz because
bout about
abt about
hav have
kno know
ppl people
pls please
plz please
thx thanks
ta thanks
luv love
nite night
tonite tonight
anythin anything
somethin something
nothin nothing
goin going
doin doing
hiya hi
heya hi
howdy hello
`

// spelt are words with those that are typed in a hurry as they are written, so that each is understood in one spelling.
func spelt(list []string) []string {
	out := make([]string, 0, len(list))
	for _, w := range list {
		if is, ok := spellings()[w]; ok {
			out = append(out, is...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// spellings holds what is meant by words that are not written so.
var spellings = sync.OnceValue(func() map[string][]string { //nolint:gochecknoglobals // immutable: made once
	out := map[string][]string{}
	for line := range strings.Lines(spoken) {
		if list := strings.Fields(line); len(list) > 0 {
			out[list[0]] = list[1:]
		}
	}
	return out
})

// plainForms holds the plain form of words that have another.
var plainForms = sync.OnceValue(func() map[string]string { //nolint:gochecknoglobals // immutable: made once
	out := map[string]string{}
	for family := range strings.Lines(forms) {
		list := strings.Fields(family)
		for _, w := range list {
			out[w] = list[0]
		}
	}
	return out
})

// base is the plain form of a word.
func base(word string) string {
	if is, ok := plainForms()[word]; ok {
		return is
	}
	return word
}
