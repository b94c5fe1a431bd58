package memory

// Learn keeps what somebody knows under a name (the row's Deed), in the place of what they knew under it before.
func (m *Memory) Learn(r Row) []Change {
	out := m.Unlearn(r.Deed)
	_, changes := m.Remember(r)
	return append(out, changes...)
}

// Unlearn drops what is known under a name, which no event has.
func (m *Memory) Unlearn(name string) []Change {
	var out []Change
	for _, r := range m.Rows() {
		if r.Kind == Lore && r.Deed == name && name != "" {
			m.drop(r.ID)
			out = append(out, Change{Drop: r.ID})
		}
	}
	return out
}
