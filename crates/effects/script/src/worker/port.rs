//! The worker's end of the line to its host.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};

use candor_workers::framing::{encode, read};

use crate::protocol::{FromWorker, ModuleRequest, ModuleText, ToWorker};

/// The connection to the host. Functions of the program use it, too, so a failure is kept until
/// the session can act on it.
pub(super) struct HostPort {
    input: RefCell<Box<dyn Read>>,
    output: RefCell<Box<dyn Write>>,
    /// Frames that came while an answer was awaited.
    waiting: RefCell<VecDeque<ToWorker>>,
    lost: RefCell<Option<io::Error>>,
}

/// Why something was not said.
#[derive(Debug)]
pub(super) enum PortError {
    /// It is longer than a frame may be; in these words.
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

    /// Says something to the host.
    pub(super) fn say(&self, frame: &FromWorker) -> Result<(), PortError> {
        let bytes = encode(frame).map_err(|error| PortError::TooLong(error.to_string()))?;
        let mut output = self.output.borrow_mut();
        let written = output.write_all(&bytes).and_then(|()| output.flush());
        written.map_err(|error| self.lose(error))
    }

    /// What the host says next; nothing if it has ended.
    pub(super) fn next(&self) -> Result<Option<ToWorker>, PortError> {
        let kept = self.waiting.borrow_mut().pop_front();
        if kept.is_some() {
            return Ok(kept);
        }
        self.read()
    }

    /// Asks for a module; the sentence of the host if it cannot be had.
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

    /// What has gone wrong on the line, once.
    pub(super) fn lost(&self) -> Option<io::Error> {
        self.lost.borrow_mut().take()
    }

    fn read(&self) -> Result<Option<ToWorker>, PortError> {
        read(&mut *self.input.borrow_mut()).map_err(|error| self.lose(error))
    }

    /// Keeps what went wrong. The first failure is the one to tell.
    fn lose(&self, error: io::Error) -> PortError {
        self.lost.borrow_mut().get_or_insert(error);
        PortError::Lost
    }
}
