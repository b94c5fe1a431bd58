// Package clients plays one scene with agents' clients that other people wrote, against one server, while a person at a
// telnet client watches. What each client is told must be what the person sees.
//
// Its one idea: the scene is a list of steps that knows nothing of protocols, and a [Client] is anything that can take
// them: the official SDKs of both generations and eras, the Inspector's command line, mcp-go's own client. To add a
// step, add it to the scene in its test; to add a client, give it a line in [All].
//
// scripts/clients/run plays it: it installs the clients of package-lock.json first.
package clients
