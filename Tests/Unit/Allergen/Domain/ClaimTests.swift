import EventContracts
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Claims of suitability and absence, and serving suggestions")
struct ClaimTests {
    private func check(_ trap: Trap) throws {
        let found = try LexiconFixture.assess(trap.text)
        #expect(found.allContained.codes == trap.holds.sorted(), "held")
        #expect(found.allPossible.codes == trap.mayHold.sorted(), "possible")
    }

    @Test(
        "ALG-07: claims of suitability are not ingredients, in four languages", .slow,
        arguments: [
            Trap("Suitable for nut allergy sufferers. Ingredients: rice, sugar.", []),
            Trap(
                """
                Ingredients: rice, sunflower oil, salt. Suitable for people with milk, egg, gluten, peanut and tree \
                nut allergy.
                """,
                []),
            Trap("Rice, sugar. Suitable for: milk, egg and soya allergy sufferers.", []),
            Trap("Ingredients: rice. Safe for people who are allergic to peanuts, milk and eggs.", []),
            Trap("Ingredients: rice. Suitable for vegetarians, vegans, coeliacs and those with nut allergies.", []),
            Trap("Ingredients: rice. Suitable for people with an intolerance to milk or wheat.", []),
            Trap("Suitable for people who cannot eat milk, eggs or wheat. Ingredients: rice, salt.", []),
            Trap("Perfect for people with nut allergies. Ingredients: rice, salt.", []),
            Trap("Ingredients: rice, sugar (suitable for milk allergy sufferers), salt", []),
            Trap("INGREDIENTS: RICE, SALT. SUITABLE FOR NUT ALLERGY SUFFERERS", []),
            Trap("Ingredients: rice.\nSuitable for:\nmilk allergy sufferers", []),
            Trap("Suitable for a dairy, egg and nut-free diet. Ingredients: rice.", []),
            Trap("Convient aux personnes allergiques au lait, aux œufs et au gluten. Ingrédients : riz, eau, sel.", []),
            Trap("Ingrédients : riz, sel. Convient aux personnes souffrant d'allergies aux arachides.", []),
            Trap("Ingrédients : riz. Adapté aux intolérants au gluten et aux allergiques au lait.", []),
            Trap("Apto para personas alérgicas a la leche, al huevo y al gluten. Ingredientes: arroz, sal.", []),
            Trap("Ingredientes: arroz. Apto para celíacos y alérgicos a los frutos secos.", []),
            Trap("Ingredientes: arroz. Adecuado para personas con alergia a la leche o al huevo.", []),
            Trap("配料：大米、水。适合对牛奶、鸡蛋过敏的人群食用。", []), Trap("配料：大米。适合花生过敏者食用。", []),
            Trap("配料：大米。适合乳糖不耐受人群。", []),
        ])
    func suitability(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: claims of absence are not ingredients, in any wording",
        arguments: [
            Trap("Contains none of the following: milk, eggs, peanuts. Ingredients: rice, water, salt.", []),
            Trap("Contains: none of the following allergens - milk, eggs, peanuts", []),
            Trap("None of the 14 allergens. Ingredients: rice, salt.", []),
            Trap("Contains none of the 14 major allergens: milk, egg, fish. Ingredients: rice.", []),
            Trap("Does not contain any of the following allergens: milk, soya, nuts. Ingredients: rice.", []),
            Trap("Free from the following allergens: milk, gluten (wheat), eggs. Ingredients: rice.", []),
            Trap("Contains none of the following:\n- milk\n- eggs\n- peanuts\nIngredients: rice, water", []),
            Trap("Contains none of the following:\nMilk\nEggs\nPeanuts\n\nIngredients:\nRice\nSalt", []),
            Trap("FREE FROM:\nMILK\nEGG\nNUTS", []), Trap("Rice, salt. Milk, egg and nut free.", []),
            Trap("Ingredients: rice, salt. Gluten-, milk- and egg-free.", []),
            Trap("Ingredients: rice, salt. Dairy, gluten, soy, egg free.", []),
            Trap("Ingredients: rice, salt. No milk, eggs or nuts.", []),
            Trap("Ingredients: rice. Milk: no. Eggs: no. Gluten: yes.", [.gluten]),
            Trap("Ingredients: rice. Milk, eggs and peanuts are not present.", []),
            Trap("配料：大米、白砂糖。零添加牛奶", []), Trap("Ingredientes: arroz, azúcar. Sin TACC.", []),
            Trap("Ingredients: rice. Free from milk, eggs and all other major allergens.", []),
            Trap("Ingredients: rice (free from milk, egg), salt", []),
            Trap("Ingredients: rice. Made in a factory that does not handle nuts.", []),
            Trap("Ne contient aucun des allergènes suivants : lait, œufs, arachides. Ingrédients : riz, sel.", []),
            Trap("Ingrédients : riz. Sans lait, œufs ni gluten.", []),
            Trap("Ingrédients : riz. Ne contient pas les allergènes suivants : lait, soja.", []),
            Trap(
                "No contiene ninguno de los siguientes: leche, huevo, cacahuetes. Ingredientes: arroz, agua, sal.", []),
            Trap("Ingredientes: arroz. Ninguno de los 14 alérgenos: leche, huevo.", []),
            Trap("Ingredientes: arroz. Libre de los siguientes alérgenos: leche, soja.", []),
            Trap("不含以下过敏原：牛奶、鸡蛋、花生。配料：大米、水、食用盐。", []), Trap("配料：大米。不含任何过敏原：牛奶、鸡蛋。", []),
            Trap("配料：大米、水。不含下列致敏物质：花生、大豆、小麦。", []), Trap("配料：大米。本品均不含牛奶、鸡蛋。", []),
        ])
    func absence(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07, C17: real ingredients beside a claim are still found",
        arguments: [
            Trap("Free from milk. Ingredients: milk powder, rice.", [.milk]),
            Trap("Suitable for nut allergy sufferers, milk powder, wheat flour, sugar", [.gluten, .milk]),
            Trap("SUITABLE FOR NUT ALLERGY SUFFERERS\nMILK POWDER, WHEAT FLOUR, SUGAR", [.gluten, .milk]),
            Trap("Suitable for vegetarians, wheat flour, milk, sugar", [.gluten, .milk]),
            Trap("Suitable for vegetarians milk chocolate, sugar", [.milk]),
            Trap("Convient aux allergiques au lait, sucre, œufs", [.eggs]),
            Trap("Suitable for nut allergy sufferers. Contains milk.", [.milk]),
            Trap("Free from:\nMilk\nWheat flour\nSugar", [.gluten]), Trap("Sugar, milk, egg free", [.milk]),
            Trap("No milk, wheat flour, sugar.", [.gluten]),
            Trap("Ingredients: milk and egg-free pasta, salt", [.gluten, .milk]),
            Trap("Contains milk, nuts not present", [.milk]), Trap("non vegan milk, sugar", [.milk]),
            Trap("Not vegan: contains milk", [.milk]), Trap("fromage non végan, sel", [.milk]),
            Trap("Apto para alérgicos al huevo, leche, azúcar", [.milk]),
            Trap("Does not contain nuts (almond), milk powder, sugar", [.milk]),
            Trap("Milk, sugar, contains 0.5% or less of: wheat starch, carrageenan", [.gluten, .milk]),
            Trap("适合花生过敏者。配料：牛奶、白砂糖。", [.milk]), Trap("Ingredients: rice. Contains milk. None added.", [.milk]),
            Trap("Ingredients: rice, milk. Not used: palm oil.", [.milk]),
            Trap("Arroz, azúcar. Contiene TACC.", [.gluten]),
            Trap("Ingredients: rice, sugar\nMilk No\nEgg Yes", [.eggs, .milk]),
            Trap("Allergens | Yes | No\nMilk | X | \nEgg | | X\nIngredients: rice, sugar", [.eggs, .milk]),
        ])
    func nothingHidden(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: claims of suitability: a negated claim warns",
        arguments: [
            Trap("Rice, sugar. Not suitable for nut allergy sufferers.", [], may: [.nuts]),
            Trap("Rice. May not be suitable for people with milk allergies.", [], may: [.milk]),
            Trap("Rice. We cannot say that it is suitable for milk allergy sufferers.", [], may: [.milk]),
            Trap("Rice. We cannot guarantee that nuts are not present.", [], may: [.nuts]),
            Trap("Riz. Ne convient pas aux personnes allergiques au lait.", [], may: [.milk]),
            Trap("Riz. Déconseillé aux personnes allergiques aux arachides.", [], may: [.peanuts]),
            Trap("Arroz. No apto para alérgicos a la leche.", [], may: [.milk]),
            Trap("Arroz. No recomendado para alérgicos al huevo.", [], may: [.eggs]),
            Trap("大米。不适合牛奶过敏者食用。", [], may: [.milk]),
        ])
    func denied(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: serving suggestions beside the list are not ingredients",
        arguments: [
            Trap("Ingredients: rice, sugar, salt. Great on toast or bread!", []),
            Trap("Ingredients: rice, sugar, salt. Try it with our peanut sauce.", []),
            Trap("Ingredients: rice, sugar.\nServe with cheese and crackers.", []),
            Trap("Rice, sugar, salt. Delicious with yogurt.", []),
            Trap("Great with cheese! Ingredients: rice, sugar.", []),
            Trap("Ingredients: rice. Enjoy with milk. Contains soya.", [.soybeans]),
            Trap("Ingredients: rice.\n\nSERVING SUGGESTION: ON TOAST WITH BUTTER", []),
            Trap("Ingrédients : riz, sucre. Délicieux avec du fromage ou sur du pain.", []),
            Trap("Ingrédients : riz. À déguster avec une glace à la vanille.", []),
            Trap("Ingredientes: arroz, azúcar. Ideal para acompañar queso y pan.", []),
            Trap("Ingredientes: arroz. Sírvase con leche.", []),
            Trap("配料：大米、白砂糖。搭配牛奶食用更佳。", []), Trap("配料：大米。可与酸奶搭配食用。", []),
        ])
    func serving(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07, C17: serving suggestions within a list hide no ingredient",
        arguments: [
            Trap("Great on toast, milk, wheat flour, sugar", [.gluten, .milk]),
            Trap("Rice, delicious with milk, sugar", [.milk]),
            Trap("Ingredients: rice. Great with cheese, contains milk.", [.milk]),
            Trap("INGREDIENTS: RICE.\nGREAT ON TOAST\nMILK POWDER, SUGAR", [.milk]),
            Trap("Ingredients: rice. Spread (milk, butter 40 %, salt)", [.milk]),
        ])
    func listStays(trap: Trap) throws { try check(trap) }

    @Test(
        "C17: a claim alone is not an ingredient list",
        arguments: [
            "Contains none of the following:\nMilk\nEggs", "Suitable for nut allergy sufferers.",
        ])
    func claimAlone(text: String) throws {
        #expect(try LexiconFixture.assess(text).verdict == .couldNotRead)
    }
}
