extension ReceiptLanguage {
    /// Every language beside the four; own compilation, folded: without accents, in small letters.
    static let all: [ReceiptLanguage] = [
        german, dutch, italian, portuguese, polish, czech, slovak, hungarian, romanian, croatian, swedish, danish,
        norwegian, finnish, turkish, indonesian, japanese,
    ]

    private static let german = ReceiptLanguage(
        "de",
        [
            .subtotal: "zwischensumme, zwischen summe, zw summe, zwsumme, warenwert, nettobetrag, nettosumme",
            .grandTotal: """
            summe, summe eur, summe euro, gesamt, gesamtbetrag, gesamtsumme, gesamt summe, gesamtpreis, endsumme, endbetrag,
            zu zahlen, zu zahlender betrag, zahlbetrag, zahlungsbetrag, rechnungsbetrag, rechnungssumme, betrag, total eur, bruttobetrag,
            auszahlungsbetrag, erstattungsbetrag, auszahlung
            """,
            .change:
                "ruckgeld, rueckgeld, ruckgeld bar, rueckgeld bar, wechselgeld, zuruck, zurueck, retourgeld, herausgeld",
            .cash: "bar, bargeld, gegeben bar, bar gegeben, barzahlung, geg bar, bar eur, bar bezahlt",
            .tender: "gegeben, gegeben eur, geg, erhalten, bezahlt, zahlung, gutschein, gutscheinkarte, geschenkkarte",
            .card: """
            karte, kartenzahlung, ec karte, ec cash, ec kartenzahlung, ec zahlung, girocard, girokarte, kreditkarte, debitkarte,
            bankkarte, maestro, mastercard debit, kontaktlos, bezahlt mit karte, v pay
            """,
            .tax: """
            mwst, mw st, mwst betrag, mehrwertsteuer, ust, umsatzsteuer, steuer, steuern, inkl mwst, enthaltene mwst, incl mwst,
            davon mwst, netto, brutto, mwst summe
            """,
            .rounding: "rundung, rundungsdifferenz, gerundet, rundungsbetrag",
            .deposit: """
            pfand, einwegpfand, mehrwegpfand, flaschenpfand, dosenpfand, pfandflasche, pfandflaschen, leergut, leergutbon,
            leergutruckgabe, leergutrueckgabe, leergut ruckgabe, pfandruckgabe, pfandrueckgabe, pfand ruckgabe, pfandbon,
            pfandruckgabe bon, pfandartikel, pfand retour, depot, vollgut
            """,
            .bag: "tragetasche, tasche, tute, tuete, plastiktute, papiertute, papiertragetasche",
            .discount: """
            rabatt, nachlass, preisnachlass, ersparnis, coupon, aktionsrabatt, sofortrabatt, mitarbeiterrabatt, preisvorteil,
            kundenrabatt, skonto, aktion, preisreduzierung
            """,
            .refund:
                "retoure, ruckgabe, rueckgabe, warenruckgabe, rucknahme, ruecknahme, erstattung, umtausch, gutschrift",
            .count: "anzahl, anzahl artikel, artikelanzahl, posten, stuckzahl, anz artikel, stuck, positionen",
            .tip: "trinkgeld",
            .notItem: """
            kassenbon, kasse, kassierer, bediener, es bediente sie, bon, bon nr, beleg, belegnr, rechnung, datum, uhrzeit,
            filiale, markt, steuernummer, ust id, vielen dank, danke, tse, transaktion, terminal id, telefon
            """,
        ],
        weak: """
            bar, karte, maestro, netto, brutto, depot, coupon, aktion, geg, mw st, posten, tasche, girocard,
            v pay, retoure, stuck, tute, mastercard debit, total eur, auszahlung
            """)

