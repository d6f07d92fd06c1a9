//! The worker's connection to its host.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};

use candor_workers::framing::{encode, read};

use crate::protocol::{FromWorker, ModuleRequest, ModuleText, ToWorker};

/// The connection to the host. The program's functions use it, too, so a failure is stored until
/// the session can handle it.
pub(super) struct HostPort {
    input: RefCell<Box<dyn Read>>,
    output: RefCell<Box<dyn Write>>,
    /// Frames that arrived while waiting for an answer.
    waiting: RefCell<VecDeque<ToWorker>>,
    lost: RefCell<Option<io::Error>>,
}

/// Why a message was not sent.
#[derive(Debug)]
pub(super) enum PortError {
    /// It exceeds the frame size, as the text says.
    TooLong(String),
    /// The connection is closed.
    Lost,
}

// === impl HostPort ===

impl HostPort {
    pub(super) fn new(input: impl Read + 'static, output: impl Write + 'static) -> Self {
        Self {
            input: RefCell::new(Box::new(BufReader::with_capacity(64 * 1024, input))),
            output: RefCell::new(Box::new(output)),
            waiting: RefCell::default(),
            lost: RefCell::default(),
        }
    }

    /// Sends a message to the host.
    pub(super) fn say(&self, frame: &FromWorker) -> Result<(), PortError> {
        let bytes = encode(frame).map_err(|error| PortError::TooLong(error.to_string()))?;
        let mut output = self.output.borrow_mut();
        let written = output.write_all(&bytes).and_then(|()| output.flush());
        written.map_err(|error| self.lose(error))
    }

    /// The host's next message; `None` at the end.
    pub(super) fn next(&self) -> Result<Option<ToWorker>, PortError> {
        let kept = self.waiting.borrow_mut().pop_front();
        if kept.is_some() {
            return Ok(kept);
        }
        self.read()
    }

    /// Requests a module; the error is the host's sentence.
    pub(super) fn need(
        &self,
        need: ModuleRequest,
    ) -> Result<Result<ModuleText, String>, PortError> {
        self.say(&FromWorker::Need(need))?;
        loop {
            match self.read()? {
                Some(ToWorker::Module(module)) => return Ok(Ok(module)),
                Some(ToWorker::NoModule { sentence }) => return Ok(Err(sentence)),
                Some(other) => self.waiting.borrow_mut().push_back(other),
                None => return Err(self.lose(io::ErrorKind::UnexpectedEof.into())),
            }
        }
    }

    /// The stored failure, once.
    pub(super) fn lost(&self) -> Option<io::Error> {
        self.lost.borrow_mut().take()
    }

    fn read(&self) -> Result<Option<ToWorker>, PortError> {
        read(&mut *self.input.borrow_mut()).map_err(|error| self.lose(error))
    }

    /// Stores a failure. Only the first is reported.
    fn lose(&self, error: io::Error) -> PortError {
        self.lost.borrow_mut().get_or_insert(error);
        PortError::Lost
    }
}
