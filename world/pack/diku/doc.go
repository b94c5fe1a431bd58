// Package diku reads the areas of MUD engines of the Diku family and writes them as the files of a world pack. Its
// one idea is that nothing is lost in silence: what a pack can say becomes content, what it cannot say is kept under
// the inert key "was" of the entry it belongs to, and both are counted by kind and reason in a [Report].
//
// [Read] understands the folders wld, mob, obj, zon and shp of CircleMUD and tbaMUD, as their servers do (src/db.c
// and src/shop.c of both), and the area files of ROM 2.4 and Merc 2.1 (src/db.c and src/db2.c): the files whose names
// begin with rom are about those, stream.go reads them by characters, lines.go reads the others by lines. A record that
// is wrong is a [Fault] with file and line, and the next one is read all the same. Which of its family's two forms a
// record has is told from its fields, for one folder may hold both; the dialect decides only where a text ends, what
// begins a colour, which kinds of doors there are, and what flags mean (marks.go). [Convert] lets the resets of all
// zones run once, in the order of the index, as the original does when it starts; what they would have made is what the
// pack spawns. Package pack judges the result: a file of ours says "imported: true", by which pack forgives rooms and
// keys that nobody can get at.
//
// Everything that is read was written by strangers: texts are cleaned (text.go), files and faults are bounded; whoever
// hands over the folder sees to it that nothing outside is read. Nothing is cached: all functions may run
// concurrently. A further engine is a further reader that fills an [Area].
package diku
