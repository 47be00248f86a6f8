import Foundation
import StripeWire
import Testing

@Suite("Payment provider wire format")
struct StripeFormTests {
    @Test("form encoding: nested with brackets, in order, percent-encoded")
    func encoded() {
        var form = StripeForm()
        form.set("amount", to: 903)
        form.set("metadata", "charge", to: "a/0/1")
        form.set("line_items", "0", "price_data", "product_data", "name", to: "Food Magic é & co")
        form.set("customer", to: String?.none)
        #expect(
            form.encoded == "amount=903&metadata%5Bcharge%5D=a%2F0%2F1"
                + "&line_items%5B0%5D%5Bprice_data%5D%5Bproduct_data%5D%5Bname%5D=Food%20Magic%20%C3%A9%20%26%20co")
        #expect(form["metadata[charge]"] == "a/0/1" && form["customer"] == nil)
    }

    @Test("form encoding: values round-trip")
    func roundTrip() {
        let characters = Array("aé漢🍎 &=+%[]\u{0}\n\"'/")
        for _ in 0..<500 {
            var form = StripeForm()
            for index in 0..<Int.random(in: 0...4) {
                let value = String((0..<Int.random(in: 0...12)).compactMap { _ in characters.randomElement() })
                form.set("f\(index)", "x", to: value)
            }
            #expect(StripeForm(encoded: form.encoded) == form)
        }
        #expect(StripeForm(encoded: "a=b+c&d")?["a"] == "b c")
    }

    @Test("form encoding: an invalid form is rejected", arguments: ["=x", "a=%", "a=%4", "a=%zz", "a=%ff", "a=1&&b=2"])
    func malformed(text: String) {
        #expect(StripeForm(encoded: text) == nil)
    }

    @Test("payment intent: read with expanded or referenced charge")
    func intent() throws {
        func read(_ latestCharge: String) throws -> StripeObject.PaymentIntent {
            try JSONDecoder().decode(
                StripeObject.PaymentIntent.self,
                from: Data(
                    """
                    {"id":"pi_1","object":"payment_intent","amount":903,"currency":"cad","status":"succeeded",\
                    "customer":null,
                    "metadata":{"charge":"x"},"latest_charge":\(latestCharge),"last_payment_error":null,\
                    "livemode":false}
                    """.utf8))
        }
        #expect(try read(#""ch_1""#).latestCharge == nil)
        #expect(try read("null").latestCharge == nil)
        let charge = try #require(
            try read(
                """
                {"id":"ch_1","created":1790000000,"amount_refunded":0,"payment_method_details":{"type":"card","card":
                {"brand":"visa","last4":"4242","exp_month":1}}}
                """
            ).latestCharge)
        #expect(charge.created == 1_790_000_000 && charge.paymentMethodDetails?.card?.last4 == "4242")
    }

    @Test("payment intent: an unknown status is an error")
    func unknownStatus() {
        let text = #"{"id":"pi_1","amount":1,"currency":"cad","status":"paid_twice","metadata":{}}"#
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(StripeObject.PaymentIntent.self, from: Data(text.utf8))
        }
    }
}
