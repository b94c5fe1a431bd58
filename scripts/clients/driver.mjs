// An agent made of the official client SDKs, for the scene in this folder: `node driver.mjs ERA URL`, the token in
// MUDLARK_TOKEN. It reads one request a line from stdin, {"op": "tools"}, {"op": "call", "name": ..., "arguments": {...}}
// and so on, and answers each with one line of JSON: {"value": ...} or {"fault": "..."}. The first line it writes says
// which revision was agreed upon.
//
// v1 is the SDK v1 (initialize, sessions); v2-legacy, v2-auto and v2-pinned are the SDK v2, which is told to be of the
// old era, to find out by itself, or to speak nothing but 2026-07-28.

import { createInterface } from "node:readline";

const [era, url] = process.argv.slice(2);
const REVISION = "2026-07-28";
const TIMEOUT_MS = 60_000;
const modes = { "v2-legacy": "legacy", "v2-auto": "auto", "v2-pinned": { pin: REVISION } };

const say = (answer) => process.stdout.write(JSON.stringify(answer) + "\n");

async function connect() {
  const me = { name: `mudlark-${era}`, version: "1.0.0" };
  const requestInit = { headers: { Authorization: `Bearer ${process.env.MUDLARK_TOKEN}` } };
  if (era === "v1") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const client = new Client(me);
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
    await client.connect(transport, { timeout: TIMEOUT_MS });
    return { client, revision: transport.protocolVersion, leave: () => transport.terminateSession() };
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(me, { versionNegotiation: { mode: modes[era] } });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
  await client.connect(transport, { timeout: TIMEOUT_MS });
  const revision = client.getNegotiatedProtocolVersion();
  return { client, revision, leave: () => (revision === REVISION ? undefined : transport.terminateSession?.()) };
}

const call = (client, params) =>
  era === "v1" ? client.callTool(params, undefined, { timeout: TIMEOUT_MS }) : client.callTool(params, { timeout: TIMEOUT_MS });

async function answer(client, { op, name, arguments: args }) {
  switch (op) {
    case "tools":
      return (await client.listTools()).tools.map((t) => t.name);
    case "prompts":
      return (await client.listPrompts()).prompts.map((p) => p.name);
    case "resources":
      return (await client.listResources()).resources.map((r) => r.uri);
    case "read":
      return (await client.readResource({ uri: name })).contents;
    case "prompt":
      return (await client.getPrompt({ name, arguments: args })).messages;
    case "call":
      return await call(client, { name, arguments: args ?? {} });
  }
  throw new Error(`there is no op ${op}`);
}

try {
  if (!url || (era !== "v1" && !(era in modes))) throw new Error("usage: driver.mjs v1|v2-legacy|v2-auto|v2-pinned URL");
  const { client, revision, leave } = await connect();
  say({ value: revision });
  for await (const line of createInterface({ input: process.stdin })) {
    try {
      say({ value: await answer(client, JSON.parse(line)) });
    } catch (e) {
      say({ fault: String(e?.message ?? e) });
    }
  }
  await leave();
  await client.close();
} catch (e) {
  say({ fault: String(e?.message ?? e) });
  process.exitCode = 1;
}
