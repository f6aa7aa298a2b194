//! A real server on loopback, spoken to over sockets: one program for all tests, since each would link the library.

mod support;
#[cfg(feature = "tls")]
mod tls;

mod access;
mod canary;
mod gateway;
mod hostile;
mod limits;
mod openapi;
mod presidio;
mod reviews;
mod v1;
