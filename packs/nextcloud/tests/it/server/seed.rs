//! What the server holds before a test.

use serde_json::json;

use crate::store::ServerStore;

pub(crate) fn store() -> ServerStore {
    let mut store = ServerStore::default();
    store.put(
        "capabilities",
        json!({
            "dav": {"chunking": "1.0"},
            "notes": {"api_version": ["0.2", "1.4"], "version": "5.0.0"},
            "deck": {"version": "1.18.0"},
            "tables": {"enabled": true, "version": "2.0.0"},
            "cookbook": {"version": "0.11.0"},
            "files_sharing": {"api_enabled": true, "public": {"enabled": true}},
        }),
    );
    notes(&mut store);
    files(&mut store);
    deck(&mut store);
    shares(&mut store);
    apps(&mut store);
    contacts(&mut store);
    calendars(&mut store);
    store.put("account/app_password", json!({"name": "Candor"}));
    store
}

fn notes(store: &mut ServerStore) {
    store.put(
        "settings/notes",
        json!({"notesPath": "My Notes", "fileSuffix": ".md"}),
    );
    let note = |id: u64, title: &str, content: &str, category: &str| {
        json!({
            "id": id, "title": title, "content": content, "category": category,
            "favorite": false, "readonly": false, "modified": 1_700_000_000,
        })
    };
    store.put("notes/1", note(1, "Shopping", "milk and bread", ""));
    store.put(
        "notes/2",
        note(2, "Travel", "tickets to Riga", "Work/Trips"),
    );
    store.put("notes/3", note(3, "Ideas", "a quiet place with bread", ""));
}

fn files(store: &mut ServerStore) {
    let folder = |id: u64| json!({"folder": true, "id": id});
    let file =
        |id: u64, kind: &str, content: &str| json!({"id": id, "type": kind, "content": content});
    store.put("file/", folder(1));
    store.put("file/Documents", folder(2));
    store.put("file/Documents/Old & new", folder(3));
    store.put("file/Documents/report.txt", file(4, "text/plain", "größer"));
    store.put("file/Documents/a<b>.png", file(5, "image/png", "png"));
    store.put("file/Documents/empty.txt", file(6, "text/plain", ""));
    store.put("file/My Notes/Work/Trips/.attachments.2", folder(7));
    let map = "file/My Notes/Work/Trips/.attachments.2/map.png";
    store.put(map, file(8, "image/png", "map"));
    let mut starred = file(9, "text/markdown", "starred");
    starred["favorite"] = json!(true);
    store.put("file/starred.md", starred);
    let mut gone = file(10, "text/plain", "gone!");
    gone["original"] = json!("Documents/gone.txt");
    store.put("trash/gone.txt.d1700000000", gone);
    store.put("version/4/1690000000", json!({"content": "old"}));
    store.put("tag/1", json!({"name": "draft"}));
    store.put("tag/2", json!({"name": "final"}));
    store.put("tagged/4/1", json!(true));
    store.put("comment/4/1", json!({"message": "first"}));
    store.put("comment/4/2", json!({"message": "second <b>"}));
}

fn deck(store: &mut ServerStore) {
    let ada = json!({"uid": "ada-uid", "displayname": "Ada"});
    let board = json!({"id": 1, "title": "House", "color": "0082c9", "owner": ada, "users": [ada]});
    store.put("deck/board/1", board);
    let urgent = json!({"id": 1, "title": "urgent", "color": "ff0000"});
    store.put("deck/label/1", urgent.clone());
    store.put(
        "deck/label/2",
        json!({"id": 2, "title": "later", "color": "00ff00"}),
    );
    store.put(
        "deck/stack/1",
        json!({"id": 1, "boardId": 1, "title": "To do", "order": 0}),
    );
    store.put(
        "deck/stack/2",
        json!({"id": 2, "boardId": 1, "title": "Doing", "order": 1}),
    );
    let garden = json!({"id": 2, "title": "Garden", "color": "00aa00", "owner": ada});
    store.put("deck/board/2", garden);
    store.put(
        "deck/stack/3",
        json!({"id": 3, "boardId": 2, "title": "Spring", "order": 0}),
    );
    let card = |id: u64, title: &str| {
        json!({
            "id": id, "title": title, "description": "white or grey", "stackId": 1,
            "type": "plain", "owner": ada, "order": id, "archived": false, "done": null,
            "duedate": "2026-01-01T00:00:00+00:00", "labels": [urgent],
            "assignedUsers": [{"participant": {"uid": "bob"}}, {"participant": "gone"}], "lastModified": 1_700_000_000,
        })
    };
    let mut paint = card(1, "Paint");
    paint["description"] = json!("white or grey");
    paint["duedate"] = json!("2026-01-01T00:00:00Z");
    store.put("deck/card/1", paint);
    let mut done = card(2, "Sweep");
    done["done"] = json!("2025-12-01T00:00:00+00:00");
    store.put("deck/card/2", done);
    let mut old = card(3, "Old");
    old["archived"] = json!(true);
    store.put("deck/card/3", old);
    for (id, message) in [(1, "first"), (2, "second")] {
        let comment = json!({
            "id": id, "message": message, "actorId": "ada-uid",
            "creationDateTime": "2023-11-14T22:13:20+00:00",
        });
        store.put(format!("deck/comment/1/{id}"), comment);
    }
    let attachment = json!({
        "id": 1, "type": "deck_file", "data": "plan.pdf", "extendedData": {"filesize": 7},
    });
    store.put("deck/attachment/1", attachment);
}

