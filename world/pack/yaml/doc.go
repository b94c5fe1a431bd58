// Package yaml reads the files of a world pack and judges the texts in them. It knows nothing of what packs mean.
//
// Files come from a folder that a stranger may have filled. They are bounded in number and size, links are not
// followed, and only the strict part of YAML is read that cannot make a small file cost much.
//
// The checks of texts judge names, prose, ids, and words that are nearly right. Each returns what is wrong and what to
// do instead, both empty when all is well; both are meant to be read after "file:line: ". To add a rule, add it to the
// check of its kind of text.
//
// All functions may run concurrently.
package yaml
