/// Words of receipts in Germanic languages; compiled for this project, in lower case without accents.
extension ReceiptLanguage {
    static let german = ReceiptLanguage(
        "de",
        [
            .subtotal: """
            zwischensumme, zwischen summe, zw summe, zwsumme, warenwert, nettobetrag, nettosumme, zwischentotal,
            zwi summe, summe netto, gesamt netto, netto gesamt, nettowert, summe exkl mwst
            """,
            .grandTotal: """
            summe, summe eur, summe euro, gesamt, gesamtbetrag, gesamtsumme, gesamt summe, gesamtpreis, endsumme,
            endbetrag, zu zahlen, zu zahlender betrag, zahlbetrag, zahlungsbetrag, rechnungsbetrag, rechnungssumme,
            betrag, total eur, bruttobetrag, auszahlungsbetrag, erstattungsbetrag, auszahlung, zu bezahlen,
            total chf, rechnungstotal, rechnungsendbetrag, bonsumme, bon summe, kaufbetrag, summe brutto, zahlsumme
            """,
            .change: """
            ruckgeld, rueckgeld, ruckgeld bar, rueckgeld bar, wechselgeld, zuruck, zurueck, retourgeld, herausgeld,
            restgeld, ihr ruckgeld, ihr rueckgeld, zuruckgegeben, wechselgeld bar, ruckgeld eur, rueckgeld eur
            """,
            .cash: """
            bar, bargeld, gegeben bar, bar gegeben, barzahlung, geg bar, bar eur, bar bezahlt, barbetrag,
            zahlung bar, bezahlt bar, bargeldzahlung
            """,
            .tender: """
            gegeben, gegeben eur, geg, erhalten, bezahlt, zahlung, gutschein, gutscheinkarte, geschenkkarte,
            gegebener betrag, erhaltener betrag, warengutschein, essensmarke, essensgutschein
            """,
            .card: """
            karte, kartenzahlung, ec karte, ec cash, ec kartenzahlung, ec zahlung, girocard, girokarte, kreditkarte,
            debitkarte, bankkarte, maestro, mastercard debit, kontaktlos, bezahlt mit karte, v pay, bankomat,
            bankomatkarte, bankomatzahlung, lastschrift, ec lastschrift, elv, twint, postfinance, postcard,
            karte kontaktlos, girocard kontaktlos, mit karte bezahlt
            """,
            .tax: """
            mwst, mw st, mwst betrag, mehrwertsteuer, ust, umsatzsteuer, steuer, steuern, inkl mwst,
            enthaltene mwst, incl mwst, davon mwst, netto, brutto, mwst summe, davon ust, enthaltene ust, enth mwst,
            inkl ust, mwst satz, steuersatz, steuerbetrag, ust betrag
            """,
            .rounding: "rundung, rundungsdifferenz, gerundet, rundungsbetrag",
            .deposit: """
            pfand, einwegpfand, mehrwegpfand, flaschenpfand, dosenpfand, pfandflasche, pfandflaschen, leergut,
            leergutbon, leergutruckgabe, leergutrueckgabe, leergut ruckgabe, pfandruckgabe, pfandrueckgabe,
            pfand ruckgabe, pfandbon, pfandruckgabe bon, pfandartikel, pfand retour, depot, vollgut, pfand einweg,
            pfand mehrweg, kastenpfand, pfand kasten, kistenpfand, leergutannahme, leergutrucknahme,
            leergutruecknahme, pfandrucknahme, pfandruecknahme, flaschenruckgabe, flaschenrueckgabe
            """,
            .bag: """
            tragetasche, tasche, tute, tuete, plastiktute, papiertute, papiertragetasche, papiertasche,
            einkaufstasche, knotenbeutel, mehrwegtasche, permanenttragetasche, tragetuete
            """,
            .discount: """
            rabatt, nachlass, preisnachlass, ersparnis, coupon, aktionsrabatt, sofortrabatt, mitarbeiterrabatt,
            preisvorteil, kundenrabatt, skonto, aktion, preisreduzierung, treuerabatt, personalrabatt, postenrabatt,
            positionsrabatt, artikelrabatt, bonrabatt, summenrabatt, mengenrabatt, sonderrabatt, kundenkartenrabatt,
            aktionsnachlass, gutscheinrabatt
            """,
            .saved: """
            sie sparen, sie haben gespart, du sparst, du hast gespart, gespart, ihre ersparnis, gesamtersparnis,
            ersparnis gesamt, rabatt gesamt, gesamtrabatt
            """,
            .refund: """
            retoure, ruckgabe, rueckgabe, warenruckgabe, rucknahme, ruecknahme, erstattung, umtausch, gutschrift
            """,
            .void: "storno, sofortstorno, zeilenstorno, postenstorno, artikelstorno, warenstorno, storniert",
            .count: """
            anzahl, anzahl artikel, artikelanzahl, posten, stuckzahl, anz artikel, stuck, positionen, artikelzahl,
            zahl der artikel, menge artikel, anzahl posten
            """,
            .tip: "trinkgeld",
            .service: "bedienungsgeld, servicepauschale, bedienungszuschlag",
            .notItem: """
            kassenbon, kasse, kassierer, bediener, es bediente sie, bon, bon nr, beleg, belegnr, rechnung, datum,
            uhrzeit, filiale, markt, steuernummer, ust id, vielen dank, danke, tse, transaktion, terminal id,
            telefon, bonnummer, kassennr, filialnr, ust idnr, uid, kundenkarte, geschaft
            """,
        ],
        weak: """
            bar, karte, maestro, netto, brutto, depot, coupon, aktion, geg, mw st, posten, tasche, girocard, v pay,
            retoure, stuck, tute, mastercard debit, total eur, auszahlung, total chf, postcard, elv
            """)

