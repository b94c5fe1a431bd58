package account_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/mudlark-mud/mudlark/mud/account"
	"github.com/mudlark-mud/mudlark/world"
)

// Every guest has a name of two words that no other has and that the world gives to characters, however many there are.
func TestGuestNamesAreTwoWords(t *testing.T) {
	const guests, pairs = 6000, 67 * 71
	words, tries := regexp.MustCompile(`^[A-Z][a-z]{2,}[A-Z][a-z]{2,}$`), 0
	taken, empty := map[string]bool{}, world.New(0)
	beginnings := map[string]bool{}
	for n := range uint64(guests) {
		name := account.GuestName(account.GuestWords{}, n, func(name string) bool {
			tries++
			return !taken[strings.ToLower(name)]
		})
		switch {
		case taken[strings.ToLower(name)]:
			t.Fatalf("guest %d is %s, as another is", n, name)
		case !words.MatchString(name):
			t.Fatalf("guest %d is %q, want two words", n, name)
		case empty.NameFit(name) != nil:
			t.Fatalf("guest %d is %q: %s", n, name, empty.NameFit(name).Text)
		}
		if _, err := account.ParseName(name); err != nil && n < pairs {
			t.Errorf("guest %d is %q, which no account may be called: %v", n, name, err)
		}
		taken[strings.ToLower(name)] = true
		if n < 20 {
			beginnings[name[:3]] = true
		}
	}
	if most := guests * 66; tries > most {
		t.Errorf("%d guests took %d tries, want %d at most: each asks the world", guests, tries, most)
	}
	if len(beginnings) < 15 {
		t.Errorf("got %d beginnings of 20 names, want guests who come together to be told apart", len(beginnings))
	}
	free := func(string) bool { return true }
	first := account.GuestName(account.GuestWords{}, 7, free)
	if again := account.GuestName(account.GuestWords{}, 7+pairs, free); first != again {
		t.Errorf("behind the last name: got %s, want the first again, %s", again, first)
	}
}
