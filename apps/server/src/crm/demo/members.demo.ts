/** What members wrote in their own partitions. Written as the summaries of Germany are. */
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
