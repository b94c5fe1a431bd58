// Package bench measures a MUD server in named scenarios, each beside a floor: a bare echo server loaded by the same
// bots in the same run, and what the disk does by itself. It is what `mudlark bench` runs.
//
// A [Scenario] is a struct: its exported fields are its flags (their tags are read by the command line), its Measure
// makes the world that it is about, plays, and returns a [Report]. [Text] prints a report, [Pictures] draws it,
// [Targets] holds it against what was promised, [Page] writes what a reader of the repository finds. To add a
// scenario, write its struct and list it where the commands of `mudlark bench` are; to add a target, write its entry
// in [Targets].
//
// A report has whatever scenarios measure; what one did not measure is left out everywhere. To show more, add a field
// to [Report], a row in text.go and a line on the page that describes the JSON; within a [Format] nothing is changed
// or taken away. Numbers are written by the functions of number.go, so that they look alike wherever they stand.
//
// Pictures are SVG, readable on a light page and on a dark one, without a dependency: [Curves] shows how values go over
// time, [Shape] how often which value came. They depend on nothing but the input, so a picture in a repository changes
// when what it shows does. To add a picture, write its function over [canvas].
//
// Below it, load connects the bots and measures, bots is what they are, and gauge counts and weighs. Scenarios run one
// at a time: they measure a machine, and would measure each other. The functions that write may run concurrently.
package bench
