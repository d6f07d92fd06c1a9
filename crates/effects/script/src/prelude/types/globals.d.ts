// === What is there without an import ===

declare const console: {
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  debug(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
  trace(...values: unknown[]): void;
  assert(condition: unknown, ...values: unknown[]): void;
  dir(value: unknown): void;
  table(rows: unknown): void;
  group(...values: unknown[]): void;
  groupCollapsed(...values: unknown[]): void;
  groupEnd(): void;
  count(label?: string): void;
  countReset(label?: string): void;
  time(label?: string): void;
  timeLog(label?: string, ...values: unknown[]): void;
  timeEnd(label?: string): void;
};

declare const self: typeof globalThis;
declare const global: typeof globalThis;

/** The variables of the call, and nothing else of Node's `process`. */
declare const process: { readonly env: Record<string, string | undefined> };

declare function setTimeout<A extends unknown[]>(
  task: (...args: A) => void,
  ms?: number,
  ...args: A
): number;
declare function setInterval<A extends unknown[]>(
  task: (...args: A) => void,
  ms?: number,
  ...args: A
): number;
declare function clearTimeout(timer: number | undefined): void;
declare function clearInterval(timer: number | undefined): void;
declare function queueMicrotask(task: () => void): void;
declare function structuredClone<T>(value: T): T;
declare function atob(text: string): string;
declare function btoa(text: string): string;
declare function fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;

declare const performance: { now(): number; readonly timeOrigin: number };

declare const crypto: {
  randomUUID(): string;
  getRandomValues<T extends ArrayBufferView>(array: T): T;
  readonly subtle: {
    /** `SHA-256`, `SHA-384` or `SHA-512`. */
    digest(
      algorithm: string | { name: string },
      data: ArrayBuffer | ArrayBufferView,
    ): Promise<ArrayBuffer>;
  };
};

declare class TextEncoder {
  readonly encoding: string;
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

/** Reads UTF-8, and no other encoding. */
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(input?: ArrayBuffer | ArrayBufferView, options?: { stream?: boolean }): string;
}

declare class URLSearchParams implements Iterable<[string, string]> {
  constructor(init?: string | Record<string, string> | Iterable<readonly [string, string]>);
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(task: (value: string, name: string, params: URLSearchParams) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
  toString(): string;
}

declare class URL {
  constructor(input: string | URL, base?: string | URL);
  static canParse(input: string | URL, base?: string | URL): boolean;
  static parse(input: string | URL, base?: string | URL): URL | null;
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  readonly searchParams: URLSearchParams;
  toString(): string;
  toJSON(): string;
}

declare class DOMException extends Error {
  constructor(message?: string, options?: string | { name?: string; cause?: unknown });
  readonly name: string;
  readonly code: number;
}

declare class Event {
  constructor(type: string, init?: { cancelable?: boolean });
  readonly type: string;
  readonly target: EventTarget | null;
  readonly currentTarget: EventTarget | null;
  readonly cancelable: boolean;
  readonly defaultPrevented: boolean;
  preventDefault(): void;
  stopPropagation(): void;
  stopImmediatePropagation(): void;
}

declare type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

declare class EventTarget {
  addEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | { once?: boolean; signal?: AbortSignal },
  ): void;
  removeEventListener(type: string, listener: Listener | null): void;
  dispatchEvent(event: Event): boolean;
}

declare class AbortSignal extends EventTarget {
  private constructor();
  static abort(reason?: unknown): AbortSignal;
  static timeout(ms: number): AbortSignal;
  static any(signals: Iterable<AbortSignal>): AbortSignal;
  readonly aborted: boolean;
  readonly reason: any;
  onabort: ((event: Event) => void) | null;
  throwIfAborted(): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare type HeadersInit = Headers | Record<string, string> | Iterable<readonly [string, string]>;

declare class Headers implements Iterable<[string, string]> {
  constructor(init?: HeadersInit);
  append(name: string, value: string): void;
  delete(name: string): void;
  get(name: string): string | null;
  getSetCookie(): string[];
  has(name: string): boolean;
  set(name: string, value: string): void;
  forEach(task: (value: string, name: string, headers: Headers) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  [Symbol.iterator](): IterableIterator<[string, string]>;
}

declare type BodyInit = string | ArrayBuffer | ArrayBufferView | URLSearchParams;

/** A body is there as a whole. There are no streams: `body` is `null` even if there is one. */
declare interface Body {
  readonly body: null;
  readonly bodyUsed: boolean;
  text(): Promise<string>;
  json(): Promise<any>;
  arrayBuffer(): Promise<ArrayBuffer>;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

declare interface RequestInit {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInit | null;
  redirect?: "follow" | "error" | "manual";
  signal?: AbortSignal | null;
}

declare interface Request extends Body {}
declare class Request {
  constructor(input: string | URL | Request, init?: RequestInit);
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: "follow" | "error" | "manual";
  readonly signal: AbortSignal;
  clone(): Request;
}

declare interface ResponseInit {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

declare interface Response extends Body {}
declare class Response {
  constructor(body?: BodyInit | null, init?: ResponseInit);
  static json(data: unknown, init?: ResponseInit): Response;
  static error(): Response;
  static redirect(url: string | URL, status?: number): Response;
  readonly status: number;
  readonly statusText: string;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly url: string;
  readonly redirected: boolean;
  readonly type: "basic" | "default" | "error";
  clone(): Response;
}