    private static let dutch = ReceiptLanguage(
        "nl",
        [
            .subtotal: "subtotaal, sub totaal, tussentotaal, netto totaal, totaal excl, totaal exclusief",
            .grandTotal: """
            totaal, totaal eur, totaal euro, totaalbedrag, eindtotaal, te betalen, totaal te betalen, te voldoen, totaal incl, bedrag,
            verschuldigd, terug te betalen, uit te betalen
            """,
            .change: "wisselgeld, terug, retour contant, teruggave, retourgeld, weergeld, wissel geld",
            .cash: "contant, kontant, contanten, contant geld, contant eur, cash eur",
            .tender: "betaald, ontvangen, gegeven, betaling, cadeaukaart, kadobon, cadeaubon",
            .card:
                "pin, pinnen, pinpas, bankpas, pin betaling, pinbetaling, bancontact, betaalpas, kaart, creditcard, maestro",
            .tax: "btw, b t w, btw bedrag, waarvan btw, incl btw, btw hoog, btw laag, totaal btw",
            .rounding: "afronding, afgerond, afronding contant, afrondingsverschil",
            .deposit: """
            statiegeld, statiegeld retour, retour statiegeld, emballage, emballage retour, retour emballage, flessen retour, leeggoed,
            lege flessen, emballagebon, statiegeldbon, terug statiegeld
            """,
            .bag: "draagtas, tas, plastic tas, papieren tas",
            .discount:
                "korting, bonuskorting, bonus, kortingen, totaal korting, uw voordeel, actie, persoonlijke korting, voordeel",
            .refund: "retour, geretourneerd, terugbetaling, teruggebracht, creditnota, retouren, retour artikel",
            .count: "aantal, aantal artikelen, artikelen, aantal producten",
            .tip: "fooi",
            .notItem:
                "kassabon, bon, kassa, kassier, kassamedewerker, datum, tijd, filiaal, bedankt, klantenkaart, telefoon, bonnr",
        ],
        weak:
            "pin, terug, kaart, bonus, retour, emballage, maestro, tas, creditcard, bedrag, cash eur, retouren, leeggoed"
    )

    private static let italian = ReceiptLanguage(
        "it",
        [
            .subtotal: "subtotale, sub totale, totale parziale, imponibile, totale imponibile, totale netto",
            .grandTotal: """
            totale, totale euro, totale eur, totale complessivo, totale documento, totale generale, totale da pagare, importo,
            da pagare, importo totale, totale rimborso, importo rimborsato, tot complessivo
            """,
            .change: "resto, resto contanti, resto eur, resto euro, resto in contanti",
            .cash: "contanti, contante, pagamento contante, pagamento contanti, pagato contanti, importo contanti",
            .tender:
                "pagato, importo pagato, pagamento, non riscosso, ricevuto, buono, buoni pasto, buono pasto, buono sconto",
            .card: """
            bancomat, pagobancomat, carta di credito, carta di debito, carta, carte, pagamento elettronico, elettronico, pos,
            pagamento carta, pagamento pos, importo pos
            """,
            .tax: "di cui iva, iva, totale iva, imposta, imposte, aliquota, iva inclusa",
            .rounding: "arrotondamento, arrotondamenti, arr",
            .deposit: """
            cauzione, deposito cauzionale, cauzioni, vuoto, vuoti, vuoto a rendere, vuoti resi, reso vuoti, reso cauzione, reso vuoto,
            rimborso cauzione, cauzione resa
            """,
            .bag: "busta, shopper, sacchetto, borsa, sacchetti, buste",
            .discount:
                "sconto, sconti, ribasso, promozione, offerta, coupon, abbuono, sconto fidelity, sconto carta, risparmio",
            .refund: "reso, resi, rimborso, nota di credito, articolo reso, storno, reso merce",
            .count: "numero articoli, n articoli, articoli, pezzi, totale articoli, num pezzi, totale pezzi",
            .tip: "mancia",
            .notItem: """
            documento commerciale, documento n, scontrino, scontrino fiscale, cassa, cassiere, operatore, data, ora, negozio, grazie,
            arrivederci, p iva, partita iva, descrizione, rt, telefono
            """,
        ],
        weak: """
            resto, totale, iva, pos, carta, carte, coupon, importo, shopper, pagamento, resi, elettronico, arr, borsa, buono, aliquota,
            pezzi, vuoto, storno, imposte, buste, totale eur, offerta, reso
            """)

