// The server that the documents call `server.js`: the notes in a folder.
const fs = require("node:fs");
const path = require("node:path");
const readline = require("node:readline");

const folder = process.argv[2] ?? ".";
const tools = [
  {
    name: "list_notes",
    description: "List the notes",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: "add_note",
    description: "Add a note with a text",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
];

function call(name, input) {
  const names = fs.readdirSync(folder).sort();
  if (name === "list_notes") {
    return names.join("\n");
  }
  fs.writeFileSync(path.join(folder, `note-${names.length}.txt`), String(input.text));
  return "added";
}

function answer(method, params) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "notes", version: "1" },
      };
    case "ping":
      return {};
    case "tools/list":
      return { tools };
    case "tools/call":
      return { content: [{ type: "text", text: call(params.name, params.arguments ?? {}) }] };
  }
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) {
    return;
  }
  const result = answer(method, params ?? {});
  const outcome = result ? { result } : { error: { code: -32601, message: "not here" } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
});
