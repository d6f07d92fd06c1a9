// Types for tools that Candor runs: the modules `candor`, `candor/test` and `@gram-ai/functions`,
// and what is there without an import. For a `tsconfig.json` with `"lib": ["ES2023"]` and without
// `DOM` or the types of Node, whose worlds are larger than this one.

declare module "candor" {
  /** A schema of any library that keeps to the standard: of `s`, of zod 4 and others. */
  export interface StandardSchema<Output = unknown> {
    readonly "~standard": {
      readonly version: 1;
      readonly vendor: string;
      readonly types?: { readonly output: Output } | undefined;
    };
  }

  /** A schema for each member. */
  export type Shape = { readonly [name: string]: StandardSchema };

  /** JSON Schema of an object. */
  export interface JsonSchema {
    readonly type: "object";
    readonly properties?: { readonly [name: string]: unknown };
    readonly required?: readonly string[];
    readonly [keyword: string]: unknown;
  }

  /** What can be written for the schema of an input or an output. */
  export type Form = Shape | StandardSchema | JsonSchema;

  /** What a schema makes of a value. */
  export type Output<S> = S extends {
    readonly "~standard": { readonly types?: { readonly output: infer O } | undefined };
  }
    ? O
    : unknown;

  type Flat<T> = { [K in keyof T]: T[K] } & {};

  /** The object that a shape describes. What may be `undefined` may be missing. */
  export type FromShape<S> = Flat<
    { [K in keyof S as undefined extends Output<S[K]> ? never : K]: Output<S[K]> } & {
      [K in keyof S as undefined extends Output<S[K]> ? K : never]?: Output<S[K]>;
    }
  >;

  /** The value that a form describes. */
  export type FromForm<F> = F extends StandardSchema
    ? Output<F>
    : F extends { readonly type: "object" }
      ? Record<string, any>
      : FromShape<F>;

  /** A schema that is also its JSON Schema. */
  export interface Schema<T> extends StandardSchema<T> {
    /** Says what the value is, for the model. */
    describe(text: string): this;
    /** Lets the value be left out. */
    optional(): Schema<T | undefined>;
    /** Lets the value be left out, and says what then stands for it. */
    default(value: Exclude<T, undefined>): Schema<Exclude<T, undefined>>;
    /** Lets the value be `null`. */
    nullable(): Schema<T | null>;
    toJSONSchema(): Record<string, unknown>;
    /** Reads a value; throws if it does not fit. */
    parse(value: unknown): T;
  }

  export interface StringSchema extends Schema<string> {
    /** At least so many characters. */
    min(length: number): this;
    /** At most so many characters. */
    max(length: number): this;
    pattern(expression: RegExp | string): this;
    /** A format of JSON Schema. `email`, `uri`, `uuid`, `date` and `date-time` are checked. */
    format(name: string): this;
    email(): this;
    url(): this;
  }

  export interface NumberSchema extends Schema<number> {
    min(least: number): this;
    max(most: number): this;
  }

  export interface ArraySchema<T> extends Schema<T[]> {
    /** At least so many items. */
    min(length: number): this;
    /** At most so many items. */
    max(length: number): this;
  }

  /** Schemas that are short to write, that a model can read and that a value is held to. */
  export const s: {
    string(): StringSchema;
    number(): NumberSchema;
    integer(): NumberSchema;
    boolean(): Schema<boolean>;
    any(): Schema<any>;
    enum<const T extends readonly (string | number | boolean | null)[]>(
      values: T,
    ): Schema<T[number]>;
    literal<const T extends string | number | boolean | null>(value: T): Schema<T>;
    array<T>(item: Schema<T>): ArraySchema<T>;
    record<T>(value: Schema<T>): Schema<Record<string, T>>;
    object<const S extends { readonly [name: string]: Schema<any> }>(
      shape: S,
    ): Schema<FromShape<S>>;
    union<const S extends readonly Schema<any>[]>(options: S): Schema<Output<S[number]>>;
  };

  /** What a tool does to the world. It is held to it. */
  export interface Annotations {
    /** What people call the tool. */
    title?: string;
    /** It changes nothing: it can send `GET`, `HEAD` and `OPTIONS` only, and `POST` to `safePosts`. */
    readOnlyHint?: boolean;
    /** It may destroy something. */
    destructiveHint?: boolean;
    /** Doing it twice is doing it once. */
    idempotentHint?: boolean;
    /** It reaches others. If `false`, it can reach its `hosts` only. */
    openWorldHint?: boolean;
    [other: string]: unknown;
  }