    private static let portuguese = ReceiptLanguage(
        "pt",
        [
            .subtotal: "subtotal, sub total, total parcial, total iliquido, total sem iva",
            .grandTotal: """
            total, total a pagar, total eur, total euro, total geral, valor total, valor a pagar, total liquido, total r, a pagar,
            montante a pagar, total da compra, total devolvido, valor a devolver, total a devolver, total do reembolso
            """,
            .change: "troco, valor do troco, troco eur, troco r",
            .cash: "dinheiro, numerario, pagamento em dinheiro, valor em dinheiro, em dinheiro, especie",
            .tender:
                "valor pago, valor recebido, entregue, valor entregue, pago, recebido, valor recebido em numerario, pagamento, vale",
            .card: """
            multibanco, cartao, cartao de credito, cartao de debito, cartao credito, cartao debito, mb way, mbway, pagamento multibanco,
            pagamento cartao, pix, cartao multibanco
            """,
            .tax:
                "iva, valor iva, total iva, iva incluido, imposto, impostos, tributos, valor aproximado dos tributos, icms, val iva",
            .rounding: "arredondamento, arredondado, arredondamentos",
            .deposit: """
            deposito, vasilhame, tara, tara recuperavel, devolucao de vasilhame, devolucao vasilhame, retorno de vasilhame,
            retorno vasilhame, deposito garrafa, devolucao deposito, garrafas devolvidas, tara devolvida
            """,
            .bag: "saco, sacos, saco plastico, sacola, sacolas",
            .discount:
                "desconto, descontos, desc, cupao, cupom, poupanca, promocao, desconto direto, desconto cartao, vale desconto",
            .refund: "devolucao, devolvido, reembolso, nota de credito, artigo devolvido, estorno, troca",
            .count:
                "quantidade, n artigos, numero de artigos, artigos, total de artigos, qtd total de itens, qtd itens, total de itens",
            .tip: "gorjeta",
            .notItem: """
            fatura, factura, fatura simplificada, talao, recibo, caixa, operador, data, hora, loja, contribuinte, nif, obrigado,
            obrigada, cnpj, cupom fiscal, telefone, atendido
            """,
        ],
        weak: """
            subtotal, sub total, total, total eur, total euro, total geral, a pagar, total a pagar, iva, total iva, pago, tara, saco, sacos,
            pix, vale, deposito, impostos, imposto, desc, total r, especie, reembolso, pagamento, troca, sacola, dinheiro trocado, iva incluido
            """)

    private static let polish = ReceiptLanguage(
        "pl",
        [
            .subtotal: """
            suma czesciowa, podsuma, sprzedaz opodatkowana, sprzed opod, sprz opod, sprzedaz opod, sprzedaz zwolniona, wartosc netto,
            sp op, spr op
            """,
            .grandTotal: """
            suma, suma pln, razem, razem pln, do zaplaty, suma do zaplaty, lacznie, ogolem, naleznosc, kwota do zaplaty,
            do zwrotu, kwota zwrotu, suma zwrotu
            """,
            .change: "reszta, reszta gotowka, wydano, reszta pln, do wydania",
            .cash: "gotowka, gotowka pln, wplata gotowka, zaplacono gotowka",
            .tender:
                "zaplacono, wplata, zaplata, otrzymano, przyjeto, rozliczenie platnosci, forma platnosci, bon, karta podarunkowa",
            .card:
                "karta, karta platnicza, karta kredytowa, karta debetowa, platnosc karta, blik, karta pln, przelew, zaplacono karta",
            .tax: "ptu, kwota ptu, vat, kwota vat, podatek, podatek ptu",
            .rounding: "zaokraglenie, zaokr, zaokraglono",
            .deposit: """
            kaucja, kaucje, kaucja za butelke, zwrot kaucji, zwrot opakowan, opakowanie zwrotne, opakowania zwrotne, butelka zwrotna,
            zwrot butelek, opakowania wydane, opakowania przyjete, zwrot butelki
            """,
            .bag: "torba, torebka, reklamowka, siatka, torba foliowa, torba papierowa",
            .discount: "rabat, opust, upust, znizka, promocja, obnizka, kupon, rabaty, oszczedzasz, bonifikata",
            .refund: "zwrot, zwrot towaru, korekta, zwrocono",
            .count: "suma ptu, suma vat, liczba pozycji, liczba artykulow, ilosc pozycji, ilosc, sztuk",
            .tip: "napiwek",
            .notItem: """
            paragon, paragon fiskalny, niefiskalny, kasa, kasjer, data, godzina, sklep, nip, nr, dziekujemy, zapraszamy, numer,
            nr transakcji, telefon
            """,
        ],
        weak:
            "suma, karta, vat, bon, kasa, torba, siatka, blik, sp op, rabat, zaokr, korekta"
    )

