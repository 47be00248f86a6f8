#include "CDishTable.h"

static const uint8_t dishes[] = {
#embed "dishes.tsv"
};

static const uint8_t names[] = {
#embed "names.tsv"
};

static const uint8_t plain[] = {
#embed "plain.tsv"
};

static const uint8_t receipt[] = {
#embed "receipt.tsv"
};

const uint8_t *dish_table_dishes(size_t *count) {
    *count = sizeof dishes;
    return dishes;
}

const uint8_t *dish_table_names(size_t *count) {
    *count = sizeof names;
    return names;
}

const uint8_t *dish_table_plain(size_t *count) {
    *count = sizeof plain;
    return plain;
}

const uint8_t *dish_table_receipt(size_t *count) {
    *count = sizeof receipt;
    return receipt;
}
