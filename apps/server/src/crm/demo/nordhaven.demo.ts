/** Summaries of the tenant Nordhaven. Written as those of Germany are. */
export const nordhaven = `
lofoten-klippfisk -305 | seafood
Dried and salted cod, 2,100 tonnes a year. Mr Mikalsen sells to Portugal through one house in Porto, father to son. Ms Dahl
wants the restaurants, too, and a smaller cut. *Prices have risen by a third* in two years, which nobody in Porto believes.

lofoten-klippfisk -305 |
Mr Jakobsen explained grading on the stand. We may use his photographs for the brochure.

lofoten-klippfisk -120 | seafood
Ms Dahl has two restaurant suppliers in Lisbon on trial, 300 kg each. Payment in advance for the first three deliveries.

hamnen-lastteknik -270 |
Loading bridges and ramps for ferries. Ms Wallin plans the first delivery outside the Nordic countries: Tallinn and Klaipėda.
Mr Ström needs steelwork of 180 tonnes a year and has capacity at home for half of it.

hamnen-lastteknik -64 |
Liepājas Metāls can build the ramps, the first drawings are checked. Mr Ström offers EUR 2.15 per kg, painted. Ms Hallgren wants
weld inspection by a third party, cost to be shared.

hamnen-lastteknik -64 |
Mr Ström asks for the customs rules on returned frames. Answered by mail with the two forms.

skagen-rogeri -225 | seafood
Smokehouse with twelve people, eel and salmon. Mr Thorup would like Germany, but hates supermarkets. Ms Juhl has a list of 60
fish shops between Flensburg and Hanover. Smoked salmon at *EUR 29 per kg* to the shop, box of 5 kg.

skagen-rogeri -225 |
Promised a driver's route for the fish shops and a price for cooled parcels.

skagen-rogeri -21 | seafood
Fourteen shops order every week. Mr Thorup is short of salmon and asks for a second farm; named Færøernes Laks. He wants 800 kg
a week from February.

porvoon-saha -250 |
Sawmill for larch and pine. Ms Virtanen sees terraces in Denmark and Germany as the next step, Mr Lehtinen fears the claims.
- 14,000 m³ free a year
- larch EUR 410 per m³, kiln-dried, planed
- PEFC for all of it

porvoon-saha -250 |
Ms Virtanen sends the claims statistics: 11 cases in 1,900 deliveries, eight of them transport.

reykjanes-geo -181 |
Ms Jónsdóttir sells drilling plans and heat models. Latvia and Estonia have announced funds for district heating, *she needs a
local engineer to bid*. Mr Þórsson thinks that Liepāja has warm enough water at 1,200 metres.

liepajas-metals -150 |
Saw the works: cutting, welding, painting, 90 people, one shift. Mr Kalniņš wants a second shift for customers in the north. Ms
Bērziņa has prices ready, Mr Ozols the certificates for bridges and ships.

liepajas-metals -150 |
Sent Ms Bērziņa the drawings of Hamnen Lastteknik after both had signed the confidentiality agreement.

liepajas-metals -35 |
First ramp of 22 tonnes is on its way to Stockholm. Inspection found two seams to be repaired, done within a day.

tartu-mooteriistad -128 |
Moisture meters for timber and grain. Ms Saar needs a dealer in Denmark, and a mill that writes a reference. Mr Kask lends two
instruments to Porvoon Saha for a month. Price of the hand-held is EUR 640, dealers get 30 %.

tartu-mooteriistad -128 |
Mr Kask will bring the instruments himself and train the sorters.

klaipedos-ekspedicija -90 | seafood
Mr Jankauskas offers cold storage and customs for fish, EUR 9 a pallet and week. Useful for Lofoten and for the Faroes, who both
pay twice that in Hirtshals.

faeroe-laks -73 | seafood
Farmed salmon from two fjords, 9,400 tonnes. Mr Joensen wants smokehouses as customers who *pay for quality and take smaller
fish*. Ms Djurhuus can deliver twice a week by Hirtshals. ASC since last year.

faeroe-laks -73 |
Ms Djurhuus sends the price list each Friday. We pass it on to Skagen on the same day.

bornholm-glas -9 |
Ms Holst makes 6,000 glasses a year and could make 9,000. She would rather have five good shops in Norway than one chain. Samples
for Bergen are packed.

bornholm-glas -9 |
Breakage in parcels is 4 %. Recommended the boxes that Moravian glassmakers use.`
