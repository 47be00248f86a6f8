#include "CLexiconTables.h"

static const uint8_t names_ar[] = {
#embed "names/ar.tsv"
};
static const uint8_t names_bg[] = {
#embed "names/bg.tsv"
};
static const uint8_t names_bn[] = {
#embed "names/bn.tsv"
};
static const uint8_t names_ca[] = {
#embed "names/ca.tsv"
};
static const uint8_t names_cs[] = {
#embed "names/cs.tsv"
};
static const uint8_t names_da[] = {
#embed "names/da.tsv"
};
static const uint8_t names_de[] = {
#embed "names/de.tsv"
};
static const uint8_t names_el[] = {
#embed "names/el.tsv"
};
static const uint8_t names_et[] = {
#embed "names/et.tsv"
};
static const uint8_t names_eu[] = {
#embed "names/eu.tsv"
};
static const uint8_t names_fa[] = {
#embed "names/fa.tsv"
};
static const uint8_t names_fi[] = {
#embed "names/fi.tsv"
};
static const uint8_t names_ga[] = {
#embed "names/ga.tsv"
};
static const uint8_t names_gl[] = {
#embed "names/gl.tsv"
};
static const uint8_t names_he[] = {
#embed "names/he.tsv"
};
static const uint8_t names_hi[] = {
#embed "names/hi.tsv"
};
static const uint8_t names_hr[] = {
#embed "names/hr.tsv"
};
static const uint8_t names_hu[] = {
#embed "names/hu.tsv"
};
static const uint8_t names_is[] = {
#embed "names/is.tsv"
};
static const uint8_t names_it[] = {
#embed "names/it.tsv"
};
static const uint8_t names_ja[] = {
#embed "names/ja.tsv"
};
static const uint8_t names_ko[] = {
#embed "names/ko.tsv"
};
static const uint8_t names_la[] = {
#embed "names/la.tsv"
};
static const uint8_t names_lt[] = {
#embed "names/lt.tsv"
};
static const uint8_t names_lv[] = {
#embed "names/lv.tsv"
};
static const uint8_t names_mk[] = {
#embed "names/mk.tsv"
};
static const uint8_t names_ms[] = {
#embed "names/ms.tsv"
};
static const uint8_t names_mt[] = {
#embed "names/mt.tsv"
};
static const uint8_t names_nl[] = {
#embed "names/nl.tsv"
};
static const uint8_t names_no[] = {
#embed "names/no.tsv"
};
static const uint8_t names_pl[] = {
#embed "names/pl.tsv"
};
static const uint8_t names_pt[] = {
#embed "names/pt.tsv"
};
static const uint8_t names_ro[] = {
#embed "names/ro.tsv"
};
static const uint8_t names_ru[] = {
#embed "names/ru.tsv"
};
static const uint8_t names_sk[] = {
#embed "names/sk.tsv"
};
static const uint8_t names_sl[] = {
#embed "names/sl.tsv"
};
static const uint8_t names_sq[] = {
#embed "names/sq.tsv"
};
static const uint8_t names_sr[] = {
#embed "names/sr.tsv"
};
static const uint8_t names_sv[] = {
#embed "names/sv.tsv"
};
static const uint8_t names_ta[] = {
#embed "names/ta.tsv"
};
static const uint8_t names_th[] = {
#embed "names/th.tsv"
};
static const uint8_t names_tr[] = {
#embed "names/tr.tsv"
};
static const uint8_t names_uk[] = {
#embed "names/uk.tsv"
};
static const uint8_t names_ur[] = {
#embed "names/ur.tsv"
};
static const uint8_t names_vi[] = {
#embed "names/vi.tsv"
};
static const uint8_t names_zh_Hant[] = {
#embed "names/zh-Hant.tsv"
};
static const uint8_t words_en[] = {
#embed "words/en.tsv"
};
static const uint8_t words_es[] = {
#embed "words/es.tsv"
};
static const uint8_t words_fr[] = {
#embed "words/fr.tsv"
};
static const uint8_t words_mul[] = {
#embed "words/mul.tsv"
};
static const uint8_t words_other[] = {
#embed "words/other.tsv"
};
static const uint8_t words_zh[] = {
#embed "words/zh.tsv"
};

