//! Verbs of other languages in their infinitive, as they stand in the names of tools: Spanish,
//! Portuguese, French, Italian, German.

use super::KnownVerb;
use super::VerbEffect::{Acts, Adds, Changes, Reads, Removes};
use super::table::{once, verb};

#[rustfmt::skip]
pub(super) const FOREIGN: &[(KnownVerb, &str)] = &[
    (verb(Reads, 11), "
        buscar listar obtener consultar mostrar leer comparar calcular obter lister obtenir rechercher
        afficher consulter cercare elencare leggere ottenere mostrare suchen auflisten abrufen anzeigen
        lesen berechnen ver verificar revisar comprobar estimar resumir vergleichen pruefen
    "),
    (verb(Adds, 13), "
        crear agregar anadir enviar publicar subir criar adicionar ajouter envoyer creare aggiungere
        inviare erstellen anlegen senden duplicar copiar compartir agendar
    "),
    (verb(Changes, 13), "actualizar editar cambiar atualizar alterar aggiornare bearbeiten aktualisieren
        mover restaurar configurar modificar"),
    (once(verb(Changes, 13)), "guardar salvar renombrar enregistrer salvare speichern umbenennen"),
    (verb(Removes, 16), "
        eliminar borrar quitar excluir apagar deletar supprimer eliminare cancellare
        entfernen
    "),
    (verb(Acts, 13), "ejecutar iniciar detener executar eseguire starten"),
];
