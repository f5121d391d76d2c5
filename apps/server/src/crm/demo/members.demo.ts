/** Summaries in the partitions of members, in the format of `germany`. */
export const members: Readonly<Record<string, string>> = {
  'pro@tradewind.test': `
hydraulik-sued -288 | south
Mr Wurm stocks valves for builders of presses and buys the ball valves from us since ten years ago. He wants high-pressure types
to *420 bar* and a price that holds for a year.

hydraulik-sued -288 |
Ms Scholz needs data sheets in German and drawings in STEP before the end of the month.

hydraulik-sued -43 | south
Ms Scholz ordered 1,200 pieces of the new series, delivery in three lots. First complaint: the packaging is too large.

vr-iberica -210 | south
Visit in Zaragoza. Ms Lacasa sells to irrigation and food plants. Brass is out, stainless is in. She expects 45 days and EUR 38
for the DN 50, we offered 41.50. Mr Gimeno will ask again in autumn.

rg-nord -154 |
Ms Lefebvre explained how her catalogue works: prices are fixed in October for a whole year, samples by August. French approval
for drinking water is *required*, ours expires next summer.

aquaflow-utilities -88 | south
Frame contract for the north of England, 9,000 valves in four years. Mr Llewellyn wants WRAS approval and a store in Leeds. Ms
Boothroyd sends the tender; two competitors, one of them local.

wwt-ausruestung -15 |
Mr Schranz plans three pumping stations and needs DN 300 with drives. Asks for a reference in the Alps, preferably above 1,500
metres.`,
  'business@tradewind.test': `
kyoto-carpentry -196 | houses
Three days in Kyoto. Mr Nishimura values our slow-grown pine for temples and tea houses and wants *beams of nine metres without
knots*. Ms Onishi handles papers: plant health certificate for each container.

nordic-house-builders -110 | houses
Ms Lindstrom builds 60 houses a year in Minnesota and imports wall elements already. Fire class and energy code must be shown by
an American laboratory. Mr Halvorson offers USD 212 per square metre.

holzbau-zentrum -26 |
Ms Stettler asks for glued beams with Swiss approval, 40 m³ to begin with. Price CHF 890 per m³ seems fine.`,
  'basic@tradewind.test': `
bodegas-altamira -145 |
Ms Altamira wants natural corks for her reserve, 180,000 a year, *no more than 0.3 % faulty*. Mr Requejo tests 500 pieces.

vinhos-rolhas -33 |
Ms Moura imports corks for 40 wineries in the south of Brazil. Needs agglomerated ones first, payment by letter of credit.`,
  'advance@tradewind.test': `
galway-trawlers -116 |
On board with Mr Ó Flaithearta: echo sounders of three makers, all of them old. He renews eleven ships within two years and
wants *one maker and one service contract*. Ms Walsh asks for leasing.

vestfjord-instrument -29 |
Mr Aune would sell our depth loggers between Bodø and Tromsø. 25 % margin, two on consignment.`,
  'pro@nordhaven.test': `
moebelhaus-foerde -86 | shops
Ms Petersen liked the oak table and the bench. She orders eight tables for three stores if we deliver in four weeks, not in ten.

bergen-interior -14 | shops
Ms Nygaard takes the lounge chair in two colours, *six each*, on sale or return until March.`,
}

/** Summaries of the tenant Nordhaven, in the format of `germany`. */
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
