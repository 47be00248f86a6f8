/// Words of receipts in other languages; compiled for this project, in lower case without accents.
extension ReceiptLanguage {
    static let hungarian = ReceiptLanguage(
        "hu",
        [
            .subtotal: "reszosszeg, reszosszesen, netto osszesen, kozbenso osszeg, kozbenso osszesen, netto osszeg",
            .grandTotal: """
            osszesen, osszesen ft, fizetendo, vegosszeg, fizetendo osszeg, mindosszesen, osszeg, brutto osszesen,
            osszesen fizetendo, fizetendo osszesen, vegosszesen, fizetendo ft, brutto vegosszeg, szamla osszesen
            """,
            .change: "visszajaro, visszaadott, visszajaro ft, visszaadas, visszajaro osszeg, visszateritendo",
            .cash: "keszpenz, keszpenz ft, keszp, keszpenzes fizetes, keszpenz huf, kp, keszpenzzel fizetve",
            .tender: """
            kapott, befizetett, fizetve, utalvany, befizetes, atvett, atvett osszeg, etkezesi utalvany,
            ajandekutalvany, vasarlasi utalvany, ajandekkartya, fizetett
            """,
            .card: """
            bankkartya, kartya, hitelkartya, szep kartya, bankkartyas fizetes, kartyas fizetes,
            szep kartya vendeglatas, bankkartya ft, bankkartyaval fizetve, debit kartya
            """,
            .tax: "afa, afa osszeg, afa tartalom, ebbol afa, afa osszesen, afatartalom",
            .rounding: "kerekites, kerekitve, kerekites osszege",
            .deposit: """
            betetdij, visszavaltasi dij, uveg betetdij, uvegvisszavaltas, goengyoleg, palackvisszavaltas,
            betetdijas uveg, palack betetdij, visszavaltas, gongyoleg, gongyolegjegy, visszavaltasi dij palack
            """,
            .bag: "taska, bevasarlotaska, szatyor, zacsko, reklamtaska, papirtaska, szatyrok, nejlonszatyor",
            .discount: """
            kedvezmeny, engedmeny, kupon, arengedmeny, akcios kedvezmeny, tetel kedvezmeny,
            torzsvasarloi kedvezmeny, kuponkedvezmeny, mennyisegi kedvezmeny, leertekeles
            """,
            .saved: """
            megtakaritas, on megtakaritott, megtakaritott, osszes kedvezmeny, kedvezmeny osszesen, megtakaritasa
            """,
            .refund: "visszaru, visszavet, visszavetel",
            .void: "sztorno, storno, torolt tetel, tetel sztorno, torolve, javitas",
            .count: "tetelszam, tetelek szama, darab, tetel, tetelek, osszes tetel, darabszam",
            .tip: "borravalo",
            .service: "szervizdij, felszolgalasi dij",
            .notItem: "nyugta, penztar, penztaros, datum, bizonylat, adoszam, koszonjuk, nyugtaszam, uzlet",
        ],
        weak: "afa, taska, darab, tetel, keszp, kp")

