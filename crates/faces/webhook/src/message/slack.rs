//! Slack messages: a sentence, the card, and where to decide.
//!
//! External text is put in code spans. `&`, `<` and `>` are escaped, so that nothing becomes a link
//! or mention; a backtick, which would end the span, is replaced by a look-alike.

use serde_json::{Value, json};

use super::MessageContext;
use crate::event::WebhookEventKind;

/// The maximum length of a text block and of the fallback text, in characters. Slack allows 3,000.
const TEXT_MAX: usize = 2_900;
const SENTENCE_MAX: usize = 1_000;
/// The most blocks of a message. Slack takes 50.
const BLOCKS_MAX: usize = 45;

/// A Slack message: `{text, blocks}`.
pub(super) fn message(context: &MessageContext<'_>) -> Value {
    let sentence = sentence(context);
    let mut blocks = vec![section(&sentence)];
    if context.kind == WebhookEventKind::Pending {
        let text = context.card.as_ref().map(candor_card::ApprovalCard::dialog);
        let unreadable = "What is known of this call cannot be read; look at its page.";
        let text = text.unwrap_or_else(|| unreadable.to_owned());
        blocks.extend(pieces(&text).map(|piece| section(&format!("```\n{piece}\n```"))));
        blocks.truncate(BLOCKS_MAX);
    }
    blocks.extend(way(context).map(|way| section(&way)));
    json!({
        "text": sentence,
        "blocks": blocks,
        "unfurl_links": false,
        "unfurl_media": false,
    })
}

/// The event in one sentence, as shown in notifications.
fn sentence(context: &MessageContext<'_>) -> String {
    let binding = &context.asked.binding;
    let call = format!(
        "`{}` for `{}`",
        fixed(&binding.tool.to_string(), 200),
        fixed(&binding.principal, 200)
    );
    let verdict = context.asked.verdict.as_ref();
    let by = verdict.map_or("someone", |verdict| &verdict.author.name);
    let by = format!("`{}`", fixed(by, 200));
    let why = verdict.and_then(|verdict| verdict.author.why.as_deref());
    let why = why.map_or(String::new(), |why| {
        format!(": `{}`", fixed(why, SENTENCE_MAX))
    });
    match context.kind {
        WebhookEventKind::Pending => format!("*May this call be made?* {call}"),
        WebhookEventKind::Approved => format!("*Approved* by {by}: {call}"),
        WebhookEventKind::Denied => format!("*Denied* by {by}: {call}{why}"),
        WebhookEventKind::Expired if verdict.is_some() => {
            format!("*Approved* by {by}, but not made in time: {call}")
        }
        WebhookEventKind::Expired => format!("*Not answered in time*: {call}"),
        WebhookEventKind::Abandoned => {
            format!("*The caller disconnected before an answer*: {call}")
        }
    }
}

/// The link for deciding or viewing.
fn way(context: &MessageContext<'_>) -> Option<String> {
    let pending = context.kind == WebhookEventKind::Pending;
    if let Some(link) = &context.link {
        return Some(format!("<{}|Look at the call and decide>", address(link)));
    }
    let words = if pending {
        "Log in and decide"
    } else {
        "Look at the call"
    };
    let page = context.page.as_ref()?;
    Some(format!("<{}|{words}>", address(page)))
}

fn section(text: &str) -> Value {
    json!({
        "type": "section",
        "text": {"type": "mrkdwn", "text": text, "verbatim": true},
    })
}

/// The lines of a text, escaped, as many together as fit.
fn pieces(text: &str) -> impl Iterator<Item = String> {
    let mut pieces: Vec<String> = Vec::new();
    for line in text.lines() {
        let line = fixed(line, TEXT_MAX);
        match pieces.last_mut() {
            Some(last) if last.chars().count() + 1 + line.chars().count() <= TEXT_MAX => {
                last.push('\n');
                last.push_str(&line);
            }
            _ => pieces.push(line),
        }
    }
    pieces.into_iter()
}

/// A text in a code span: one line, escaped, at most `most` characters.
fn fixed(text: &str, most: usize) -> String {
    let mut out = String::new();
    let mut left = most.saturating_sub(1);
    for c in text.chars() {
        let (escaped, cost) = match c {
            '&' => ("&amp;", 5),
            '<' => ("&lt;", 4),
            '>' => ("&gt;", 4),
            '`' => ("ˋ", 1),
            c if c.is_control() => (" ", 1),
            _ => ("", 1),
        };
        if cost > left {
            out.push('…');
            break;
        }
        left -= cost;
        if escaped.is_empty() {
            out.push(c);
        } else {
            out.push_str(escaped);
        }
    }
    out
}

/// An address between `<` and `|`.
fn address(url: &str) -> String {
    url.replace('&', "&amp;")
        .replace('<', "%3C")
        .replace('>', "%3E")
        .replace('|', "%7C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_its_marks_or_becomes_a_link() {
        for (text, expect) in [
            ("plain", "plain"),
            (
                "<!channel> & <http://x|y>",
                "&lt;!channel&gt; &amp; &lt;http://x|y&gt;",
            ),
            ("a`b```c", "aˋbˋˋˋc"),
            ("two\nlines\0", "two lines "),
        ] {
            assert_eq!(fixed(text, 100), expect);
        }
        assert_eq!(fixed("<<<", 6), "&lt;…");
        assert_eq!(fixed(&"x".repeat(50), 10), format!("{}…", "x".repeat(9)));
        assert_eq!(address("http://h/a?b&c|d>"), "http://h/a?b&amp;c%7Cd%3E");
    }

    #[test]
    fn long_texts_are_told_in_pieces() {
        let line = "&".repeat(500);
        let text = vec![line; 20].join("\n");
        let pieces: Vec<_> = pieces(&text).collect();
        assert_eq!(pieces.len(), 20);
        assert!(pieces.iter().all(|piece| piece.chars().count() <= TEXT_MAX));
        let short = vec!["line"; 1_000].join("\n");
        assert_eq!(super::pieces(&short).collect::<Vec<_>>().join("\n"), short);
    }
}
