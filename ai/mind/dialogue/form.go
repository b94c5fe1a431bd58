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
write wrote written
`

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
