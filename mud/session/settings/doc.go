// Package settings is how the world is shown to somebody: one table of what can be chosen, and what one person chose.
//
// Its one idea: a setting is a row of [Table], and everything else comes from the row: what `options` says and takes,
// what Tab completes, which screens obey it, and how it is kept. A [Sheet] holds what somebody chose and nothing else;
// what nobody chose follows the client or the row's default. Settings are about rendering alone: nothing of them enters
// the world's record.
//
// The prompt is a small language of its own, [Format]: what is shown between two commands.
//
// The table and formats are immutable and safe anywhere; a Sheet belongs to its session's goroutine.
//
// To add a setting, add its row to the table, and ask [Sheet.Value] where it matters. A name that was kept once is
// never given another meaning.
package settings
