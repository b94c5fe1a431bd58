// Package output reads what a model answered: strictly where it is a choice ([Choice], [Object]), and through a filter
// where it is something to be said aloud ([Speech]).
//
// Its one idea: a model is a stranger who may say anything, obey whoever spoke last, or be out to do harm; so what
// its answer may do is decided here, outside of any model, by comparison and not by judgement. A choice is one of
// those that were offered or an error. A speech that holds a secret, another's private words, the wording of a
// prompt, talk of being a machine, the worst of words, or a claim of a deed that was not done is not said at all: the
// caller falls back to an authored line. What merely looks wrong (colours, line breaks, length) is mended. [Masks]
// keep players' names from a model.
//
// Comparison is made on normal forms (form.go): letters that look alike are one, spelling tricks and separators go,
// and what was reversed, shifted, abbreviated to initials or encoded is undone, some layers deep. A paraphrase that
// shares no four words with a secret is not found, and cannot be by such means: what must not be told at all costs
// does not belong in a prompt.
//
// Everything here is a pure function of its arguments and may be called from many goroutines; Masks belong to one call.
//
// To refuse another phrase, add it to a file in lexicon/ and a line to the tests; to undo another trick, add a form to
// form.go or a decoder to decode.go.
package output