    private static let czech = ReceiptLanguage(
        "cs",
        [
            .subtotal: "mezisoucet, zaklad dane, zaklad",
            .grandTotal:
                "celkem, celkem kc, celkem czk, k uhrade, k platbe, celkova castka, soucet, suma, k vraceni, castka",
            .change: "vraceno, vratit, zpet, vratka, nazpet",
            .cash: "hotovost, hotove, v hotovosti, platba hotove, hotovost czk",
            .tender: "zaplaceno, prijato, placeno, platba, poukazka, stravenky",
            .card: "karta, platebni karta, platba kartou, kartou, bezhotovostne, kreditni karta",
            .tax: "dph, celkem dph, dan",
            .rounding: "zaokrouhleni, zaokrouhleno, zaokr",
            .deposit:
                "zaloha, zalohovany obal, vratny obal, vratne lahve, vykup lahvi, vykup obalu, vratna lahev, vykup zaloh",
            .bag: "taska, tasky, igelitova taska", .discount: "sleva, slevy, kupon, zvyhodneni, usetrili jste",
            .refund: "vraceni zbozi, reklamace, dobropis, vratka zbozi", .count: "pocet polozek, polozek, pocet kusu",
            .notItem: "uctenka, danovy doklad, pokladna, pokladni, prodejna, datum, cas, dekujeme, dic, ico, doklad",
        ], weak: "suma, karta, dan, zpet, zaklad, kupon, castka, taska, platba, zaloha, zaokr, soucet")

    private static let slovak = ReceiptLanguage(
        "sk",
        [
            .subtotal: "medzisucet, zaklad dane",
            .grandTotal: "spolu, celkom, na uhradu, k uhrade, celkova suma, suma na uhradu, suma",
            .change: "vydavok, vratene, vydat, vydane", .cash: "hotovost, v hotovosti, platba v hotovosti",
            .tender: "zaplatene, prijate, platba", .card: "karta, platobna karta, platba kartou, kartou",
            .tax: "dph, dan", .rounding: "zaokruhlenie, zaokr",
            .deposit: "zaloha, zalohovany obal, vratny obal, vratne flase, zaloh, vykup obalov",
            .bag: "taska, igelitova taska", .discount: "zlava, zlavy, kupon", .refund: "vratenie tovaru, dobropis",
            .count: "pocet poloziek, poloziek",
            .notItem: "pokladnicny doklad, pokladna, predajna, datum, dakujeme, dic, ico",
        ],
        weak:
            "suma, karta, dan, kupon, taska, platba, zaloha, zaokr, dph, hotovost, spolu, k uhrade, platba kartou, kartou, v hotovosti"
    )