    static let finnish = ReceiptLanguage(
        "fi",
        [
            .subtotal: "valisumma, veroton yhteensa, veroton summa, veroton, summa ennen alennuksia",
            .grandTotal: """
            yhteensa, yht, loppusumma, maksettava, maksettavaa, summa, kokonaissumma, palautetaan, lasku yhteensa,
            loppusumma eur, ostokset yhteensa, yhteensa eur, yhteensa maksettava, maksettava yhteensa,
            verollinen yhteensa, loppusumma yhteensa, veloitus
            """,
            .change: """
            takaisin, vaihtoraha, rahaa takaisin, kateinen takaisin, takaisin kateinen, vaihtorahaa, takaisin eur,
            annetaan takaisin
            """,
            .cash: "kateinen, kateista, kateismaksu, kateinen eur, kateisella, kateinen raha, kateissuoritus",
            .tender: """
            maksettu, saatu, annettu, lahjakortti, maksettu eur, lahjakortilla, lounasseteli, suoritus,
            lounassetelit, saatu eur
            """,
            .card: """
            kortti, pankkikortti, korttimaksu, luottokortti, maksukortti, debit kortti, korttitapahtuma, lahimaksu,
            lounaskortti, korttiveloitus, maksettu kortilla, kortilla, debitkortti, pankkikorttimaksu, mobilepay
            """,
            .tax: """
            alv, arvonlisavero, vero, alv yhteensa, alv osuus, sis alv, alv erittely, vero yhteensa, veron osuus
            """,
            .rounding: "pyoristys, pyoristysero, pyoristetty, pyoristys eur, kateispyoristys",
            .deposit: """
            pantti, palautuspantti, pullopantti, pullopalautus, panttipalautus, tolkkipantti, palautuskuitti,
            palautuspullo, pantit, pullonpalautus, tolkinpalautus, pantti tolkki, pantti pullo, korin pantti,
            palautetut pullot, palautus pullot, pullopalautukset
            """,
            .bag: """
            muovikassi, kassi, paperikassi, kestokassi, ostoskassi, kauppakassi, biokassi, muovikassit, kangaskassi,
            hedelmapussi
            """,
            .discount: """
            alennus, alennukset, etu, tarjous, kuponki, hyvitys, tarjousalennus, plussa etu, s etu, jasenetu,
            asiakasetu, asiakasalennus, maaraalennus, ale, punalappu, kampanja alennus, henkilokunta alennus,
            erikoisalennus
            """,
            .saved: """
            saastit, saasto, saastat, etusi yhteensa, alennukset yhteensa, alennus yhteensa, etu yhteensa,
            edut yhteensa, saastosi
            """,
            .refund: "palautus, tuotepalautus",
            .void: "mitatointi, mitatoity, peruutus, peruttu, korjaus, peruutettu",
            .count: "tuotteita, kpl yhteensa, tuotteet yhteensa, tuotteiden maara, kappaletta, rivia",
            .tip: "juomaraha, tippi",
            .service: "palvelumaksu, palveluraha",
            .notItem: "kuitti, kassa, myyja, pvm, y tunnus, kiitos, myymala, kuittinro",
        ],
        weak: "yht, etu, vero, kassi, alv, saatu, veloitus")

    static let turkish = ReceiptLanguage(
        "tr",
        [
            .subtotal: "ara toplam, aratoplam, aratop, aratutar, kdv haric, kdv haric toplam, matrah",
            .grandTotal: """
            toplam, genel toplam, odenecek tutar, odenecek, toplam tutar, tutar, top, net tutar, odenecek toplam,
            genel top, toplam odeme, fatura toplami, fis toplami, yekun, genel tutar, toplam tl, odenecek tutar tl
            """,
            .change: "para ustu, paraustu, iade para, para ustu tl, paranin ustu, verilen para ustu, ustu",
            .cash: "nakit, nakit tl, pesin, nakit odeme, nakit tahsilat, nakit para, nakit try",
            .tender: """
            odenen, alinan, tahsilat, odeme, alinan para, alinan tutar, odenen tutar, verilen, yemek ceki,
            hediye ceki, hediye karti, odeme tutari
            """,
            .card: """
            kredi karti, banka karti, kart, kredi, k karti, kkarti, kredi karti odeme, temassiz, yemek karti,
            banka k, kartla odeme, kart ile odeme, kredi kart
            """,
            .tax: """
            kdv, topkdv, toplam kdv, kdv tutari, top kdv, kdv toplam, toplam kdv tutari, kdv dahil, kdv toplami
            """,
            .rounding: "yuvarlama, kusurat, yuvarlama farki",
            .deposit: "depozito, depozito iade, sise iade, depozito bedeli, sise depozito, depozito iadesi, bos sise",
            .bag: "poset, alisveris poseti, plastik poset, posetler, bez canta, kagit poset, plastik posetler",
            .discount: """
            indirim, iskonto, kupon, indirimler, kampanya, urun indirimi, indirim tutari, kampanya indirimi,
            promosyon, kart indirimi, satir indirimi, ara indirim, sepet indirimi, musteri indirimi
            """,
            .saved: """
            toplam indirim, kazanciniz, toplam kazanc, tasarruf, tasarrufunuz, indirim toplami, toplam tasarruf
            """,
            .refund: "iade, urun iade",
            .void: "iptal, satir iptal, duzeltme, urun iptal, iptal edildi",
            .count: "urun adedi, adet, toplam adet, urun sayisi, toplam urun, kalem sayisi",
            .tip: "bahsis",
            .service: "servis, servis ucreti, kuver, servis bedeli",
            .notItem: "fis, fis no, kasiyer, kasa, tarih, saat, tesekkurler, vergi dairesi, mersis",
        ],
        weak: "top, kredi, kart, servis, ustu, verilen")

