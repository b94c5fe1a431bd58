package account

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Lengths of passwords, counted as they are hashed. The minimum follows NIST SP 800-63B section 3.1.1; the maximum only
// bounds work.
const (
	passwordBytesMin = 8
	passwordBytesMax = 128
)

// CheckPassword applies the rules for a new password: 8 to 128 bytes, no control characters, not built from the name,
// not one of those that guessers try first. There is no rule about kinds of characters; length is what helps. Errors:
// *Refusal of code bad_password.
func CheckPassword(name Name, password Secret) error {
	text := passwordText(password)
	folded := strings.ToLower(text)
	switch {
	case len(text) < passwordBytesMin:
		return refuse(CodeBadPassword, "A password has at least %d characters. A few words in a row are a good one.",
			passwordBytesMin)
	case len(text) > passwordBytesMax:
		return refuse(CodeBadPassword, "A password has at most %d bytes.", passwordBytesMax)
	case strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return refuse(CodeBadPassword, "A password holds no control characters.")
	case name.Folded != "" && strings.Trim(folded, "0123456789!.?-_ ") == strings.Trim(name.Folded, "0123456789"),
		name.Folded != "" && strings.ReplaceAll(folded, name.Folded, "") == "":
		return refuse(CodeBadPassword, "Your name is the first thing anybody would try. Please choose another.")
	case tooCommon(folded):
		return refuse(CodeBadPassword, "That password is one of those tried first by guessers. Please choose another.")
	}
	return nil
}

// passwordText is the text that is hashed: composed (NFC, as in RFC 8265 section 4.2.2), because one keyboard sends an
// accent as one code point and another as two. Bytes that are not UTF-8 are taken as they are.
func passwordText(password Secret) string {
	text := password.Reveal()
	if len(text) > passwordBytesMax || !utf8.ValidString(text) {
		return text
	}
	return norm.NFC.String(text)
}

// tooCommon knows the head of the published lists, restricted to what the length rule lets through, and texts made of
// one or two characters.
func tooCommon(folded string) bool {
	distinct := map[rune]bool{}
	for _, r := range folded {
		distinct[r] = true
	}
	if len(distinct) <= 2 {
		return true
	}
	switch folded {
	case "12345678", "123456789", "1234567890", "12345678910", "0123456789", "0987654321", "987654321", "87654321",
		"password", "password1", "password12", "password123", "password!", "passw0rd", "p@ssw0rd", "p@ssword",
		"passwort", "qwertyuiop", "qwerty123", "qwerty12", "qwerty1234", "qwertyui", "1q2w3e4r", "1q2w3e4r5t",
		"1qaz2wsx",
		"q1w2e3r4", "asdfghjkl", "zxcvbnm1", "abcd1234", "abc12345", "a1b2c3d4", "abcdefgh", "iloveyou", "iloveyou1",
		"letmein1", "letmein123", "welcome1", "welcome123", "sunshine", "princess", "football", "baseball", "superman",
		"starwars", "trustno1", "whatever", "dragon123", "monkey123", "michelle", "jennifer", "computer", "internet",
		"changeme", "changeme1", "administrator", "admin123", "admin1234", "mudlark1", "mudlark123", "swordfish",
		"minecraft", "pokemon1", "gandalf1", "corvette", "mercedes", "liverpool", "rockyou1", "qazwsxedc", "11223344",
		"12341234", "123123123", "147258369", "789456123", "741852963", "123qweasd", "asdf1234", "zaq12wsx", "default1":
		return true
	}
	return false
}
