//! Descriptions in Japanese, Korean, Turkish and German, which put the verb at the end: "ページの一覧を取得します".

use super::text::TextWord;
use super::{SentenceReading, SentenceVerb};

/// Endings of a sentence that only reads.
#[rustfmt::skip]
const READING: [&str; 40] = [
    "取得", "取得します", "取得する", "検索", "検索します", "検索する", "表示します", "表示する", "返します", "返す",
    "一覧", "一覧表示", "一覧表示します", "読み取ります", "確認します", "確認する", "照会", "照会します",
    "조회", "조회합니다", "조회한다", "검색", "검색합니다", "검색한다", "가져옵니다", "가져온다", "읽습니다", "읽는다",
    "알려준다", "알려줍니다", "반환합니다", "반환한다", "보여줍니다", "보여준다", "확인합니다", "목록", "비교합니다",
    "계산합니다", "분석합니다", "추천합니다",
];

/// What says anywhere in it that something may be written.
#[rustfmt::skip]
const WRITING: [&str; 46] = [
    "作成", "追加", "更新", "削除", "変更", "送信", "登録", "保存", "設定", "実行", "書き", "移動", "投稿", "生成", "編集",
    "公開", "開始", "停止", "起動", "ダウンロード", "アップロード", "생성", "추가", "수정", "삭제", "변경", "전송", "등록",
    "저장", "설정", "실행", "업로드", "다운로드", "발송", "게시", "이동", "편집", "작성", "취소", "시작", "중지", "보냅", "보낸",
    "결제", "주문", "확정",
];

/// The same in German, with an infinitive, and in Turkish: "Alle Seiten auflisten."
#[rustfmt::skip]
const READING_WORDS: [&str; 20] = [
    "abrufen", "auflisten", "suchen", "durchsuchen", "vergleichen", "prüfen", "abfragen", "anzeigen", "ermitteln",
    "lesen", "finden", "filtern", "berechnen", "analysieren", "einsehen", "auswerten",
    "döndürür", "listeler", "getirir", "gösterir",
];

/// What says in these that something is written, wherever it stands.
#[rustfmt::skip]
const WRITING_WORDS: [&str; 21] = [
    "löschen", "erstellen", "senden", "speichern", "ändern", "anlegen", "hinzufügen", "aktualisieren", "hochladen",
    "bearbeiten", "entfernen", "schreiben", "setzen", "ausführen",
    "oluşturur", "siler", "günceller", "ekler", "gönderir", "başlatır", "yükler",
];

/// What a description says whose first sentence ends so, and which says nothing of writing.
pub(super) fn read(tokens: &[TextWord<'_>]) -> Option<SentenceReading> {
    let inside = tokens.iter().skip(1).position(TextWord::begins_sentence);
    let last = tokens[..inside.map_or(tokens.len(), |at| at + 1)].last()?;
    let ending = READING
        .iter()
        .filter(|_| !last.word.is_ascii())
        .find(|ending| last.word.ends_with(**ending))
        .or_else(|| READING_WORDS.iter().find(|verb| last.word == **verb))?;
    let writes = |token: &TextWord<'_>| {
        WRITING_WORDS.contains(&token.word)
            || !token.word.is_ascii() && WRITING.iter().any(|verb| token.word.contains(verb))
    };
    let lead = SentenceVerb::of("read").filter(|_| !tokens.iter().any(writes))?;
    Some(SentenceReading {
        lead: Some(SentenceVerb {
            word: (*ending).to_owned(),
            ..lead
        }),
        ..SentenceReading::default()
    })
}
