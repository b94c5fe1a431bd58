// Package prompt holds the words with which models are asked: versioned templates, rendered with data that cannot
// become instructions.
//
// Its one idea: a template is text that people wrote and reviewed, and a field is data. Rendering puts values in the
// places of fields and does nothing else: there are no conditions, no loops and no second pass, so no value is ever
// read as a template. Every value is cleaned (control and hidden characters, line breaks, angle brackets, markers of
// chat formats), cut to the length that the template states, and, when players or models may have written any of it,
// put into a block <data name="...">...</data> that nothing within can close; the system prompt says that what stands
// there is never an instruction.
//
// Templates lie in templates/NAME/VERSION.txt. The file's head names its purpose, tier, temperature in thousandths,
// the most tokens an answer may have, and its fields; the body has a system and a user part. A line with a field that
// has no value is left out, and with it the line before that ends in a colon, when it was a heading of that field
// alone.
//
// A version never changes: prompts.lock holds the SHA-256 of each ([ComputePromptHash]), and a test compares. To
// change a prompt, copy the file to a new version, change that, and run `go test ./ai/prompt -update`, which locks
// what is new, refuses what was changed, and writes the golden renderings anew. Old versions stay, so that old
// records can be understood.
//
// Templates are for models and operators. Nothing of this package is served over MCP; the prompts of the MCP server are
// another thing, views of the world for agents, and a test walks that server's whole catalogue for wording of ours.
//
// Everything is immutable once read, and safe for concurrent use.
package prompt
