//! `sfumato serve`.

use sfumato_server::{
    AccessRules, AccessScope, AccessToken, RequestLimits, RunningServer, ServerSettings, TokenFile, Upstream,
    wait_for_signal,
};

use crate::args::ServeArguments;
use crate::failure::{self, Failure};
use crate::{Completeness, gold, jobs, print};

/// Serves until the program is told to stop.
pub fn run(serve: &ServeArguments) -> Result<Completeness, Failure> {
    let no_numbers = || Failure::call("the system gives no random numbers, so there can be no token");
    if let Some(name) = &serve.new_token {
        if name.is_empty() || name.starts_with('#') || name.contains(char::is_whitespace) {
            return Err(Failure::call("the name of a token is a word"));
        }
        let token = AccessToken::random().ok_or_else(no_numbers)?;
        let scopes = serve.scopes.iter().map(|scope| named_scope(scope)).collect::<Result<Vec<_>, _>>()?;
        print(&format!("token: {}\nline:  {}\n", token.expose(), token.line(name, &scopes)))?;
        return Ok(Completeness::Complete);
    }
    let access = match (&serve.tokens, serve.no_token) {
        (Some(path), _) => {
            let place = path.display().to_string();
            AccessRules::File(TokenFile::open(path).map_err(|error| Failure::at(place, error))?)
        }
        (None, true) => AccessRules::Open,
        (None, false) => AccessRules::Token(AccessToken::random().ok_or_else(no_numbers)?),
    };
    let shown = match &access {
        AccessRules::Token(token) => format!("/?token={}", token.expose()),
        AccessRules::Open | AccessRules::File(_) => "/".to_owned(),
    };
    let mut settings = ServerSettings::new(access);
    settings.address = serve.listen;
    settings.hosts.clone_from(&serve.host_name);
    settings.origins.clone_from(&serve.allow_origin);
    settings.is_behind_proxy = serve.behind_proxy;
    settings.takes_policies = serve.allow_policies;
    settings.reviews_folder.clone_from(&serve.keep);
    settings.keys = jobs::key(&serve.key)?;
    settings.workers = serve.jobs.map_or(settings.workers, usize::from);
    settings.limits = RequestLimits {
        body: serve.max_bytes,
        memory: serve.max_memory,
        time: std::time::Duration::from_secs(serve.max_seconds),
        queue: serve.max_waiting,
        ..RequestLimits::default()
    };
    settings.upstream = upstream(serve)?;
    let scheme = add_tls(&mut settings, serve)?;
    let server = RunningServer::start(settings).map_err(Failure::call)?;
    print(&format!("{scheme}://{}{shown}\n", server.address()))?;
    failure::say("serving; Ctrl-C stops");
    wait_for_signal(server.stop_switch());
    server.wait();
    Ok(Completeness::Complete)
}

/// Where the gateway sends what it masked, if it is on.
fn upstream(serve: &ServeArguments) -> Result<Option<Upstream>, Failure> {
    let Some(address) = &serve.upstream else { return Ok(None) };
    let key = serve.upstream_key_file.as_deref().map(gold::text).transpose()?;
    let upstream = Upstream::new(address, key.as_deref()).map_err(|error| Failure::at("--upstream", error))?;
    vouched_for(upstream, serve).map(Some)
}

/// Has the upstream prove who it is by the certificates that were named, if some were.
#[cfg(feature = "tls")]
fn vouched_for(upstream: Upstream, serve: &ServeArguments) -> Result<Upstream, Failure> {
    let Some(path) = &serve.upstream_ca else { return Ok(upstream) };
    let trust = sfumato_server::TlsTrust::open(path).map_err(|error| Failure::at(path.display().to_string(), error))?;
    upstream.trusting(trust).map_err(|error| Failure::at("--upstream-ca", error))
}

#[cfg(not(feature = "tls"))]
fn vouched_for(upstream: Upstream, serve: &ServeArguments) -> Result<Upstream, Failure> {
    match serve.upstream_ca {
        Some(_) => Err(Failure::call(NO_TLS)),
        None => Ok(upstream),
    }
}

/// The program was built without TLS.
#[cfg(not(feature = "tls"))]
const NO_TLS: &str = "this program was built without TLS; build it with `--features tls`, or put a proxy before it and say --behind-proxy";

fn named_scope(name: &str) -> Result<AccessScope, Failure> {
    AccessScope::named(name).ok_or_else(|| Failure::call("scopes are detect, mask and unmask, with commas between"))
}

/// Has the server prove who it is, if it is told how; gives the scheme of its address.
#[cfg(feature = "tls")]
fn add_tls(settings: &mut ServerSettings, serve: &ServeArguments) -> Result<&'static str, Failure> {
    let (Some(certificate), Some(key)) = (&serve.tls_cert, &serve.tls_key) else { return Ok("http") };
    let identity = sfumato_server::TlsIdentity::open(certificate, key).map_err(|error| {
        let place = if error == sfumato_server::TlsError::Key { key } else { certificate };
        Failure::at(place.display().to_string(), error)
    });
    settings.tls = Some(identity?);
    Ok("https")
}

#[cfg(not(feature = "tls"))]
fn add_tls(_: &mut ServerSettings, serve: &ServeArguments) -> Result<&'static str, Failure> {
    match serve.tls_cert {
        Some(_) => Err(Failure::call(NO_TLS)),
        None => Ok("http"),
    }
}
