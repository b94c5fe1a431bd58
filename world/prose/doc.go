// Package prose puts the world into words.
//
// Its one idea: words are a pure function of what happened and how somebody perceived it. [Of] takes a notice and a
// [world.Sense] and nothing else, so that five hundred listeners cost a few renderings, and what was told can be
// read back later. The reports of looking ([Room], [ThingText], [Status] and the rest) are put into words the same
// way.
//
// What comes out is [Text]: paragraphs of spans that carry a meaning ([Role]) and no colour. [ANSI] and
// [ReaderText] render it for a telnet terminal or a screen reader; the play screen, GMCP and MCP have renderings
// of their own. Functions whose plain name a role has taken end in Text.
//
// Whatever names and speech an event carries, no control character passes: text is stripped where a span is made
// and once more where it is rendered.
//
// To speak of a new event, add it to the switch in of.go and write its sentence in the file of its mechanic; the
// linter finds a kind that was forgotten, and testdata/events.txt shows every sentence to be read.
//
// Everything here is safe for concurrent use; nothing is kept between calls.
package prose
