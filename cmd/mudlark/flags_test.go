package main

import "testing"

func TestByteSize(t *testing.T) {
	for text, want := range map[string]byteSize{
		"0": 0, "10GiB": 10 << 30, "500 MiB": 500 << 20, "64m": 64 << 20, "7": 7, "1 tb": 1 << 40, " 3 KB ": 3 << 10,
	} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); err != nil || got != want {
			t.Errorf("%q is %d (%v), want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "GiB", "ten", "-1", "1.5GiB", "10GiBs", "9999999TiB", "1 2", "0x10"} {
		var got byteSize
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was taken for %d bytes", text, got)
		}
	}
}
