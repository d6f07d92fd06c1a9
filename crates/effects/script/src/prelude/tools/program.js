// What a program exports, and how its tools are called.

import {
  AMap,
  AnError,
  append,
  isArray,
  isObject,
  join,
  keys,
  mapEach,
  mapGet,
  mapSet,
} from "candor:primordials";
import { messageOf } from "candor:place";
import { isResponse } from "candor:response";
import { describeTool, titleIn } from "candor:tools/definition";
import { invoke } from "candor:tools/invoke";
import { isToolbox, remarksOf, toolsOf } from "candor:tools/toolbox";

/** A module exports nothing that has tools. */
class ExportError extends AnError {
  get name() {
    return "ExportError";
  }
}

const WAY_OUT = "write `export default new Toolbox().tool({ … })`";

/**
 * The program of an entry module: its definitions, what its author should know, and its tools by
 * name, each with `run(input, invocation)`.
 */
export async function programOf(namespace) {
  const main = await namespace.default;
  if (isToolbox(main)) return await fromToolbox(main);
  if (hasHandler(main)) {
    return await fromHandler(main, (call, options) => main.handleToolCall(call, options));
  }
  const names = keys(namespace);
  const boxes = [];
  for (let at = 0; at < names.length; at += 1) {
    if (isToolbox(namespace[names[at]])) append(boxes, names[at]);
  }
  if (boxes.length === 1) return await fromToolbox(namespace[boxes[0]]);
  if (boxes.length > 1) {
    const which = join(boxes, "`, `");
    throw new ExportError(
      `the module exports several toolboxes, \`${which}\`, and none as default; join them with \`extend\``,
    );
  }
  const { handleToolCall } = namespace;
  if (typeof handleToolCall === "function") {
    return await fromHandler(namespace, (call, options) => handleToolCall(call, options));
  }
  const found =
    names.length === 0 ? "exports nothing" : `exports no tools, only \`${join(names, "`, `")}\``;
  throw new ExportError(`the module ${found}; ${WAY_OUT}`);
}

const hasHandler = (value) => isObject(value) && typeof value.handleToolCall === "function";

async function fromToolbox(box) {
  const definitions = [];
  const tools = new AMap();
  const all = [];
  mapEach(toolsOf(box), (tool) => append(all, tool));
  const remarks = remarksOf(box);
  if (all.length === 0) append(remarks, { sentence: "the toolbox is empty" });
  for (let at = 0; at < all.length; at += 1) {
    const tool = all[at];
    try {
      append(definitions, await describeTool(tool));
    } catch (error) {
      // One schema that cannot be written hides no other tool.
      const sentence = `the tool \`${tool.name}\` is left out, its schema cannot be read: ${messageOf(error)}`;
      append(remarks, { sentence, tool: tool.name });
      continue;
    }
    mapSet(tools, tool.name, {
      __proto__: null,
      name: tool.name,
      output: tool.output,
      run: (input, invocation) => invoke(tool, input, invocation),
    });
  }
  return { __proto__: null, definitions, tools, remarks };
}

/** A bundle of Gram's: what it has is in its manifest, and its own framework handles the calls. */
async function fromHandler(handler, handle) {
  const manifest = (await builtManifest()) ?? (await ownManifest(handler));
  if (manifest === undefined) {
    throw new ExportError(
      `the module exports \`handleToolCall\`, but nothing says which tools there are: ` +
        `there is no \`manifest.json\` beside it and no \`manifest\` in it; ${WAY_OUT}`,
    );
  }
  const definitions = [];
  const tools = new AMap();
  for (let at = 0; at < manifest.tools.length; at += 1) {
    const definition = definitionIn(manifest.tools[at]);
    append(definitions, definition);
    mapSet(tools, definition.name, bundled(definition.name, handle));
  }
  const remarks = [];
  if (isArray(manifest.resources) && manifest.resources.length > 0) {
    append(remarks, {
      sentence: "the resources of the manifest are left out: resources are not served yet",
    });
  }
  return { __proto__: null, definitions, tools, remarks };
}

/** The manifest that was built with a bundle; nothing if there is none. */
async function builtManifest() {
  let found;
  try {
    found = await import("./manifest.json");
  } catch {
    return undefined;
  }
  return isManifest(found.default) ? found.default : undefined;
}

async function ownManifest(handler) {
  if (typeof handler.manifest !== "function") return undefined;
  const manifest = await handler.manifest();
  return isManifest(manifest) ? manifest : undefined;
}

const isManifest = (value) => isObject(value) && isArray(value.tools);

/** A tool of a manifest as a definition: the words are the same, but for the title. */
function definitionIn(tool) {
  if (!isObject(tool)) return { name: undefined };
  const { authInput, ...definition } = tool;
  const title = tool.title ?? titleIn(tool.annotations);
  return title === undefined ? definition : { ...definition, title };
}

function bundled(name, handle) {
  return {
    __proto__: null,
    name,
    output: undefined,
    run: async (input, { signal, meta, caller }) => {
      const options = { signal, meta, clientInfo: clientOf(meta, caller) };
      const response = await handle({ name, input, _meta: meta }, options);
      if (isResponse(response)) return response;
      throw new AnError(`\`handleToolCall\` gave no \`Response\` for the tool \`${name}\``);
    },
  };
}

function clientOf(meta, caller) {
  const info = meta?.["io.modelcontextprotocol/clientInfo"];
  if (isObject(info) && typeof info.name === "string") return info;
  return caller?.client === undefined ? undefined : { name: caller.client, version: "" };
}

/** A tool of a program. */
export const toolIn = (program, name) => mapGet(program.tools, name);