    static let dutch = ReceiptLanguage(
        "nl",
        [
            .subtotal: """
            subtotaal, sub totaal, tussentotaal, netto totaal, totaal excl, totaal exclusief, tussensom,
            totaal netto, bedrag excl, bedrag exclusief, excl btw, netto bedrag, totaal excl btw
            """,
            .grandTotal: """
            totaal, totaal eur, totaal euro, totaalbedrag, eindtotaal, te betalen, totaal te betalen, te voldoen,
            totaal incl, bedrag, verschuldigd, terug te betalen, uit te betalen, eindbedrag, totaal bedrag,
            totaal te voldoen, te betalen bedrag, totaal incl btw, rekeningtotaal
            """,
            .change: """
            wisselgeld, terug, retour contant, teruggave, retourgeld, weergeld, wissel geld, terug contant,
            teruggegeven, wisselgeld contant, terugbetaald contant
            """,
            .cash: """
            contant, kontant, contanten, contant geld, contant eur, cash eur, contant betaald, contante betaling,
            betaald contant
            """,
            .tender: """
            betaald, ontvangen, gegeven, betaling, cadeaukaart, kadobon, cadeaubon, betaald bedrag,
            ontvangen bedrag, tegoedbon, waardebon, maaltijdcheque
            """,
            .card: """
            pin, pinnen, pinpas, bankpas, pin betaling, pinbetaling, bancontact, betaalpas, kaart, creditcard,
            maestro, bankkaart, betaalkaart, debetkaart, kredietkaart, ideal, payconiq, contactloos, pintransactie,
            betaald pin, betaald met pin, v pay
            """,
            .tax: """
            btw, b t w, btw bedrag, waarvan btw, incl btw, btw hoog, btw laag, totaal btw, btw over, btw totaal,
            incl btw hoog, incl btw laag
            """,
            .rounding: "afronding, afgerond, afronding contant, afrondingsverschil, afronding kassa",
            .deposit: """
            statiegeld, statiegeld retour, retour statiegeld, emballage, emballage retour, retour emballage,
            flessen retour, leeggoed, lege flessen, emballagebon, statiegeldbon, terug statiegeld, statieg,
            statiegeld fles, statiegeld blik, statiegeld krat, statiegeld terug, leeg goed, borg, inname statiegeld
            """,
            .bag: "draagtas, tas, plastic tas, papieren tas, papieren draagtas, big shopper, boodschappentas",
            .discount: """
            korting, bonuskorting, bonus, kortingen, totaal korting, uw voordeel, actie, persoonlijke korting,
            voordeel, actiekorting, kassakorting, stapelkorting, personeelskorting, voordeelactie, bonusactie,
            kortingsbon, prijsverlaging, ledenkorting
            """,
            .saved: "totaal voordeel, jouw voordeel, u bespaart, u bespaarde, bespaard, totale korting, uw korting",
            .refund: "retour, geretourneerd, terugbetaling, teruggebracht, creditnota, retouren, retour artikel",
            .void: "annulering, geannuleerd, correctie, vervallen, regel annuleren",
            .count: "aantal, aantal artikelen, artikelen, aantal producten, aantal stuks, stuks",
            .tip: "fooi",
            .service: "bedieningsgeld, servicekosten, service kosten",
            .notItem: """
            kassabon, bon, kassa, kassier, kassamedewerker, datum, tijd, filiaal, bedankt, klantenkaart, telefoon,
            bonnr
            """,
        ],
        weak: "pin, bonus, retour, emballage, maestro, tas, creditcard, cash eur, ideal, borg, stuks, v pay")

