import { Toolbox, s } from "candor";

export default new Toolbox({ name: "forecast" }).tool({
  name: "forecast",
  title: "Tomorrow's weather",
  description: "Tells the weather of tomorrow.",
  input: {
    city: s.string().min(1).describe("Name of the city"),
    days: s.integer().min(1).max(7).default(1).describe("How many days"),
  },
  output: { city: s.string(), days: s.integer(), sky: s.enum(["clear", "cloudy"]) },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async execute(ctx, { city, days }) {
    for (let day = 1; day <= days; day += 1) {
      ctx.progress(day, days, `day ${day}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { city, days, sky: city.length % 2 === 0 ? "clear" : "cloudy" };
  },
});
