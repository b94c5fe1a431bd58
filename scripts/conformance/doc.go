// Package conformance holds this program's agents' door against the protocol's own conformance suites, the stable one
// and the next, which ask for tools, prompts and resources of fixed names. They are served by package fixture, behind
// the guard and the transport that agents of the game meet; no program of ours contains them.
//
// scripts/conformance/run does it. expected.json names what each suite finds, and why where it is a failure: a failure
// that is not named fails the run, and so does a success where a failure is expected.
package conformance
