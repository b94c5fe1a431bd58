package world

// ConditionReport is how somebody is, and what they are at.
type ConditionReport struct {
	HP        int    `json:"hp"`
	HPMax     int    `json:"hp_max"`
	Health    string `json:"health"`
	Fighting  string `json:"fighting,omitempty"`
	FoeHealth string `json:"foe_health,omitempty"`
	Follows   string `json:"following,omitempty"`
	Seat      string `json:"seat,omitempty"` // the table at which they sit or look on
	Watches   bool   `json:"watches,omitempty"`
	Blind     bool   `json:"blind,omitempty"` // it is too dark to see
}

// SurveyReport is all that is to be known of here and now: the place, and how one is.
type SurveyReport struct {
	Room      RoomReport      `json:"room"`
	You       ConditionReport `json:"you"`
	Safe      bool            `json:"safe,omitempty"` // nobody may attack here
	Hour      int             `json:"hour"`
	Daylight  bool            `json:"daylight"`
	Tide      Tide            `json:"tide,omitempty"`
	TideWords string          `json:"-"` // what the pack calls it
}

// Condition reports how somebody is.
func (s *State) Condition(a *Actor, now Time) ConditionReport {
	hp := s.HPNow(a, now)
	out := ConditionReport{HP: hp, HPMax: a.HPMost(), Health: Health(hp, a.HPMost()), Blind: !s.BrightFor(a, now)}
	if foe := s.Actors[a.Fighting]; foe != nil {
		out.Fighting, out.FoeHealth = s.ActorName(foe), Health(s.HPNow(foe, now), foe.HPMost())
	}
	if lead := s.Actors[a.Following]; lead != nil {
		out.Follows = s.ActorRef(lead).Name
	}
	if b := s.Boards[s.Index.Seated[a.ID]]; b != nil {
		_, seat := s.seatOf(a.ID)
		out.Seat, out.Watches = b.Name, seat == nil
	}
	return out
}

// SurveyHere reports the place where somebody stands and how they are.
func (s *State) SurveyHere(a *Actor, now Time) SurveyReport {
	r := s.Rooms[a.Room]
	tide := s.TideAt(now)
	return SurveyReport{
		Room: s.LookAround(a.ID, now), You: s.Condition(a, now), Safe: r != nil && r.Safe,
		Hour: now.Hour(), Daylight: now.Daylight(), Tide: tide, TideWords: s.TideWords(tide),
	}
}
