// `node:module`, for bundles that begin with a `require` of their own and never call it.

import { AString, AnError } from "candor:primordials";

export function createRequire() {
  return function require(name) {
    throw new AnError(
      `\`${AString(name)}\` cannot be had with \`require\`: functions are ES modules`,
    );
  };
}

export default { createRequire };
