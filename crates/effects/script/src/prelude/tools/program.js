// What a program exports, and how its tools are called.

import {
  AMap,
  AnError,
  append,
  apply,
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
import { contentsOf, describeResource, readResource } from "candor:tools/resource";
import { isToolbox, remarksOf, resourcesOf, toolsOf } from "candor:tools/toolbox";

/** A module exports nothing that has tools. */
class ExportError extends AnError {
  get name() {
    return "ExportError";
  }
}

const WAY_OUT = "write `export default new Toolbox().tool({ … })`";

/**
 * The program of an entry module: its definitions, what its author should know, its tools by
 * name, each with `run(input, invocation)`, and its resources by address, each with
 * `read(invocation)`.
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
  const { resourceDefinitions, resources } = resourcesIn(box);
  if (all.length === 0 && resourceDefinitions.length === 0) {
    append(remarks, { sentence: "the toolbox is empty" });
  }
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
  return { __proto__: null, definitions, tools, resourceDefinitions, resources, remarks };
}

function resourcesIn(box) {
  const resourceDefinitions = [];
  const resources = new AMap();
  mapEach(resourcesOf(box), (resource) => {
    append(resourceDefinitions, describeResource(resource));
    const read = (invocation) => readResource(resource, invocation);
    mapSet(resources, resource.uri, { __proto__: null, read });
  });
  return { resourceDefinitions, resources };
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
  const found = bundledResources(handler, manifest.resources ?? [], remarks);
  return { __proto__: null, definitions, tools, ...found, remarks };
}

/** The resources of a bundle, if it has something that reads them. */
function bundledResources(handler, listed, remarks) {
  const resourceDefinitions = [];
  const resources = new AMap();
  const handle = handler.handleResources ?? handler.handleResourceRead;
  for (let at = 0; isArray(listed) && at < listed.length; at += 1) {
    const resource = listed[at];
    if (!isObject(resource)) continue;
    if (typeof handle !== "function") {
      append(remarks, {
        sentence: `the resource \`${resource.uri}\` is left out: the module has neither \`handleResources\` nor \`handleResourceRead\``,
      });
      continue;
    }
    append(resourceDefinitions, describeResource(resource));
    mapSet(resources, resource.uri, bundledResource(resource, handler, handle));
  }
  return { resourceDefinitions, resources };
}

function bundledResource(resource, handler, handle) {
  const { uri, meta: about } = resource;
  const isWhole = about?.["gram.ai/kind"] === "mcp-passthrough";
  return {
    __proto__: null,
    read: async ({ meta }) => {
      const response = await apply(handle, handler, [{ uri, input: "", _meta: meta }]);
      if (!isResponse(response)) {
        throw new AnError(`the module gave no \`Response\` for the resource \`${uri}\``);
      }
      // What another server answered is passed on as it is.
      return isWhole ? await response.json() : contentsOf(resource, response);
    },
  };
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

/** A resource of a program. */
export const resourceIn = (program, uri) => mapGet(program.resources, uri);
