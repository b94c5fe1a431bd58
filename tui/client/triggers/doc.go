// Package triggers is what a player tells the client to do by itself: aliases, triggers, highlights, gags,
// substitutions, timers, variables, keys and output tabs, and scripts in Starlark.
//
// Its one idea is that an [Engine] does nothing. It is handed each line of the MUD, each typed line, each key, each
// message of GMCP and the time, and answers with an [Outcome]: what to send, what to say, what to show otherwise. The
// owner of the connection carries it out. So a rule can be tested by its words alone, and nothing a MUD sends reaches
// further than the lines that its player's rules send.
//
// # Rules
//
// A [Rule] is one statement of words and braces, `#alias {k} {kill %1}`. The table [kinds] is the one place that knows
// the words; the commands of the client, the file, its help and the import from TinTin++ are made from it. A rule's
// text is taken apart ([Statements]) before anything is put into it: what a MUD said stands in for %1 when the
// statements are known already, so a MUD cannot add a command. It never names a file, and rules that answer themselves
// are cut (limit.go).
//
// # Patterns and expressions
//
// What stands after #trigger becomes an expression of RE2 ([Pattern]), which takes time in proportion to the text, so a
// MUD cannot make a client hang. There are two languages: TinTin++'s (%1 to %99, %*, %w %d %s, ^ $ and {a|b}), and RE2
// between slashes. What stands after #if and #math ([Eval]) is read before any value is put into it:
//
//	$hp < 50 && ("%1" == "rat" || !$tired)
//	($gold + 10) * 3
//
// # The file
//
// A [Sheet] is the text file of a profile's rules, one statement a line; a statement goes on while a brace is open. A
// line that is not understood, a remark or an empty one stays where it is when the file is written again.
//
//	# Words after "# " are for the reader.
//	#class {combat} {open}
//	#trigger {^%w is DEAD} {get all corpse} {3}
//	#class {combat} {close}
//
// [ImportTinTin] reads a file of TinTin++ and never runs it; what has no counterpart here is listed with its line.
//
// # Scripts
//
// A script in Starlark ([LoadScripts]) can do what a rule can and no more: it sends lines, says words and keeps
// variables. There are no files, no network and no clock; load reads only scripts of the same folder; each call is
// ended after scriptStepsMax steps. A [Hook] may be called by one goroutine at a time.
//
//	def hungry(m):
//	    send("eat " + get("food", "bread"))
//	trigger("You are hungry", hungry)
//
// # Concurrency and additions
//
// An Engine may be used by many goroutines; one at a time is inside. A Pattern does not change. To add a kind of rule,
// add it to the constants and to kinds, and give it a meaning in Engine; a command of the client goes into actions in
// command.go, its page into the folder help; a wildcard into wild in translate.go; a function for scripts into
// builtins.
package triggers
