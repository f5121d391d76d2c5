/** Summaries of meetings in Italy, in the format of `germany`. */
export const italy = `
om-valsassina -336 | america, level2
Mr Invernizzi builds presses for wire and springs, 65 people, the third generation. He sold two machines to Ohio in ten years
without ever looking for a customer there. Ms Combi has a plan for North America in the drawer, with a budget of EUR 80,000.
+ *They need UL and the Canadian equivalent for the control cabinet.* Estimated at EUR 14,000 per series.

om-valsassina -336 | level1
Ms Combi wants a partner who also stocks spare parts. Delivery by air costs up to a fifth of the part's price today.

om-valsassina -226 | america
Mr Rusconi explained what would have to change for the American market: voltage, guards, the manuals, inches on the display. He
needs four months. Great Lakes Castings asked whether the 40-tonne press can be fed from the left; it can.

om-valsassina -141 | america, alpine
Ms Combi received the first American enquiry by our list: three presses of 25 tonnes, USD 118,000 each, delivered Michigan. Her
offer was USD 121,500 with installation. *The customer compares with a maker from Taiwan* who is 15 % cheaper but delivers in
nine months; Valsassina delivers in five.

om-valsassina -34 | america, admin, level1
Visit in Barzio. The three presses for Michigan are ordered, the down payment of 30 % has arrived. Mr Invernizzi wants to know
quickly whether to rent a store near Detroit or to work with a logistics firm. Our view: a logistics firm for the first two
years, since fewer than ten machines will stand there.
+ Mr Rusconi reports on the approval: the cabinet has passed, the light curtain must be exchanged for a listed type. That delays
the first machine by three weeks at most. Ms Combi told the customer the same day.
+ What they expect of us until the next meeting:
- two or three service technicians within four hours of Detroit
- a lawyer for terms of sale under the law of Michigan
- a comparison of the logistics offers, with insurance

om-valsassina -34 | level2
Afterwards with Ms Combi on the fair in Chicago: a stand of 30 square metres costs USD 21,000 without building. She prefers to
share with two other makers of the valley.

molini-ferraro -302 | iberia, level2
Mill for soft wheat and spelt, 48,000 tonnes a year. Mr Ferraro is proud of grain from within 60 km and will not talk about
price before quality. His daughter Chiara does the talking on export: bakeries in Spain and Portugal that work with sourdough.
- organic: a third of the volume, certified
- BRC grade AA, audit each May
- bags of 5, 10 and 25 kg; silo lorries within 900 km

molini-ferraro -302 |
Samples of six flours promised to the test bakery in Zaragoza. Ms Ferraro wants written results, not compliments.

molini-ferraro -169 | iberia
The test bakery liked the spelt flour T80 and found the pizza flour too strong for the local process. Price expectation in
Spain: *EUR 0.92 per kg delivered*, Ms Ferraro had calculated 1.04. She could meet at 0.97 with full lorries every two weeks.

molini-ferraro -47 | iberia, level1, level2
Mr Giraudo has cleared the question of mycotoxins: every lot is analysed, reports come with the delivery. Ms Bonino found a
haulier with return freight from Valencia, which brings the delivered price to EUR 0.95. The first order of 22 tonnes stands.
+ Next: a visit of the Spanish buyers in Bra, if possible together with the tasting at the school of bakers.

molini-ferraro -47 | iberia
Mr Giraudo asks that Spanish labels be checked by someone who does this every day. Named the office in Murcia; about EUR 60 a
label.

adriatica-impianti -214 | america
Plants for tanks and pipes, strong with breweries and dairies. Mr Pierantoni sees orders in Canada, where two of his fitters
have worked. Ms Burattini says that welders need a Canadian test, which nobody in the company holds.

adriatica-impianti -214 |
List of references received, 14 pages. *Six of the eleven plants abroad were built for one customer*, worth knowing before we
recommend them.

adriatica-impianti -75 | america, level2
Ms Burattini has found a fabricator in Saskatchewan who would weld under his own certificates. Maple Ridge gave the name. She
asks us to check the company: credit, accidents, references. Offer for the check: EUR 1,900.

bianchi-conti -262 | tenant-admin, level3
Mr Conti offers a first hour without fee for clients of ours who need a contract under Italian law. In return he asks for
introductions to German machine makers. His English is excellent, his German is not; Ms Bianchi's is.

dla-liguria -289 | iberia, admin
Importer for delicatessen shops and small chains between Nice and La Spezia. Ms Parodi buys for EUR 9 million a year, a third
of it from Spain. She misses tinned fish of good quality and a second source of oil. Mr Canepa pays within 30 days and expects
*3 % on a year's turnover above EUR 100,000*.

dla-liguria -289 | level3
Walk through the warehouse at the port: 2,400 pallet places, a tenth of them cooled. Orders are still entered by hand twice.

dla-liguria -101 | iberia, level2
Talked on the stand in Parma for an hour. The tins of Bałtyckie Przetwory were tasted: herring yes, sprats no. Ms Parodi wants
an own label for oil from Jaén in bottles of half a litre, 40,000 a year, and will pay EUR 4.10. Mr Traverso takes over the
category from January.

dla-liguria -101 |
Mr Traverso's wish list by mail: capers, anchovies, tuna in glass, all with a date of at least 18 months on arrival.

dla-liguria -6 | iberia, level1, admin
Mr Canepa has tried the three oils from Jaén. Number two wins, number three is too bitter for the coast. He wants a firm price
for six months, since the harvest is said to be poor, and asks for *the first 8,000 bottles before Easter*. Labels in Italian
are with the printer.`
