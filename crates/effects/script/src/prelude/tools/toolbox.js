// `Toolbox`: what a program exports.

import {
  AMap,
  ATypeError,
  append,
  freeze,
  isObject,
  isPlain,
  mapEach,
  mapHas,
  mapSet,
  seal,
} from "candor:primordials";
import { Context } from "candor:tools/context";
import { defineTool } from "candor:tools/definition";
import { defineResource } from "candor:tools/resource";

/** The tools of a toolbox, by name. */
export let toolsOf;

/** The resources of a toolbox, by address. */
export let resourcesOf;

/** What its author should know. */
export let remarksOf;

/** Whether something is a toolbox. */
export let isToolbox;

/** Notes something that the author of a toolbox should know. */
export let remark;

export class Toolbox {
  #name;
  #version;
  #settings;
  #tools = new AMap();
  #resources = new AMap();
  #remarks = [];

  static {
    toolsOf = (box) => box.#tools;
    resourcesOf = (box) => box.#resources;
    remarksOf = (box) => box.#remarks;
    isToolbox = (value) => isObject(value) && #tools in value;
    remark = (box, sentence, tool) => append(box.#remarks, { sentence, tool });
  }

  /** `settings` is what a descendant wants its tools to know. */
  constructor(options = {}, settings = {}) {
    if (!isPlain(options)) {
      throw new ATypeError('a toolbox takes an object such as `{ name: "weather" }`');
    }
    this.#name = label(options, "name");
    this.#version = label(options, "version");
    this.#settings = freeze({
      __proto__: null,
      lax: false,
      lenient: false,
      context: Context,
      ...settings,
      remark: (sentence, tool) => remark(this, sentence, tool),
    });
  }

  get name() {
    return this.#name;
  }

  get version() {
    return this.#version;
  }

  /** Adds a tool. */
  tool(definition) {
    this.#add(defineTool(definition, this.#settings));
    return this;
  }

  /** Adds a resource. */
  resource(definition) {
    this.#addResource(defineResource(definition, this.#settings));
    return this;
  }

  /** Adds the tools and resources of another toolbox. */
  extend(other) {
    if (!isToolbox(other)) {
      throw new ATypeError("a toolbox can be extended by another toolbox only");
    }
    mapEach(toolsOf(other), (tool) => this.#add(tool));
    mapEach(resourcesOf(other), (resource) => this.#addResource(resource));
    const notes = remarksOf(other);
    for (let at = 0; at < notes.length; at += 1) append(this.#remarks, notes[at]);
    return this;
  }

  #add(tool) {
    if (mapHas(this.#tools, tool.name)) {
      if (!this.#settings.lenient) throw new ATypeError(`two tools have the name \`${tool.name}\``);
      remark(this, `two tools have the name \`${tool.name}\`, and the later one counts`, tool.name);
    }
    mapSet(this.#tools, tool.name, tool);
  }

  #addResource(resource) {
    const { uri } = resource;
    if (mapHas(this.#resources, uri)) {
      if (!this.#settings.lenient) throw new ATypeError(`two resources have the address \`${uri}\``);
      remark(this, `two resources have the address \`${uri}\`, and the later one counts`);
    }
    mapSet(this.#resources, uri, resource);
  }
}

function label(options, member) {
  const value = options[member];
  if (value === undefined || typeof value === "string") return value;
  throw new ATypeError(`\`${member}\` of a toolbox must be a text`);
}

seal(Toolbox);
