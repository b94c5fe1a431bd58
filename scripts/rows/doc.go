// Package rows holds the lists of what tests name by its id, and the tests that read which ids are named: rows.txt has
// the requirements, and FOUND.md the defects that reviews found.
package rows
