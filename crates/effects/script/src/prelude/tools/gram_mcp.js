// `@gram-ai/functions/mcp`: a server of the official SDK as a program of functions.
//
// The server is asked over a transport in memory, in the words of the protocol. So any server that
// can be connected to a transport will do, and the SDK's client is not needed.

import {
  AMap,
  APromise,
  AnError,
  append,
  isArray,
  isObject,
  mapDelete,
  mapGet,
  mapSet,
  stringify,
} from "candor:primordials";
import { Response } from "candor:response";

const REVISION = "2025-11-25";
const METHOD_NOT_FOUND = -32601;

/** The most pages of one list. */
const MOST_PAGES = 1000;

/** Makes a program of a server: its tools and resources, and what handles them. */
export async function withGram(server, options = {}) {
  if (typeof server?.connect !== "function") {
    throw new AnError("`withGram` takes a server of `@modelcontextprotocol/sdk`");
  }
  const connection = new ServerConnection();
  await server.connect(connection.transport);
  const { capabilities = {} } = await connection.ask("initialize", {
    protocolVersion: REVISION,
    capabilities: {},
    clientInfo: { name: "candor-functions", version: "0.0.0" },
  });
  connection.tell("notifications/initialized");
  const { variables } = options;
  const tools = capabilities.tools === undefined ? [] : await listed(connection, "tools");
  const resources =
    capabilities.resources === undefined ? [] : await listed(connection, "resources");
  for (let at = 0; at < tools.length; at += 1) tools[at] = passed(tools[at], variables);
  for (let at = 0; at < resources.length; at += 1) resources[at] = passed(resources[at], variables);
  return {
    manifest: () => ({ version: "0.0.0", tools, resources }),
    handleToolCall: async ({ name, input, _meta }) => {
      const params = { name, arguments: input ?? {}, _meta };
      return answer(await connection.ask("tools/call", params), "; mcp=tools_call");
    },
    handleResources: async ({ uri, _meta }) =>
      answer(await connection.ask("resources/read", { uri, _meta }), ""),
  };
}

/** Serving a toolbox is what Candor does by itself. */
export function fromGram() {
  throw new AnError(
    "`fromGram` has no use here: export the toolbox itself, and Candor serves it over MCP",
  );
}

const answer = (result, mark) =>
  new Response(stringify(result), { headers: { "content-type": `application/json${mark}` } });

/** A definition in the words of a manifest. Its results are passed on as they are. */
function passed({ _meta, ...definition }, variables) {
  const meta = { ..._meta, "gram.ai/kind": "mcp-passthrough" };
  return variables === undefined ? { ...definition, meta } : { ...definition, variables, meta };
}

/** All pages of a list. */
async function listed(connection, what) {
  const all = [];
  let cursor;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    let result;
    try {
      result = await connection.ask(`${what}/list`, cursor === undefined ? {} : { cursor });
    } catch (error) {
      if (error.code === METHOD_NOT_FOUND) return all;
      throw error;
    }
    const some = isArray(result[what]) ? result[what] : [];
    for (let at = 0; at < some.length; at += 1) append(all, some[at]);
    cursor = result.nextCursor;
    if (cursor === undefined) return all;
  }
  throw new AnError(`the server's list of ${what} has no end`);
}

/** Requests to a server, and the transport that it is connected to. */
class ServerConnection {
  #waiting = new AMap();
  #last = 0;

  /** What the SDK calls a transport: what the server sends comes here. */
  transport = {
    start: async () => {},
    close: async () => {},
    send: async (message) => this.#receive(message),
  };

  ask(method, params) {
    this.#last += 1;
    const id = this.#last;
    const reply = new APromise((resolve, reject) => mapSet(this.#waiting, id, { resolve, reject }));
    this.transport.onmessage?.({ jsonrpc: "2.0", id, method, params });
    return reply;
  }

  tell(method) {
    this.transport.onmessage?.({ jsonrpc: "2.0", method });
  }

  #receive(message) {
    if (message.method !== undefined) return this.#refuse(message);
    const waiting = mapGet(this.#waiting, message.id);
    if (waiting === undefined) return;
    mapDelete(this.#waiting, message.id);
    if (isObject(message.error)) {
      const error = new AnError(message.error.message);
      error.code = message.error.code;
      waiting.reject(error);
    } else {
      waiting.resolve(message.result);
    }
  }

  /** Nobody is there whom a server could ask. Notifications are for nobody. */
  #refuse({ id, method }) {
    if (id === undefined) return;
    const error = { code: METHOD_NOT_FOUND, message: `no client answers \`${method}\` here` };
    this.transport.onmessage?.({ jsonrpc: "2.0", id, error });
  }
}
