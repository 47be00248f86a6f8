/// Words of receipts in Romance languages; compiled for this project, in lower case without accents.
extension ReceiptLanguage {
    static let italian = ReceiptLanguage(
        "it",
        [
            .subtotal: """
            subtotale, sub totale, totale parziale, imponibile, totale imponibile, totale netto, sub tot, subtot,
            parziale, tot parziale, totale iva esclusa
            """,
            .grandTotal: """
            totale, totale euro, totale eur, totale complessivo, totale documento, totale generale,
            totale da pagare, importo, da pagare, importo totale, totale rimborso, importo rimborsato,
            tot complessivo, totale scontrino, totale a pagare, totale dovuto, netto a pagare, netto da pagare,
            totale fattura, importo dovuto, tot euro, tot da pagare, totale iva inclusa
            """,
            .change: """
            resto, resto contanti, resto eur, resto euro, resto in contanti, resto dovuto, resto contante, il resto
            """,
            .cash: """
            contanti, contante, pagamento contante, pagamento contanti, pagato contanti, importo contanti,
            pag contanti, pagamento in contanti, totale contanti, in contanti
            """,
            .tender: """
            pagato, importo pagato, pagamento, non riscosso, ricevuto, buono, buoni pasto, buono pasto,
            buono sconto, buono spesa, buono regalo, carta regalo, ticket restaurant, totale pagato, assegno
            """,
            .card: """
            bancomat, pagobancomat, carta di credito, carta di debito, carta, carte, pagamento elettronico,
            elettronico, pos, pagamento carta, pagamento pos, importo pos, carta bancomat, carte di credito,
            carta credito, carta debito, carta prepagata, pag elettronico, pagato elettronico, moneta elettronica,
            satispay, bancomat pos, contactless
            """,
            .tax: """
            di cui iva, iva, totale iva, imposta, imposte, aliquota, iva inclusa, tot iva, di cui imposta,
            iva compresa
            """,
            .rounding: "arrotondamento, arrotondamenti, arr, arrotondam, arrot, arrotond",
            .deposit: """
            cauzione, deposito cauzionale, cauzioni, vuoto, vuoti, vuoto a rendere, vuoti resi, reso vuoti,
            reso cauzione, reso vuoto, rimborso cauzione, cauzione resa, cauzione vuoto, deposito vuoto,
            cauzione bottiglia, resa vuoti
            """,
            .bag: """
            busta, shopper, sacchetto, borsa, sacchetti, buste, bioshopper, sacchetto bio, shopper bio, busta bio,
            borsa spesa, sacchetto biodegradabile
            """,
            .discount: """
            sconto, sconti, ribasso, promozione, offerta, coupon, abbuono, sconto fidelity, sconto carta, risparmio,
            sconto articolo, sconto a valore, taglio prezzo, sconto soci, sconto fedelta, sconto promo,
            sconto cassa, omaggio
            """,
            .saved: """
            hai risparmiato, risparmio totale, totale risparmio, totale sconti, totale sconto, lei ha risparmiato,
            ha risparmiato
            """,
            .refund: "reso, resi, rimborso, nota di credito, articolo reso, reso merce",
            .void: "storno, annullo, annullato, storno articolo, correzione, annullamento",
            .count: """
            numero articoli, n articoli, articoli, pezzi, totale articoli, num pezzi, totale pezzi, n pezzi,
            nr articoli, nr pezzi, pezzi n, tot articoli, tot pezzi
            """,
            .tip: "mancia",
            .service: "coperto, servizio, coperti",
            .notItem: """
            documento commerciale, documento n, scontrino, scontrino fiscale, cassa, cassiere, operatore, data, ora,
            negozio, grazie, arrivederci, p iva, partita iva, descrizione, rt, telefono
            """,
        ],
        weak: """
            resto, totale, iva, pos, carta, carte, coupon, importo, shopper, pagamento, resi, elettronico, arr, borsa,
            buono, aliquota, pezzi, vuoto, storno, imposte, buste, totale eur, offerta, reso, coperto, servizio,
            omaggio, arrot, contactless, ticket restaurant, parziale
            """)

