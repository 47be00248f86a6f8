#pragma once
#include <stddef.h>
#include <stdint.h>

/// What dishes usually hold, part of the program: UTF-8, fields between tabs.

/// Dishes with their allergens, as deploy/dish-table wrote them; `count` becomes the number of bytes.
const uint8_t *dish_table_dishes(size_t *count);

/// What foods that have a name in another language are called in English.
const uint8_t *dish_table_names(size_t *count);

/// Foods that are one thing and no dish, in four languages, written by hand.
const uint8_t *dish_table_plain(size_t *count);

/// Words as tills shorten them and what they stand for, written by hand.
const uint8_t *dish_table_receipt(size_t *count);
