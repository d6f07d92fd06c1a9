//! The test servers as a program: `http`, `stdio` and `sse` serve the fixture, `script` serves a
//! script file.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use candor_testkit::{ServerEra, ServerHandle, fixture, script};
use clap::{Parser, Subcommand, ValueEnum};

/// MCP servers for tests.
#[derive(Parser)]
#[command(version)]
struct FixtureArgs {
    #[command(subcommand)]
    command: FixtureCommand,
}

#[derive(Subcommand)]
enum FixtureCommand {
    /// Serve the fixture with Streamable HTTP at /mcp on 127.0.0.1.
    Http {
        /// The port; 0 takes a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
        /// Which clients to serve: both, legacy or modern.
        #[arg(long, default_value = "both")]
        era: ServerEra,
    },
    /// Serve the fixture on standard input and output.
    Stdio {
        /// Which clients to serve: both, legacy or modern.
        #[arg(long, default_value = "both")]
        era: ServerEra,
    },
    /// Serve the fixture with HTTP+SSE at /sse on 127.0.0.1.
    Sse {
        /// The port; 0 takes a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
    },
    /// Serve a script file.
    Script {
        /// The script to play
        file: PathBuf,
        /// How to serve it.
        #[arg(long, value_enum, default_value_t = ScriptTransport::Stdio)]
        transport: ScriptTransport,
        /// Which clients to serve: both, legacy or modern.
        #[arg(long, default_value = "both")]
        era: ServerEra,
        /// The port for http; 0 takes a free one.
        #[arg(long, default_value_t = 0)]
        port: u16,
    },
    /// Do nothing for a while: what is left of a server that closed its input.
    #[command(hide = true)]
    Linger {
        /// For how many seconds.
        seconds: u64,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum ScriptTransport {
    Stdio,
    Http,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match FixtureArgs::parse().command {
        FixtureCommand::Http { port, era } => listen(fixture::serve_http_at(era, port)?),
        FixtureCommand::Stdio { era } => Ok(fixture::serve_stdio(era).await?),
        FixtureCommand::Sse { port } => listen(fixture::serve_sse_at(port)?),
        FixtureCommand::Script {
            file,
            transport: ScriptTransport::Stdio,
            era,
            ..
        } => Ok(script::serve_file_stdio(&file, era).await?),
        FixtureCommand::Script {
            file,
            transport: ScriptTransport::Http,
            era,
            port,
        } => listen(script::serve_file_http(&file, era, port)?),
        FixtureCommand::Linger { seconds } => {
            std::thread::sleep(Duration::from_secs(seconds));
            Ok(())
        }
    }
}

/// Says where the server listens and waits until the process is ended.
fn listen(handle: ServerHandle) -> anyhow::Result<()> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "listening on {}", handle.url())?;
    output.flush()?;
    drop(output);
    handle.wait();
    Ok(())
}
