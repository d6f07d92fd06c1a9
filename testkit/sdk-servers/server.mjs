// What the official conformance suite asks of a server, on the official TypeScript SDK.
//
// Both eras, Streamable HTTP on a free loopback port; the address is the first line that is
// printed. The SDK's protocol code answers, so whatever differs behind Candor is Candor's doing.
// Node finds the SDK from the folder of the first argument.

import { createHmac, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

import { RunningTasks, TASKS } from "./tasks.mjs";

const peers = createRequire(pathToFileURL(`${process.argv[2]}/package.json`));
const load = (name) => import(pathToFileURL(peers.resolve(name)).href);
const sdk = await load("@modelcontextprotocol/server");
const { z } = await load("zod");
const { Server, ProtocolError, createMcpHandler, inputRequired, isLegacyRequest } = sdk;

const definitions = JSON.parse(readFileSync(new URL("definitions.json", import.meta.url), "utf8"));
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const WATCHED = "test://watched-resource";
const [INVALID_PARAMS, MISSING_CAPABILITY, HEADER_MISMATCH] = [-32602, -32021, -32020];
const STEP = 50;

const running = new RunningTasks();
const shown = { tool: false, prompt: false, resource: false };
let updates = 0;
/** The servers of clients with a handshake, by session. */
const sessions = new Map();

const text = (words) => ({ content: [{ type: "text", text: words }] });
const pause = (time) => new Promise((done) => setTimeout(done, time));

// --- state that the client brings back ---------------------------------------------------------

const key = randomBytes(32);
const mark = (state) => createHmac("sha256", key).update(state).digest("base64url");
const sealed = (state) => `${state}.${mark(state)}`;

function opened(state) {
  const at = state.lastIndexOf(".");
  const [plain, given] = [state.slice(0, at), Buffer.from(state.slice(at + 1))];
  const expected = Buffer.from(mark(plain));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error("the state was changed");
  }
  return plain;
}

// --- questions to the client -------------------------------------------------------------------

const form = (message, properties, required = []) =>
  inputRequired.elicit({ message, requestedSchema: { type: "object", properties, required } });
const sampling = (words, maxTokens) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens });
const NAME = { name: { type: "string" } };
const askName = () => form("What is your name?", NAME, ["name"]);

/** The answers of this round, if all questions have one; the SDK asks older clients by itself. */
function answersTo(call, questions, state) {
  const answers = call.ctx.mcpReq.inputResponses ?? {};
  const known = Object.keys(questions).every((name) => name in answers);
  const current = state === undefined || call.ctx.mcpReq.requestState() === state;
  if (known && current) return answers;
  throw new Waiting(inputRequired({ inputRequests: questions, ...(state && { requestState: sealed(state) }) }));
}

class Waiting {
  constructor(result) {
    this.result = result;
  }
}

async function completed(call, question) {
  const answer = answersTo(call, { elicitation: question }).elicitation;
  return text(`Elicitation completed: action=${answer.action}, content=${JSON.stringify(answer.content)}`);
}

function defaults() {
  return form("Please check these values", {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  });
}

function choices() {
  const titled = ["First", "Second", "Third"].map((word, at) => ({ const: `value${at + 1}`, title: `${word} Option` }));
  const plain = ["option1", "option2", "option3"];
  return form("Please choose", {
    untitledSingle: { type: "string", enum: plain },
    titledSingle: { type: "string", oneOf: titled },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: plain } },
    titledMulti: { type: "array", items: { anyOf: titled } },
  });
}

async function twoRounds(call) {
  const first = { step1: form("Step 1: What is your name?", NAME, ["name"]) };
  const color = { color: { type: "string" } };
  const second = { step2: form("Step 2: What is your favorite color?", color, ["color"]) };
  const state = call.ctx.mcpReq.requestState();
  if (!state?.startsWith("round-2 ")) {
    const answers = answersTo(call, first, "round-1");
    answersTo(call, second, `round-2 ${answers.step1.content.name}`);
  }
  const answers = answersTo(call, second, state);
  return text(`${state.slice("round-2 ".length)} likes ${answers.step2.content.color}`);
}

