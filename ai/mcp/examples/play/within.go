package play

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// inside carries requests to a game that the same program serves. Requests are encoded, so that they are judged as any
// other; what a tool answered is handed over as it is where the caller made room for it (see [answer]): a mind that
// wakes is told its whole town, and to write, scan and read that once for each layer took most of a server's start.
type inside struct {
	game    *server.MCPServer
	session *server.InProcessSession
	done    context.CancelFunc
	crew    sync.WaitGroup
}

// answer is room for the result of one call, in the context of the call.
type answer struct{ result *mcp.CallToolResult }

type answerKey struct{}

// makeRoom returns a context in which a call's result may be handed over.
func makeRoom(ctx context.Context) (context.Context, *answer) {
	a := &answer{}
	return context.WithValue(ctx, answerKey{}, a), a
}

// taken is what the client reads in the place of a result that was handed over.
const taken = `{"content":[]}`

func newInside(game *server.MCPServer) *inside {
	return &inside{game: game, session: server.NewInProcessSessionWithHandlers(
		server.GenerateInProcessSessionID(), nil, nil, nil)}
}

// Start implements [transport.Interface].
func (w *inside) Start(ctx context.Context) error {
	if err := w.game.RegisterSession(ctx, w.session); err != nil {
		return fmt.Errorf("register the session: %w", err)
	}
	ctx, w.done = context.WithCancel(context.WithoutCancel(ctx))
	w.crew.Go(func() { // results say all that matters; what is sent beside them must not pile up
		for {
			select {
			case <-ctx.Done():
				return
			case <-w.session.ClientNotifications():
			}
		}
	})
	return nil
}

// SendRequest implements [transport.Interface].
func (w *inside) SendRequest(
	ctx context.Context, request transport.JSONRPCRequest,
) (*transport.JSONRPCResponse, error) {
	b, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("encode a request: %w", err)
	}
	message := w.game.HandleMessage(w.game.WithContext(ctx, w.session), b)
	if r, ok := message.(mcp.JSONRPCResponse); ok {
		result, isResult := r.Result.(*mcp.CallToolResult)
		if room, ok := ctx.Value(answerKey{}).(*answer); ok && isResult {
			room.result = result
			return &transport.JSONRPCResponse{JSONRPC: r.JSONRPC, ID: r.ID, Result: json.RawMessage(taken)}, nil
		}
	}
	if b, err = json.Marshal(message); err != nil {
		return nil, fmt.Errorf("encode an answer: %w", err)
	}
	var out transport.JSONRPCResponse
	if err := json.Unmarshal(b, &out); err != nil {
		return nil, fmt.Errorf("decode an answer: %w", err)
	}
	return &out, nil
}

// SendNotification implements [transport.Interface].
func (w *inside) SendNotification(ctx context.Context, n mcp.JSONRPCNotification) error {
	b, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("encode a notification: %w", err)
	}
	w.game.HandleMessage(w.game.WithContext(ctx, w.session), b)
	return nil
}

// SetNotificationHandler implements [transport.Interface]. A session reads no notifications.
func (*inside) SetNotificationHandler(func(mcp.JSONRPCNotification)) {}

// GetSessionId implements [transport.Interface].
func (*inside) GetSessionId() string { return "" }

// Close implements [transport.Interface].
func (w *inside) Close() error {
	if w.done != nil {
		w.done()
		w.crew.Wait()
		w.game.UnregisterSession(context.Background(), w.session.SessionID())
	}
	return nil
}
