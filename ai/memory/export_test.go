package memory

// Tellers returns of how many people's confidences importance has gathered.
func (m *Memory) Tellers() int { return len(m.weight) }