    static let swedish = ReceiptLanguage(
        "sv",
        [
            .subtotal: """
            delsumma, netto, summa exkl moms, summa fore rabatt, summa exklusive moms, nettosumma, varav netto
            """,
            .grandTotal: """
            summa, totalt, att betala, totalsumma, total summa, totalt sek, summa sek, belopp, att aterfa,
            summa att betala, totalbelopp, slutsumma, summa inkl moms, summa kr, att betala sek, totalt att betala,
            total kr, kop, kopbelopp, total sek, summa kop
            """,
            .change: """
            tillbaka, vaxel, kontant tillbaka, ater, vaxel tillbaka, tillbaka kontant, ater kontant, vaxel kontant,
            pengar tillbaka, kontant ater
            """,
            .cash: """
            kontant, kontanter, kontant sek, kontantbetalning, betalat kontant, kontant betalning, kontant kr
            """,
            .tender: """
            betalt, mottaget, erhallet, presentkort, betalat, mottaget kontant, tillgodokvitto, lunchkupong,
            vardecheck, mottaget belopp, erhallet belopp, betalat belopp
            """,
            .card: """
            kort, kontokort, bankkort, kortbetalning, kortkop, swish, betalkort, debetkort, kreditkort,
            mottaget kort, betalat kort, klarna, betalt kort, kort sek, kontaktlos, bankkort kontaktlos,
            betalning kort, rikskort
            """,
            .tax: """
            moms, varav moms, momsbelopp, moms kr, moms total, momssats, moms sek, inkl moms, summa moms,
            total moms, moms sum
            """,
            .rounding: "oresavrundning, avrundning, oresutjamning, oresavr, ores avrundning, avrundn, oresutj",
            .deposit: """
            pant, pant retur, returpant, burkpant, flaskpant, pantretur, pantkvitto, retur pant, pant burk,
            pant flaska, pant pet, returburk, returflaska, atervunnen pant, pantat, pantkvitton
            """,
            .bag: """
            kasse, barkasse, papperskasse, plastkasse, papperspase, pase, plastpase, barkasse plast,
            barkasse papper, tygkasse, fruktpase, papperspasar
            """,
            .discount: """
            rabatt, rabatter, medlemsrabatt, prisnedsattning, kupong, extrapris, kampanj, stammisrabatt,
            kampanjrabatt, mangdrabatt, prissankning, erbjudande, personalrabatt, checkrabatt, kupongrabatt,
            klubbrabatt, pris nedsatt, varurabatt, totalrabatt
            """,
            .saved: """
            sparat, du sparade, du har sparat, du sparar, total rabatt, totalt rabatt, summa rabatt, summa rabatter,
            din rabatt, dina rabatter
            """,
            .refund: "retur, aterkop, aterbetalning, returnerad vara",
            .void: "makulerad, makulering, makulerat, rattelse, angrat, korrigering, borttagen",
            .count: "antal varor, antal artiklar, antal, antal sald, antal st, st varor",
            .tip: "dricks",
            .service: "serviceavgift, serveringsavgift",
            .notItem: "kvitto, kassa, kassor, butik, datum, org nr, tack, valkommen, kvittonr",
        ],
        weak: "netto, pant, kort, retur, pase, kasse, antal, ater, kop, kampanj")

