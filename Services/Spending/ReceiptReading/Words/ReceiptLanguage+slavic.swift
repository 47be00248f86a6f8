/// Words of receipts in Slavic languages; compiled for this project, in lower case without accents.
extension ReceiptLanguage {
    static let polish = ReceiptLanguage(
        "pl",
        [
            .subtotal: """
            suma czesciowa, podsuma, sprzedaz opodatkowana, sprzed opod, sprz opod, sprzedaz opod,
            sprzedaz zwolniona, wartosc netto, sp op, spr op, razem netto, suma netto, wartosc sprzedazy netto,
            posrednia suma
            """,
            .grandTotal: """
            suma, suma pln, razem, razem pln, do zaplaty, suma do zaplaty, lacznie, ogolem, naleznosc,
            kwota do zaplaty, do zwrotu, kwota zwrotu, suma zwrotu, razem do zaplaty, kwota razem, suma brutto,
            razem brutto, wartosc brutto, kwota naleznosci, suma zl, razem zl, naleznosc razem
            """,
            .change: """
            reszta, reszta gotowka, wydano, reszta pln, do wydania, reszta zl, reszta do wydania, wydana reszta,
            zwrot gotowki
            """,
            .cash: """
            gotowka, gotowka pln, wplata gotowka, zaplacono gotowka, gotowka zl, platnosc gotowka, zaplata gotowka,
            got
            """,
            .tender: """
            zaplacono, wplata, zaplata, otrzymano, przyjeto, rozliczenie platnosci, forma platnosci, bon,
            karta podarunkowa, zaplacono razem, bon towarowy, bony, karta upominkowa, platnosc
            """,
            .card: """
            karta, karta platnicza, karta kredytowa, karta debetowa, platnosc karta, blik, karta pln, przelew,
            zaplacono karta, zaplata karta, platnosc karta platnicza, karta zblizeniowo, zblizeniowo, karta bankowa,
            terminal platniczy, karta zl
            """,
            .tax: """
            ptu, kwota ptu, vat, kwota vat, podatek, podatek ptu, razem ptu, w tym ptu, w tym vat, razem vat, ptu a,
            ptu b, ptu c, kwota a, kwota b, kwota c
            """,
            .rounding: "zaokraglenie, zaokr, zaokraglono",
            .deposit: """
            kaucja, kaucje, kaucja za butelke, zwrot kaucji, zwrot opakowan, opakowanie zwrotne, opakowania zwrotne,
            butelka zwrotna, zwrot butelek, opakowania wydane, opakowania przyjete, zwrot butelki, kaucja zwrotna,
            kaucja puszka, kaucja butelka, opakowania zwrotne wydane, opakowania zwrotne przyjete, zwrot puszek
            """,
            .bag: """
            torba, torebka, reklamowka, siatka, torba foliowa, torba papierowa, torba zakupowa, torba na zakupy,
            reklamowka foliowa, siatka foliowa
            """,
            .discount: """
            rabat, opust, upust, znizka, promocja, obnizka, kupon, rabaty, oszczedzasz, bonifikata, kwota rabatu,
            rabat procentowy, rabat kwotowy, rabat do paragonu, rabat na pozycje, upust cenowy, cena promocyjna,
            przecena, kod rabatowy
            """,
            .saved: """
            zaoszczedziles, zaoszczedzono, twoje oszczednosci, oszczednosc, oszczednosci, suma rabatow, suma rabatu,
            razem rabaty, razem rabat
            """,
            .refund: "zwrot, zwrot towaru, korekta, zwrocono",
            .void: "storno, anulowano, anulowanie, anulacja, stornowano, pozycja anulowana",
            .count: """
            suma ptu, suma vat, liczba pozycji, liczba artykulow, ilosc pozycji, ilosc, sztuk, liczba sztuk,
            ilosc artykulow, ilosc towarow
            """,
            .tip: "napiwek",
            .service: "serwis, oplata serwisowa, serwis kelnerski",
            .notItem: """
            paragon, paragon fiskalny, niefiskalny, kasa, kasjer, data, godzina, sklep, nip, nr, dziekujemy,
            zapraszamy, numer, nr transakcji, telefon
            """,
        ],
        weak: "suma, karta, vat, bon, torba, siatka, blik, sp op, got, serwis")

