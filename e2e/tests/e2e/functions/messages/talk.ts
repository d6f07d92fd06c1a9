import { Toolbox, s } from "candor";
import { fall } from "./lib/fall";

let told = 0;

export default new Toolbox({ name: "talk" })
  .tool({
    name: "steps",
    description: "Takes three steps and says so.",
    async execute(ctx) {
      ctx.progress(1, 3, "begun");
      ctx.progress(2.5, 3);
      ctx.progress(3, 3, "done");
      return "arrived";
    },
  })
  .tool({
    name: "speak",
    description: "Speaks at every level.",
    execute(ctx) {
      ctx.log.debug("quietly");
      ctx.log("as usual");
      console.info("as", { usual: true });
      console.warn("with a frown");
      ctx.log.error("loudly");
      return "said";
    },
  })
  .tool({
    name: "wait",
    description: "Waits until nobody waits for it any more.",
    input: { deaf: s.boolean().default(false) },
    async execute(ctx, { deaf }) {
      const end = new Promise((resolve) => {
        setTimeout(resolve, 50_000);
        if (!deaf) ctx.signal.addEventListener("abort", resolve);
      });
      // Only now, so that whoever hears it can be sure that there is something to wait for.
      ctx.progress(0, 1, "waiting");
      await end;
      told += 1;
      return "too late";
    },
  })
  .tool({
    name: "told",
    description: "Says how often this worker was told that nobody waits.",
    execute: () => `${told}`,
  })
  .tool({
    name: "ask",
    description: "Asks for a colour.",
    async execute(ctx) {
      const answer = await ctx.elicit("Which colour?", {
        colour: s.enum(["red", "blue"]).describe("The colour of the wall"),
        coats: s.integer().min(1).max(3).default(2),
      });
      return answer === null ? "no colour" : `${answer.coats} coats of ${answer.colour}`;
    },
  })
  .tool({
    name: "measure",
    description: "Measures something.",
    input: { as: s.enum(["object", "response", "whole", "text", "wrong"]) },
    output: { metres: s.number().min(0).describe("How long it is") },
    execute(ctx, { as }) {
      switch (as) {
        case "object":
          return { metres: 1.5 };
        case "response":
          return ctx.json({ metres: 1.5 });
        case "whole":
          return { content: [{ type: "text", text: "a metre and a half" }], structuredContent: { metres: 1.5 } };
        case "text":
          return "a metre and a half" as any;
        default:
          return { metres: -1 };
      }
    },
  })
  .tool({
    name: "draw",
    description: "Draws a dot.",
    input: { as: s.enum(["bytes", "base64", "content"]) },
    execute(ctx, { as }) {
      const dot = "R0lGODlhAQABAAAAACw=";
      if (as === "base64") return ctx.image(dot, "image/gif");
      const bytes = Uint8Array.from(atob(dot), (letter) => letter.charCodeAt(0));
      if (as === "bytes") return ctx.image(bytes, "image/gif");
      return { content: [{ type: "text", text: "a dot" }, { type: "image", data: bytes, mimeType: "image/gif" }] };
    },
  })
  .tool({
    name: "fail",
    description: "Does not go well.",
    input: { how: s.enum(["at once", "later", "elsewhere", "foreseen", "nothing", "word"]) },
    async execute(ctx, { how }) {
      if (how === "at once") throw new RangeError("no such thing");
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (how === "elsewhere") fall(3);
      if (how === "foreseen") ctx.fail("the shop is closed");
      if (how === "nothing") return (undefined as any).member;
      if (how === "word") throw "only a word";
      /* é, 漢字 and 🎲 before a column */ throw new Error("thrown later");
    },
  })
  .tool({
    name: "who",
    description: "Says who calls, and whether a variable has a value.",
    input: { name: s.string(), value: s.string() },
    execute(ctx, { name, value }) {
      const { caller } = ctx;
      const { clientInfo: client } = ctx;
      const [env, own] = [ctx.env[name] === value, process.env[name] === value];
      return ctx.json({ caller, client, env, process: own });
    },
  });
