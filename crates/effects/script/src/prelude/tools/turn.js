// The call that is being made. There is one at a time.

import { AnError } from "candor:primordials";
import { AbortController, abort } from "candor:abort";
import { resetConsole } from "candor:console";
import { DOMException } from "candor:dom-exception";
import { setVariables } from "candor:process";
import { resetTimers } from "candor:timers";
import { resultFrom } from "candor:tools/invoke";
import { programOf, toolIn } from "candor:tools/program";

let program;
let current;
let currentName;

/** Takes a program over; says what it has. */
export async function take(namespace) {
  program = await programOf(namespace);
  return { tools: program.definitions, remarks: program.remarks };
}

/** Calls a tool of the program: a `CallToolResult`. */
export async function call(name, input, context) {
  const tool = program === undefined ? undefined : toolIn(program, name);
  if (tool === undefined) throw new AnError(`no tool of the program has the name \`${name}\``);
  const { env = {}, caller = {}, meta } = context;
  setVariables(env);
  const controller = new AbortController();
  current = controller;
  currentName = name;
  const invocation = { __proto__: null, env, caller, meta, signal: controller.signal };
  return await resultFrom(() => tool.run(input, invocation), tool);
}

/** The name of the tool that was called last, as long as its call is not forgotten. */
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