async function whatTheClientCan(call) {
  const all = { elicitation: ["user_name", askName()], sampling: ["greeting", sampling("Generate a greeting", 50)] };
  const known = Object.entries(all).filter(([need]) => need in capabilities(call));
  if (known.length === 0) return text("The client can be asked nothing.");
  const answers = answersTo(call, Object.fromEntries(known.map(([, question]) => question)));
  return text(`Answered: ${Object.keys(answers).join(", ")}`);
}

function capabilities({ ctx, server }) {
  const said = ctx.mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"];
  return said ?? server.getClientCapabilities() ?? {};
}

function require(call, capability) {
  if (capability in capabilities(call)) return;
  const data = { requiredCapabilities: { [capability]: {} } };
  throw new ProtocolError(MISSING_CAPABILITY, `the client does not support \`${capability}\``, data);
}

// --- tools -------------------------------------------------------------------------------------

async function withProgress({ ctx }) {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const [step, progress] of [0, 50, 100].entries()) {
    if (step > 0) await pause(STEP);
    if (progressToken === undefined) continue;
    const params = { progressToken, progress, total: 100, message: `step ${step + 1} of 3` };
    await ctx.mcpReq.notify({ method: "notifications/progress", params });
  }
  return text("Progress reported.");
}

async function withLogging({ ctx }) {
  for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await ctx.mcpReq.log("info", words);
    await pause(STEP);
  }
  return text("Tool with logging executed.");
}

async function levels({ ctx }) {
  for (const level of ["debug", "info", "error"]) await ctx.mcpReq.log(level, { level });
  return text("Three levels logged.");
}

async function reconnection({ ctx }) {
  ctx.http?.closeSSE?.();
  await pause(2 * STEP);
  return text("Here is the rest.");
}

async function toggle(call, what) {
  shown[what] = !shown[what];
  const list = { tool: "toolsChanged", prompt: "promptsChanged", resource: "resourcesChanged" }[what];
  modern.notify[list]();
  const method = `notifications/${what}s/list_changed`;
  for (const { server } of sessions.values()) await server.notification({ method });
  return text(`the extra ${what} is ${shown[what] ? "added" : "removed"}`);
}

async function changeResource() {
  updates += 1;
  modern.notify.resourceUpdated(WATCHED);
  for (const { server, watched } of sessions.values()) {
    if (watched.has(WATCHED)) await server.sendResourceUpdated({ uri: WATCHED });
  }
  return text(`${WATCHED} updated ${updates} times`);
}

const IMAGE = { type: "image", data: PNG, mimeType: "image/png" };
const resource = (uri, mimeType, words) => ({ type: "resource", resource: { uri, mimeType, text: words } });
const content = (...blocks) => async () => ({ content: blocks });

