/// Words of receipts in English, French, Spanish and Chinese, in lower case without accents; compiled for this project.
enum ReceiptWords {
    static let taxSummary = Phrase.list(
        """
        gst summary, gst analysis, tax summary, tax analysis, tax details, gst details, gst breakdown, summary of taxes,
        vat summary, vat analysis, sommaire des taxes, detail des taxes, resumen de impuestos, desglose,
        desglose de impuestos, 税额汇总, 税率汇总, 税务明细, gst summ, gstsummary
        """, isTolerant: true)
    static let saved = Phrase.list(
        """
        you saved, total saving, total savings, total saved, your savings, you save, total promotional saving,
        total discounts, total discount, discount total, savings total, total coupons, savings today, today you saved,
        vous avez economise, economies totales, total des economies, total rabais, economie totale, usted ahorro,
        ud ahorro, su ahorro, ahorro total, total ahorrado, total descuentos, 为您节省, 共节省, 已节省, 本次节省, 累计节省, 為您節省, 共節省, 已節省
        """)
    static let count = Phrase.list(
        """
        item count, items sold, no of items, no of item, number of items, total items, total item, total qty,
        total quantity, tot qty, total number of items, total number of items sold, items purchased, quantity, qty,
        nombre d articles, nb articles, nbre articles, articles vendus, total articles, nombre articles,
        articulos vendidos, total articulos, no de articulos, num articulos, total de articulos, articulos, piezas,
        件数, 總件數, 件數, 總數量, 總數, 总件数, 合计数量, 总数量, 数量合计, 商品数, items, item, articles, total pieces
        """)
    static let change = Phrase.list(
        """
        change, change due, cash change, change amt, your change, change given, change back, change tendered, monnaie,
        monnaie rendue, rendu, a rendre, rendu monnaie, rendu especes, votre monnaie, cambio, su cambio,
        cambio efectivo, vuelto, su vuelto, vuelta, feria, 找零, 找赎, 找回, 找贖, 找續, 找续, baki
        """, isTolerant: true)
    static let rounding = Phrase.list(
        """
        rounding, rounding adj, rounding adjustment, round adj, round off, rounded, penny rounding, cash rounding,
        round down, round up, rounding down, rounding up, nickel rounding, roundoff, arrondi, arrondissement,
        rundungsdifferenz,
        ajustement arrondi, arrondi comptant, redondeo, ajuste por redondeo, ajuste redondeo, redondeado, 抹零, 舍入, 捨入,
        四舍五入, 四捨五入, 零头
        """, isTolerant: true)
    static let points = Phrase.list(
        """
        points, pts, rewards, reward points, optimum, loyalty, points earned, points balance, points redeemed,
        air miles, bonus points, points gagnes, solde de points, puntos, puntos ganados, saldo de puntos, 积分, 会员积分,
        本次积分, members, member, membre, miembro, 会员号, 会员卡, fuel points, point
        """)
    static let subtotal = Phrase.list(
        """
        subtotal, sub total, sub ttl, subttl, s total, net sales, total before tax, total before taxes,
        merchandise total, total excl, total excluding, total excluded, total sales excluding, total sales excl,
        total excl gst, total ex tax, amt excl, amount excl, excluded gst sub total, total without tax, taxable total,
        taxable, sous total, total partiel, total avant taxes, total avant taxe, total ht, total hors taxes,
        subtotal sin iva, total sin iva, total antes de impuestos, sub total sin impuestos, 小计, 小計, 税前合计, 税前金额
        """, isTolerant: true)
    static let includedTotal = Phrase.list(
        """
        total incl, total inclusive, total including, total sales incl, total sales inclusive, total with gst,
        total sales including, total with tax, total ttc, total inc, amount incl, amt paid incl, total gross,
        total avec taxes, total con iva, total taxes incluses, 含税合计, 含税总计
        """, isTolerant: true)
    static let grandTotal = Phrase.list(
        """
        grand total, total due, amount due, balance due, total amount due, total payable, amount payable, net total,
        nett total, nett amount, net amount, total to pay, balance to pay, amount to pay, please pay, amt due, due,
        order total, total sale, total sales, total amount, total amt, total rounded, rounded total,
        total after rounding, total amount payable, bill total, final total, total after adj, invoice total,
        total purchase, balance, net a payer, reste a payer, total a cobrar, a cobrar, montant total, total a payer,
        montant du, a payer, grand totaal, solde a payer, total general, montant a payer, total a pagar, importe total,
        total general, a pagar, total compra, total pesos, monto total, cash total, cash due, fuel total,
        总计, 合计, 總計, 合計, 總額, 總金額, 應付, 應收, 實付, 應付金額, 實付金額,
        共計, 總價, 总额, 总金额, 应付, 应收, 应付金额, 应收金额, 实付, 实付金额, 共计, 总价
        """, isTolerant: true)
    static let total = Phrase.list("total, totale, ttl, montant, importe, jumlah", isTolerant: true)
    /// A word for the total, also in rows about parts of it.
    static let amount = Phrase.list("amount")
    /// The word for an amount and the codes that may stand beside it.
    static let amountOnly = Phrase.list("amount, usd, us, cad, eur, gbp, rm")
    /// Words for the total of a refund.
    static let refundTotal = Phrase.list(
        """
        refund total, total refund, total refunded, refund amount, amount refunded, refund due, refund amt,
        total return, return total, total returned, total amount refunded, net refund, amount to refund,
        refund to customer, due to customer, refund subtotal, total credit, total rembourse, total remboursement,
        montant rembourse, remboursement total, montant du remboursement, a rembourser, total a rembourser,
        total retour, total devuelto, total devolucion, importe devuelto, total reembolso, total reembolsado,
        importe reembolsado, monto devuelto, a devolver, total a devolver, total reintegro, importe a devolver,
        erstattungsbetrag, auszahlungsbetrag, ruckzahlung, totale rimborso, importo rimborsato, terug te betalen,
        uit te betalen, total devolvido, valor a devolver, total do reembolso, do zwrotu, kwota zwrotu, suma zwrotu,
        退款总额, 退款合计, 退货合计, 退款金额, 应退, 实退, 退款總額, 退款金額, 應退, 實退, 退貨合計
        """, isTolerant: true)
    static let totalWord = Phrase.list("total", isTolerant: true)
    /// Words after "total" that change its meaning.
    static let notTotal = Phrase.list(
        """
        tax, taxes, gst, hst, pst, qst, tps, tvq, vat, iva, qty, quantity, items, item, units, saving, savings, saved,
        discount, discounts, supplies, points, pts, number, includes, included, 0%, 6%, rabais, economies, impuestos,
        descuento, descuentos, articulos, articles, deposit
        """)
    static let tax = Phrase.list(
        """
        gst, hst, pst, qst, rst, tps, tvq, tvh, tvp, vat, tva, iva, ieps, tax, taxes, sales tax, state tax, city tax,
        county tax, local tax, taxe, taxes, taxe de vente, impuesto, impuestos, impto, 税, 税额, 增值税, 消费税, 销售税, 稅, 稅額, 營業稅,
        增值稅
        """)
    /// Names that only taxes have.
    static let namedTax = Phrase.list(
        "gst, hst, pst, qst, tps, tvq, tvh, tvp, vat, tva, iva, ieps, 税额, 增值税, 销售税, 稅額, 營業稅")
    /// Words for a tax; TAX1 is read as "taxl".
    static let anyTax = Phrase.list("tax, taxes, taxl, tax2, tax3")
    /// Words for a tax that, beside others, mark a taxed item; TX1 is read as "txl".
    static let loneTax = Phrase.list("tx, txl, tx2")
    /// Words for a tax and those beside it that name its kind or what it is on.
    static let besideTax =
        anyTax + included
        + Phrase.list(
            """
            nys, ny, nj, state, city, county, local, district, municipal, sales, food, meal, meals, restaurant,
            prepared, liquor, alcohol, beverage, soda, sugar, tobacco, excise, est, estimated, tourism, on, of
            """)
    static let included = Phrase.list(
        """
        incl, included, inclusive, includes, inclus, incluse, incluses, incluido, inc, including, 含税, 已含, inclut, \
        comprend, payable, amount, amt, total
        """
    )
    static let registration = Phrase.list(
        """
        gst no, gst reg, gst id, gst registration, gst ref, hst no, vat no, tax id, tax invoice, tax inv, tps no,
        tvq no, no tps, no tvq, reg no, registration, rfc, company no, company reg, co reg no, co no, co reg, neq, 税号,
        纳税人, tax payer, gst number, no de tps
        """)
    static let cash = Phrase.list(
        """
        cash, cash tendered, comptant, especes, en especes, en efectivo, pago en efectivo, argent, argent comptant, \
        efectivo, 现金, 現金, 收现, 收現, tunai
        """,
        isTolerant: false)
    static let card = Phrase.list(
        """
        visa, visa card, mastercard, master card, mastercrd, amex, american express, interac, debit, debit card, credit,
        credit card, discover, card, visa debit, us debit, ebt, carte, carte debit, carte credit, contactless,
        google pay, paypal, carte bancaire, carte bleue, carte de credit, carte de debit, sans contact,
        titre restaurant, titres restaurant, ticket restaurant, tarjeta bancaria, tarjeta de credito, tarjeta de debito,
        tarjeta, tarjeta credito, tarjeta debito, 银行卡, 刷卡, 信用卡, 借记卡, 微信, 微信支付, 支付宝, 信用卡付款, 八達通, 悠遊卡, unionpay, 银联,
        apple pay
        """)
    static let tender = Phrase.list(
        """
        tender, tendered, tender amount, amount tendered, payment, paid, amount paid, pay, total tender, total tendered,
        gift card, gift voucher, gift certificate, store credit, carte cadeau, cheque cadeau, bon achat, bon d achat,
        bons d achat, acompte, arrhes, anticipo, ticket resto, tickets resto, titre resto, cheque dejeuner,
        tarjeta regalo,
        cheque, check, paiement, paye, recu, montant recu, pago, su pago, pagado, recibido, entregado,
        importe entregado, 实收, 收款, 付款, 收您, 已付, 實收, 收您的, payment amount, tendered amount, payment type
        """)
    static let deposit = Phrase.list(
        """
        deposit, bottle deposit, btl dep, btl deposit, bev deposit, container deposit, dep, crv, ca crv, ecofee,
        eco fee, enviro fee, recycling fee, recycle fee, env fee, env handling fee, bottle dep, deposit fee,
        can deposit, can dep, keg deposit, crate deposit, beverage deposit, deposit return scheme, drs deposit,
        redemp val, ca redemp val, redemption value, ca redemption value,
        container recycling fee, crf, consigne, consignes, consignation, depot, frais environ, ecofrais,
        consigne bouteille, consigne canette, deposito, deposito envase, envase, envases, importe envase, fianza envase,
        押金, 瓶押金, 环保费, 回收费, 環保費, 回收費
        """)
    /// Containers with a deposit, and the word for a deposit itself.
    static let container = Phrase.list(
        """
        bottle, bottles, btl, btls, can, cans, container, containers, empties, empty, crate, crates, keg, deposit,
        deposits, dep, crv, bouteille, bouteilles, canette, canettes, cannette, cannettes, contenant, contenants,
        consigne, consignes, vidange, vidanges, vides, envase, envases, botella, botellas, botes, lata, latas, casco,
        cascos, deposito, 空瓶, 瓶, 押金, 空罐, 罐
        """)
    /// Words that, together with the name of a container, mean that the container was returned.
    static let givenBack = Phrase.list(
        """
        return, returns, returned, refund, refunds, refunded, rtn, rtrn, ret, redeemed, redemption, retour, retours,
        retournee, retournees, rendu, rendue, rendues, remboursement, rembourse, devolucion, devuelto, devueltos,
        devuelta, devueltas, retorno, retornable, reembolso, 退, 退还, 退還, 返还, 返還, 回收, 退回
        """)
    /// Materials and contents of containers.
    static let containerKind = Phrase.list(
        """
        glass, plastic, aluminum, aluminium, pet, beer, pop, soda, water, wine, milk, juice, beverage, small, large,
        refillable, reverse, vending, rvm, verre, plastique, biere, vin, eau, petit, grand, vidrio, plastico, cerveza,
        refresco, agua, de, of, for, the, qty, en
        """)
    /// Marks of a returned item.
    static let returned = Phrase.list(
        """
        return, returned, returned item, return item, item return, item returned, rtn, refund, refunded, refund item,
        merchandise return, returned items, return items, items returned, customer return, returned goods, retour,
        article retourne, articles retournes, retour article, retour marchandise, retour de marchandise, retourne,
        rembourse, remboursement, devolucion, devoluciones, devuelto, articulo devuelto, articulos devueltos, reembolso,
        退货, 退貨, 退款, 退回, 退换
        """)
    /// Words besides those of `returned` in the heading of a return.
    static let returnHeading = Phrase.list(
        """
        receipt, slip, ticket, transaction, note, credit, credit note, customer, copy, merchandise, goods, item, items,
        sale, sales, store, voucher, memo, avoir, note de credit, recu, de, bon, facture, article, articles, nota,
        nota de credito, credito, recibo, venta, comprobante, articulo, articulos, 单, 單, 小票, 收据, 凭证, 商品, beleg,
        quittung, scontrino, bonnetje, paragon, talao, kvitto
        """)
    /// Words that mark the whole receipt as a return.
    static let creditNote = Phrase.list(
        "credit note, credit memo, note de credit, nota de credito, return receipt, refund receipt, 退货单, 退款单, 退貨單")
    static let bag = Phrase.list(
        """
        bag, bags, bag fee, bag charge, plastic bag, paper bag, shopping bag, reusable bag, carryout bag, sac, sacs,
        sac reutilisable, sac papier, sac plastique, frais de sac, bolsa, bolsas, bolsa reutilizable, 购物袋, 塑料袋, 袋费
        """)
    static let service = Phrase.list(
        "service charge, serv charge, svc charge, service chg, service, frais de service, servicio, 服务费")
    static let tip = Phrase.list("tip, gratuity, pourboire, propina, 小费")
    /// Words beside a tip.
    static let besideTip = Phrase.list("of, on, by, subtotal, suggested, added, recommended, guest, customer, service")
    static let discount = Phrase.list(
        """
        discount, disc, item discount, voucher, vouchers,
        coupon, coupons, coup, mfr coupon, store coupon, manufacturer coupon, promo,
        promotion, markdown, rebate, reduction, instant savings, savings, saving, sale savings, member savings,
        member price, card savings, price adj, off, reduced, clearance, multi save, deal, employee discount,
        senior discount, loyalty discount, bogo, rain check, price match, rabais, remise, escompte, economie, economies,
        promo, solde, coupon rabais, rabais membre, offre, descuento, desc, cupon, ahorro, promocion, oferta, rebaja,
        descto, dcto, store coup, mfg coupon, manuf coupon, coupon mfr, coupon fabricant, bon de reduction, bon rabais,
        cupon fabricante, vale descuento, 优惠, 優惠, 優惠券, 減價, 立減, 會員價, 特價, 優惠價, 折讓, 折价, 折價, 折價券, 代金券, 抵用券, 折扣, 减价, 立减, 优惠券,
        会员价, 特价优惠, 促销, 打折
        """)
    /// Coupons without a stated issuer: the last one of a receipt may apply to all of it.
    static let coupon = Phrase.list(
        "coupon, coupons, cupon, cupones, bon rabais, voucher, 优惠券, 優惠券, 代金券, 抵用券, 折价券, 折價券")
    /// Words for a reduced price, including reductions near the expiry date.
    static let reduction = discount + nearExpiry
    static let void = Phrase.list(
        "void, voided, item void, correction, error correct, cancelled, annule, annulation, anulado, cancelado, 作废, 取消"
    )
    static let nearExpiry = Phrase.list(
        """
        enjoy tonight, reduced to clear, quick sale, sell by, best before, near date, near expiry, close dated,
        short dated, last day, use by, manager special, managers special, flashfood, reduced, markdown, clearance,
        vente rapide, date proche, consommation rapide, rabais date, proxima caducidad, por caducar, caducidad, 临期, 近期,
        清仓, 特价临期
        """)
    /// First words of rows without a price that describe the preparation of the item above.
    static let modifier = Phrase.list(
        """
        sub, add, no, without, w, wo, w o, less, hold, on side, on the side, add on, mod, sans, ajout, remplace,
        substitut, sin, agregar, cambiar, 不要, 另加, 加料, 走, 免, ohne, senza, aggiunta, zonder, sem, bez
        """)
    /// Words that begin like a modifier but are names.
    static let notModifier = Phrase.list("no name, no bake, no salt, no sugar, sub roll, sub rolls")
    static let heading = Phrase.list(
        """
        description, descr, item, items, qty, quantity, u price, unit price, price, amount, amt, disc, total, product,
        article, articles, prix, qte, quantite, montant, produit, descripcion, cant, cantidad, precio, importe,
        articulo, producto, 品名, 商品, 数量, 单价, 金额, 名称, 小计, uprice, s price, rsp, code, desc, menu, tax
        """
    ).sorted { $0.words.count > $1.words.count }
    static let notItem = Phrase.list(
        """
        tel, phone, fax, telephone, invoice, receipt, cashier, cashler, date, time, table, trans, transaction, terminal,
        term, register, reg, ref, approval, approved, auth, aid, tvr, tsi, trace, batch, store, operator, op, order,
        order no, inv no, www, http, counter, server, clerk, customer, survey, host, chk, check no, bill to, pax,
        tax invoice, lane, ticket no, caissier, caissiere, heure, facture, recu, magasin, succursale, autorisation,
        commande, transaccion, cajero, cajera, caja, hora, fecha, ticket, tienda, sucursal, folio, autorizacion,
        factura, telefono, 电话, 收银员, 收银, 日期, 时间, 单号, 流水号, 小票, 地址, 门店, 机号, 交易, 订单, 欢迎, 谢谢, thank, thank you, thanks,
        merci, gracias, survey code, return policy, returns, salesperson, salesman, gst id, gst reg, gst no, member
        """)
    /// Words of `notItem` that also begin names of items.
    static let alsoNames = Phrase.list("table, store, chk, merci, member")
    /// Words behind a number that state a count: "2 ITEMS".
    static let counted = Phrase.list("items, item, articles, article, articulos, articulo, piezas")
    /// Names of goods that contain words for a reduction or a correction.
    static let goods = Phrase.list(
        """
        reduced fat, reduced sodium, reduced sugar, reduced salt, reduced calorie, reduced calories, correction tape,
        correction fluid, correction pen
        """)
    /// Words that may stand beside a word for a total.
    static let besideTotal: [Phrase] = [
        total, grandTotal, includedTotal, subtotal, notTotal, included, tax, namedTax, tender, cash, card, change,
        rounding,
        amountOnly, discount,
        Phrase.list(
            """
            price, sale, sales, purchase, charge, charged, order, bill, value, net, gross, excl, excluding, exclusive,
            before, after, of, in, the, your, this, for, final, euro, euros, mxn, chf, cny, usd, myr, qty, is, to, be,
            and, by, with, all, de
            """),
    ].flatMap(\.self)
    /// First words of exchange terms, which differ by one letter from a word for the change.
    static let exchange = Phrase.list("echange, echanges, echangeable, echangeables")
}
