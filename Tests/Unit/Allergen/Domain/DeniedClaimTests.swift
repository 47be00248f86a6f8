import EventContracts
import Testing

@testable import AllergenService

@Suite("Negated claims and trace statements")
struct DeniedClaimTests {
    private func check(_ trap: Trap) throws {
        let found = try LexiconFixture.assess(trap.text)
        #expect(found.allContained.codes == trap.holds.sorted(), "held")
        #expect(found.allPossible.codes == trap.mayHold.sorted(), "possible")
    }

    @Test(
        "ALG-07, C17: a negated claim does not exclude the allergen it mentions",
        arguments: [
            Trap("This product is not nut-free.", [], may: [.nuts]), Trap("NOT GLUTEN-FREE", [], may: [.gluten]),
            Trap("Not free from milk.", [], may: [.milk]), Trap("We are not a nut free bakery.", [], may: [.nuts]),
            Trap("No longer nut free.", [], may: [.nuts]), Trap("Not guaranteed nut free.", [], may: [.nuts]),
            Trap("We cannot guarantee that this product is nut free.", [], may: [.nuts]),
            Trap("Cannot be guaranteed free from traces of peanut.", [], may: [.peanuts]),
            Trap("Sugar. However, we can't promise it is free from peanuts.", [], may: [.peanuts]),
            Trap("Factory: Not nut free. Recipe: no nuts.", [], may: [.nuts]),
            Trap("Not suitable for dairy free diets.", [], may: [.milk]),
            Trap("We cannot guarantee any of our products are dairy or egg free", [], may: [.eggs, .milk]),
            Trap("This product is not nut-free or gluten-free.", [], may: [.gluten, .nuts]),
            Trap("Non garanti sans gluten.", [], may: [.gluten]),
            Trap("Ce produit n'est pas sans lait.", [], may: [.milk]),
            Trap("Nous ne pouvons garantir un produit sans arachides.", [], may: [.peanuts]),
            Trap("Ne peut être garanti exempt d'arachides.", [], may: [.peanuts]),
            Trap("No es libre de gluten.", [], may: [.gluten]), Trap("Producto no exento de leche.", [], may: [.milk]),
            Trap("No podemos garantizar que sea libre de frutos secos.", [], may: [.nuts]),
            Trap("No se garantiza que esté libre de nueces.", [], may: [.nuts]),
            Trap("不能保证不含花生。", [], may: [.peanuts]), Trap("无法保证完全不含坚果。", [], may: [.nuts]),
            Trap("不保證不含牛奶。", [], may: [.milk]), Trap("未能確保不含奶類。", [], may: [.milk]),
            Trap("並非無麩質。", [], may: [.gluten]),
            Trap("Almost nut free.", [], may: [.nuts]), Trap("Virtually free from milk.", [], may: [.milk]),
            Trap("Presque sans lait.", [], may: [.milk]), Trap("Casi libre de gluten.", [], may: [.gluten]),
            Trap("几乎不含花生。", [], may: [.peanuts]),
        ])
    func denied(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: a negation affects only the claim of its own sentence",
        arguments: [
            Trap("Sugar, salt. Not tested on animals. Gluten free.", []),
            Trap("Sugar, salt (not iodised), gluten-free", []),
            Trap("Sucre. Ne pas congeler. Sans gluten.", []), Trap("Azúcar. No se congele. Sin gluten.", []),
            Trap("白砂糖。不是药品。不含牛奶。", []),
        ])
    func standing(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-08: \"may be present\" and \"not excluded\" mean possible",
        arguments: [
            Trap("Sugar. Nuts: may be present.", [], may: [.nuts]),
            Trap("Sugar. Shared line with peanuts, tree nuts.", [], may: [.nuts, .peanuts]),
            Trap("Sugar. Due to manufacturing methods sesame could be present.", [], may: [.sesame]),
            Trap("Sugar. No guarantee of absence of peanuts.", [], may: [.peanuts]),
            Trap("Sucre. L'absence d'arachides ne peut être garantie.", [], may: [.peanuts]),
            Trap("Azúcar. Elaborado en un establecimiento donde se manipula cacahuete.", [], may: [.peanuts]),
            Trap("Azúcar. No se puede garantizar la ausencia de frutos secos.", [], may: [.nuts]),
            Trap("白砂糖。生产线还生产含花生的产品.", [], may: [.peanuts]),
        ])
    func traces(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07, C17: a statement ends with its line, apart from the list",
        arguments: [
            Trap("Contains: egg. Does not contain nuts\nMilk, sugar", [.eggs, .milk]),
            Trap("Does not contain nuts\nMilk", [.milk]), Trap("Ingredients: sugar, skimmed\nmilk powder", [.milk]),
        ])
    func lines(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: an additive with a stated source has only that source",
        arguments: [
            Trap("sugar, egg lecithin", [.eggs]), Trap("sucre, lécithine d'œuf", [.eggs]),
            Trap("azúcar, lecitina de huevo", [.eggs]), Trap("sucre, lécithine de soya", [.soybeans]),
            Trap("sugar, lecithin, egg", [.eggs], may: [.soybeans]),
        ])
    func namedBeside(trap: Trap) throws { try check(trap) }
}
