// Package compression measures what MCCP2 is worth: a crowd plays over telnet at the real server, once as it is and
// once compressed, and what went over the wire, what it cost the server and what players felt stand side by side. Then
// the same text, flushed at the same places, goes through our encoder and through compress/zlib.
//
// Its tests are a small form of that, which fails when compression is not worth it or a stream cannot be read; `make
// compression` is a crowd of 1,000 and prints the tables, for which the machine should be quiet.
package compression
