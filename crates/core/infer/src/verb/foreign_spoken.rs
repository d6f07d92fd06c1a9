//! Verbs of other languages as they begin a sentence, in the third person or the imperative: "Obtiene la
//! lista", "Elenca le pagine". In the names of tools they stand in the infinitive: see `foreign`.

use super::KnownVerb;
use super::VerbEffect::{Acts, Adds, Changes, Reads, Removes};
use super::table::{once, verb};

#[rustfmt::skip]
pub(super) const FOREIGN_SPOKEN: &[(KnownVerb, &str)] = &[
    (verb(Reads, 12), "
        obtiene obtén obten busca muestra devuelve consulta recupera lista calcula compara
        obtém retorna exibe verifica
        récupère recupere affiche retourne renvoie obtient recherche calcule vérifie
        elenca ottiene ottieni cerca mostra restituisce ritorna legge leggi calcola
        listet liefert zeigt sucht liest berechnet prüft prueft ruft durchsucht ermittelt vergleicht
        analysiert lee comprueba resuelve palauttaa hakee zwraca pobiera wyszukuje
        haalt toont zoekt
        получить получает возвращает вернуть показать показывает найти находит прочитать читает
        список поиск проверить проверяет
    "),
    (verb(Adds, 13), "
        crea envía añade agrega publica cria envia adiciona crée ajoute envoie aggiunge invia
        erstellt sendet copia duplica agenda создать создаёт создает отправить отправляет добавить добавляет
    "),
    (verb(Changes, 13), "
        actualiza modifica cambia atualiza altera modifie aggiorna aktualisiert ändert mueve escribe restaura configura обновить
        обновляет изменить изменяет установить
    "),
    (once(verb(Changes, 13)), "guarda salva enregistre speichert сохранить сохраняет"),
    (verb(Removes, 16), "elimina borra exclui supprime cancella löscht удалить удаляет отменить"),
    (verb(Acts, 13), "ejecuta executa exécute esegue startet запустить запускает выполнить"),
];