  export interface Content {
    type: string;
    text?: string;
    data?: string | Uint8Array | ArrayBuffer;
    mimeType?: string;
    [other: string]: unknown;
  }

  /** A result as the protocol has it. */
  export interface CallToolResult {
    content: Content[];
    structuredContent?: Record<string, unknown>;
    isError?: boolean;
    [other: string]: unknown;
  }

  export interface JSONResponse<T> extends Response {
    json(): Promise<T>;
  }

  /** Who calls. */
  export interface Caller {
    readonly principal?: string;
    readonly client?: string;
    readonly environment?: string;
  }

  export interface Logger {
    (...values: unknown[]): void;
    debug(...values: unknown[]): void;
    info(...values: unknown[]): void;
    warn(...values: unknown[]): void;
    error(...values: unknown[]): void;
  }

  /** What a tool knows of its call, and what it can answer with. */
  export interface Context<Env = Readonly<Record<string, string | undefined>>> {
    /** The variables of the environment. */
    readonly env: Env;
    /** Aborted when nobody waits for the call any more. */
    readonly signal: AbortSignal;
    readonly caller: Caller;
    /** What the client says of itself. Nobody has checked it. */
    readonly clientInfo: { name: string; version: string } | undefined;
    readonly oauthClientId: string | undefined;
    /** What the client sent along. */
    readonly meta: Readonly<Record<string, unknown>> | undefined;
    json<T>(data: T): JSONResponse<T>;
    text(text: string): Response;
    markdown(text: string): Response;
    html(text: string): Response;
    /** An image: its bytes, or base64 of them. */
    image(data: Uint8Array | ArrayBuffer | string, type?: string): Response;
    /** Ends the call: it failed, and the model reads why. */
    fail(data: unknown, options?: { cause?: unknown; status?: number }): never;
    /** Tells how far the work has come. */
    progress(done: number, total?: number, message?: string): void;
    /** Asks the person behind the client; `null` if they do not want to answer. */
    elicit<const F extends Form = {}>(message: string, form?: F): Promise<FromForm<F> | null>;
    readonly log: Logger;
    /** `fetch` that ends with the call. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  }

  /** What may be returned: with an output schema, what it describes. */
  export type Reply<O> = O extends Form ? Response | CallToolResult | FromForm<O> : unknown;

  export interface ToolDefinition<I extends Form, O extends Form | undefined, Env> {
    name: string;
    /** What people call it. */
    title?: string;
    /** What a model reads about it. */
    description?: string;
    input?: I;
    /** The same as `input`. */
    inputSchema?: I;
    output?: O;
    /** The same as `output`. */
    outputSchema?: O;
    annotations?: Annotations;
    tags?: readonly string[];
    /** Hosts it reaches: `api.example.com`, `*.example.com`. If there are any, it can reach no other. */
    hosts?: readonly string[];
    /** Addresses that it may `POST` to although it only reads, such as a search. */
    safePosts?: readonly string[];
    meta?: Record<string, unknown>;
    execute(ctx: Context<Env>, input: FromForm<I>): Reply<O> | Promise<Reply<O>>;
  }

  /** What a resource can hold: a text, bytes, a response, or anything that has JSON. */
  export type ResourceContent = string | Uint8Array | Response | object;

  export interface ResourceDefinition<Env = Readonly<Record<string, string | undefined>>> {
    /** Its address, such as `shop://prices`. */
    uri: string;
    name: string;
    /** What people call it. */
    title?: string;
    /** What a model reads about it. */
    description?: string;
    /** The type of its content; where it is missing, it follows from the content. */
    mimeType?: string;
    meta?: Record<string, unknown>;
    /** What is in it, or a function that makes it each time it is read. It can only read. */
    content: ResourceContent | ((ctx: Context<Env>) => ResourceContent | Promise<ResourceContent>);
  }

