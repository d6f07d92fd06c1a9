// A framework with the face of Gram's, to be put into bundles. It shares nothing with Candor's own:
// in a bundle the tools come with whatever framework they were written for.

import * as z from "zod/mini";

class Ctx {
  constructor(env, signal) {
    this.env = env;
    this.signal = signal;
  }
  json(data) {
    return new Response(JSON.stringify(data), { headers: { "Content-Type": "application/json" } });
  }
  text(data) {
    return new Response(data, { headers: { "Content-Type": "text/plain;charset=UTF-8" } });
  }
  markdown(data) {
    return new Response(data, { headers: { "Content-Type": "text/markdown;charset=UTF-8" } });
  }
  fail(data, options) {
    assert(false, data, options);
  }
}

export function assert(holds, data, options = {}) {
  if (holds) return;
  const { stack } = new Error("failed");
  const headers = { "Content-Type": "application/json" };
  throw new Response(JSON.stringify({ ...data, stack }), { status: options.status ?? 500, headers });
}

export class Gram {
  #all = [];
  #options;

  constructor(options = {}) {
    this.#options = options;
  }

  tool(definition) {
    this.#all.push({ definition, options: this.#options });
    return this;
  }

  extend(other) {
    this.#all.push(...other.#all);
    return this;
  }

  manifest() {
    const tools = this.#all.map(({ definition, options }) => {
      const { name, description, annotations, inputSchema } = definition;
      const tool = { name, description, inputSchema: z.toJSONSchema(z.object(inputSchema)) };
      const variables = Object.keys(options.envSchema ?? {}).map((key) => [key, {}]);
      if (options.envSchema) tool.variables = Object.fromEntries(variables);
      return annotations ? { ...tool, annotations } : tool;
    });
    return { version: "0.0.0", tools };
  }

  async handleToolCall({ name, input }, options = {}) {
    const found = this.#all.find(({ definition }) => definition.name === name);
    if (!found) throw new Error(`Tool not found: ${name}`);
    const { envSchema } = found.options;
    const env = envSchema ? z.parse(z.object(envSchema), process.env) : process.env;
    const ctx = new Ctx(env, options.signal ?? new AbortController().signal);
    const read = z.safeParse(z.object(found.definition.inputSchema), input);
    if (!read.success) ctx.fail({ error: read.error.message }, { status: 400 });
    return found.definition.execute(ctx, read.data);
  }
}
