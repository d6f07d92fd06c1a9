//! Examples of everything that a tool can do, one tool each. Serve it with `cargo run -p
//! candor-functions --example workshop -- --http 127.0.0.1:8000`.

use std::path::Path;
use std::process::ExitCode;

use candor_functions::{
    Context, Failure, Group, Json, JsonSchema, NoInput, ReplyContent, Tool, ToolLogLevel, ToolReply,
};
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct TextInput {
    /// What to say.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct CountInput {
    /// How far to count.
    #[schemars(range(min = 1, max = 100))]
    to: u32,
}

#[derive(Deserialize, JsonSchema)]
struct AddressInput {
    /// Where to, such as `http://127.0.0.1:8000/`.
    url: String,
}

#[derive(Deserialize, JsonSchema)]
struct WorkshopNote {
    /// What the note is called.
    name: String,
    /// What it says.
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct NoteNameInput {
    /// What the note is called.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct PersonInput {
    /// How you are called.
    name: String,
    /// How old you are, if you want to say.
    age: Option<u8>,
}

#[derive(Serialize, JsonSchema)]
struct TextAnswer {
    /// The status of the reply.
    status: u16,
    /// What it said.
    text: String,
}

/// Answers with the text it was given.
async fn echo(_: Context, input: TextInput) -> Result<String, Failure> {
    Ok(input.text)
}

/// Returns content of several kinds.
async fn show(ctx: Context, input: TextInput) -> Result<ToolReply, Failure> {
    // The smallest possible GIF.
    let dot = b"GIF89a\x01\0\x01\0\0\0\0;".as_slice();
    let reply = ctx.markdown(format!("*{}*", input.text));
    Ok(reply
        .with(ReplyContent::image(dot, "image/gif"))
        .with(ReplyContent::Link {
            uri: "https://example.com/".to_owned(),
            name: "example".to_owned(),
            mime: None,
        }))
}

/// Reports progress and writes to the log.
async fn count(ctx: Context, input: CountInput) -> Result<String, Failure> {
    for done in 1..=input.to {
        ctx.progress(done.into(), Some(input.to.into()), Some("counting"));
        ctx.log(ToolLogLevel::Info, format!("counted to {done}"));
        ctx.debug("nothing to see");
        tokio::task::yield_now().await;
    }
    Ok(format!("counted to {}", input.to))
}

/// Waits for cancellation, then writes a file.
async fn wait(ctx: Context, _: NoInput) -> Result<String, Failure> {
    ctx.progress(0.0, None, Some("waiting"));
    ctx.cancelled().await;
    ctx.files().write("cancelled", "noticed").await?;
    Ok("cancelled".to_owned())
}

/// Asks the user a question.
async fn introduce(ctx: Context, _: NoInput) -> Result<String, Failure> {
    let asked = ctx.elicit::<PersonInput>("Who are you?").await?;
    Ok(match asked {
        Some(PersonInput { name, age: None }) => format!("Hello, {name}!"),
        Some(PersonInput {
            name,
            age: Some(age),
        }) => format!("Hello, {name}, {age}!"),
        None => "Never mind.".to_owned(),
    })
}

/// Sends a GET request.
async fn fetch(ctx: Context, input: AddressInput) -> Result<Json<TextAnswer>, Failure> {
    let reply = ctx.http().get(input.url).send().await?;
    let (status, text) = (reply.status(), reply.text().into_owned());
    Ok(Json(TextAnswer { status, text }))
}

/// Sends a POST request, even if its definition does not allow it.
async fn send(ctx: Context, input: AddressInput) -> Result<Json<TextAnswer>, Failure> {
    let request = ctx.http().post(input.url).json("something");
    let reply = request.send().await?;
    let (status, text) = (reply.status(), reply.text().into_owned());
    Ok(Json(TextAnswer { status, text }))
}

async fn write_note(ctx: Context, input: WorkshopNote) -> Result<&'static str, Failure> {
    ctx.files().write(input.name, input.text).await?;
    Ok("written")
}

async fn read_note(ctx: Context, input: NoteNameInput) -> Result<String, Failure> {
    Ok(ctx.files().read_text(input.name).await?)
}

/// Reads an environment variable and the caller.
async fn whoami(ctx: Context, _: NoInput) -> Result<String, Failure> {
    let key = ctx.require_env("WORKSHOP_KEY")?;
    let client = ctx.caller().client.as_deref().unwrap_or("nobody");
    Ok(format!("{client} with a key of {} letters", key.len()))
}

/// Panics, which affects only this call.
async fn fall(_: Context, input: TextInput) -> Result<String, Failure> {
    panic!("{}", input.text)
}

/// The tools, with a folder for their files.
fn tools(folder: &Path) -> Group {
    let reading = |tool: Tool| tool.read_only(true).folder(folder);
    Group::new("workshop", "1.0.0")
        .instructions("Tools to try things out.")
        .tool(
            Tool::new("echo", "Says the same.", echo)
                .title("Echo")
                .read_only(true)
                .tag("text")
                .meta("example.com/colour", "green"),
        )
        .tool(Tool::new("show", "Shows things.", show).read_only(true))
        .tool(Tool::new("count", "Counts.", count).read_only(true))
        .tool(
            Tool::new("wait", "Waits to be cancelled.", wait)
                .destructive(false)
                .folder(folder),
        )
        .tool(Tool::new("introduce", "Asks who you are.", introduce).read_only(true))
        .tool(Tool::new("fetch", "Reads an address.", fetch).read_only(true))
        .tool(
            Tool::new("fetch_nothing", "Is in a closed world.", fetch)
                .read_only(true)
                .open_world(false),
        )
        .tool(Tool::new("send", "Says that it reads, and sends.", send).read_only(true))
        .tool(
            Tool::new("write_note", "Writes a note.", write_note)
                .destructive(true)
                .folder(folder),
        )
        .tool(reading(Tool::new("read_note", "Reads a note.", read_note)))
        .tool(reading(Tool::new(
            "forge_note",
            "Says that it reads, and writes.",
            write_note,
        )))
        .tool(Tool::new("whoami", "Says who calls.", whoami).read_only(true))
        .tool(Tool::new("fall", "Falls.", fall).read_only(true))
}

fn main() -> ExitCode {
    candor_functions::main(tools(Path::new(".")))
}
