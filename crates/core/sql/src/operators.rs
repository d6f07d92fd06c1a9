//! Built-in operators. PostgreSQL lets users define others, which may run anything.

use sqlparser::ast::{BinaryOperator, UnaryOperator};

/// Whether this operator between two values only computes.
pub(crate) fn is_known_binary(operator: &BinaryOperator) -> bool {
    use BinaryOperator as Op;
    matches!(
        operator,
        Op::Plus
            | Op::Minus
            | Op::Multiply
            | Op::Divide
            | Op::Modulo
            | Op::StringConcat
            | Op::Gt
            | Op::Lt
            | Op::GtEq
            | Op::LtEq
            | Op::Spaceship
            | Op::Eq
            | Op::NotEq
            | Op::And
            | Op::Or
            | Op::Xor
            | Op::BitwiseOr
            | Op::BitwiseAnd
            | Op::BitwiseXor
            | Op::MyIntegerDivide
            // Full text search of SQLite. `REGEXP` is missing: there it is a function of the
            // program that opened the database.
            | Op::Match
            | Op::Glob
            | Op::PGBitwiseShiftLeft
            | Op::PGBitwiseShiftRight
            | Op::PGExp
            | Op::PGOverlap
            | Op::PGRegexMatch
            | Op::PGRegexIMatch
            | Op::PGRegexNotMatch
            | Op::PGRegexNotIMatch
            | Op::Arrow
            | Op::LongArrow
            | Op::HashArrow
            | Op::HashLongArrow
            | Op::AtAt
            | Op::AtArrow
            | Op::ArrowAt
            | Op::Question
            | Op::QuestionAnd
            | Op::QuestionPipe
            | Op::Overlaps
    )
}

/// Whether this operator before a value only computes.
pub(crate) fn is_known_unary(operator: UnaryOperator) -> bool {
    use UnaryOperator as Op;
    matches!(operator, Op::Plus | Op::Minus | Op::Not | Op::BitwiseNot)
}
