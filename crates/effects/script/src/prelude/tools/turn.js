// The call that is being made. There is one at a time.

import { AnError } from "candor:primordials";
import { AbortController, abort } from "candor:abort";
import { resetConsole } from "candor:console";
import { DOMException } from "candor:dom-exception";
import { setVariables } from "candor:process";
import { resetTimers } from "candor:timers";
import { resultFrom } from "candor:tools/invoke";
import { programOf, resourceIn, toolIn } from "candor:tools/program";

let program;
let current;
let currentName;

/** Takes a program over; says what it has. */
export async function take(namespace) {
  program = await programOf(namespace);
  const { definitions, resourceDefinitions, remarks } = program;
  return { tools: definitions, resources: resourceDefinitions, remarks };
}

/** Calls a tool of the program: a `CallToolResult`. */
export async function call(name, input, context) {
  const tool = program === undefined ? undefined : toolIn(program, name);
  if (tool === undefined) throw new AnError(`no tool of the program has the name \`${name}\``);
  const invocation = begin(name, context);
  return await resultFrom(() => tool.run(input, invocation), tool);
}

/** Reads a resource of the program: a `ReadResourceResult`. */
export async function read(uri, context) {
  const resource = program === undefined ? undefined : resourceIn(program, uri);
  if (resource === undefined) throw new AnError(`no resource of the program has the address \`${uri}\``);
  return await resource.read(begin(uri, context));
}

function begin(name, { env = {}, caller = {}, meta }) {
  setVariables(env);
  const controller = new AbortController();
  current = controller;
  currentName = name;
  return { __proto__: null, env, caller, meta, signal: controller.signal };
}

/** The tool that was called or the resource that was read last, as long as that is not forgotten. */
export const calling = () => currentName;

/** Forgets what the last call left behind. */
export function reset() {
  current = undefined;
  currentName = undefined;
  resetTimers();
  resetConsole();
}

/** Tells the current call that nobody waits for it any more. */
export function cancel(reason) {
  if (current === undefined) return;
  const text = typeof reason === "string" ? reason : "the client has gone away";
  abort(current.signal, new DOMException(text, "AbortError"));
}