    private static let hungarian = ReceiptLanguage(
        "hu",
        [
            .subtotal: "reszosszeg, reszosszesen, netto osszesen",
            .grandTotal: "osszesen, osszesen ft, fizetendo, vegosszeg, fizetendo osszeg, mindosszesen, osszeg",
            .change: "visszajaro, visszaadott", .cash: "keszpenz, keszpenz ft, keszp",
            .tender: "kapott, befizetett, fizetve, utalvany, befizetes",
            .card: "bankkartya, kartya, hitelkartya, szep kartya",
            .tax: "afa, afa osszeg, afa tartalom", .rounding: "kerekites, kerekitve",
            .deposit: "betetdij, visszavaltasi dij, uveg betetdij, uvegvisszavaltas, goengyoleg, palackvisszavaltas",
            .bag: "taska, bevasarlotaska, szatyor, zacsko", .discount: "kedvezmeny, engedmeny, kupon, arengedmeny",
            .refund: "visszaru, visszavet, visszavetel, sztorno", .count: "tetelszam, tetelek szama, darab, tetel",
            .notItem: "nyugta, penztar, penztaros, datum, bizonylat, adoszam, koszonjuk, nyugtaszam, uzlet",
        ], weak: "afa, taska, kupon, darab, tetel, osszeg, keszp")

    private static let romanian = ReceiptLanguage(
        "ro",
        [
            .subtotal: "subtotal, sub total, total partial",
            .grandTotal:
                "total, total lei, total de plata, total ron, suma de plata, de plata, total general, rest de plata client",
            .change: "rest, rest lei, rest numerar, rest de dat", .cash: "numerar, numerar lei, plata numerar, bani",
            .tender: "suma primita, incasat, achitat, plata, tichete, bonuri de masa",
            .card: "card, card lei, card bancar, plata card, card ron",
            .tax: "tva, total tva, total taxe, din care tva",
            .rounding: "rotunjire",
            .deposit: "garantie, garantie sgr, sgr, ambalaj, returnare ambalaj, retur sgr, garantie returnata",
            .bag: "punga, pungi, sacosa, sacose", .discount: "reducere, discount, cupon, reduceri, economisiti",
            .refund: "retur, returnat, stornare, rambursare", .count: "numar articole, nr articole, articole",
            .notItem: "bon fiscal, casier, casa, data, ora, magazin, cif, multumim, nr bon",
        ],
        weak: """
            subtotal, sub total, total, rest, card, tva, total tva, discount, plata, retur, bani, sgr, garantie, total general, punga, cupon,
            total ron, card ron
            """)

    private static let croatian = ReceiptLanguage(
        "hr",
        [
            .subtotal: "meduzbroj, medjuzbroj, osnovica, medusuma",
            .grandTotal: "ukupno, ukupno eur, za platiti, za uplatu, sveukupno, ukupan iznos, iznos",
            .change: "povrat, ostatak, za vratiti, vraceno, kusur", .cash: "gotovina, gotovinom, novcanice",
            .tender: "placeno, uplaceno, primljeno, nacin placanja",
            .card: "kartica, karticom, kreditna kartica, kartice",
            .tax: "pdv, porez, ukupan porez", .rounding: "zaokruzenje",
            .deposit: "povratna naknada, kaucija, povratna ambalaza, ambalaza",
            .bag: "vrecica, kesa", .discount: "popust, rabat, usteda, kupon",
            .refund: "povrat robe, storno, reklamacija",
            .count: "broj artikala, artikala",
            .notItem: "racun, racun br, blagajna, blagajnik, oib, datum, hvala, fiskalni racun",
        ], weak: "rabat, kupon, iznos, storno, pdv, kartice, vraceno, povrat, porez, placeno")

