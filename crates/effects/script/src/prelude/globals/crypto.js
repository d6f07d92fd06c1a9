// `crypto`: random numbers and digests.

import {
  AString,
  ATypeError,
  Bytes,
  bytesSet,
  expose,
  freeze,
  isObject,
  isView,
  padStart,
  slice,
  toText,
  upper,
  viewBuffer,
  viewLength,
  viewOffset,
  viewTag,
} from "candor:primordials";
import { digest, randomBytes } from "candor:native";
import { bytesOf } from "candor:encoding";
import { DOMException } from "candor:dom-exception";

/** The most that is given at once, as on the web. */
const MOST = 65_536;

function getRandomValues(array) {
  const kind = isView(array) ? viewTag(array) : undefined;
  if (kind === undefined || slice(kind, 0, 5) === "Float") {
    throw new ATypeError("only an array of integers can be filled with random numbers");
  }
  const length = viewLength(array);
  if (length > MOST) {
    throw new DOMException(
      `${length} bytes are more than the ${MOST} that are given at once`,
      "QuotaExceededError",
    );
  }
  bytesSet(new Bytes(viewBuffer(array), viewOffset(array), length), randomBytes(length));
  return array;
}

function randomUUID() {
  const bytes = randomBytes(16);
  // Version 4, variant 1.
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  let text = "";
  for (let at = 0; at < 16; at += 1) {
    if (at === 4 || at === 6 || at === 8 || at === 10) text += "-";
    text += padStart(toText(bytes[at], 16), 2, "0");
  }
  return text;
}

/** The digest of some bytes. The other halves of `subtle` are not here. */
async function subtleDigest(algorithm, data) {
  const name = AString(isObject(algorithm) ? algorithm.name : algorithm);
  const bytes = bytesOf(data);
  if (bytes === undefined) {
    throw new ATypeError("only an `ArrayBuffer` or a view of one can be digested");
  }
  const made = digest(upper(name), bytes);
  if (made === null || made === undefined) {
    throw new DOMException(
      `the algorithm \`${name}\` is not known here; \`SHA-256\`, \`SHA-384\` and \`SHA-512\` are`,
      "NotSupportedError",
    );
  }
  return viewBuffer(made);
}

const subtle = freeze({ digest: subtleDigest });

expose(globalThis, "crypto", freeze({ getRandomValues, randomUUID, subtle }));
