package world

// Supply says how much there is of what a spawn rule keeps, how much it keeps, and when one more comes: 0 when nothing
// is under way.
func (s *State) Supply(rule *SpawnSpec) (n, most int, next Time) {
	if t := s.Timers[timerID(TimerSpawn, string(rule.ID))]; t != nil {
		next = t.Due
	}
	return s.supplied(rule), max(rule.Max, 1), next
}