const TOOLS = {
  test_simple_text: content({ type: "text", text: "This is a simple text response for testing." }),
  test_image_content: content(IMAGE),
  test_audio_content: content({ type: "audio", data: WAV, mimeType: "audio/wav" }),
  test_embedded_resource: content(
    resource("test://embedded-resource", "text/plain", "This is an embedded resource content."),
  ),
  test_multiple_content_types: content(
    { type: "text", text: "Multiple content types test:" },
    IMAGE,
    resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  test_structured_content: async ({ given }) => {
    const value = { city: given.city ?? "Paris", degrees: 21.5 };
    return { ...text(JSON.stringify(value)), structuredContent: value };
  },
  test_error_handling: async () => ({
    ...text("This tool intentionally returns an error for testing"),
    isError: true,
  }),
  test_tool_with_progress: withProgress,
  test_tool_with_logging: withLogging,
  test_logging_tool: levels,
  test_reconnection: reconnection,
  test_custom_header: async ({ given }) => text(`region=${given.region}`),
  json_schema_2020_12_tool: async ({ given }) => text(`Arguments: ${JSON.stringify(given)}`),
  test_dynamic_tool: content({ type: "text", text: "Here for now." }),
  test_sampling: async (call) => {
    const answers = answersTo(call, { sampling: sampling(call.given.prompt, 100) });
    return text(`LLM response: ${answers.sampling.content.text}`);
  },
  test_elicitation: async (call) => {
    const fields = {
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    };
    const question = form(call.given.message, fields, ["username", "email"]);
    const { action, content: said } = answersTo(call, { elicitation: question }).elicitation;
    return text(`User response: <action: ${action}, content: ${JSON.stringify(said)}>`);
  },
  test_elicitation_sep1034_defaults: (call) => completed(call, defaults()),
  test_elicitation_sep1330_enums: (call) => completed(call, choices()),
  test_list_roots: roots,
  test_missing_capability: async (call) => {
    require(call, "sampling");
    return text("The client lends its model.");
  },
  test_streaming_elicitation: (call) => completed(call, form("Shall it go on?", { go_on: { type: "boolean" } })),
  test_input_required_result_elicitation: async (call) => {
    const question = { user_name: askName() };
    const answer = answersTo(call, question).user_name;
    if (answer.action !== "accept") return text("No name was given.");
    // An answer without what was asked for is asked for again.
    if (typeof answer.content?.name !== "string") throw new Waiting(inputRequired({ inputRequests: question }));
    return text(`Hello, ${answer.content.name}!`);
  },
  test_input_required_result_sampling: async (call) => {
    const answers = answersTo(call, { capital_question: sampling("What is the capital of France?", 100) });
    return text(answers.capital_question.content.text);
  },
  test_input_required_result_list_roots: roots,
  test_input_required_result_request_state: withState,
  test_input_required_result_tampered_state: withState,
  test_input_required_result_multiple_inputs: async (call) => {
    const questions = {
      user_name: askName(),
      greeting: sampling("Generate a greeting", 50),
      client_roots: inputRequired.listRoots(),
    };
    const answers = answersTo(call, questions, "round-1");
    return text(`${answers.user_name.content.name}: ${answers.greeting.content.text}`);
  },
  test_input_required_result_multi_round: twoRounds,
  test_input_required_result_capabilities: whatTheClientCan,
  test_trigger_tool_change: (call) => toggle(call, "tool"),
  test_trigger_prompt_change: (call) => toggle(call, "prompt"),
  test_trigger_resource_change: (call) => toggle(call, "resource"),
  test_trigger_resource_update: changeResource,
};

async function roots(call) {
  const answers = answersTo(call, { client_roots: inputRequired.listRoots() });
  return text(`Roots: ${JSON.stringify(answers.client_roots.roots)}`);
}

async function withState(call) {
  const question = { confirm: form("Please confirm", { ok: { type: "boolean" } }) };
  const answers = answersTo(call, question, "round-1");
  return text(`state-ok: ${answers.confirm.action}`);
}

// --- tasks -------------------------------------------------------------------------------------

const needsTasks = (words) =>
  new ProtocolError(MISSING_CAPABILITY, words, { requiredCapabilities: { extensions: { [TASKS]: {} } } });
const knowsTasks = (call) => call.isModern && TASKS in (capabilities(call).extensions ?? {});

async function beginOrRun(call, name) {
  let given = call.given;
  if (name === "test_tool_with_task") {
    given = { name: answersTo(call, { user_name: askName() }).user_name.content.name };
  }
  if (knowsTasks(call)) return running.begin(name, given);
  if (name === "failing_job" && call.isModern) throw needsTasks("this tool needs a client that knows tasks");
  return running.runAtOnce(name, given);
}

function aboutATask(server, isModern, act) {
  return async (params, ctx) => {
    if (!knowsTasks({ ctx, server, isModern })) throw needsTasks("the request does not say that it knows tasks");
    const header = ctx.http?.req?.headers.get("mcp-name");
    if (header != null && header !== params.taskId) {
      throw new ProtocolError(HEADER_MISMATCH, `the header names \`${header}\`, the request \`${params.taskId}\``);
    }
    // The SDK takes the answers out of the parameters of every request.
    const answer = act({ ...params, inputResponses: ctx.mcpReq.inputResponses });
    if (answer === undefined) throw new ProtocolError(INVALID_PARAMS, `there is no task \`${params.taskId}\``);
    return answer;
  };
}

// --- requests ----------------------------------------------------------------------------------

/** A list that fits on one page, so that no cursor is ever right. */
const onePage = (list, extra, entry) => async (request) => {
  const cursor = request.params?.cursor;
  if (cursor !== undefined) throw new ProtocolError(INVALID_PARAMS, `there is no page at cursor ${cursor}`);
  return { [list]: entry && shown[extra] ? [...definitions[list], entry] : definitions[list] };
};

async function callTool(call, name) {
  try {
    if (name in running.tools) return await beginOrRun(call, name);
    const tool = name === "test_dynamic_tool" && !shown.tool ? undefined : TOOLS[name];
    if (!tool) throw new ProtocolError(INVALID_PARAMS, `unknown tool \`${name}\``);
    return await tool(call);
  } catch (waiting) {
    if (waiting instanceof Waiting) return waiting.result;
    throw waiting;
  }
}

function readResource(uri, isModern) {
  const plain = {
    "test://static-text": "This is the content of the static text resource.",
    [WATCHED]: `Changed ${updates} times.`,
    ...(shown.resource && { "test://dynamic-resource": "Here for now." }),
  };
  if (uri in plain) return { contents: [{ uri, mimeType: "text/plain", text: plain[uri] }] };
  if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: "application/json", text: data }] };
  }
  throw new ProtocolError(isModern ? INVALID_PARAMS : -32002, `resource not found: \`${uri}\``, { uri });
}

