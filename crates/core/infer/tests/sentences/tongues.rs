//! Descriptions in languages other than English.

use crate::Expectation::{Destroys, NotReads, Reads};
use crate::check;

#[test]
fn chinese_descriptions_begin_with_their_verb() {
    check(&[
        (Reads, "shelf", "获取书架的详细信息"),
        (Reads, "shelf", "查询书架。返回书架的列表。"),
        (NotReads, "shelf", "删除书架"),
        (NotReads, "shelf", "查询并删除书架"),
        (NotReads, "shelf", "获取书架并更新它的名称"),
        (NotReads, "shelf", "书架"),
        (Destroys, "delete_shelf", "查询书架"),
    ]);
}

#[test]
fn names_may_hold_the_infinitives_of_other_languages() {
    check(&[
        (Reads, "buscar_libros", ""),
        (Reads, "libros_buscar", "Buscar libros por autor."),
        (Reads, "rechercher_livres", ""),
        (NotReads, "crear_libro", "Crear un libro."),
        (NotReads, "libro_crear", ""),
        (Destroys, "eliminar_libro", ""),
        (NotReads, "libro", "Buscar y eliminar un libro."),
        (NotReads, "buch", "Suchen und entfernen."),
    ]);
}
