// Package again holds the script that runs tests and gives what fails a second chance, alone: scripts/again/run. CI is
// to be red when a change is wrong and not when a machine is busy; but a test that needs its second chance is to be
// mended, so every such test is named loudly where CI ends. There is no code in here; the tests plant packages that
// fail in each of the ways that matter, and see which of them stay red.
package again
