package words

// stockTimes are the occasions for which there are plain lines.
func stockTimes() []string {
	return []string{
		"greet", "greet-known", "greet-friend", "greet-foe", "farewell", "thanks", "theft", "insult", "refuse", "promise",
		"teach", "price", "haggle-no", "haggle-yes", "beaten", "won", "drawn", "hurt", "remember", "unknown", "busy",
		"gossip", "failed", "given", "already", "nothing", "welcome", "nod", "stranger", "quiet", "unlocked",
	}
}

// stock returns what anybody says who has no line of their own for an occasion.
func stock(on string) []string {
	switch on {
	case "greet":
		return []string{"Good day to you.", "Well met.", "Good day, stranger."}
	case "greet-known":
		return []string{"{name}. Good day.", "There you are again, {name}.", "Well met again, {name}."}
	case "greet-friend":
		return []string{"{name}! Good to see you.", "Come in, {name}, you are always welcome.", "Ah, {name}. A friend."}
	case "greet-foe":
		return []string{"You again.", "I have not forgotten, {name}.", "Keep your distance, {name}."}
	case "farewell":
		return []string{"Fare you well.", "Go safely.", "Until the next tide, then."}
	case "thanks":
		return []string{"Thank you, {name}. I shall remember it.", "That is kind of you.", "My thanks for the {thing}."}
	case "theft":
		return []string{"Put that back, {name}.", "I saw that.", "That was not yours to take."}
	case "insult":
		return []string{"I have been called worse, and by better.", "Mind your tongue.", "Say that to the tide."}
	case "refuse":
		return []string{"No. That I do not do.", "You may ask. The answer is no.", "It is not mine to give away for words."}
	case "failed":
		return []string{"It seems I cannot, just now.", "That did not go as I meant it.", "No. It will not be done today."}
	case "given":
		return []string{"There you are, {name}.", "The {thing} is yours.", "Take good care of it."}
	case "promise":
		return []string{"You have my word.", "That I promise you, {name}."}
	case "teach":
		return []string{"Listen, then, for I say it once.", "Remember it well."}
	case "price":
		return []string{"{price} for the {thing}.", "The {thing}? {price}.", "I ask {price}."}
	case "haggle-no":
		return []string{"No. {price}, and that is my last word on it.", "You jest. {price}.", "For {price}, perhaps."}
	case "haggle-yes":
		return []string{"Done, at {price}.", "{price} it is."}
	}
	return moreStock(on)
}

func moreStock(on string) []string {
	switch on {
	case "beaten":
		return []string{"Well played, {name}.", "You have me there, {name}."}
	case "won":
		return []string{"My game, I think.", "Another time, {name}."}
	case "drawn":
		return []string{"Neither of us, then.", "A draw. So it goes."}
	case "hurt":
		return []string{"Enough!", "You will be sorry for that."}
	case "remember":
		return []string{"I remember: {what}.", "How should I forget? {what}."}
	case "nothing":
		return []string{"I know your face, {name}, and little besides.", "We have met, {name}. No more than that."}
	case "unknown":
		return []string{"I cannot tell you that.", "Of that I know nothing.", "You would have to ask somebody else."}
	case "busy":
		return []string{"Not now.", "Later. I have my hands full."}
	case "gossip":
		return []string{"They do say this much: {what}.", "I can tell you one thing. {what}."}
	case "welcome":
		return []string{"You are welcome.", "It was nothing.", "Think no more of it."}
	case "nod":
		return []string{"Is that so?", "So you say.", "I hear you.", "Well, well."}
	case "stranger":
		return []string{"I do not think that we have met.", "No. Should I know you?"}
	case "quiet":
		return []string{"Nothing that is worth the telling.", "It has been quiet.", "No news is the best of it."}
	case "unlocked":
		return []string{"It is open. Go through.", "There. After you."}
	case "already":
		return []string{
			"I have said what I have to say of that.", "As I told you.", "You have heard it from me already.",
			"Ask me something else.", "I do not like to repeat myself.", "Have I not answered that?",
			"The answer is as it was.", "We have been over this.",
		}
	}
	return nil
}
