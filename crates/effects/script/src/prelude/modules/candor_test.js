// `candor/test`: what the author of a test imports.

export { call, equal, ok, respond, test, throws } from "candor:test";
