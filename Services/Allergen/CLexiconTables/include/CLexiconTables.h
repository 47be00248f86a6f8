#pragma once
#include <stddef.h>
#include <stdint.h>

/// A table of the lexicon, compiled into the program: UTF-8, fields separated by tabs.
typedef struct {
    /// Path of the file below CLexiconTables, such as "names/de.tsv".
    const char *name;
    const uint8_t *bytes;
    size_t count;
} lexicon_table;

/// All tables; `count` becomes their number.
const lexicon_table *lexicon_tables(size_t *count);
