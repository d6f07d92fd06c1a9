//! The options of every command.

use std::convert::Infallible;
use std::path::PathBuf;

use candor_config::SettingFlags;
use candor_model::Secret;

use crate::api_client::ServerUrl;
use crate::pasted_flags::PastedFlags;
use crate::route::RouteFlags;

/// Options of every command.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for every command")]
pub(crate) struct GlobalArgs {
    /// Read this file, a candor.toml or an .mcp.json [default: ./candor.toml, ./.mcp.json, or
    /// candor/candor.toml in the user's configuration]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Keep state in this directory [default: one for each folder with a configuration, in the
    /// user's data directory]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Use this PostgreSQL database [default: an SQLite file in the data directory]
    #[arg(long, global = true, value_name = "URL", value_parser = secret)]
    database_url: Option<Secret<String>>,

    /// Present the access token in this file; `-` reads standard input [default: the variable
    /// `CANDOR_TOKEN`, or the owner's secret in the data directory]
    #[arg(long, global = true, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Use the running gateway at this address: for `approvals`, `token` and `open`
    /// [default: the variable `CANDOR_SERVER`]
    #[arg(long, global = true, value_name = "URL", value_parser = ServerUrl::parse)]
    server: Option<ServerUrl>,

    /// Set the log level: off, error, warn, info, debug, trace, or directives such as
    /// `info,candor_wire=trace`
    #[arg(long, global = true, value_name = "LEVEL")]
    log_level: Option<String>,

    /// Set the log format
    #[arg(long, global = true, value_name = "FORMAT", value_parser = ["text", "json"])]
    log_format: Option<String>,

    /// Print the result as one JSON document
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

// === impl GlobalArgs ===

impl GlobalArgs {
    /// The flags that override configuration.
    pub(crate) fn flags(&self) -> SettingFlags {
        SettingFlags {
            config: self.config.clone(),
            data: self.data.clone(),
            database_url: self.database_url.clone(),
            log_level: self.log_level.clone(),
            log_format: self.log_format.clone(),
            ..SettingFlags::default()
        }
    }

    /// The flags that commands in messages need, too.
    pub(crate) fn pasted(&self) -> PastedFlags {
        let token = self.token_file.as_ref();
        PastedFlags::default()
            .path("--config", self.config.as_deref())
            .path("--data", self.data.as_deref())
            .routed("--server", self.server.as_ref().map(ToString::to_string))
            .routed("--token-file", token.map(|path| path.display().to_string()))
    }

    /// The options about credentials and the gateway.
    pub(crate) fn route(&self) -> RouteFlags {
        RouteFlags {
            token_file: self.token_file.clone(),
            server: self.server.clone(),
        }
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "clap wants a parser that could fail"
)]
fn secret(text: &str) -> Result<Secret<String>, Infallible> {
    Ok(Secret::new(text.to_owned()))
}
