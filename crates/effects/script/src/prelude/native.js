// What the worker does for us. Nobody else gets hold of it: the engine takes `__native` away before
// it loads a program, and gives modules named `candor:…` to nobody but ours.

import { parse, stringify } from "candor:primordials";

const native = globalThis.__native;

export const { op, say, utf8Encode, utf8Decode, base64Encode, base64Decode } = native;
export const { urlParse, urlSet, randomBytes, digest, now, column } = native;

/** Has the host do something, and says what came of it. */
export async function perform(kind, args) {
  return parse(await op(kind, stringify(args)));
}

/** Tells the host something. */
export function tell(kind, body) {
  say(kind, stringify(body));
}
