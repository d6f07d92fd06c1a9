// `candor`: what an author imports.

export { s } from "candor:schema";
export { Failure } from "candor:tools/failure";
export { Toolbox } from "candor:tools/toolbox";
