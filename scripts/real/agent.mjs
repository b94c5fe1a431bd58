// An agent over MCP, made of the official client SDKs: `node agent.mjs legacy|modern URL STEP...`, the token in MUDLARK_TOKEN.
// legacy is the SDK v1 (initialize, sessions), modern the v2 client at revision 2026-07-28 (discover, no sessions). A step is
// `tools`, `resources`, `prompts`, `read URI` or `TOOL {"argument": "value"}`; with ! before it, it must be refused. It prints
// what a model would read and ends with 1 at the first step that went otherwise.

const [era, url, ...steps] = process.argv.slice(2);
const token = process.env.MUDLARK_TOKEN;
const REVISION = "2026-07-28";
const TIMEOUT_MS = 30_000;
const INDENT = "      ";

const print = (mark, text) => console.log(`  ${mark} ` + String(text).split("\n").join("\n" + INDENT));

async function connect() {
  const me = { name: `mudlark-real-${era}`, version: "1.0.0" };
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  if (era === "legacy") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const client = new Client(me);
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
    await client.connect(transport, { timeout: TIMEOUT_MS });
    return { client, revision: transport.protocolVersion, leave: () => transport.terminateSession() };
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(me, { versionNegotiation: { mode: { pin: REVISION } } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }), { timeout: TIMEOUT_MS });
  return { client, revision: client.getNegotiatedProtocolVersion(), leave: () => {} };
}

const call = (client, name, args) =>
  era === "legacy"
    ? client.callTool({ name, arguments: args }, undefined, { timeout: TIMEOUT_MS })
    : client.callTool({ name, arguments: args }, { timeout: TIMEOUT_MS });

async function take(client, step) {
  const refused = step.startsWith("!");
  const [name, rest] = step.slice(refused ? 1 : 0).split(/ (.*)/s);
  console.log(`> ${step}`);
  switch (name) {
    case "tools":
      return print("<", (await client.listTools()).tools.map((t) => t.name).join(" "));
    case "resources":
      return print("<", (await client.listResources()).resources.map((r) => r.uri).join(" "));
    case "prompts":
      return print("<", (await client.listPrompts()).prompts.map((p) => p.name).join(" "));
    case "read":
      for (const c of (await client.readResource({ uri: rest })).contents) print("<", c.text ?? c.mimeType);
      return;
  }
  const result = await call(client, name, rest ? JSON.parse(rest) : {});
  for (const c of result.content ?? []) if (c.type === "text") print("<", c.text);
  const s = result.structuredContent;
  if (s?.room) print("=", `room ${s.room.id}; here: ${(s.entities ?? []).map((e) => e.name).join(", ") || "nobody"}; ` +
    `carrying: ${(s.you?.carrying ?? []).map((i) => i.name).join(", ") || "nothing"}`);
  if (Boolean(result.isError) !== refused) throw new Error(`${name} was ${refused ? "not " : ""}refused`);
}

try {
  if (!token || !url || !["legacy", "modern"].includes(era)) throw new Error("usage: agent.mjs legacy|modern URL STEP...");
  const { client, revision, leave } = await connect();
  const server = client.getServerVersion();
  console.log(`connected to ${server?.name} ${server?.version}, revision ${revision}`);
  for (const step of steps) await take(client, step);
  await leave();
  await client.close();
} catch (e) {
  console.log(`gave up: ${e?.message ?? e}${e?.code ? ` (${e.code})` : ""}`);
  process.exitCode = 1;
}