fn shares(store: &mut ServerStore) {
    let share = |id: &str, path: &str, with: &str| {
        json!({
            "id": id, "path": path, "share_type": 0, "share_with": with, "permissions": 1,
            "uid_owner": "ada-uid", "stime": 1_700_000_000, "expiration": null,
        })
    };
    store.put("share/1", share("1", "/Documents/report.txt", "bob"));
    store.put("share/2", share("2", "/Shared.txt", "ada-uid"));
}

fn apps(store: &mut ServerStore) {
    let column = json!({"id": 1, "title": "Name", "type": "text", "subtype": "line"});
    let table = json!({"id": 1, "title": "Plants", "ownership": "ada-uid", "columns": [column]});
    store.put("table/1", table);
    for (id, name) in [(1, "fern"), (2, "palm")] {
        let data = json!([{"columnId": 1, "value": name}]);
        store.put(
            format!("row/{id}"),
            json!({"id": id, "createdBy": "ada-uid", "data": data}),
        );
    }
    let recipe = json!({
        "id": "1", "name": "Rye bread", "recipeCategory": "Bread", "keywords": "rye,slow",
        "description": "dark", "recipeIngredient": ["rye"], "recipeYield": 4,
        "recipeInstructions": ["mix", {"@type": "HowToStep", "text": "bake"}],
    });
    store.put("recipe/1", recipe);
    let config = json!({"folder": "/Recipes", "update_interval": 10, "print_image": true});
    store.put("cookbook/config", config);
    let feed = json!({"id": 1, "url": "https://example.com/a", "title": "A", "unreadCount": 1});
    store.put("feed/1", feed);
    let broken = json!({
        "id": 2, "url": "https://example.com/b", "title": "B", "updateErrorCount": 3,
        "lastUpdateError": "410 Gone", "nextUpdateTime": 1_700_000_000,
    });
    store.put("feed/2", broken);
    for id in 1..=3 {
        let item = json!({
            "id": id, "feedId": 1, "title": format!("Item {id}"), "body": "<p>text</p>",
            "pubDate": 1_700_000_000, "unread": id == 3, "starred": id == 2,
        });
        store.put(format!("item/{id}"), item);
    }
    // A feed may leave out the title, the text and the time of an item.
    let bare = json!({
        "id": 1, "feedId": 1, "title": null, "body": null, "author": null, "url": null,
        "pubDate": null, "unread": false, "starred": false,
    });
    store.put("item/1", bare);
}

fn contacts(store: &mut ServerStore) {
    store.put("addressbook/contacts", json!({"name": "Contacts"}));
    let ada = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:ada\r\nFN:Ada Lovelace\r\nN:Lovelace;Ada;;;\r\n\
        item1.EMAIL;TYPE=work;X-ODD=1:ada@example.com\r\nNOTE:old note\r\nX-ODD:kept\r\n\
        PHOTO;ENCODING=b;TYPE=JPEG:/9j/\r\nEND:VCARD\r\n";
    // The name of the object is not the identifier of the contact.
    store.put("contact/contacts/0815.vcf", json!({"card": ada}));
    let bob = "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:taken\r\nFN:Bob\r\nTEL:+49 1\r\nEND:VCARD\r\n";
    store.put("contact/contacts/taken.vcf", json!({"card": bob}));
}

/// A time zone, as most calendars carry it. Its rules are not those of an event.
const BERLIN: &str = "BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:STANDARD\r\n\
    DTSTART:19701025T030000\r\nTZOFFSETFROM:+0200\r\nTZOFFSETTO:+0100\r\n\
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\nEND:STANDARD\r\nBEGIN:DAYLIGHT\r\n\
    DTSTART:19700329T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\n\
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nEND:DAYLIGHT\r\nEND:VTIMEZONE\r\n";

fn calendars(store: &mut ServerStore) {
    store.put("calendar/personal", json!({"name": "Personal"}));
    store.put("calendar/work", json!({"name": "Work"}));
    let object = |lines: &str| {
        let ics = format!(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//1\r\n{lines}END:VCALENDAR\r\n"
        );
        json!({ "ics": ics })
    };
    let meeting = "BEGIN:VEVENT\r\nUID:meet\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Meeting\r\n\
        DTSTART;TZID=Europe/Berlin:20270104T100000\r\nDTEND;TZID=Europe/Berlin:20270104T110000\r\n\
        LOCATION:Room 1\r\nCATEGORIES:work\r\nX-ODD;A=b:kept\r\nEND:VEVENT\r\n";
    store.put(
        "object/personal/meet.ics",
        object(&format!("{BERLIN}{meeting}")),
    );
    let daily = "BEGIN:VEVENT\r\nUID:daily\r\nDTSTAMP:20200101T000000Z\r\nSUMMARY:Stand-up\r\n\
        DTSTART;TZID=Europe/Berlin:20200101T080000\r\nDTEND;TZID=Europe/Berlin:20200101T083000\r\n\
        RRULE:FREQ=DAILY\r\nEND:VEVENT\r\n";
    store.put("object/personal/daily.ics", object(daily));
    let task = "BEGIN:VTODO\r\nUID:task\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Water plants\r\n\
        PRIORITY:2\r\nDUE;VALUE=DATE:20270105\r\nEND:VTODO\r\n";
    store.put("object/personal/task.ics", object(task));
}
