package world

import (
	"reflect"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// capital makes the first letter of a sentence a capital.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

// count says a number of things: "1 coin", "7 coins".
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// inputBytesMost bounds the words and names of one input together; the daemon's own, packs above all, are not bounded
// here.
const inputBytesMost = 32 << 10

// legible refuses an input with text that is no UTF-8, or with too much of it: it will be written down as it came,
// and must be readable ever after.
func legible(in Input) *Refusal {
	sum, ok := weigh(reflect.ValueOf(in.Action))
	most := inputBytesMost
	if _, builds := in.Action.(EditContent); builds {
		most = editBytesMost
	}
	// The rest of an Input by name: looking for it would cost more than all of it weighs.
	v := in.Via
	for _, id := range [...]string{
		string(in.Actor), string(v.Kind), string(v.Grant), string(v.By), string(v.Key), string(v.Sum),
	} {
		sum, ok = sum+len(id), ok && utf8.ValidString(id)
	}
	switch {
	case !ok:
		return refuse(CodeBadValue, "That is written in no letters known here.")
	case sum > most && in.Via.Kind != ViaHost:
		return refuse(CodeBadValue, "That is too long.")
	}
	return nil
}

// weigh totals the bytes of all strings in a value, and reports whether all are UTF-8.
func weigh(v reflect.Value) (int, bool) {
	switch v.Kind() {
	case reflect.String:
		return v.Len(), utf8.ValidString(v.String())
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return 0, true
		}
		return weigh(v.Elem())
	case reflect.Struct:
		return total(v.NumField(), v.Field)
	case reflect.Slice:
		return total(v.Len(), v.Index)
	default:
		return 0, true
	}
}

func total(n int, part func(int) reflect.Value) (int, bool) {
	sum := 0
	for i := range n {
		bytes, ok := weigh(part(i))
		if !ok {
			return sum, false
		}
		sum += bytes
	}
	return sum, true
}
