"""Tasks of the 2026-07-28 extension: begun, asked about, answered, taken back."""

import asyncio
import datetime
import uuid
from typing import Any

TASKS = "io.modelcontextprotocol/tasks"
TERMINAL = ("completed", "failed", "cancelled")


class TaskRefused(Exception):
    """There is no such task."""


class RunningTask:
    """One call that goes on after it was answered."""

    def __init__(self):
        self.id = str(uuid.uuid4())
        self.began = self.changed = datetime.datetime.now(datetime.UTC)
        self.status = "working"
        self.outcome: dict[str, Any] = {}
        self.questions: dict[str, Any] = {}
        self.answers: dict[str, Any] = {}
        self.answered = asyncio.Event()
        self.work: asyncio.Task | None = None

    def turn(self, status: str, **outcome: Any) -> None:
        if self.status not in TERMINAL:
            self.status, self.outcome = status, outcome
            self.changed = datetime.datetime.now(datetime.UTC)

    async def ask(self, questions: dict[str, Any]) -> dict[str, Any]:
        self.questions = questions
        self.turn("input_required")
        await self.answered.wait()
        self.turn("working")
        return self.answers

    def take(self, answers: dict[str, Any]) -> None:
        for key in [key for key in answers if key in self.questions]:
            self.answers[key] = answers[key]
            self.questions.pop(key)
        if not self.questions and self.status == "input_required":
            self.answered.set()

    def shown(self) -> dict[str, Any]:
        return {
            "taskId": self.id,
            "status": self.status,
            "createdAt": self.began.isoformat(),
            "lastUpdatedAt": self.changed.isoformat(),
            "ttlMs": 300_000,
            "pollIntervalMs": 100,
        }


def text(words: str) -> dict[str, Any]:
    return {"resultType": "complete", "content": [{"type": "text", "text": words}]}


def confirm(message: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"confirm": {"type": "boolean"}}, "required": []}
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


async def greet(_task, arguments) -> dict[str, Any]:
    return text(f"Hello, {arguments.get('name')}!")


async def slow_compute(_task, arguments) -> dict[str, Any]:
    await asyncio.sleep(float(arguments.get("seconds", 1)))
    return text(f"Computed {arguments.get('label')}.")


async def failing_job(_task, _arguments) -> dict[str, Any]:
    await asyncio.sleep(0.2)
    return {**text("It could not be done."), "isError": True}


async def protocol_error_job(_task, _arguments) -> dict[str, Any]:
    await asyncio.sleep(0.2)
    raise RuntimeError("it broke")


async def confirm_delete(task, arguments) -> dict[str, Any]:
    if task is not None:
        await task.ask({"confirm-1": confirm(f"Delete {arguments.get('filename')}?")})
    return text("Nothing was deleted: this is a test.")


async def multi_input(task, _arguments) -> dict[str, Any]:
    if task is not None:
        await task.ask({"first-1": confirm("The first?"), "second-1": confirm("The second?")})
    return text("Both were answered.")


async def named(_task, arguments) -> dict[str, Any]:
    return text(f"Done for {arguments['name']}.")


class RunningTasks:
    """All tasks of this server."""

    tools = {
        "greet": greet,
        "slow_compute": slow_compute,
        "failing_job": failing_job,
        "protocol_error_job": protocol_error_job,
        "confirm_delete": confirm_delete,
        "multi_input": multi_input,
        "test_tool_with_task": named,
    }

    def __init__(self):
        self.known: dict[str, RunningTask] = {}

    async def run_at_once(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return await self.tools[name](None, arguments)

    def begin(self, name: str, arguments: dict[str, Any]) -> Any:
        if name == "greet":
            return text(f"Hello, {arguments.get('name')}!")
        task = RunningTask()
        self.known[task.id] = task
        task.work = asyncio.create_task(self.work(task, name, arguments))
        return {"resultType": "task", **task.shown()}

    async def work(self, task: RunningTask, name: str, arguments: dict[str, Any]) -> None:
        try:
            task.turn("completed", result=await self.tools[name](task, arguments))
        except asyncio.CancelledError:
            task.turn("cancelled")
        except RuntimeError as error:
            task.turn("failed", error={"code": -32603, "message": str(error)})

    def named(self, params: dict[str, Any]) -> RunningTask:
        task = self.known.get(params.get("taskId", ""))
        if task is None:
            raise TaskRefused(f"there is no task `{params.get('taskId')}`")
        return task

    def get(self, params: dict[str, Any]) -> dict[str, Any]:
        task = self.named(params)
        about = {"resultType": "complete", **task.shown(), **task.outcome}
        if task.status == "input_required":
            about["inputRequests"] = dict(task.questions)
        return about

    def update(self, params: dict[str, Any]) -> dict[str, Any]:
        self.named(params).take(params.get("inputResponses") or {})
        return {"resultType": "complete"}

    def cancel(self, params: dict[str, Any]) -> dict[str, Any]:
        task = self.named(params)
        if task.work is not None and task.status not in TERMINAL:
            task.turn("cancelled")
            task.work.cancel()
        return {"resultType": "complete"}
