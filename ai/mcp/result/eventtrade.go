package result

import (
	"github.com/mudlark-mud/mudlark/world"
	"github.com/mudlark-mud/mudlark/world/loop"
)

// tradeData tells what passed over a counter; ok when the event is of that kind. What was paid is between the two, and
// so are the words of a lesson; a price that is asked or named is said aloud.
func tradeData(t *loop.Told) (data map[string]any, ok bool) {
	isMine := t.Sense&(world.Did|world.Mine) != 0
	switch e := t.Event.(type) {
	case world.Bought:
		data = dealt(t, string(e.Item), e.From)
		if isMine {
			data["coins"] = e.Coins
		}
	case world.Sold:
		data = dealt(t, string(e.Item), e.To)
		if isMine {
			data["coins"] = e.Coins
		}
	case world.Haggled:
		data = offered(t, e.To, string(e.Item), e.Name)
		data["coins"], data["for_sale"] = e.Coins, e.Sell
	case world.Quoted:
		data = offered(t, e.To, string(e.Item), e.Name)
		data["coins"], data["for_sale"], data["agreed"] = e.Coins, e.Sell, e.Agreed
		if isMine {
			data["until"] = e.Until
		}
	case world.Taught:
		data = with(t, e.To)
		if isMine {
			data["lesson"], data["name"], data["text"] = e.Lesson, world.Clean(e.Name), world.Clean(e.Text)
			data["coins"] = e.Coins
		}
	case world.Promised:
		data = with(t, e.To)
		data["promise"], data["text"] = e.Promise, world.Clean(e.Text)
	case world.PromiseKept:
		data = with(t, e.To)
		data["promise"], data["text"] = e.Promise, world.Clean(e.Text)
	default:
		return nil, false
	}
	if t.Sense&(world.Saw|world.Did|world.Mine) == 0 {
		return nil, true
	}
	return data, true
}

// with names whom something was done to.
func with(t *loop.Told, who world.ActorID) map[string]any {
	return map[string]any{"target": who, "target_name": called(t, string(who))}
}

func dealt(t *loop.Told, item string, who world.ActorID) map[string]any {
	data := with(t, who)
	data["item"], data["item_name"] = item, called(t, item)
	return data
}

func offered(t *loop.Told, who world.ActorID, item, name string) map[string]any {
	data := with(t, who)
	data["item"], data["item_name"] = item, world.Clean(name)
	return data
}