    static let czech = ReceiptLanguage(
        "cs",
        [
            .subtotal: "mezisoucet, zaklad dane, zaklad, celkem bez dph, castka bez dph, zaklad dph, mezisuma",
            .grandTotal: """
            celkem, celkem kc, celkem czk, k uhrade, k platbe, celkova castka, soucet, suma, k vraceni, castka,
            celkem k uhrade, celkem k platbe, castka k uhrade, castka celkem, cena celkem, celkova cena,
            celkem s dph, k zaplaceni, uhrada, celkem eur
            """,
            .change: """
            vraceno, vratit, zpet, vratka, nazpet, k vraceni hotove, vraceno hotove, preplatek, vraceno czk,
            penize zpet
            """,
            .cash: """
            hotovost, hotove, v hotovosti, platba hotove, hotovost czk, hotovost kc, uhrazeno hotove,
            zaplaceno hotove
            """,
            .tender: """
            zaplaceno, prijato, placeno, platba, poukazka, stravenky, uhrazeno, poukaz, darkovy poukaz,
            darkova karta, prijato hotove, stravenka
            """,
            .card: """
            karta, platebni karta, platba kartou, kartou, bezhotovostne, kreditni karta, platba platebni kartou,
            stravenkova karta, gastro karta, debetni karta, kreditka, bankovni karta, bezkontaktne
            """,
            .tax: "dph, celkem dph, dan, sazba dph, z toho dph, dph celkem, vcetne dph",
            .rounding: "zaokrouhleni, zaokrouhleno, zaokr",
            .deposit: """
            zaloha, zalohovany obal, vratny obal, vratne lahve, vykup lahvi, vykup obalu, vratna lahev, vykup zaloh,
            zalohova lahev, zalohovana lahev, zalohovane obaly, vratne obaly, zaloha lahev, zaloha pet,
            vracene obaly, vracene lahve
            """,
            .bag: "taska, tasky, igelitova taska, igelitka, papirova taska, nakupni taska, sacek",
            .discount: """
            sleva, slevy, kupon, zvyhodneni, usetrili jste, akcni sleva, sleva na polozku, mnozstevni sleva,
            sleva na doklad, sleva z polozky, zakaznicka sleva, slevovy kupon, klubova sleva
            """,
            .saved: "usetreno, vase uspora, celkova sleva, sleva celkem, uspora celkem, usetril jste",
            .refund: "vraceni zbozi, reklamace, dobropis, vratka zbozi",
            .void: "storno, stornovano, zruseno, oprava, storno polozky",
            .count: "pocet polozek, polozek, pocet kusu, pocet kusu celkem, polozek celkem, kusu",
            .tip: "spropitne, dysko",
            .service: "obsluha, servisni poplatek",
            .notItem: "uctenka, danovy doklad, pokladna, pokladni, prodejna, datum, cas, dekujeme, dic, ico, doklad",
        ],
        weak: "suma, karta, dan, uhrada, kreditka, obsluha, poukaz")

