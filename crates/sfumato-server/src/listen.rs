//! Connections: taken, limited, and ended.
//!
//! The accept loop is our own, since the one that comes with the router sets no time for the head of a request: whoever
//! opens connections and says nothing would hold them for ever.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use crate::room::SharedRoom;

/// Serves connections until told to stop; then lets those under way end, for a while.
pub async fn serve(listener: TcpListener, room: SharedRoom, router: Router, mut stop: watch::Receiver<bool>) {
    let limits = room.settings.limits;
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut connections = JoinSet::new();
    loop {
        // A place first: who cannot be served waits in the system's queue, where it costs nothing.
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { break };
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        while connections.try_join_next().is_some() {}
        let Ok((stream, _)) = taken else {
            // Too many open files, most likely: those that end make room.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (room, router, stop) = (Arc::clone(&room), router.clone(), stop.clone());
        connections.spawn(async move {
            connection(stream, room, router, stop).await;
            drop(place);
        });
    }
    drop(listener);
    room.stop();
    let ended = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(limits.stop_time, ended).await.is_err() {
        tracing::warn!("some requests did not end in time and are given up");
    }
    room.pool.close();
}

async fn connection(stream: TcpStream, room: SharedRoom, router: Router, stop: watch::Receiver<bool>) {
    // An answer is written at once.
    let _ = stream.set_nodelay(true);
    #[cfg(feature = "tls")]
    if let Some(tls) = &room.settings.tls {
        // A handshake is a head as well.
        let shaken = tokio::time::timeout(room.settings.limits.head_time, tls.accept(stream)).await;
        if let Ok(Ok(stream)) = shaken {
            talk(stream, &room, router, stop).await;
        }
        return;
    }
    talk(stream, &room, router, stop).await;
}

async fn talk(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    room: &SharedRoom,
    router: Router,
    mut stop: watch::Receiver<bool>,
) {
    let mut builder = hyper::server::conn::http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(room.settings.limits.head_time).max_buf_size(64 << 10);
    let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    let mut connection = std::pin::pin!(connection);
    // Whatever went wrong went wrong with this client alone, who is told nothing more.
    let is_stopped = tokio::select! {
        _ = connection.as_mut() => false,
        _ = stop.wait_for(|stop| *stop) => true,
    };
    if is_stopped {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}

/// Listens at an address.
pub async fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    TcpListener::bind(address).await
}
