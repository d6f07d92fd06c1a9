// `@gram-ai/functions/mcp`, and the same of `@speakeasy-api/functions`.

export {
  fromGram,
  fromGram as fromFunctions,
  withGram,
  withGram as withFunctions,
} from "candor:tools/gram_mcp";
