//! A server from its start to its end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::runtime::Builder;
use tokio::sync::watch;

use crate::engine::Engine;
use crate::guard::guard;
use crate::listen;
use crate::problem::Problem;
use crate::room::{ServerRoom, SharedRoom};
use crate::settings::{ServerError, ServerSettings};
use crate::work::WorkWatch;
use crate::{gateway, openapi, page, presidio, v1};

/// A server that listens. It ends when it is told to, or with the program.
#[derive(Debug)]
pub struct RunningServer {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    thread: JoinHandle<()>,
}

/// A switch that stops a server from another thread.
#[derive(Debug, Clone)]
pub struct StopSwitch(watch::Sender<bool>);

impl StopSwitch {
    /// Lets requests under way end, and takes no new ones.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl RunningServer {
    /// Starts a server on threads of its own; it listens once this returns.
    pub fn start(settings: ServerSettings) -> Result<Self, ServerError> {
        settings.check()?;
        if let Some(folder) = &settings.reviews_folder {
            std::fs::create_dir_all(folder).map_err(ServerError::Folder)?;
        }
        let address = settings.address;
        // Those that talk do little; those that work are beside them.
        let runtime = Builder::new_multi_thread().worker_threads(2).thread_name("talk").enable_all().build();
        let runtime = runtime.map_err(ServerError::Threads)?;
        let listener = runtime.block_on(listen::listen(address));
        let listener = listener.map_err(|error| ServerError::Listen { address, error })?;
        let address = listener.local_addr().map_err(|error| ServerError::Listen { address, error })?;
        let room = ServerRoom::new(settings).map_err(ServerError::Threads)?;
        let (stop, stopped) = watch::channel(false);
        let serve = move || {
            runtime.spawn(warm_up(Arc::clone(&room)));
            let router = router(Arc::clone(&room));
            runtime.block_on(listen::serve(listener, room, router, stopped));
            // What is still at work is given up.
            runtime.shutdown_background();
        };
        let thread = std::thread::Builder::new().name("serve".to_owned()).spawn(serve).map_err(ServerError::Threads)?;
        Ok(Self { address, stop, thread })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The switch that stops it.
    pub fn stop_switch(&self) -> StopSwitch {
        StopSwitch(self.stop.clone())
    }

    /// Waits until it has ended.
    pub fn wait(self) {
        let _ = self.thread.join();
    }

    /// Tells it to stop and waits until it has ended.
    pub fn stop(self) {
        self.stop_switch().stop();
        self.wait();
    }
}

/// Waits in the background for the program to be told to stop, and has a server do so. A second time ends it at once.
pub fn wait_for_signal(stop: StopSwitch) {
    let wait = move || {
        let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            signal().await;
            stop.stop();
            signal().await;
            std::process::exit(1);
        });
    };
    // Without it the program ends as it is told, at once.
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

#[cfg(unix)]
async fn signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signal() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

/// Reads what the first request would wait for.
async fn warm_up(room: SharedRoom) {
    let kept = Arc::clone(&room);
    let warm = move |engine: &Engine, _: &Arc<WorkWatch>| {
        engine.warm_up()?;
        kept.reviews.open_kept(engine);
        Ok(())
    };
    match room.work(0, warm).await {
        Ok(()) => room.be_ready(),
        Err(problem) => tracing::error!(code = problem.code(), "the server cannot be made ready"),
    }
}

/// Everything there is, each behind the guard.
fn router(room: SharedRoom) -> Router {
    let own = Router::new()
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .nest("/v1", v1::routes().route("/openapi.json", get(openapi::document)))
        .merge(presidio::routes())
        .merge(gateway::routes())
        .merge(page::routes());
    let own = own.fallback(missing).method_not_allowed_fallback(wrong_method);
    own.layer(middleware::from_fn_with_state(Arc::clone(&room), guard)).with_state(room)
}

async fn ready(State(room): State<SharedRoom>) -> Result<&'static str, Problem> {
    room.readiness().map(|()| "ready\n")
}

async fn metrics(State(room): State<SharedRoom>) -> Response {
    let text = room.metrics.text(room.pool.load());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

async fn missing(_: Uri) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "not-found", "there is nothing here; /v1/openapi.json tells what there is")
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address takes another method; see /v1/openapi.json")
}
