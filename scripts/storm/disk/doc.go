// Package disk is a journal in memory under which every transaction takes its time, so that a storm can cut, stall and
// kill it at each stage, and knows what may be spoken of.
package disk