    static let portuguese = ReceiptLanguage(
        "pt",
        [
            .subtotal: """
            subtotal, sub total, total parcial, total iliquido, total sem iva, total s iva, total mercadoria,
            valor liquido, base tributavel, incidencia
            """,
            .grandTotal: """
            total, total a pagar, total eur, total euro, total geral, valor total, valor a pagar, total liquido,
            total r, a pagar, montante a pagar, total da compra, total devolvido, valor a devolver,
            total a devolver, total do reembolso, total da nota, total da fatura, total do documento, total c iva,
            total com iva, valor total da nota, total pago, montante total
            """,
            .change: "troco, valor do troco, troco eur, troco r, troco em dinheiro, troco dinheiro, o seu troco",
            .cash: """
            dinheiro, numerario, pagamento em dinheiro, valor em dinheiro, em dinheiro, especie, pago em dinheiro,
            pagamento dinheiro, pag dinheiro
            """,
            .tender: """
            valor pago, valor recebido, entregue, valor entregue, pago, recebido, valor recebido em numerario,
            pagamento, vale, montante entregue, montante recebido, cheque, vale oferta, cartao oferta,
            cartao presente, entregue em dinheiro
            """,
            .card: """
            multibanco, cartao, cartao de credito, cartao de debito, cartao credito, cartao debito, mb way, mbway,
            pagamento multibanco, pagamento cartao, pix, cartao multibanco, cartao refeicao, vale refeicao,
            vale alimentacao, cartao alimentacao, cartao bancario, pag cartao, pago cartao, terminal multibanco,
            contactless, debito, credito
            """,
            .tax: """
            iva, valor iva, total iva, iva incluido, imposto, impostos, tributos, valor aproximado dos tributos,
            icms, val iva, total imposto, total de impostos, trib aprox, tributos aproximados, tx iva, iss
            """,
            .rounding: "arredondamento, arredondado, arredondamentos",
            .deposit: """
            deposito, vasilhame, tara, tara recuperavel, devolucao de vasilhame, devolucao vasilhame,
            retorno de vasilhame, retorno vasilhame, deposito garrafa, devolucao deposito, garrafas devolvidas,
            tara devolvida, vasilhames, casco, cascos, deposito embalagem, devolucao tara, tara perdida
            """,
            .bag: """
            saco, sacos, saco plastico, sacola, sacolas, saco reutilizavel, saco papel, saco de papel,
            sacola plastica, saco compras
            """,
            .discount: """
            desconto, descontos, desc, cupao, cupom, poupanca, promocao, desconto direto, desconto cartao,
            vale desconto, desconto imediato, desconto em cartao, desconto item, desc item, desconto promocional,
            abatimento, desc cartao, cupao desconto, promo, oferta
            """,
            .saved: """
            poupou, total poupado, poupanca total, voce economizou, economizou, total de descontos, total descontos,
            total desconto, economia total, valor poupado
            """,
            .refund: "devolucao, devolvido, reembolso, nota de credito, artigo devolvido, troca, estorno",
            .void: "anulacao, anulado, cancelamento, cancelado, item cancelado, item anulado",
            .count: """
            quantidade, n artigos, numero de artigos, artigos, total de artigos, qtd total de itens, qtd itens,
            total de itens, qtd artigos, n de artigos, nr artigos, itens
            """,
            .tip: "gorjeta, gratificacao",
            .service: "taxa de servico, taxa servico, servico, couvert",
            .notItem: """
            fatura, factura, fatura simplificada, talao, recibo, caixa, operador, data, hora, loja, contribuinte,
            nif, obrigado, obrigada, cnpj, cupom fiscal, telefone, atendido
            """,
        ],
        weak: """
            subtotal, sub total, total, total eur, total euro, total geral, a pagar, total a pagar, iva, total iva,
            pago, tara, saco, sacos, pix, vale, deposito, impostos, imposto, desc, total r, especie, reembolso,
            pagamento, troca, sacola, iva incluido, total pago, total c iva, total s iva, debito, credito, contactless,
            couvert, iss, casco, cascos, incidencia
            """)

    static let romanian = ReceiptLanguage(
        "ro",
        [
            .subtotal: "subtotal, sub total, total partial, total fara tva, valoare fara tva",
            .grandTotal: """
            total, total lei, total de plata, total ron, suma de plata, de plata, total general,
            rest de plata client, total bon, total de achitat, de achitat, suma totala, total factura, total plata,
            total general lei
            """,
            .change: "rest, rest lei, rest numerar, rest de dat, rest de dat client, rest client, rest cash, restul",
            .cash: """
            numerar, numerar lei, plata numerar, bani, numerar ron, plata cu numerar, platit numerar,
            plata in numerar
            """,
            .tender: """
            suma primita, incasat, achitat, plata, tichete, bonuri de masa, platit, suma platita, tichet masa,
            tichete masa, tichete de masa, bon valoric, card cadou, primit
            """,
            .card: """
            card, card lei, card bancar, plata card, card ron, plata cu cardul, plata cu card, platit card,
            card credit, card debit, card de masa, card tichete, pos
            """,
            .tax: """
            tva, total tva, total taxe, din care tva, din care tva a, tva a, tva b, tva c, tva inclus, total tva a
            """,
            .rounding: "rotunjire, rotunjiri",
            .deposit: """
            garantie, garantie sgr, sgr, ambalaj, returnare ambalaj, retur sgr, garantie returnata,
            garantie ambalaj, garantie sticla, ambalaj sgr, taxa garantie, restituire garantie, retur garantie,
            returnare garantie, retur ambalaje
            """,
            .bag: """
            punga, pungi, sacosa, sacose, punga hartie, punga biodegradabila, sacosa hartie, sacosa textil, plasa
            """,
            .discount: """
            reducere, discount, cupon, reduceri, economisiti, reducere articol, reducere card,
            reducere promotionala, rabat, cupon reducere, discount articol, promotie
            """,
            .saved: """
            ati economisit, economie totala, total economisit, total reduceri, ai economisit, total reducere,
            total discount
            """,
            .refund: "retur, returnat, stornare, rambursare",
            .void: "anulare, anulat, articol anulat, corectie, anulare articol",
            .count: """
            numar articole, nr articole, articole, total articole, articole vandute, nr produse, numar produse
            """,
            .tip: "bacsis",
            .service: "taxa serviciu, taxa de servire, serviciu",
            .notItem: "bon fiscal, casier, casa, data, ora, magazin, cif, multumim, nr bon",
        ],
        weak: """
            subtotal, sub total, total, rest, card, tva, total tva, discount, plata, retur, bani, sgr, garantie,
            total general, punga, cupon, total ron, card ron, total factura, total bon, total plata, pos, plasa
            """)
}
