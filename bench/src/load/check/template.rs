//! A right answer, cut where answers to other calls differ, so that the next one is compared byte
//! for byte instead of being read.

/// What an answer consists of, in order.
#[derive(Debug)]
pub(super) struct AnswerTemplate(Vec<TemplatePiece>);

#[derive(Debug, Clone)]
enum TemplatePiece {
    /// Bytes that are the same in every answer.
    Same(Vec<u8>),
    /// The id of the call.
    Id,
    /// The text that this call alone has sent.
    Message,
}

// === impl AnswerTemplate ===

impl AnswerTemplate {
    /// Cuts a right answer at its id, and at the text it sends back if it has one; nothing unless
    /// each of them stands in exactly one place.
    pub(super) fn learn(body: &[u8], id: &str, message: Option<&str>) -> Option<Self> {
        let mut pieces = vec![TemplatePiece::Same(body.to_vec())];
        // The text goes first, since it holds the id.
        if let Some(message) = message {
            pieces = cut(pieces, message, &TemplatePiece::Message)?;
        }
        cut(pieces, id, &TemplatePiece::Id).map(Self)
    }

    pub(super) fn matches(&self, body: &[u8], id: &str, message: Option<&str>) -> bool {
        let rest = self.0.iter().try_fold(body, |rest, piece| {
            let expected: &[u8] = match piece {
                TemplatePiece::Same(bytes) => bytes,
                TemplatePiece::Id => id.as_bytes(),
                TemplatePiece::Message => message.unwrap_or_default().as_bytes(),
            };
            rest.strip_prefix(expected)
        });
        rest.is_some_and(<[u8]>::is_empty)
    }
}

/// Puts `mark` in the place of a text that stands in the pieces exactly once.
fn cut(pieces: Vec<TemplatePiece>, text: &str, mark: &TemplatePiece) -> Option<Vec<TemplatePiece>> {
    let mut found = 0;
    let mut all = Vec::new();
    for piece in pieces {
        match piece {
            TemplatePiece::Same(bytes) => {
                let places = places(&bytes, text.as_bytes());
                found += places.len();
                match places[..] {
                    [] => all.push(TemplatePiece::Same(bytes)),
                    [at, ..] => all.extend([
                        TemplatePiece::Same(bytes[..at].to_vec()),
                        mark.clone(),
                        TemplatePiece::Same(bytes[at + text.len()..].to_vec()),
                    ]),
                }
            }
            other => all.push(other),
        }
    }
    (found == 1).then_some(all)
}

fn places(bytes: &[u8], text: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(text.len()).enumerate();
    let found = windows.filter(|(_, window)| *window == text);
    found.map(|(at, _)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_match_that_differ_in_nothing_but_the_call() {
        let template = AnswerTemplate::learn(b"{7:call 7! rest}", "7", Some("call 7!")).unwrap();
        let matches = |body: &[u8]| template.matches(body, "8", Some("call 8!"));
        assert!(matches(b"{8:call 8! rest}"));
        for wrong in [
            "{7:call 8! rest}",
            "{8:call 7! rest}",
            "{8:call 8! rest",
            "{8:call 8! rest} ",
            "{8:call 8! test}",
            "",
        ] {
            assert!(!matches(wrong.as_bytes()), "{wrong}");
        }
    }

    #[test]
    fn the_id_may_come_last_and_must_come_once() {
        let template = AnswerTemplate::learn(b"{list:12}", "12", None).unwrap();
        assert!(template.matches(b"{list:345}", "345", None));
        for (body, message) in [
            ("{12:12}", None),
            ("{list}", None),
            ("{12}", Some("hi")),
            ("{12:hi hi}", Some("hi")),
        ] {
            let learnt = AnswerTemplate::learn(body.as_bytes(), "12", message);
            assert!(learnt.is_none(), "{body}");
        }
    }
}
