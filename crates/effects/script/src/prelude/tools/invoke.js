// One call of a tool.

import { EngineError, exec } from "candor:primordials";
import { log } from "candor:console";
import { inspect } from "candor:inspect";
import { messageOf, placeOf } from "candor:place";
import { isResponse } from "candor:response";
import { sentenceOf } from "candor:schema/schema";
import { Failure } from "candor:tools/failure";
import { failed, resultOf } from "candor:tools/result";

/** Runs a tool: what it returns, whatever that is. An input that does not fit is a failure. */
export async function invoke(tool, input, invocation) {
  const env = await environment(tool, invocation);
  const read = await tool.input.read(input);
  if (read.issues && !tool.lax) {
    throw new Failure(`the arguments do not fit: ${sentenceOf(read.issues)}`);
  }
  const context = new tool.context(invocation, env);
  return await tool.execute(context, read.issues ? input : read.value);
}

/** The variables as a tool or a resource wants them. */
export async function environment(tool, { env, caller }) {
  const given = tool.withEmail ? { ...(tool.inputEnv ?? env), ...emailOf(caller) } : (tool.inputEnv ?? env);
  if (tool.variables === undefined) return given;
  const read = await tool.variables.read(given);
  if (read.issues) {
    throw new Failure(`the variables of the environment do not fit: ${sentenceOf(read.issues)}`);
  }
  return read.value;
}

/** The address of the caller, under the name that Gram gives it; nothing if their name is none. */
function emailOf(caller) {
  const name = caller?.principal;
  return typeof name === "string" && exec(/^[^\s@]+@[^\s@]+$/, name) !== null
    ? { GRAM_USER_EMAIL: name }
    : {};
}

/**
 * The result of running something for a tool, whatever comes of it. Only what the engine itself
 * throws goes on: it has to know.
 */
export async function resultFrom(run, tool) {
  try {
    return await resultOf(await run(), tool);
  } catch (error) {
    return await failureResult(error, tool);
  }
}

async function failureResult(error, tool) {
  if (EngineError !== undefined && error instanceof EngineError) throw error;
  // So does the engine when not even an error fits into the memory.
  if (error === null) throw error;
  if (isResponse(error)) return await thrownResponse(error, tool);
  if (error instanceof Failure) return failed(error.message);
  const place = placeOf(error);
  log("error", `\`${tool.name}\` threw ${inspect(error)}`);
  const message = messageOf(error);
  return failed(place === undefined ? message : `${message} (${place})`);
}

/** A response that was thrown is a failure, whatever its status. */
async function thrownResponse(response, tool) {
  const result = await resultOf(response, { __proto__: null, name: tool.name, output: undefined });
  return { __proto__: null, ...result, isError: true };
}
