import ReceiptReading

/// A generated purchase with consistent numbers, printable in ten layouts.
struct Basket {
    struct Line {
        var name: String
        var quantity: Double = 1
        var isWeighed = false
        var price: Int64
        var amount: Int64
        var discount: Int64 = 0
        var deposit: Int64 = 0
    }

    var language: Int
    var lines: [Line]
    var tax: Int64
    var cash: Int64?

    var subtotal: Int64 { lines.reduce(0) { $0 + $1.amount - $1.discount + $1.deposit } }
    var total: Int64 { subtotal + tax }

    private static let names = [
        [
            "OAT BREAD", "PLAIN YOGURT", "GREEN LENTILS", "RED PEPPERS", "SALTED BUTTER", "APPLE JUICE", "FROZEN PEAS",
            "RICE CRACKERS", "CHEDDAR OLD",
        ],
        [
            "PAIN DE SEIGLE", "YOGOURT NATURE", "POIS CHICHES", "POIVRONS ROUGES", "BEURRE SALE", "JUS DE POMME",
            "EPINARDS FRAIS", "CREME FRAICHE", "FROMAGE DOUX",
        ],
        [
            "PAN INTEGRAL", "YOGUR NATURAL", "LENTEJAS VERDES", "PIMIENTO ROJO", "MANTEQUILLA", "JUGO DE MANZANA",
            "ESPINACA FRESCA", "CREMA ACIDA", "QUESO FRESCO",
        ],
        ["燕麦面包", "原味酸奶", "绿豆", "红辣椒", "黄油", "苹果汁", "速冻豌豆", "米饼", "豆腐干"],
    ]

    /// A random purchase.
    init(seed: Int, language: Int) {
        var dice = SeededNumbers(seed)
        self.language = language
        lines = Self.names[language].shuffled(using: &dice).prefix(Int.random(in: 2...9, using: &dice)).map { name in
            let price = Int64.random(in: 120...2_999, using: &dice)
            var line = Line(name: name, price: price, amount: price)
            switch Int.random(in: 0..<6, using: &dice) {
            case 0:
                let grams = Int64.random(in: 105...2_990, using: &dice)
                line.isWeighed = true
                line.quantity = Double(grams) / 1_000
                line.amount = (grams * price + 500) / 1_000
            case 1:
                line.quantity = Double(Int.random(in: 2...6, using: &dice))
                line.amount = price * Int64(line.quantity)
            case 2: line.discount = line.amount / 4
            case 3: line.deposit = 10
            default: break
            }
            return line
        }
        tax = Int64.random(in: 1...899, using: &dice)
        if Bool.random(using: &dice) { cash = (lines.reduce(tax) { $0 + $1.amount + $1.deposit } / 2_000 + 1) * 2_000 }
    }

    private var words: [String: String] {
        [
            [
                "sub": "SUBTOTAL", "total": "TOTAL", "tax": "HST 13%", "cash": "CASH", "change": "CHANGE",
                "card": "VISA",
                "off": "SALE SAVINGS", "deposit": "BOTTLE DEPOSIT",
            ],
            [
                "sub": "SOUS-TOTAL", "total": "TOTAL", "tax": "TVQ 9,975 %", "cash": "COMPTANT", "change": "MONNAIE",
                "card": "INTERAC", "off": "RABAIS", "deposit": "CONSIGNE",
            ],
            [
                "sub": "SUBTOTAL", "total": "TOTAL A PAGAR", "tax": "IVA 16%", "cash": "EFECTIVO", "change": "CAMBIO",
                "card": "TARJETA", "off": "DESCUENTO", "deposit": "DEPOSITO",
            ],
            [
                "sub": "小计", "total": "合计", "tax": "税 8%", "cash": "现金", "change": "找零", "card": "银行卡", "off": "折扣",
                "deposit": "押金",
            ],
        ][language]
    }

    private func word(_ key: String) -> String { words[key] ?? key }

    private func money(_ cents: Int64) -> String { Till.money(cents, comma: language == 1) }

    private func number(_ value: Double, _ digits: Int) -> String {
        let scaled = Int((value * 1_000).rounded())
        let text = digits == 0 ? String(Int(value)) : "\(scaled / 1_000).\(String(scaled % 1_000 + 1_000).dropFirst())"
        return language == 1 ? text.replacing(".", with: ",") : text
    }

    /// Quantity and price.
    private func count(_ line: Line, _ sign: String) -> String {
        line.isWeighed
            ? "\(number(line.quantity, 3)) kg \(sign) \(money(line.price))/kg"
            : "\(number(line.quantity, 0)) \(sign) \(money(line.price))"
    }

    /// The rows of one of ten layouts.
    func rows(layout: Int) -> [String] {
        var rows = ["PINE HOLLOW MARKET", "12 Birch Street", "Ottawa ON K1A 0B1", "2026-03-14 09:26"]
        if layout == 2 || layout == 6 { rows.append("QTY  ITEM                PRICE      AMOUNT") }
        if layout == 4 { rows.append("----------------------------------------") }
        for line in lines {
            rows += article(line, layout)
            if line.discount > 0 {
                let amount = money(line.discount)
                rows.append(Till.pair("  " + word("off"), layout.isMultiple(of: 2) ? "-" + amount : amount + "-"))
            }
            if line.deposit > 0 { rows.append(Till.pair("  " + word("deposit"), money(line.deposit))) }
        }
        rows.append(Till.pair(word("sub"), money(subtotal)))
        rows.append(Till.pair(word("tax"), money(tax)))
        rows.append(Till.pair(word("total"), money(total)))
        if let cash {
            rows.append(Till.pair(word("cash"), money(cash)))
            rows.append(Till.pair(word("change"), money(cash - total)))
        } else {
            rows.append(Till.pair(word("card"), money(total)))
        }
        return rows
    }

    private func article(_ line: Line, _ layout: Int) -> [String] {
        let isOne = line.quantity == 1 && !line.isWeighed
        switch layout {
        case 0: return [Till.pair(line.name, money(line.amount))] + (isOne ? [] : ["   " + count(line, "@")])
        case 1: return (isOne ? [] : ["   " + count(line, "@")]) + [Till.pair(line.name, money(line.amount))]
        case 2:
            let first = line.isWeighed ? number(line.quantity, 3) : number(line.quantity, 0)
            return [Till.pair(first + "  " + line.name, money(line.price) + "   " + money(line.amount))]
        case 3: return [line.name, Till.pair("   " + count(line, "x"), money(line.amount))]
        case 4:
            return [
                Till.pair("0" + String(60_383_000 + line.amount) + "  " + line.name, money(line.amount), behind: "MRJ")
            ]
        case 5:
            return [Till.pair(line.name, "$" + money(line.amount), behind: "T")]
                + (isOne ? [] : ["   " + count(line, "@ $")])
        case 6: return [Till.pair(number(line.quantity, line.isWeighed ? 3 : 0) + "  " + line.name, money(line.amount))]
        case 7:
            return [
                "   " + line.name,
                Till.pair("4" + String(10_000_000 + line.amount) + "  " + count(line, "*"), money(line.amount)),
            ]
        case 8:
            return [Till.pair(line.name + " " + String(6_000_000_000 + line.amount), money(line.amount), behind: "F")]
        default: return [Till.pair(line.name, money(line.amount) + "A")] + (isOne ? [] : ["   " + count(line, "×")])
        }
    }
}
