// `@gram-ai/functions`: toolboxes as Gram's framework writes them.

import {
  AString,
  AnError,
  append,
  collect,
  keys,
  mapEach,
  mapGet,
  seal,
  stringify,
} from "candor:primordials";
import { AbortController } from "candor:abort";
import { base64Bytes } from "candor:encoding";
import { process } from "candor:process";
import { Response, isResponse } from "candor:response";
import { formOf } from "candor:schema/input";
import { whenAll } from "candor:schema/later";
import { Context } from "candor:tools/context";
import { describeTool } from "candor:tools/definition";
import { Failure, textOf } from "candor:tools/failure";
import { pageOf } from "candor:tools/gram_page";
import { invoke } from "candor:tools/invoke";
import { describeResource, readResource } from "candor:tools/resource";
import { Toolbox, resourcesOf, toolsOf } from "candor:tools/toolbox";

/** A failure as Gram throws it: a response with JSON. */
function failure(data, options) {
  const body = typeof data === "string" ? { error: data } : data;
  const status = options?.status ?? 500;
  return new Response(stringify(body) ?? textOf(data), {
    status,
    headers: { "content-type": "application/json" },
  });
}

class GramContext extends Context {
  html(text) {
    return new Response(AString(text), { headers: { "content-type": "text/html" } });
  }

  fail(data, options) {
    throw failure(data, options);
  }
}

/** Throws a failure unless a condition holds. */
export function assert(condition, data, options) {
  if (!condition) throw failure(data, options);
}

export class Gram extends Toolbox {
  #auth;

  constructor(options = {}) {
    const { lax, env, envSchema, authInput } = options;
    super(
      {},
      {
        lax: Boolean(lax),
        lenient: true,
        context: GramContext,
        inputEnv: env,
        variables: envSchema === undefined ? undefined : formOf(envSchema, "`envSchema`"),
        withEmail: Boolean(authInput?.gramEmail),
      },
    );
    this.#auth = authInput;
  }

  /** What `extend` was called at first. */
  append(other) {
    return this.extend(other);
  }

  /** A page for clients that show MCP Apps: a whole page as `content`, or its `body` and `styles`. */
  experimental_uiResource(definition) {
    const { body, styles, content, uri, ...rest } = definition ?? {};
    return this.resource({
      mimeType: "text/html;profile=mcp-app",
      ...rest,
      uri: uri ?? `ui://${rest.name}`,
      content: body === undefined ? content : pageOf(body, styles),
    });
  }

  /** Gram's manifest: at once, or a promise of it if a schema must be asked for. */
  manifest() {
    const tools = [];
    mapEach(toolsOf(this), (tool) => append(tools, describeTool(tool)));
    return whenAll(tools, (described) => {
      const manifest = { version: "0.0.0", tools: collect(described, (one) => this.#listed(one)) };
      const resources = [];
      mapEach(resourcesOf(this), (resource) => {
        const { _meta, ...listed } = describeResource(resource);
        append(resources, withoutGaps(listed));
      });
      if (resources.length > 0) manifest.resources = resources;
      return manifest;
    });
  }

  #listed({ title, hosts, safePosts, outputSchema, ...tool }) {
    if (this.#auth?.oauthVariable !== undefined) {
      const { oauthVariable: variable, gramEmail } = this.#auth;
      tool.authInput = { type: "oauth2", variable, gramEmail };
    }
    return withoutGaps(tool);
  }

  /** Reads a resource and gives its content as a response. */
  async handleResourceRead(request) {
    const resource = mapGet(resourcesOf(this), request?.uri);
    if (resource === undefined) throw new AnError(`Resource not found: ${request?.uri}`);
    const signal = new AbortController().signal;
    const invocation = { env: process.env, caller: {}, meta: request._meta, signal };
    const { contents } = await readResource(resource, invocation);
    const { text, blob, mimeType } = contents[0];
    const body = blob === undefined ? text : base64Bytes(blob);
    return new Response(body, { headers: { "content-type": mimeType } });
  }

  /** Calls a tool and gives its response; a failure is thrown as a response. */
  async handleToolCall(request, options = {}) {
    const tool = mapGet(toolsOf(this), request?.name);
    if (tool === undefined) throw new AnError(`Tool not found: ${request?.name}`);
    const signal = options.signal ?? new AbortController().signal;
    const meta = options.meta ?? request._meta;
    try {
      const invocation = { env: process.env, caller: {}, meta, signal };
      return response(await invoke(tool, request.input ?? {}, invocation));
    } catch (error) {
      throw error instanceof Failure ? failure(error.message, { status: 400 }) : error;
    }
  }
}

/** An object without members that are not there. */
function withoutGaps(object) {
  const names = keys(object);
  for (let at = 0; at < names.length; at += 1) {
    if (object[names[at]] === undefined) delete object[names[at]];
  }
  return object;
}

function response(value) {
  if (isResponse(value)) return value;
  return typeof value === "string" ? new Response(value) : Response.json(value ?? null);
}

seal(GramContext);
seal(Gram);