    static let danish = ReceiptLanguage(
        "da",
        [
            .subtotal: """
            subtotal, delsum, mellemsum, i alt for rabat, i alt ekskl moms, sub total, total ekskl moms, heraf netto
            """,
            .grandTotal: """
            i alt, ialt, at betale, total, total dkk, sum, belob, total kr, til udbetaling, belob i alt, i alt dkk,
            i alt kr, i alt at betale, til betaling, samlet belob, total belob, totalbelob, kobesum,
            i alt inkl moms, sum i alt, total i alt, total inkl moms, kob, subtotal i alt, at betale i alt,
            betalingsbelob
            """,
            .change: """
            byttepenge, tilbage, retur kontant, byttepenge kontant, byttepenge retur, retur byttepenge,
            tilbage kontant, kontant tilbage, kontant retur, penge tilbage, tilbage til kunde
            """,
            .cash: """
            kontant, kontanter, kontant dkk, kontant betaling, kontantbetaling, kontant betalt, betalt kontant
            """,
            .tender: """
            betalt, modtaget, gavekort, tilgodebevis, gavebevis, modtaget kontant, modtaget belob, betalt belob,
            betaling, tilgodeseddel
            """,
            .card: """
            dankort, visa dankort, kort, betalingskort, mobilepay, kortbetaling, kreditkort, debetkort, visadankort,
            kontaktlos, kort kontaktlos, betalt med kort, betaling kort, kort betaling, betalt kort,
            dankort kontaktlos
            """,
            .tax: """
            moms, heraf moms, momsbelob, moms udgor, moms i alt, moms af, moms kr, inkl moms, heraf moms i alt,
            moms belob, moms total, moms grundlag, momsgrundlag
            """,
            .rounding: "oreafrunding, afrunding, oreafr, ore afrunding, orediff, ore diff, afrunding kontant",
            .deposit: """
            pant, flaskepant, pant retur, pantbon, returpant, flaskeretur, pant a, pant b, pant c, dasepant,
            pant dase, pant flaske, pantretur, emballage, engangspant, retur pant, pant tilbage
            """,
            .bag: "baerepose, pose, bagpose, plastpose, papirpose, baereposer, indkobspose, papirsbaerepose",
            .discount: """
            rabat, rabatter, medlemsrabat, spar, tilbud, kvantumsrabat, maengderabat, besparelse, prisnedsaettelse,
            medlemspris, personalerabat, kupon, nedsat, nedsat pris, tilbudsrabat, mix tilbud, kuponrabat,
            rabatkupon, appris, app pris, linjerabat
            """,
            .saved: """
            du har sparet, du sparede, du sparer, sparet, besparelse i alt, samlet rabat, rabat i alt, total rabat,
            samlet besparelse, din besparelse, rabat total
            """,
            .refund: "retur, returvare, retur varer, tilbagebetaling",
            .void: "annulleret, annullering, fortrudt, rettelse, slettet, fejlslag, fejl rettet",
            .count: "antal varer, antal, antal linjer, antal stk, varer i alt",
            .tip: "drikkepenge",
            .service: "servicegebyr, gebyr, ekspeditionsgebyr",
            .notItem: "kvittering, bon, kasse, ekspedient, dato, cvr, cvr nr, tak, butik",
        ],
        weak: "subtotal, total, sum, pant, kort, retur, pose, antal, emballage, kob, nedsat")

    static let norwegian = ReceiptLanguage(
        "no",
        [
            .subtotal: "delsum, subtotal, mellomsum, sum for rabatt, sum ekskl mva, sub total, sum eks mva",
            .grandTotal: """
            sum, totalt, a betale, totalsum, total, sum kr, belop, til utbetaling, sum nok, sum a betale,
            totalbelop, til betaling, sluttsum, sum varekjop, sum inkl mva, kjop, totalt nok, total nok, total kr,
            totalt kr, totalt a betale, belop a betale, sum totalt
            """,
            .change: """
            veksel, tilbake, vekslepenger, tilbake kontant, vekselpenger, kontant tilbake, penger tilbake,
            tilbakebetalt kontant, veksel tilbake
            """,
            .cash: """
            kontant, kontanter, kontant nok, kontant betaling, kontantbetaling, betalt kontant, kontanter nok
            """,
            .tender: """
            betalt, mottatt, gavekort, tilgodelapp, mottatt kontant, mottatt belop, betaling, tilgodebevis,
            innbetalt
            """,
            .card: """
            bankkort, kort, bankaxept, bank axept, betalingskort, vipps, kortbetaling, kredittkort, debetkort,
            betalt med kort, betalt kort, kontaktlos, bank kort, bankterminal, betaling kort, visa bankaxept
            """,
            .tax: """
            mva, herav mva, mva grunnlag, mva belop, mva kr, mva nok, inkl mva, total mva, sum mva, mva totalt,
            herav merverdiavgift, merverdiavgift
            """,
            .rounding: "oreavrunding, avrunding, oresavrunding, ore avrunding, oreutjevning, avrunding kontant",
            .deposit: """
            pant, flaskepant, pant retur, panteretur, pantelapp, pantebon, pant flaske, pant boks, boksepant,
            pant tilbake, retur pant, pantebeholder, flaskeretur, tomflasker, tomgods
            """,
            .bag: """
            baerepose, pose, handlenett, handlepose, plastpose, papirpose, baereposer, baerepose plast,
            baerepose papir
            """,
            .discount: """
            rabatt, rabatter, medlemsrabatt, avslag, kupong, tilbud, prisavslag, mengderabatt, nedsatt,
            nedsatt pris, kundeavslag, personalrabatt, kupongrabatt, kampanjerabatt, tilbudsrabatt
            """,
            .saved: """
            du har spart, du sparte, du sparer, spart, total rabatt, rabatt totalt, sum rabatt, totalt rabatt,
            samlet rabatt, din rabatt
            """,
            .refund: "retur, returvare, tilbakebetaling, kreditnota",
            .void: "annullert, annullering, makulert, korreksjon, angret, slettet, feilslag",
            .count: "antall varer, antall, antall artikler, antall stk, varer totalt",
            .tip: "driks, drikkepenger, tips",
            .service: "servicegebyr, gebyr",
            .notItem: "kvittering, kasse, kasserer, dato, org nr, takk, butikk, salgskvittering",
        ],
        weak: "subtotal, total, sum, pant, kort, retur, pose, tips, tilbud")
}
