// Package note keeps what a storm writes down while it rages: what it has met, its last steps, a hash of every step and
// byte, and the first promise that was broken. All parts of a storm write into the same [Notes].
package note