static const lexicon_table tables[] = {
    {"names/ar.tsv", names_ar, sizeof names_ar},
    {"names/bg.tsv", names_bg, sizeof names_bg},
    {"names/bn.tsv", names_bn, sizeof names_bn},
    {"names/ca.tsv", names_ca, sizeof names_ca},
    {"names/cs.tsv", names_cs, sizeof names_cs},
    {"names/da.tsv", names_da, sizeof names_da},
    {"names/de.tsv", names_de, sizeof names_de},
    {"names/el.tsv", names_el, sizeof names_el},
    {"names/et.tsv", names_et, sizeof names_et},
    {"names/eu.tsv", names_eu, sizeof names_eu},
    {"names/fa.tsv", names_fa, sizeof names_fa},
    {"names/fi.tsv", names_fi, sizeof names_fi},
    {"names/ga.tsv", names_ga, sizeof names_ga},
    {"names/gl.tsv", names_gl, sizeof names_gl},
    {"names/he.tsv", names_he, sizeof names_he},
    {"names/hi.tsv", names_hi, sizeof names_hi},
    {"names/hr.tsv", names_hr, sizeof names_hr},
    {"names/hu.tsv", names_hu, sizeof names_hu},
    {"names/is.tsv", names_is, sizeof names_is},
    {"names/it.tsv", names_it, sizeof names_it},
    {"names/ja.tsv", names_ja, sizeof names_ja},
    {"names/ko.tsv", names_ko, sizeof names_ko},
    {"names/la.tsv", names_la, sizeof names_la},
    {"names/lt.tsv", names_lt, sizeof names_lt},
    {"names/lv.tsv", names_lv, sizeof names_lv},
    {"names/mk.tsv", names_mk, sizeof names_mk},
    {"names/ms.tsv", names_ms, sizeof names_ms},
    {"names/mt.tsv", names_mt, sizeof names_mt},
    {"names/nl.tsv", names_nl, sizeof names_nl},
    {"names/no.tsv", names_no, sizeof names_no},
    {"names/pl.tsv", names_pl, sizeof names_pl},
    {"names/pt.tsv", names_pt, sizeof names_pt},
    {"names/ro.tsv", names_ro, sizeof names_ro},
    {"names/ru.tsv", names_ru, sizeof names_ru},
    {"names/sk.tsv", names_sk, sizeof names_sk},
    {"names/sl.tsv", names_sl, sizeof names_sl},
    {"names/sq.tsv", names_sq, sizeof names_sq},
    {"names/sr.tsv", names_sr, sizeof names_sr},
    {"names/sv.tsv", names_sv, sizeof names_sv},
    {"names/ta.tsv", names_ta, sizeof names_ta},
    {"names/th.tsv", names_th, sizeof names_th},
    {"names/tr.tsv", names_tr, sizeof names_tr},
    {"names/uk.tsv", names_uk, sizeof names_uk},
    {"names/ur.tsv", names_ur, sizeof names_ur},
    {"names/vi.tsv", names_vi, sizeof names_vi},
    {"names/zh-Hant.tsv", names_zh_Hant, sizeof names_zh_Hant},
    {"words/en.tsv", words_en, sizeof words_en},
    {"words/es.tsv", words_es, sizeof words_es},
    {"words/fr.tsv", words_fr, sizeof words_fr},
    {"words/mul.tsv", words_mul, sizeof words_mul},
    {"words/other.tsv", words_other, sizeof words_other},
    {"words/zh.tsv", words_zh, sizeof words_zh},
};

const lexicon_table *lexicon_tables(size_t *count) {
    *count = sizeof tables / sizeof tables[0];
    return tables;
}
