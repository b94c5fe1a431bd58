// Package listener has what a listening socket needs before anything of ours is spoken on it: the certificate with
// which this server proves who it is, and the PROXY protocol's second version, with which a proxy in front of a door
// says for whom it connects.
//
// A certificate is a file that somebody else may change while the server runs. [CertificateFiles] reads one that an
// operator provides and takes up a renewed one by itself; [SelfSigned] makes one for whoever has none, once, and keeps
// it in the data folder, so that the fingerprint that a client has been told stays true. To add another origin of
// certificates, add a function that returns a [Certificate].
//
// Whether a PROXY header comes is settled before the connection is accepted, by who connects. From a proxy that the
// operator trusts one must come, from everybody else none is looked for; nothing is ever guessed, for what a stranger
// could write would be believed. The header is read to its last byte and not one further, so that the connection can be
// used afterwards as it is. The specification is haproxy's doc/proxy-protocol.txt, section 2.2. The first version, a
// line of text, is refused.
//
// Concurrency: a Certificate may be used from many goroutines. [ReadProxyHeader] keeps nothing; its deadline is the
// caller's, on the connection. Neither starts a goroutine.
package listener
