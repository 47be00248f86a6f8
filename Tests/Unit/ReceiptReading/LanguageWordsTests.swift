import Quantities
import ReceiptReading
import Testing
import UnitSupport

/// Receipt words in further languages, as shops print them: none becomes an item (VIS-20).
struct LanguageWordsTests {
    struct Words: Sendable, CustomStringConvertible {
        let language: String, discount: String, deposit: String, subtotal: String, total: String
        let cash: String, change: String, tax: String
        var description: String { language }

        init(_ language: String, _ words: [String]) {
            self.language = language
            (discount, deposit, subtotal, total) = (words[0], words[1], words[2], words[3])
            (cash, change, tax) = (words[4], words[5], words[6])
        }
    }

    /// Words for discount, deposit, subtotal, total, cash, change and tax.
    private static let languages = [
        Words(
            "German",
            [
                "TREUERABATT", "EINWEGPFAND", "ZWISCHENTOTAL", "BONSUMME", "BARBETRAG", "RESTGELD", "ENTH. MWST",
            ]),
        Words(
            "German, Switzerland",
            [
                "AKTIONSRABATT", "DEPOT", "ZWISCHENTOTAL", "ZU BEZAHLEN", "BAR", "RÜCKGELD", "MWST",
            ]),
        Words(
            "Dutch",
            [
                "ACTIEKORTING", "STATIEGELD FLES", "TUSSENSOM", "EINDBEDRAG", "CONTANT BETAALD", "TERUG CONTANT",
                "BTW TOTAAL",
            ]),
        Words(
            "Italian",
            [
                "TAGLIO PREZZO", "CAUZIONE VUOTO", "SUBTOT", "TOTALE SCONTRINO", "PAG. CONTANTI", "RESTO DOVUTO",
                "TOT. IVA",
            ]),
        Words(
            "Portuguese",
            [
                "DESCONTO IMEDIATO", "TARA PERDIDA", "TOTAL MERCADORIA", "TOTAL DA FATURA", "PAG DINHEIRO", "TROCO",
                "TOTAL IMPOSTO",
            ]),
        Words(
            "Portuguese, Brazil",
            [
                "DESC ITEM", "VASILHAMES", "SUBTOTAL", "VALOR TOTAL DA NOTA", "DINHEIRO", "TROCO R$", "TRIB APROX",
            ]),
        Words(
            "Polish",
            [
                "RABAT NA POZYCJĘ", "KAUCJA PUSZKA", "PODSUMA", "SUMA ZŁ", "PŁATNOŚĆ GOTÓWKĄ", "RESZTA ZŁ",
                "RAZEM PTU",
            ]),
        Words(
            "Czech",
            [
                "MNOŽSTEVNÍ SLEVA", "ZÁLOHA LAHEV", "MEZISUMA", "CELKEM K ÚHRADĚ", "UHRAZENO HOTOVĚ",
                "VRÁCENO HOTOVĚ", "DPH CELKEM",
            ]),
        Words(
            "Slovak",
            [
                "ZĽAVA NA POLOŽKU", "ZÁLOHA PET", "MEDZISÚČET", "SPOLU NA ÚHRADU", "HOTOVOSŤ EUR", "VÝDAVOK EUR",
                "Z TOHO DPH",
            ]),
        Words(
            "Hungarian",
            [
                "TÖRZSVÁSÁRLÓI KEDVEZMÉNY", "PALACK BETÉTDÍJ", "KÖZBENSŐ ÖSSZEG", "FIZETENDŐ ÖSSZESEN",
                "KÉSZPÉNZ HUF", "VISSZAJÁRÓ ÖSSZEG", "EBBŐL ÁFA",
            ]),
        Words(
            "Romanian",
            [
                "REDUCERE ARTICOL", "GARANȚIE STICLĂ", "TOTAL FĂRĂ TVA", "TOTAL DE ACHITAT", "PLĂTIT NUMERAR",
                "REST CLIENT", "TVA INCLUS",
            ]),
        Words(
            "Croatian",
            [
                "AKCIJSKI POPUST", "POVR. NAKNADA", "MEĐUZBIR", "UKUPNO ZA PLATITI", "PLAĆENO GOTOVINOM",
                "POVRAT NOVCA", "OD TOGA PDV",
            ]),
        Words(
            "Swedish",
            [
                "KAMPANJRABATT", "PANT BURK", "SUMMA FÖRE RABATT", "SUMMA ATT BETALA", "BETALAT KONTANT",
                "VÄXEL TILLBAKA", "MOMS TOTAL",
            ]),
        Words("Swedish, short", ["RABATT", "PANT", "DELSUMMA", "TOTALT", "KONTANT", "ÅTER", "MOMS"]),
        Words(
            "Danish",
            [
                "MÆNGDERABAT", "PANT A", "MELLEMSUM", "BELØB I ALT", "KONTANT BETALING", "KONTANT TILBAGE",
                "HERAF MOMS I ALT",
            ]),
        Words("Danish, short", ["RABAT", "PANT", "SUBTOTAL", "AT BETALE", "KONTANT", "TILBAGE", "MOMS"]),
        Words(
            "Norwegian",
            [
                "MENGDERABATT", "PANT FLASKE", "MELLOMSUM", "SUM Å BETALE", "BETALT KONTANT", "PENGER TILBAKE",
                "HERAV MVA",
            ]),
        Words("Norwegian, short", ["RABATT", "PANT", "DELSUM", "TOTALT", "KONTANT", "VEKSEL", "MVA"]),
        Words(
            "Finnish",
            [
                "PLUSSA-ETU", "TÖLKKIPANTTI", "VEROTON YHTEENSÄ", "OSTOKSET YHTEENSÄ", "KÄTEISELLÄ", "VAIHTORAHAA",
                "SIS. ALV",
            ]),
        Words(
            "Turkish",
            [
                "SATIR İNDİRİM", "DEPOZİTO BEDELİ", "ARATUTAR", "ÖDENECEK TOPLAM", "NAKİT ÖDEME", "PARANIN ÜSTÜ",
                "KDV DAHİL",
            ]),
        Words(
            "Indonesian",
            [
                "DISKON ITEM", "DEPOSIT BOTOL", "JUMLAH SEMENTARA", "TOTAL TAGIHAN", "PEMBAYARAN TUNAI",
                "UANG KEMBALIAN", "TERMASUK PPN",
            ]),
        Words(
            "Malay",
            [
                "DISKAUN AHLI", "DEPOSIT BOTOL", "JUMLAH KECIL", "JUMLAH PERLU DIBAYAR", "WANG TUNAI", "WANG BAKI",
                "CUKAI JUALAN",
            ]),
        Words("Japanese", ["値引券", "保証金", "税抜合計", "お買上計", "現金支払", "おつり", "消費税等"]),
    ]

