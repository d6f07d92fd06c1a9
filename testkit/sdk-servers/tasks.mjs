// Tasks of the 2026-07-28 extension: begun, asked about, answered, taken back.

import { randomUUID } from "node:crypto";

export const TASKS = "io.modelcontextprotocol/tasks";
const TERMINAL = ["completed", "failed", "cancelled"];

const text = (words) => ({ resultType: "complete", content: [{ type: "text", text: words }] });
const pause = (time) => new Promise((done) => setTimeout(done, time).unref());

function confirm(message) {
  const requestedSchema = { type: "object", properties: { confirm: { type: "boolean" } }, required: [] };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

/** One call that goes on after it was answered. */
class RunningTask {
  id = randomUUID();
  began = new Date();
  changed = this.began;
  status = "working";
  outcome = {};
  questions = {};
  answers = {};

  turn(status, outcome = {}) {
    if (TERMINAL.includes(this.status)) return;
    Object.assign(this, { status, outcome, changed: new Date() });
  }

  ask(questions) {
    this.questions = questions;
    this.turn("input_required");
    return new Promise((done) => {
      this.answered = () => {
        this.turn("working");
        done(this.answers);
      };
    });
  }

  take(answers) {
    for (const key of Object.keys(answers).filter((key) => key in this.questions)) {
      this.answers[key] = answers[key];
      delete this.questions[key];
    }
    if (Object.keys(this.questions).length === 0 && this.status === "input_required") this.answered();
  }

  shown() {
    const [createdAt, lastUpdatedAt] = [this.began.toISOString(), this.changed.toISOString()];
    return { taskId: this.id, status: this.status, createdAt, lastUpdatedAt, ttlMs: 300_000, pollIntervalMs: 100 };
  }
}

/** All tasks of this server. */
export class RunningTasks {
  known = new Map();

  tools = {
    greet: async (_task, given) => text(`Hello, ${given.name}!`),
    slow_compute: async (_task, given) => {
      await pause((given.seconds ?? 1) * 1000);
      return text(`Computed ${given.label}.`);
    },
    failing_job: async () => {
      await pause(200);
      return { ...text("It could not be done."), isError: true };
    },
    protocol_error_job: async () => {
      await pause(200);
      throw new Error("it broke");
    },
    confirm_delete: async (task, given) => {
      await task?.ask({ "confirm-1": confirm(`Delete ${given.filename}?`) });
      return text("Nothing was deleted: this is a test.");
    },
    multi_input: async (task) => {
      await task?.ask({ "first-1": confirm("The first?"), "second-1": confirm("The second?") });
      return text("Both were answered.");
    },
    test_tool_with_task: async (_task, given) => text(`Done for ${given.name}.`),
  };

  runAtOnce(name, given) {
    return this.tools[name](null, given);
  }

  begin(name, given) {
    if (name === "greet") return this.runAtOnce(name, given);
    const task = new RunningTask();
    this.known.set(task.id, task);
    this.tools[name](task, given).then(
      (result) => task.turn("completed", { result }),
      (error) => task.turn("failed", { error: { code: -32603, message: error.message } }),
    );
    return { resultType: "task", ...task.shown() };
  }

  get({ taskId }) {
    const task = this.known.get(taskId);
    if (!task) return undefined;
    const questions = task.status === "input_required" ? { inputRequests: { ...task.questions } } : {};
    return { resultType: "complete", ...task.shown(), ...task.outcome, ...questions };
  }

  update({ taskId, inputResponses }) {
    const task = this.known.get(taskId);
    task?.take(inputResponses ?? {});
    return task && { resultType: "complete" };
  }

  cancel({ taskId }) {
    const task = this.known.get(taskId);
    task?.turn("cancelled");
    return task && { resultType: "complete" };
  }
}
