// Package rows holds the list of requirements that tests name by their ids, and the test that reads which are named.
package rows