    @Test("VIS-20: words for totals, payments and discounts are recognized", .slow, arguments: languages)
    func reads(words: Words) {
        let receipt = Till.read([
            "KIOSK", "12.03.2026 09:15", "AAAAA                          40,00", Till.pair(words.discount, "-5,00"),
            "BBBBB                          10,00", Till.pair(words.deposit, "1,00"),
            Till.pair(words.subtotal, "46,00"), Till.pair(words.total, "46,00"), Till.pair(words.cash, "50,00"),
            Till.pair(words.change, "4,00"), Till.pair(words.tax, "3,00"),
        ])
        #expect(receipt.items.map(\.name.value) == ["AAAAA", "BBBBB"])
        #expect(receipt.items.first?.net == PrintedMoney(3_500))
        #expect(receipt.items.last?.charges.map(\.kind) == [.deposit])
        #expect(receipt.total?.value == PrintedMoney(4_600))
        #expect(receipt.tenders.map(\.amount.value.minorUnits) == [5_000])
        #expect(receipt.change?.value == PrintedMoney(400))
        #expect(receipt.charges.map(\.kind) == [.tax] && receipt.charges.first?.isIncluded == true)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true && receipt.advice.isEmpty)
    }

    @Test(
        "receipt text: foreign words for savings and returns are not items", .slow,
        arguments: [
            ("SUMME", "SIE SPAREN", "SOFORTSTORNO"), ("TOTAAL", "UW KORTING", "GEANNULEERD"),
            ("TOTALE COMPLESSIVO", "HAI RISPARMIATO", "ANNULLO"), ("VALOR A PAGAR", "TOTAL POUPADO", "ITEM CANCELADO"),
            ("DO ZAPŁATY", "OSZCZĘDZASZ ŁĄCZNIE", "STORNO"), ("CELKEM", "UŠETŘILI JSTE", "STORNO"),
            ("SPOLU", "UŠETRILI STE", "STORNO"), ("ÖSSZESEN", "MEGTAKARÍTÁS", "SZTORNÓ"),
            ("TOTAL LEI", "AȚI ECONOMISIT", "ANULARE"), ("UKUPNO", "UŠTEDJELI STE", "STORNO"),
            ("SUMMA", "DU SPARADE", "MAKULERAD"), ("I ALT", "DU HAR SPARET", "ANNULLERET"),
            ("TOTALT", "DU HAR SPART", "ANNULLERT"), ("YHTEENSÄ", "SÄÄSTIT", "MITÄTÖINTI"),
            ("TOPLAM", "KAZANCINIZ", "İPTAL"), ("TOTAL BELANJA", "ANDA HEMAT", "BATAL"),
        ])
    func saved(total: String, saved: String, void: String) {
        let receipt = Till.read([
            "KIOSK", "12.03.2026 09:15", "AAAAA                          40,00", "CCCCC                           7,00",
            Till.pair(void, "-7,00"), "BBBBB                          10,00", Till.pair(saved, "2,00"),
            Till.pair(total, "50,00"), "VISA                           50,00",
        ])
        #expect(receipt.items.map(\.name.value) == ["AAAAA", "BBBBB"])
        #expect(receipt.total?.value == PrintedMoney(5_000) && receipt.discounts.isEmpty)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true && receipt.advice.isEmpty)
    }

    @Test(
        "receipt text: French and Spanish payment words are not items",
        arguments: [
            ("NET À PAYER", "CARTE BANCAIRE"), ("RESTE À PAYER", "SANS CONTACT"), ("TOTAL", "TITRE RESTAURANT"),
            ("A COBRAR", "TARJETA BANCARIA"), ("TOTAL", "TARJETA DE CRÉDITO"), ("TOTAL", "EN EFECTIVO"),
            ("TOTAL", "IMPORTE ENTREGADO"),
        ])
    func four(total: String, payment: String) {
        let receipt = Till.read([
            "LE MARCHÉ", "2026-03-14 09:15", "AAAAA                           4,00",
            "BBBBB                           2,00",
            Till.pair(total, "6,00"), Till.pair(payment, "6,00"),
        ])
        #expect(receipt.items.map(\.name.value) == ["AAAAA", "BBBBB"])
        #expect(receipt.total?.value == PrintedMoney(600) && receipt.tenders.map(\.amount.value.minorUnits) == [600])
    }
}
