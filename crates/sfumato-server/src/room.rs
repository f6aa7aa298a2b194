//! What all requests share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;

use crate::engine::Engine;
use crate::gateway::CallMaps;
use crate::memory::MemoryBudget;
use crate::metrics::ServerMetrics;
use crate::problem::Problem;
use crate::review::{ReviewFolder, ReviewStore};
use crate::settings::ServerSettings;
use crate::work::{WorkPool, WorkWatch};

/// The room that requests are worked on in: threads, memory, rules, counters.
pub struct ServerRoom {
    /// The settings.
    pub settings: ServerSettings,
    /// The engine that masks. Shared with the threads.
    pub engine: Arc<Engine>,
    /// The threads.
    pub pool: WorkPool,
    /// The memory.
    pub memory: Arc<MemoryBudget>,
    /// The counters.
    pub metrics: ServerMetrics,
    /// The secret of the gateway's tokens; it ends with the server.
    pub secret: [u8; 32],
    /// What stands behind the tokens of calls under way.
    pub calls: CallMaps,
    /// The reviews that are open.
    pub reviews: ReviewStore,
    is_ready: AtomicBool,
    is_stopping: AtomicBool,
}

/// A room, as handlers have it.
pub type SharedRoom = Arc<ServerRoom>;

impl ServerRoom {
    /// A room with these settings.
    pub fn new(mut settings: ServerSettings) -> std::io::Result<SharedRoom> {
        let engine = Arc::new(Engine::new(settings.keys.take(), settings.takes_policies));
        let pool = WorkPool::new(settings.workers.max(1), settings.limits.queue)?;
        let memory = MemoryBudget::new(settings.limits.memory);
        let folder = settings.reviews_folder.as_deref().map(ReviewFolder::open).transpose()?;
        let reviews = ReviewStore::new(settings.reviews, folder);
        let mut secret = [0; 32];
        getrandom::fill(&mut secret).map_err(std::io::Error::other)?;
        Ok(Arc::new(Self {
            settings,
            engine,
            pool,
            memory,
            metrics: ServerMetrics::default(),
            secret,
            calls: CallMaps::default(),
            reviews,
            is_ready: AtomicBool::new(false),
            is_stopping: AtomicBool::new(false),
        }))
    }

    /// Does something on so many bytes with the engine, on a thread of the pool.
    pub async fn work<T: Send + 'static>(
        &self,
        bytes: usize,
        job: impl FnOnce(&Engine, &Arc<WorkWatch>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.work_watched(bytes, &WorkWatch::new(self.settings.limits.time), job).await
    }

    /// The same for somebody who listens.
    pub async fn work_watched<T: Send + 'static>(
        &self,
        bytes: usize,
        watch: &Arc<WorkWatch>,
        job: impl FnOnce(&Engine, &Arc<WorkWatch>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let engine = Arc::clone(&self.engine);
        self.pool.run(bytes, watch, move |watch| job(&engine, watch)).await?
    }

    /// Says that everything is read that the first request would wait for.
    pub fn be_ready(&self) {
        self.is_ready.store(true, Ordering::Relaxed);
    }

    /// Takes no new requests from now on.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    /// An error while requests should go elsewhere.
    pub fn readiness(&self) -> Result<(), Problem> {
        self.refuse_if_stopping()?;
        if self.is_ready.load(Ordering::Relaxed) {
            return Ok(());
        }
        Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "starting", "the server is not ready yet").retry_after(1))
    }

    /// An error once the server is about to stop.
    pub fn refuse_if_stopping(&self) -> Result<(), Problem> {
        if self.is_stopping.load(Ordering::Relaxed) {
            let detail = "the server is about to stop";
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "stopping", detail).retry_after(5));
        }
        Ok(())
    }
}
