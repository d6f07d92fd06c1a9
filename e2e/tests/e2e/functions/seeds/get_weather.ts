import { Gram } from "@gram-ai/functions";
import * as z from "zod/mini";

// A read-only tool that only queries data
const gram = new Gram().tool({
name: "get_weather",
description: "Get current weather for a city",
inputSchema: { city: z.string() },
annotations: {
readOnlyHint: true,
destructiveHint: false,
openWorldHint: true,
},
async execute(ctx, input) {
const weather = await fetchWeather(input.city);
return ctx.json(weather);
},
});

export default gram;

// What the example takes for granted.
async function fetchWeather(city: string): Promise<{ city: string; celsius: number }> {
  const answer = await fetch(`${process.env.WEATHER}/weather?city=${encodeURIComponent(city)}`);
  return answer.json();
}
