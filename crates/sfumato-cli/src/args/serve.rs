//! The arguments of `serve`.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::KeyOptions;

pub(super) const SERVE_EXAMPLES: &str = "\
Examples:
  sfumato serve                        print an address with a token; only this machine can reach it
  sfumato serve --no-token             for programs of this machine, Presidio's clients among them
  sfumato serve --new-token clinic     print a token and its line for --tokens
  sfumato serve --listen 0.0.0.0:8443 --tokens tokens.txt --behind-proxy --host-name mask.example.org
                                       behind a proxy that speaks TLS";

const ACCESS: &str = "Access";
const REVIEWS: &str = "Reviews";
const LIMITS: &str = "Limits";
const GATEWAY: &str = "Gateway before a language model";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("access").args(["no_token", "tokens"]))]
pub struct ServeArguments {
    /// The address to listen on; port 0 lets the system choose.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8377", help_heading = ACCESS)]
    pub listen: SocketAddr,
    /// Let anybody on this machine call.
    #[arg(long, help_heading = ACCESS)]
    pub no_token: bool,
    /// A file of tokens: a name, scopes (detect,mask,unmask) and sha256:HEX a line. It is read again when it changes.
    #[arg(long, value_name = "FILE", help_heading = ACCESS)]
    pub tokens: Option<PathBuf>,
    /// Print a new token and its line for --tokens, and exit.
    #[arg(long, value_name = "NAME", help_heading = ACCESS)]
    pub new_token: Option<String>,
    /// The scopes of --new-token.
    #[arg(long, value_delimiter = ',', value_name = "SCOPE,...", default_value = "detect,mask", help_heading = ACCESS)]
    pub scopes: Vec<String>,
    /// A host name to answer to besides localhost; may be given more than once.
    #[arg(long, value_name = "NAME", help_heading = ACCESS)]
    pub host_name: Vec<String>,
    /// An origin whose pages may call, such as https://app.example.org; may be given more than once.
    #[arg(long, value_name = "ORIGIN", help_heading = ACCESS)]
    pub allow_origin: Vec<String>,
    /// A proxy before the server speaks TLS with its clients.
    #[arg(long, help_heading = ACCESS)]
    pub behind_proxy: bool,
    /// The certificates of the server in PEM, its own first; needs a build with the feature `tls`.
    #[arg(long, value_name = "FILE", requires = "tls_key", help_heading = ACCESS)]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate in PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert", help_heading = ACCESS)]
    pub tls_key: Option<PathBuf>,
    /// Take policies from requests.
    #[arg(long, help_heading = ACCESS)]
    pub allow_policies: bool,
    /// Turn on the gateway: the base address of a language model's API, such as http://127.0.0.1:11434/v1. It is sent what
    /// was masked, and nothing else.
    #[arg(long, value_name = "URL", help_heading = GATEWAY)]
    pub upstream: Option<String>,
    /// The certificates in PEM that vouch for an upstream over https, instead of those that browsers trust; needs a build
    /// with the feature `tls`.
    #[arg(long, value_name = "FILE", requires = "upstream", help_heading = GATEWAY)]
    pub upstream_ca: Option<PathBuf>,
    /// The file with the key that the upstream wants.
    #[arg(long, value_name = "FILE", requires = "upstream", help_heading = GATEWAY)]
    pub upstream_key_file: Option<PathBuf>,
    /// Keep reviews in this folder until they are ended, documents and all; without it they end with the server, or after
    /// eight hours in which nobody asks for them.
    #[arg(long, value_name = "DIR", help_heading = REVIEWS)]
    pub keep: Option<PathBuf>,
    /// The number of threads that work on documents. Default: one per core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = LIMITS)]
    pub jobs: Option<u16>,
    /// The most bytes of a request.
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20, help_heading = LIMITS)]
    pub max_bytes: usize,
    /// The most bytes of all requests under way.
    #[arg(long, value_name = "BYTES", default_value_t = 512 << 20, help_heading = LIMITS)]
    pub max_memory: usize,
    /// The most seconds for a request, waiting included.
    #[arg(long, value_name = "SECONDS", default_value_t = 120, help_heading = LIMITS)]
    pub max_seconds: u64,
    /// The most requests that wait for a thread.
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = LIMITS)]
    pub max_waiting: usize,
    #[command(flatten)]
    pub key: KeyOptions,
}