  /** What a program exports. */
  export class Toolbox<Env = Readonly<Record<string, string | undefined>>> {
    constructor(options?: { name?: string; version?: string });
    readonly name: string | undefined;
    readonly version: string | undefined;
    /** Adds a tool. */
    tool<const I extends Form = {}, const O extends Form | undefined = undefined>(
      definition: ToolDefinition<I, O, Env>,
    ): this;
    /** Adds a resource. */
    resource(definition: ResourceDefinition<Env>): this;
    /** Adds the tools and resources of another toolbox. */
    extend(other: Toolbox<any>): this;
  }

  /** A failure that the author foresaw; what `ctx.fail` throws. */
  export class Failure extends Error {
    constructor(data: unknown, options?: { cause?: unknown });
    readonly data: unknown;
  }
}

declare module "candor/test" {
  import type { Caller, Content } from "candor";

  /** Adds a test. It passes unless its function throws. */
  export function test(name: string, run: () => unknown): void;

  /** Calls a tool, as a client would. */
  export function call(
    tool: string,
    input?: Record<string, unknown>,
    options?: { env?: Record<string, string>; caller?: Caller; meta?: Record<string, unknown> },
  ): Promise<{
    text: string;
    json: any;
    content: Content[];
    structured: any;
    isError: boolean;
  }>;

  interface Answer {
    status?: number;
    json?: unknown;
    text?: string;
    headers?: Record<string, string>;
  }

  interface Received {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: string;
  }

  /**
   * Says what is answered to requests: `https://api.example.com/*`, `POST https://…` or a regular
   * expression. Gives the list of those that came.
   */
  export function respond(
    pattern: string | RegExp,
    answer?: Answer | ((request: Request) => Answer | Response | Promise<Answer | Response>),
  ): Received[];

  /** Fails unless two values are alike, member by member. */
  export function equal(actual: unknown, expected: unknown, message?: string): void;
  /** Fails unless a value is true, or something like it. */
  export function ok(value: unknown, message?: string): asserts value;
  /** Fails unless a function throws; gives what it threw. */
  export function throws(run: () => unknown, pattern?: string | RegExp): Promise<any>;
}

declare module "@gram-ai/functions" {
  import type { FromForm, Shape } from "candor";
  import { Toolbox } from "candor";

  type Variables<E> = E extends Shape ? FromForm<E> : Readonly<Record<string, string | undefined>>;

  export class Gram<const E extends Shape | undefined = undefined> extends Toolbox<Variables<E>> {
    constructor(options?: {
      /** Lets input through that does not fit its schema. */
      lax?: boolean;
      /** Variables to use instead of those of the environment. */
      env?: Record<string, string | undefined>;
      envSchema?: E;
      authInput?: { oauthVariable: string; gramEmail?: boolean };
    });
    /** Adds a page for clients that show MCP Apps: a whole page, or its body and styles. */
    experimental_uiResource(
      definition: { name: string; description?: string; title?: string; uri?: string } & (
        | { content: string | (() => string | Promise<string>) }
        | { body: string; styles?: string }
      ),
    ): this;
    /** What `extend` was called at first. */
    append(other: Toolbox<any>): this;
    /** A promise only if a schema has to be asked for, as with `zod/mini`. */
    manifest(): any;
    handleResourceRead(request: { uri: string }): Promise<Response>;
    handleToolCall(
      request: { name: string; input?: unknown; _meta?: Record<string, unknown> },
      options?: { signal?: AbortSignal; meta?: Record<string, unknown> },
    ): Promise<Response>;
  }

  export { Gram as Functions };

  /** Throws a failure unless a condition holds. */
  export function assert(
    condition: unknown,
    data: { error: string; [other: string]: unknown },
    options?: { status?: number },
  ): asserts condition;
}

declare module "@speakeasy-api/functions" {
  export * from "@gram-ai/functions";
}

declare module "@gram-ai/functions/mcp" {
  /** Makes a program of a server of `@modelcontextprotocol/sdk`. */
  export function withGram(
    server: { connect(transport: any): Promise<void> },
    options?: { variables?: Record<string, { description?: string }> },
  ): Promise<{
    manifest(): any;
    handleToolCall(call: { name: string; input?: unknown }): Promise<Response>;
    handleResources(call: { uri: string }): Promise<Response>;
  }>;
  export { withGram as withFunctions };
  /** Throws: Candor serves a toolbox by itself. */
  export function fromGram(...given: unknown[]): never;
  export { fromGram as fromFunctions };
}

declare module "@speakeasy-api/functions/mcp" {
  export * from "@gram-ai/functions/mcp";
}
