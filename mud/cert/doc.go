// Package cert keeps the certificate with which this server proves over HTTPS who it is.
//
// Its one idea: a certificate is a file that somebody else may change while the server runs. [Files] reads one that an
// operator provides and takes up a renewed one by itself; [Self] makes one for whoever has none, once, and keeps it in
// the data folder, so that the fingerprint that a client has been told stays true.
//
// Concurrency: a [Source] may be used from many goroutines; it starts none. To add another origin of certificates,
// add a function that returns a Source.
package cert