    private static let swedish = ReceiptLanguage(
        "sv",
        [
            .subtotal: "delsumma, netto, summa exkl moms",
            .grandTotal:
                "summa, totalt, att betala, totalsumma, total summa, totalt sek, summa sek, belopp, att aterfa",
            .change: "tillbaka, vaxel, kontant tillbaka, ater",
            .cash: "kontant, kontanter, kontant sek, kontantbetalning",
            .tender: "betalt, mottaget, erhallet, presentkort, betalat, mottaget kontant",
            .card: "kort, kontokort, bankkort, kortbetalning, kortkop, swish, betalkort",
            .tax: "moms, varav moms, momsbelopp, moms kr",
            .rounding: "oresavrundning, avrundning, oresutjamning, oresavr",
            .deposit: "pant, pant retur, returpant, burkpant, flaskpant, pantretur, pantkvitto, retur pant",
            .bag: "kasse, barkasse, papperskasse, plastkasse, papperspase, pase",
            .discount: "rabatt, rabatter, medlemsrabatt, prisnedsattning, kupong",
            .refund: "retur, aterkop, aterbetalning, returnerad vara", .count: "antal varor, antal artiklar, antal",
            .notItem: "kvitto, kassa, kassor, butik, datum, org nr, tack, valkommen, kvittonr, sparat",
        ],
        weak:
            "netto, pant, kort, retur, pase, kasse, antal, ater"
    )

    private static let danish = ReceiptLanguage(
        "da",
        [
            .subtotal: "subtotal, delsum",
            .grandTotal: "i alt, ialt, at betale, total, total dkk, sum, belob, total kr, til udbetaling",
            .change: "byttepenge, tilbage, retur kontant, byttepenge kontant", .cash: "kontant, kontanter, kontant dkk",
            .tender: "betalt, modtaget, gavekort",
            .card: "dankort, visa dankort, kort, betalingskort, mobilepay, kortbetaling",
            .tax: "moms, heraf moms, momsbelob, moms udgor", .rounding: "oreafrunding, afrunding, oreafr",
            .deposit: "pant, flaskepant, pant retur, pantbon, returpant, flaskeretur", .bag: "baerepose, pose, bagpose",
            .discount: "rabat, rabatter, medlemsrabat, spar, tilbud",
            .refund: "retur, returvare, retur varer, tilbagebetaling",
            .count: "antal varer, antal", .notItem: "kvittering, bon, kasse, ekspedient, dato, cvr, cvr nr, tak, butik",
        ],
        weak:
            "subtotal, total, sum, pant, kort, retur, pose, antal, total dkk, total kr"
    )

    private static let norwegian = ReceiptLanguage(
        "no",
        [
            .subtotal: "delsum, subtotal",
            .grandTotal: "sum, totalt, a betale, totalsum, total, sum kr, belop, til utbetaling, sum nok",
            .change: "veksel, tilbake, vekslepenger, tilbake kontant", .cash: "kontant, kontanter, kontant nok",
            .tender: "betalt, mottatt, gavekort",
            .card: "bankkort, kort, bankaxept, bank axept, betalingskort, vipps, kortbetaling",
            .tax: "mva, herav mva, mva grunnlag, mva belop", .rounding: "oreavrunding, avrunding, oresavrunding",
            .deposit: "pant, flaskepant, pant retur, panteretur, pantelapp, pantebon",
            .bag: "baerepose, pose, handlenett",
            .discount: "rabatt, rabatter, medlemsrabatt, avslag, kupong",
            .refund: "retur, returvare, tilbakebetaling, kreditnota",
            .count: "antall varer, antall",
            .notItem: "kvittering, kasse, kasserer, dato, org nr, takk, butikk, salgskvittering",
        ],
        weak:
            "subtotal, total, sum, pant, kort, retur, pose"
    )