    static let slovak = ReceiptLanguage(
        "sk",
        [
            .subtotal: "medzisucet, zaklad dane, zaklad dph, spolu bez dph, suma bez dph",
            .grandTotal: """
            spolu, celkom, na uhradu, k uhrade, celkova suma, suma na uhradu, suma, suma eur, spolu eur,
            spolu na uhradu, celkom na uhradu, celkom k uhrade, celkova cena, k platbe, suma na zaplatenie, uhrada
            """,
            .change: "vydavok, vratene, vydat, vydane, vratit, vydavok eur, preplatok",
            .cash: """
            hotovost, v hotovosti, platba v hotovosti, hotovost eur, platba hotovostou, uhradene hotovostou,
            hotovostou
            """,
            .tender: """
            zaplatene, prijate, platba, uhradene, platene, poukazka, darcekova poukazka, stravny listok,
            stravne listky
            """,
            .card: """
            karta, platobna karta, platba kartou, kartou, bezhotovostne, kreditna karta, debetna karta,
            bankova karta, platba platobnou kartou, platobnou kartou, stravna karta, stravovacia karta
            """,
            .tax: "dph, dan, dph spolu, sadzba dph, vratane dph, z toho dph",
            .rounding: "zaokruhlenie, zaokr",
            .deposit: """
            zaloha, zalohovany obal, vratny obal, vratne flase, zaloh, vykup obalov, zaloh za obal, zaloh na obal,
            zalohovane obaly, vratne obaly, zaloh pet, zaloh plechovka, zalohovy obal, vratene obaly, vykup flias
            """,
            .bag: "taska, igelitova taska, papierova taska, nakupna taska, vrecko",
            .discount: """
            zlava, zlavy, kupon, zlava na polozku, celkova zlava z dokladu, akciova zlava, zakaznicka zlava,
            zlavovy kupon, mnozstevna zlava
            """,
            .saved: "usetrili ste, uspora, usetrene, celkova zlava, zlava spolu, vasa uspora",
            .refund: "vratenie tovaru, dobropis",
            .void: "storno, stornovane, zrusene, oprava",
            .count: "pocet poloziek, poloziek, pocet kusov, kusov",
            .tip: "sprepitne, prepitne",
            .service: "obsluha",
            .notItem: "pokladnicny doklad, pokladna, predajna, datum, dakujeme, dic, ico",
        ],
        weak: "suma, karta, dan, taska, uhrada, obsluha")

    static let croatian = ReceiptLanguage(
        "hr",
        [
            .subtotal: """
            meduzbroj, medjuzbroj, osnovica, medusuma, medjuzbir, meduzbir, iznos bez pdv a, osnovica pdv
            """,
            .grandTotal: """
            ukupno, ukupno eur, za platiti, za uplatu, sveukupno, ukupan iznos, iznos, za naplatu,
            ukupno za platiti, ukupno kn, iznos racuna, sveukupno eur, ukupno za naplatu, ukupno s pdv om, iznos eur
            """,
            .change: """
            povrat, ostatak, za vratiti, vraceno, kusur, povrat novca, za povrat, vracen novac, ostatak eur,
            povrat eur
            """,
            .cash: "gotovina, gotovinom, novcanice, gotovina eur, placeno gotovinom, gotov",
            .tender: "placeno, uplaceno, primljeno, nacin placanja, dano, poklon bon, bon, primljeno eur, uplata",
            .card: """
            kartica, karticom, kreditna kartica, kartice, kreditnom karticom, debitna kartica, bankovna kartica,
            karticno placanje, placeno karticom, maestro, kartica eur
            """,
            .tax: """
            pdv, porez, ukupan porez, pnp, porez na potrosnju, osnovica porez, iznos pdv, ukupno pdv, od toga pdv,
            u cijenu uracunat pdv
            """,
            .rounding: "zaokruzenje, zaokruzivanje, zaokruzenje eur",
            .deposit: """
            povratna naknada, kaucija, povratna ambalaza, ambalaza, pov naknada, povr naknada, povratna nak,
            povratna naknada 0, otkup ambalaze, povrat ambalaze, povrat boca, naknada za ambalazu
            """,
            .bag: "vrecica, kesa, vrecice, papirnata vrecica, vreca, tregerica",
            .discount: """
            popust, rabat, kupon, snizenje, akcijski popust, popust na stavku, popust na racun, kartica popust,
            kolicinski popust
            """,
            .saved: "usteda, ustedjeli ste, ukupni popust, ukupna usteda, popust ukupno, vasa usteda, ukupno popust",
            .refund: "povrat robe, reklamacija",
            .void: "storno, storno stavke, stornirano, ponisteno",
            .count: "broj artikala, artikala, broj stavki, stavki, ukupno artikala",
            .tip: "napojnica, manca",
            .service: "usluga, couvert",
            .notItem: "racun, racun br, blagajna, blagajnik, oib, datum, hvala, fiskalni racun",
        ],
        weak: "bon, maestro, couvert, gotov, dano, kartice")
}