function getPrompt(call, name) {
  const messages = (...blocks) => ({ messages: blocks.map((content) => ({ role: "user", content })) });
  const words = (line) => ({ type: "text", text: line });
  const { arg1, arg2, resourceUri } = call.given;
  switch (name) {
    case "test_simple_prompt":
      return messages(words("This is a simple prompt for testing."));
    case "test_prompt_with_arguments":
      return messages(words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`));
    case "test_prompt_with_embedded_resource":
      return messages(
        resource(resourceUri, "text/plain", "Embedded resource content for testing."),
        words("Please process the embedded resource above."),
      );
    case "test_prompt_with_image":
      return messages(IMAGE, words("Please analyze the image above."));
    case "test_input_required_result_prompt": {
      const question = form("What context should the prompt use?", { context: { type: "string" } }, ["context"]);
      const answers = answersTo(call, { user_context: question });
      return messages(words(`Prompt with context: ${answers.user_context.content.context}`));
    }
    default:
      throw new ProtocolError(INVALID_PARAMS, `unknown prompt \`${name}\``);
  }
}

const WORDS = ["paris", "park", "party", "test", "testing", "tested"];

/** A server for one request, or for one session of a client with a handshake. */
function served(isModern, watched = new Set()) {
  const capabilities = {
    tools: { listChanged: true },
    prompts: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
    logging: {},
    ...(isModern && { extensions: { [TASKS]: {} } }),
  };
  const instructions = "A server for tests: nothing has any effect.";
  const requestState = { verify: opened };
  const server = new Server({ name: "sdk-typescript", version: "1.0.0" }, { capabilities, instructions, requestState });
  const callOf = (request, ctx) => ({ given: request.params.arguments ?? {}, ctx, server, isModern });
  const extraTool = { ...definitions.tools[0], name: "test_dynamic_tool" };
  const extraResource = { uri: "test://dynamic-resource", name: "dynamic", mimeType: "text/plain" };
  const extraPrompt = { name: "test_dynamic_prompt", description: "Is there only for a while" };
  server.setRequestHandler("tools/list", onePage("tools", "tool", extraTool));
  server.setRequestHandler("tools/call", (request, ctx) => callTool(callOf(request, ctx), request.params.name));
  server.setRequestHandler("resources/list", onePage("resources", "resource", extraResource));
  server.setRequestHandler("resources/templates/list", onePage("resourceTemplates"));
  server.setRequestHandler("resources/read", async (request) => readResource(request.params.uri, isModern));
  server.setRequestHandler("prompts/list", onePage("prompts", "prompt", extraPrompt));
  server.setRequestHandler("prompts/get", async (request, ctx) => {
    try {
      return getPrompt(callOf(request, ctx), request.params.name);
    } catch (waiting) {
      if (waiting instanceof Waiting) return waiting.result;
      throw waiting;
    }
  });
  server.setRequestHandler("completion/complete", async (request) => {
    const values = WORDS.filter((word) => word.startsWith(request.params.argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  if (isModern) {
    const params = z.looseObject({});
    for (const name of ["get", "update", "cancel"]) {
      const handler = aboutATask(server, isModern, (given) => running[name](given));
      server.setRequestHandler(`tasks/${name}`, { params }, handler);
    }
  } else {
    server.setRequestHandler("resources/subscribe", async (request) => {
      watched.add(request.params.uri);
      return {};
    });
    server.setRequestHandler("resources/unsubscribe", async (request) => {
      watched.delete(request.params.uri);
      return {};
    });
  }
  return server;
}

// --- the two eras behind one address -----------------------------------------------------------

const modern = createMcpHandler(() => served(true), { legacy: "reject" });

/** The events of broken streams, for clients that come back. */
class KeptEvents {
  events = [];

  async storeEvent(stream, message) {
    this.events.push({ stream, message });
    return String(this.events.length);
  }

  async replayEventsAfter(last, { send }) {
    const { stream } = this.events[Number(last) - 1];
    for (const [at, event] of this.events.entries()) {
      const isMessage = event.message && "jsonrpc" in event.message;
      if (at >= Number(last) && event.stream === stream && isMessage) await send(String(at + 1), event.message);
    }
    return stream;
  }
}

async function legacy(request) {
  const session = request.headers.get("mcp-session-id");
  const known = sessions.get(session);
  if (known) return known.transport.handleRequest(request);
  if (session !== null) return new Response("there is no such session", { status: 404 });
  const watched = new Set();
  const server = served(false, watched);
  const transport = new sdk.WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: new KeptEvents(),
    retryInterval: STEP,
    onsessioninitialized: (id) => void sessions.set(id, { server, transport, watched }),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await server.connect(transport);
  return transport.handleRequest(request);
}

async function answer(request) {
  const isForeign = (address) => address !== null && !/^(https?:\/\/)?(127\.0\.0\.1|localhost)(:\d+)?$/.test(address);
  if (isForeign(request.headers.get("host")) || isForeign(request.headers.get("origin"))) {
    return new Response("this server is for this machine only", { status: 403 });
  }
  return (await isLegacyRequest(request)) ? legacy(request) : modern.fetch(request);
}

const listener = createServer(async (incoming, outgoing) => {
  const { method, headers } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD" && method !== "DELETE";
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: "half" } : {};
  const request = new Request(`http://${headers.host}${incoming.url}`, { method, headers, ...body });
  const controller = new AbortController();
  outgoing.on("close", () => controller.abort());
  const response = await answer(new Request(request, { signal: controller.signal }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body === null) return outgoing.end();
  Readable.fromWeb(response.body)
    .on("error", () => outgoing.destroy())
    .pipe(outgoing);
});
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
