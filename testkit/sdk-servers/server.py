"""What the official conformance suite asks of a server, on the official Python SDK.

Both eras, Streamable HTTP on a free loopback port; the address is the first line that is printed.
The SDK's protocol code answers, so whatever differs behind Candor is Candor's doing.
"""

import asyncio
import json
import socket
from pathlib import Path
from typing import Any

import mcp_types as types
import uvicorn
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.server.lowlevel.server import NotificationOptions
from mcp.server.streamable_http import EventMessage, EventStore
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.server.subscriptions import (
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ConfigDict

from tasks import TASKS, RunningTasks, TaskRefused

DEFINITIONS = json.loads((Path(__file__).parent / "definitions.json").read_text())
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
WATCHED = "test://watched-resource"
INVALID_PARAMS = -32602
MISSING_CAPABILITY = -32021
STEP = 0.05

bus = InMemorySubscriptionBus()
running = RunningTasks()
shown = {"tool": False, "prompt": False, "resource": False}
updates = 0
# The sessions of clients with a handshake; the others listen on the bus.
subscribers: dict[str, set[Any]] = {}


class AnyParams(types.RequestParams):
    """Parameters that are passed on as they came."""

    model_config = ConfigDict(extra="allow")


def text(words: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": words}]}


def failed(words: str) -> dict[str, Any]:
    return {**text(words), "isError": True}


def is_modern(ctx) -> bool:
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def capabilities(ctx) -> dict[str, Any]:
    if is_modern(ctx):
        return ctx.params.get("_meta", {}).get("io.modelcontextprotocol/clientCapabilities", {})
    known = ctx.session.client_capabilities
    return known.model_dump(by_alias=True, exclude_none=True) if known else {}


# --- questions to the client -----------------------------------------------------------------


def form(message: str, properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": required or []}
    return {"method": "elicitation/create", "params": {"message": message, "requestedSchema": schema}}


def sampling(prompt: str, most: int) -> dict[str, Any]:
    message = {"role": "user", "content": {"type": "text", "text": prompt}}
    return {"method": "sampling/createMessage", "params": {"messages": [message], "maxTokens": most}}


ROOTS = {"method": "roots/list", "params": {}}
NEEDS = {"elicitation/create": "elicitation", "sampling/createMessage": "sampling", "roots/list": "roots"}
NAME = {"name": {"type": "string"}}


class InputRequired(Exception):
    """The answer of a call that waits for the client."""

    def __init__(self, questions: dict[str, Any], state: str | None):
        self.result = {"resultType": "input_required", "inputRequests": questions}
        if state is not None:
            self.result["requestState"] = state


def check_capabilities(ctx, questions: dict[str, Any]) -> None:
    for question in questions.values():
        need = NEEDS[question["method"]]
        if need not in capabilities(ctx):
            data = {"requiredCapabilities": {need: {}}}
            raise MCPError(MISSING_CAPABILITY, f"the client does not support `{need}`", data)


async def ask(ctx, questions: dict[str, Any], state: str | None = None) -> dict[str, Any]:
    """The answers to all questions: those of this round, or after asking over the connection."""
    if is_modern(ctx):
        answers = ctx.params.get("inputResponses") or {}
        if set(questions) <= set(answers) and (state is None or ctx.params.get("requestState") == state):
            return answers
        check_capabilities(ctx, questions)
        raise InputRequired(questions, state)
    return {key: await ask_over_the_connection(ctx, one) for key, one in questions.items()}


async def ask_over_the_connection(ctx, question: dict[str, Any]) -> dict[str, Any]:
    params = question["params"]
    match question["method"]:
        case "elicitation/create":
            answer = await ctx.session.elicit_form(params["message"], params["requestedSchema"], ctx.request_id)
        case "sampling/createMessage":
            message = types.SamplingMessage.model_validate(params["messages"][0])
            answer = await ctx.session.create_message(
                [message], max_tokens=params["maxTokens"], related_request_id=ctx.request_id
            )
        case _:
            answer = await ctx.session.list_roots()
    return answer.model_dump(by_alias=True, mode="json", exclude_none=True)


# --- tools -----------------------------------------------------------------------------------


async def with_progress(ctx, _) -> dict[str, Any]:
    for step, done in enumerate((0, 50, 100)):
        await asyncio.sleep(STEP if step else 0)
        await ctx.session.report_progress(done, 100, f"step {step + 1} of 3")
    return text("Progress reported.")


async def with_logging(ctx, _) -> dict[str, Any]:
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.session.send_log_message("info", words, related_request_id=ctx.request_id)
        await asyncio.sleep(STEP)
    return text("Tool with logging executed.")


async def levels(ctx, _) -> dict[str, Any]:
    for level in ("debug", "info", "error"):
        await ctx.session.send_log_message(level, {"level": level}, related_request_id=ctx.request_id)
    return text("Three levels logged.")


async def reconnection(ctx, _) -> dict[str, Any]:
    if ctx.close_sse_stream is not None:
        await ctx.close_sse_stream()
    await asyncio.sleep(2 * STEP)
    return text("Here is the rest.")


async def ask_model(ctx, arguments) -> dict[str, Any]:
    answers = await ask(ctx, {"sampling": sampling(arguments["prompt"], 100)})
    return text(f"LLM response: {answers['sampling']['content']['text']}")


async def ask_user(ctx, arguments) -> dict[str, Any]:
    fields = {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    }
    answers = await ask(ctx, {"elicitation": form(arguments["message"], fields, ["username", "email"])})
    answer = answers["elicitation"]
    return text(f"User response: <action: {answer['action']}, content: {json.dumps(answer.get('content'))}>")


async def completed(ctx, question: dict[str, Any]) -> dict[str, Any]:
    answer = (await ask(ctx, {"elicitation": question}))["elicitation"]
    content = json.dumps(answer.get("content"))
    return text(f"Elicitation completed: action={answer['action']}, content={content}")


async def defaults(ctx, _) -> dict[str, Any]:
    fields = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    }
    return await completed(ctx, form("Please check these values", fields))


async def choices(ctx, _) -> dict[str, Any]:
    words = ["First", "Second", "Third"]
    titled = [{"const": f"value{at + 1}", "title": f"{word} Option"} for at, word in enumerate(words)]
    plain = ["option1", "option2", "option3"]
    names = ["Option One", "Option Two", "Option Three"]
    fields = {
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": names},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    return await completed(ctx, form("Please choose", fields))


async def roots(ctx, _) -> dict[str, Any]:
    answers = await ask(ctx, {"client_roots": ROOTS})
    return text(f"Roots: {json.dumps(answers['client_roots']['roots'])}")


async def missing_capability(ctx, _) -> dict[str, Any]:
    check_capabilities(ctx, {"unused": sampling("", 1)})
    return text("The client lends its model.")


async def streaming(ctx, _) -> dict[str, Any]:
    await ctx.session.report_progress(1, 2)
    return await completed(ctx, form("Shall it go on?", {"go_on": {"type": "boolean"}}))


async def ask_name(ctx, _) -> dict[str, Any]:
    question = {"user_name": form("What is your name?", NAME, ["name"])}
    answer = (await ask(ctx, question))["user_name"]
    if answer.get("action") != "accept":
        return text("No name was given.")
    name = (answer.get("content") or {}).get("name")
    if not isinstance(name, str):
        # An answer without what was asked for is asked for again.
        raise InputRequired(question, None)
    return text(f"Hello, {name}!")


async def ask_capital(ctx, _) -> dict[str, Any]:
    answers = await ask(ctx, {"capital_question": sampling("What is the capital of France?", 100)})
    return text(answers["capital_question"]["content"]["text"])


async def with_state(ctx, _) -> dict[str, Any]:
    refuse_changed_state(ctx, {"round-1"})
    answers = await ask(ctx, {"confirm": form("Please confirm", {"ok": {"type": "boolean"}})}, sealed("round-1"))
    return text(f"state-ok: {answers['confirm']['action']}")


async def three_inputs(ctx, _) -> dict[str, Any]:
    questions = {
        "user_name": form("What is your name?", NAME, ["name"]),
        "greeting": sampling("Generate a greeting", 50),
        "client_roots": ROOTS,
    }
    answers = await ask(ctx, questions, sealed("round-1"))
    return text(f"{answers['user_name']['content']['name']}: {answers['greeting']['content']['text']}")


async def two_rounds(ctx, _) -> dict[str, Any]:
    first = {"step1": form("Step 1: What is your name?", NAME, ["name"])}
    color = {"color": {"type": "string"}}
    second = {"step2": form("Step 2: What is your favorite color?", color, ["color"])}
    if not is_modern(ctx):
        answers = {**await ask(ctx, first), **await ask(ctx, second)}
        return text(f"{answers['step1']['content']['name']} likes {answers['step2']['content']['color']}")
    state = ctx.params.get("requestState")
    if state is None:
        check_capabilities(ctx, first)
        raise InputRequired(first, sealed("round-1"))
    if state == sealed("round-1"):
        answers = await ask(ctx, first, state)
        raise InputRequired(second, sealed("round-2 " + answers["step1"]["content"]["name"]))
    answers = await ask(ctx, second, state)
    return text(f"{unsealed(state).removeprefix('round-2 ')} likes {answers['step2']['content']['color']}")


async def what_the_client_can(ctx, _) -> dict[str, Any]:
    questions = {
        "user_name": form("What is your name?", NAME, ["name"]),
        "greeting": sampling("Generate a greeting", 50),
        "client_roots": ROOTS,
    }
    known = capabilities(ctx)
    questions = {key: one for key, one in questions.items() if NEEDS[one["method"]] in known}
    if not questions:
        return text("The client can be asked nothing.")
    return text(f"Answered: {', '.join(await ask(ctx, questions))}")


def sealed(state: str) -> str:
    return f"{state}|{sum(state.encode()) * 7919 % 1_000_003}"


def unsealed(state: str) -> str:
    plain = state.rpartition("|")[0]
    if sealed(plain) != state:
        raise MCPError(INVALID_PARAMS, "the state was changed")
    return plain


def refuse_changed_state(ctx, known: set[str]) -> None:
    state = ctx.params.get("requestState") if is_modern(ctx) else None
    if state is not None and unsealed(state) not in known:
        raise MCPError(INVALID_PARAMS, "the state was changed")


async def toggle(ctx, what: str, event, notify: str) -> dict[str, Any]:
    shown[what] = not shown[what]
    await bus.publish(event)
    for session in {one for sessions in subscribers.values() for one in sessions} | {ctx.session}:
        if not is_modern(ctx):
            await getattr(session, notify)()
    return text(f"the extra {what} is {'added' if shown[what] else 'removed'}")


async def change_resource(ctx, _) -> dict[str, Any]:
    global updates
    updates += 1
    await bus.publish(ResourceUpdated(WATCHED))
    for session in subscribers.get(WATCHED, set()):
        await session.send_resource_updated(WATCHED)
    return text(f"{WATCHED} updated {updates} times")


def content(*blocks: dict[str, Any]):
    async def answer(_ctx, _arguments) -> dict[str, Any]:
        return {"content": list(blocks)}

    return answer


def resource(uri: str, media_type: str, words: str) -> dict[str, Any]:
    return {"type": "resource", "resource": {"uri": uri, "mimeType": media_type, "text": words}}


async def structured(_ctx, arguments) -> dict[str, Any]:
    value = {"city": arguments.get("city", "Paris"), "degrees": 21.5}
    return {**text(json.dumps(value)), "structuredContent": value}


async def error(_ctx, _arguments) -> dict[str, Any]:
    return failed("This tool intentionally returns an error for testing")


async def arguments_as_understood(_ctx, arguments) -> dict[str, Any]:
    return text(f"Arguments: {json.dumps(arguments)}")


async def custom_header(_ctx, arguments) -> dict[str, Any]:
    return text(f"region={arguments.get('region')}")


IMAGE = {"type": "image", "data": PNG, "mimeType": "image/png"}
TOOLS = {
    "test_simple_text": content({"type": "text", "text": "This is a simple text response for testing."}),
    "test_image_content": content(IMAGE),
    "test_audio_content": content({"type": "audio", "data": WAV, "mimeType": "audio/wav"}),
    "test_embedded_resource": content(
        resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ),
    "test_multiple_content_types": content(
        {"type": "text", "text": "Multiple content types test:"},
        IMAGE,
        resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ),
    "test_structured_content": structured,
    "test_error_handling": error,
    "test_tool_with_progress": with_progress,
    "test_tool_with_logging": with_logging,
    "test_logging_tool": levels,
    "test_reconnection": reconnection,
    "test_custom_header": custom_header,
    "json_schema_2020_12_tool": arguments_as_understood,
    "test_dynamic_tool": content({"type": "text", "text": "Here for now."}),
    "test_sampling": ask_model,
    "test_elicitation": ask_user,
    "test_elicitation_sep1034_defaults": defaults,
    "test_elicitation_sep1330_enums": choices,
    "test_list_roots": roots,
    "test_missing_capability": missing_capability,
    "test_streaming_elicitation": streaming,
    "test_input_required_result_elicitation": ask_name,
    "test_input_required_result_sampling": ask_capital,
    "test_input_required_result_list_roots": roots,
    "test_input_required_result_request_state": with_state,
    "test_input_required_result_tampered_state": with_state,
    "test_input_required_result_multiple_inputs": three_inputs,
    "test_input_required_result_multi_round": two_rounds,
    "test_input_required_result_capabilities": what_the_client_can,
    "test_trigger_tool_change": lambda ctx, _: toggle(ctx, "tool", ToolsListChanged(), "send_tool_list_changed"),
    "test_trigger_prompt_change": lambda ctx, _: toggle(
        ctx, "prompt", PromptsListChanged(), "send_prompt_list_changed"
    ),
    "test_trigger_resource_change": lambda ctx, _: toggle(
        ctx, "resource", ResourcesListChanged(), "send_resource_list_changed"
    ),
    "test_trigger_resource_update": change_resource,
}


# --- tasks -----------------------------------------------------------------------------------


def knows_tasks(ctx) -> bool:
    return is_modern(ctx) and TASKS in (capabilities(ctx).get("extensions") or {})


async def begin_or_run(ctx, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    if name == "test_tool_with_task":
        answers = await ask(ctx, {"user_name": form("What is your name?", NAME, ["name"])})
        arguments = {"name": answers["user_name"]["content"]["name"]}
    if knows_tasks(ctx):
        return running.begin(name, arguments)
    if name == "failing_job" and is_modern(ctx):
        data = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
        raise MCPError(MISSING_CAPABILITY, "this tool needs a client that knows tasks", data)
    return await running.run_at_once(name, arguments)


def about_a_task(act):
    async def handler(ctx, _params) -> dict[str, Any]:
        if not knows_tasks(ctx):
            data = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
            raise MCPError(MISSING_CAPABILITY, "the request does not say that it knows tasks", data)
        header = ctx.request.headers.get("mcp-name") if ctx.request is not None else None
        task = ctx.params.get("taskId")
        if header is not None and header != task:
            raise MCPError(-32020, f"the header names `{header}`, the request `{task}`")
        try:
            return act(ctx.params)
        except TaskRefused as refused:
            raise MCPError(INVALID_PARAMS, str(refused)) from None

    return handler


# --- requests --------------------------------------------------------------------------------


def one_page(key: str, extra: str, entry: dict[str, Any] | None = None):
    """A list that fits on one page, so that no cursor is ever right."""

    async def handler(ctx, _params) -> dict[str, Any]:
        if (ctx.params or {}).get("cursor") is not None:
            raise MCPError(INVALID_PARAMS, f"there is no page at cursor {ctx.params['cursor']}")
        entries = list(DEFINITIONS[key])
        if entry is not None and shown[extra]:
            entries.append(entry)
        return {key: entries}

    return handler


async def call_tool(ctx, _params) -> dict[str, Any]:
    name, arguments = ctx.params["name"], ctx.params.get("arguments") or {}
    try:
        if name in running.tools or name == "test_tool_with_task":
            return await begin_or_run(ctx, name, arguments)
        tool = TOOLS.get(name)
        if tool is None or (name == "test_dynamic_tool" and not shown["tool"]):
            raise MCPError(INVALID_PARAMS, f"unknown tool `{name}`")
        return await tool(ctx, arguments)
    except InputRequired as waiting:
        return waiting.result


async def read_resource(ctx, _params) -> dict[str, Any]:
    uri = ctx.params["uri"]
    plain = {
        "test://static-text": "This is the content of the static text resource.",
        WATCHED: f"Changed {updates} times.",
    }
    if shown["resource"]:
        plain["test://dynamic-resource"] = "Here for now."
    if uri in plain:
        return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": plain[uri]}]}
    if uri == "test://static-binary":
        return {"contents": [{"uri": uri, "mimeType": "image/png", "blob": PNG}]}
    if uri.startswith("test://template/") and uri.endswith("/data"):
        which = uri.removeprefix("test://template/").removesuffix("/data")
        data = {"id": which, "templateTest": True, "data": f"Data for ID: {which}"}
        return {"contents": [{"uri": uri, "mimeType": "application/json", "text": json.dumps(data)}]}
    code = INVALID_PARAMS if is_modern(ctx) else -32002
    raise MCPError(code, f"resource not found: `{uri}`", {"uri": uri})


async def get_prompt(ctx, _params) -> dict[str, Any]:
    name, arguments = ctx.params["name"], ctx.params.get("arguments") or {}

    def messages(*blocks) -> dict[str, Any]:
        return {"messages": [{"role": "user", "content": one} for one in blocks]}

    def words(line: str) -> dict[str, Any]:
        return {"type": "text", "text": line}

    match name:
        case "test_simple_prompt":
            return messages(words("This is a simple prompt for testing."))
        case "test_prompt_with_arguments":
            one, two = arguments["arg1"], arguments["arg2"]
            return messages(words(f"Prompt with arguments: arg1='{one}', arg2='{two}'"))
        case "test_prompt_with_embedded_resource":
            block = resource(arguments["resourceUri"], "text/plain", "Embedded resource content for testing.")
            return messages(block, words("Please process the embedded resource above."))
        case "test_prompt_with_image":
            return messages(IMAGE, words("Please analyze the image above."))
        case "test_input_required_result_prompt":
            question = form("What context should the prompt use?", {"context": {"type": "string"}}, ["context"])
            try:
                answers = await ask(ctx, {"user_context": question})
            except InputRequired as waiting:
                return waiting.result
            return messages(words(f"Prompt with context: {answers['user_context']['content']['context']}"))
    raise MCPError(INVALID_PARAMS, f"unknown prompt `{name}`")


async def complete(ctx, _params) -> dict[str, Any]:
    start = ctx.params["argument"]["value"]
    values = [word for word in ("paris", "park", "party", "test", "testing", "tested") if word.startswith(start)]
    return {"completion": {"values": values, "total": len(values), "hasMore": False}}


async def subscribe(ctx, _params) -> dict[str, Any]:
    subscribers.setdefault(ctx.params["uri"], set()).add(ctx.session)
    return {}


async def unsubscribe(ctx, _params) -> dict[str, Any]:
    subscribers.pop(ctx.params["uri"], None)
    return {}


async def nothing(_ctx, _params) -> dict[str, Any]:
    return {}


class KeptEvents(EventStore):
    """The events of broken streams, for clients that come back."""

    def __init__(self):
        self.events: list[tuple[str, types.JSONRPCMessage | None]] = []

    async def store_event(self, stream_id, message):
        self.events.append((stream_id, message))
        return str(len(self.events))

    async def replay_events_after(self, last_event_id, send_callback):
        at = int(last_event_id)
        stream = self.events[at - 1][0]
        for number, (of, message) in enumerate(self.events[at:], at + 1):
            if of == stream and message is not None:
                await send_callback(EventMessage(message, str(number)))
        return stream


def said_complete(handler):
    """Results of the newer revision say that they are whole."""

    async def answer(ctx, params) -> dict[str, Any]:
        result = await handler(ctx, params)
        return {"resultType": "complete", **result} if is_modern(ctx) else result

    return answer


CACHEABLE = ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read")


def server() -> Server:
    served = Server(
        "sdk-python",
        version="1.0.0",
        instructions="A server for tests: nothing has any effect.",
        cache_hints={method: CacheHint(ttl_ms=0, scope="private") for method in CACHEABLE},
    )
    requests = {
        "tools/list": one_page("tools", "tool", {**DEFINITIONS["tools"][0], "name": "test_dynamic_tool"}),
        "tools/call": call_tool,
        "resources/list": one_page(
            "resources", "resource", {"uri": "test://dynamic-resource", "name": "dynamic", "mimeType": "text/plain"}
        ),
        "resources/templates/list": one_page("resourceTemplates", "resource"),
        "resources/read": read_resource,
        "resources/subscribe": subscribe,
        "resources/unsubscribe": unsubscribe,
        "prompts/list": one_page("prompts", "prompt", {"name": "test_dynamic_prompt", "description": "Is there only for a while"}),
        "prompts/get": get_prompt,
        "completion/complete": complete,
        "logging/setLevel": nothing,
        "tasks/get": about_a_task(running.get),
        "tasks/update": about_a_task(running.update),
        "tasks/cancel": about_a_task(running.cancel),
    }
    for method, handler in requests.items():
        served.add_request_handler(method, AnyParams, said_complete(handler))
    served.add_request_handler("subscriptions/listen", types.SubscriptionsListenRequestParams, ListenHandler(bus))
    served.extensions = {TASKS: {}}
    announce_changes(served)
    return served


def announce_changes(served: Server) -> None:
    """Clients with a handshake are told of changes too."""
    options = served.create_initialization_options

    def with_changes(*_args, **_kwargs):
        return options(NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True))

    served.create_initialization_options = with_changes


def main() -> None:
    app = server().streamable_http_app(event_store=KeptEvents(), retry_interval=50)
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
    uvicorn.Server(uvicorn.Config(app, log_level="error")).run(sockets=[listener])


if __name__ == "__main__":
    main()
