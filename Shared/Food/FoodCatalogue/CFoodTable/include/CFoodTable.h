#pragma once
#include <stddef.h>
#include <stdint.h>

/// The tables of the default food catalogue, part of the program: UTF-8, fields between tabs.

/// Foods with their amounts, as deploy/food-table wrote them; `count` becomes the number of bytes.
const uint8_t *food_table_foods(size_t *count);

/// Everyday names of the most common foods, in the same form.
const uint8_t *food_table_names(size_t *count);
