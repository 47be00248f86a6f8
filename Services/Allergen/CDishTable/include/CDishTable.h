#pragma once
#include <stddef.h>
#include <stdint.h>

/// Tables of the allergens that dishes usually contain, compiled into the program: UTF-8, fields separated by tabs.

/// Dishes with their allergens, as deploy/dish-table wrote them; `count` becomes the number of bytes.
const uint8_t *dish_table_dishes(size_t *count);

/// English names of foods that are named in other languages.
const uint8_t *dish_table_names(size_t *count);

/// Simple foods, not dishes, with their names in four languages; written by hand.
const uint8_t *dish_table_plain(size_t *count);

/// Abbreviations on receipts and the words they stand for; written by hand.
const uint8_t *dish_table_receipt(size_t *count);
