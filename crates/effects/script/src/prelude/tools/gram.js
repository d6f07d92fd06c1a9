// `@gram-ai/functions`: toolboxes as Gram's framework writes them.

import { ATypeError, append, mapEach, mapGet, seal, stringify } from "candor:primordials";
import { AbortController } from "candor:abort";
import { process } from "candor:process";
import { Response, isResponse } from "candor:response";
import { formOf } from "candor:schema/input";
import { Context } from "candor:tools/context";
import { describeTool } from "candor:tools/definition";
import { Failure, textOf } from "candor:tools/failure";
import { invoke } from "candor:tools/invoke";
import { Toolbox, remark, toolsOf } from "candor:tools/toolbox";

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
    const variables = envSchema === undefined ? undefined : formOf(envSchema, "`envSchema`");
    super({}, { lax: Boolean(lax), lenient: true, context: GramContext, inputEnv: env, variables });
    this.#auth = authInput;
    if (authInput?.gramEmail) {
      remark(
        this,
        "`gramEmail` has no effect here: no address of a user is passed on; `ctx.caller` says who calls",
      );
    }
  }

  resource(definition) {
    remark(
      this,
      `the resource \`${definition?.name ?? definition?.uri}\` is left out: resources are not served yet`,
    );
    return this;
  }

  experimental_uiResource(definition) {
    return this.resource(definition);
  }

  /** Gram's manifest of the tools. It is a promise, since a schema may have to be asked for. */
  async manifest() {
    const tools = [];
    const all = [];
    mapEach(toolsOf(this), (tool) => append(all, tool));
    for (let at = 0; at < all.length; at += 1) {
      const { title, hosts, safePosts, outputSchema, ...tool } = await describeTool(all[at]);
      if (this.#auth?.oauthVariable !== undefined) {
        tool.authInput = { type: "oauth2", variable: this.#auth.oauthVariable };
      }
      append(tools, tool);
    }
    return { version: "0.0.0", tools };
  }

  /** Calls a tool and gives its response; a failure is thrown as a response. */
  async handleToolCall(request, options = {}) {
    const tool = mapGet(toolsOf(this), request?.name);
    if (tool === undefined) throw new ATypeError(`no tool has the name \`${request?.name}\``);
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

function response(value) {
  if (isResponse(value)) return value;
  return typeof value === "string" ? new Response(value) : Response.json(value ?? null);
}

seal(GramContext);
seal(Gram);
