// `@gram-ai/functions`, and `@speakeasy-api/functions`, which is its later name.

export { Gram, Gram as Functions, assert } from "candor:tools/gram";