    private static let finnish = ReceiptLanguage(
        "fi",
        [
            .subtotal: "valisumma",
            .grandTotal: "yhteensa, yht, loppusumma, maksettava, maksettavaa, summa, kokonaissumma, palautetaan",
            .change: "takaisin, vaihtoraha, rahaa takaisin, kateinen takaisin",
            .cash: "kateinen, kateista, kateismaksu",
            .tender: "maksettu, saatu, annettu, lahjakortti",
            .card: "kortti, pankkikortti, korttimaksu, luottokortti, maksukortti, debit kortti",
            .tax: "alv, arvonlisavero, vero, alv yhteensa", .rounding: "pyoristys, pyoristysero, pyoristetty",
            .deposit:
                "pantti, palautuspantti, pullopantti, pullopalautus, panttipalautus, tolkkipantti, palautuskuitti, palautuspullo",
            .bag: "muovikassi, kassi, paperikassi, kestokassi, ostoskassi",
            .discount: "alennus, alennukset, etu, tarjous, kuponki, hyvitys",
            .refund: "palautus, tuotepalautus", .count: "tuotteita, kpl yhteensa, tuotteet yhteensa",
            .notItem: "kuitti, kassa, myyja, pvm, y tunnus, kiitos, myymala, kuittinro",
        ], weak: "yht, etu, vero, kassi, alv, saatu")

    private static let turkish = ReceiptLanguage(
        "tr",
        [
            .subtotal: "ara toplam, aratoplam, aratop",
            .grandTotal: "toplam, genel toplam, odenecek tutar, odenecek, toplam tutar, tutar, top",
            .change: "para ustu, paraustu, iade para", .cash: "nakit, nakit tl, pesin",
            .tender: "odenen, alinan, tahsilat, odeme",
            .card: "kredi karti, banka karti, kart, kredi", .tax: "kdv, topkdv, toplam kdv, kdv tutari, top kdv",
            .rounding: "yuvarlama",
            .deposit: "depozito, depozito iade, sise iade", .bag: "poset, alisveris poseti, plastik poset",
            .discount: "indirim, iskonto, kupon, indirimler", .refund: "iade, urun iade",
            .count: "urun adedi, adet, toplam adet",
            .notItem: "fis, fis no, kasiyer, kasa, tarih, saat, tesekkurler, vergi dairesi, mersis",
        ], weak: "top, kredi, kart, kupon, kdv, tutar, nakit, iade, odeme, poset, adet")

    private static let indonesian = ReceiptLanguage(
        "id",
        [
            .subtotal: "subtotal, sub total, jumlah kecil",
            .grandTotal:
                "total belanja, total bayar, jumlah, jumlah besar, total harga, total, jumlah bayar, jumlah keseluruhan",
            .change: "kembali, kembalian, uang kembali, baki, baki tunai", .cash: "tunai, bayar tunai, uang tunai",
            .tender: "bayar, dibayar, dibayarkan, bayaran",
            .card: "kartu, kartu kredit, kartu debit, kad kredit, kad debit", .tax: "ppn, pajak, cukai",
            .rounding: "pembulatan, penggenapan, pelarasan",
            .deposit: "deposit botol", .bag: "kantong, kantong plastik, beg plastik",
            .discount: "diskon, potongan, hemat, diskaun, potongan harga",
            .refund: "pengembalian, pulangan", .count: "total item, jumlah item, total qty",
            .notItem: "struk, kasir, tanggal, terima kasih, juruwang, tarikh",
        ],
        weak:
            "subtotal, sub total, total, jumlah, baki, tunai, total item, total qty, baki tunai, kembali, ppn, pelarasan, penggenapan, cukai"
    )

    private static let japanese = ReceiptLanguage(
        "ja",
        [
            .subtotal: "小計", .grandTotal: "合計, 総合計, 現計, 御買上計, 御買上合計", .change: "釣, 釣銭", .cash: "現金",
            .tender: "預, 御預, 預金", .card: "クレジット, 電子", .tax: "消費税, 内税, 外税, 税額, 内消費税, 対象額", .discount: "値引, 割引, 割戻",
            .refund: "返品, 返金", .count: "点数, 買上点数, 御買上点数", .deposit: "保証金", .notItem: "領収書, 領収証, 担当, 責任者, 登録番号",
        ], weak: "小計, 合計, 現金, 預, 税額, 電子, 消費税, 預金, 点数, 割引, 保証金")
}