    static let indonesian = ReceiptLanguage(
        "id",
        [
            .subtotal: """
            subtotal, sub total, jumlah kecil, jumlah sementara, total sebelum pajak, jumlah sebelum cukai
            """,
            .grandTotal: """
            total belanja, total bayar, jumlah, jumlah besar, total harga, total, jumlah bayar, jumlah keseluruhan,
            total tagihan, total pembayaran, total akhir, jumlah perlu dibayar, jumlah bersih, amaun perlu dibayar,
            jumlah yang perlu dibayar, jumlah pembayaran, total keseluruhan, harga jual, jumlah akhir, total dibayar
            """,
            .change: """
            kembali, kembalian, uang kembali, baki, baki tunai, uang kembalian, kembalian tunai, wang baki,
            baki dikembalikan, kembali tunai
            """,
            .cash: "tunai, bayar tunai, uang tunai, uang diterima, wang tunai, bayaran tunai, pembayaran tunai",
            .tender: """
            bayar, dibayar, dibayarkan, bayaran, pembayaran, jumlah dibayar, diterima, uang bayar, baucar,
            bayar dengan
            """,
            .card: """
            kartu, kartu kredit, kartu debit, kad kredit, kad debit, kartu bank, kartu atm, debit bca, debit bri,
            debit mandiri, qris, gopay, shopeepay, ovo, dompet digital, e wallet, ewallet, kad bank, bayaran kad
            """,
            .tax: """
            ppn, pajak, cukai, pajak restoran, ppn 11, cukai perkhidmatan, cukai jualan, pb1, pajak daerah,
            termasuk ppn
            """,
            .rounding: """
            pembulatan, penggenapan, pelarasan, pelarasan pembundaran, pembundaran, pembulatan bawah,
            pelarasan penggenapan
            """,
            .deposit: "deposit botol",
            .bag: """
            kantong, kantong plastik, beg plastik, tas belanja, tas plastik, kantong kertas, plastik bag,
            beg kertas, kantong belanja
            """,
            .discount: """
            diskon, potongan, hemat, diskaun, potongan harga, potongan diskon, diskon item, diskon member, rabat,
            potongan promo, potongan voucher, diskaun ahli, tolak diskaun
            """,
            .saved: """
            anda hemat, total hemat, total diskon, anda jimat, jumlah diskaun, penjimatan, jumlah jimat,
            total potongan
            """,
            .refund: "pengembalian, pulangan",
            .void: "batal, dibatalkan, pembatalan, koreksi",
            .count: """
            total item, jumlah item, total qty, jumlah barang, total barang, banyak item, jumlah kuantiti,
            bilangan barang
            """,
            .service: "biaya layanan, layanan, caj perkhidmatan, jasa pelayanan, biaya pelayanan, caj servis",
            .notItem: "struk, kasir, tanggal, terima kasih, juruwang, tarikh",
        ],
        weak: """
            subtotal, sub total, total, jumlah, baki, tunai, total item, total qty, baki tunai, kembali, ppn, pelarasan,
            penggenapan, cukai, ovo, e wallet, ewallet, diterima
            """)

    static let japanese = ReceiptLanguage(
        "ja",
        [
            .subtotal: "小計, 税抜計, 税抜合計, 税抜金額",
            .grandTotal: """
            合計, 総合計, 現計, 御買上計, 御買上合計, 買上計, 買上合計, 税込合計, 税込計, 請求額, 請求金額, 支払額, 支払合計, 支払金額, 会計, 合計金額, 総額
            """,
            .change: "釣, 釣銭, おつり",
            .cash: "現金, 現金支払",
            .tender: "預, 御預, 預金, 商品券, 金券",
            .card: "クレジット, 電子, 決済, 交通系, 掛売, paypay, quicpay",
            .tax: "消費税, 内税, 外税, 税額, 内消費税, 対象額, 税対象, 消費税等",
            .rounding: "端数",
            .deposit: "保証金",
            .discount: "値引, 割引, 割戻, 値下, 値引額, 優待, 値引券",
            .refund: "返品, 返金",
            .void: "取消, 訂正",
            .count: "点数, 買上点数, 御買上点数",
            .service: "席料, 奉仕料",
            .notItem: "領収書, 領収証, 担当, 責任者, 登録番号",
        ],
        weak: "小計, 合計, 現金, 預, 税額, 電子, 消費税, 預金, 点数, 割引, 保証金, 会計, 決済, 総額, 請求額, 取消")
}
