/** Each summary has a heading (the report, and the users and projects it is shared with), then the text: `- ` starts a bullet, `+ ` a paragraph. */
export const germany = `
bergwald-praezision -342 | alpine, level1
First conversation at the tooling fair in Stuttgart. Ms Vogel wants to lower her dependence on two carmakers, who buy 70 % of
the turned parts. Mr Rapp thinks that Swiss and Czech instrument makers are the natural next customers.
+ They can offer *40,000 to 60,000 parts a month* in stainless and titanium from lot sizes of 500. ISO 9001 is valid until
next spring, *ISO 13485 is being prepared*.

bergwald-praezision -342 | level1
Asked Mr Rapp afterwards for samples and a capability sheet in English. He will send both within ten days; the machine list
exists in German only and needs a translation first.

bergwald-praezision -251 | alpine
Ms Vogel confirmed the offer: market screening for Switzerland, Austria and the Czech Republic, start at once. She does not
want Hanse Getriebebau to hear of it before the first contract is signed.
- Target price for shafts up to 20 mm: EUR 1.85 to 2.40 a piece
- Delivery four weeks after order, two with safety stock
- No agents on commission, direct sale only

bergwald-praezision -118 | alpine, level2
The audit for ISO 13485 has been passed without a major finding, Ms Haug expects the certificate in six weeks. With it the
Swiss medical customers come into reach. We agreed to reopen the talks with Helvetia Messgeräte and to send the measurement
protocols beforehand.

bergwald-praezision -118 |
Ms Haug called once more because of the protocols: Helvetia asks for Cpk 1.67 on the bore, the plant reaches 1.52 today. A new
honing spindle is on order. *Do not promise the date before she has released it.*

bergwald-praezision -23 | alpine, level1, admin
Half a day in Tübingen with a tour of the plant. The honing spindle runs, and the last three lots reached Cpk 1.71. Ms Vogel
released the figures for Helvetia Messgeräte, who had asked for 12,000 bushings a year as a start.
+ She is open to a consignment stock in Zürich if the customer commits to a yearly quantity. Mr Rapp doubts that the margin
carries the stock at the present price and wants to recalculate with the energy price of the coming year. Mr Steinle will take
over the daily correspondence with Switzerland; he speaks French, too.
+ Open points:
- price list with steps at 5,000, 10,000 and 25,000 pieces
- customs: preferential origin for the titanium bars is not proven yet
- liability cover for medical parts, at present limited to EUR 5 million
- who carries the cost of the first sample inspection

bergwald-praezision -23 | alpine
Dinner with Ms Vogel. She is thinking of handing the company over to her niece within five years and wants the export to stand
on its own feet by then. Confidential.

hanse-getriebe -330 | admin, level3
Visit at the works by the harbour. Mr Carstens builds gearboxes for ship cranes and bow thrusters, turnover EUR 31 million, a
fifth of it abroad. Ms Lührs has tried Poland and Norway through agents and was disappointed both times: no reporting, no
visits, one dispute over commission.
+ They want *one serious partner in Scandinavia* with a workshop of his own. Class approval by DNV exists, Lloyd's is missing.

hanse-getriebe -330 |
Sent Ms Lührs the checklist for choosing service partners and two contracts as models. She answers after the works holidays.

hanse-getriebe -204 | alpine
Ms Lührs has spoken with three of the five names on our list. The yard in Esbjerg has no test bench; Göteborgs Marinmotor was
friendly and asked for exclusivity in Sweden for three years. She would give one year, with a minimum of 24 gearboxes.

hanse-getriebe -61 | alpine, level2
Mr Möller presented the new planetary series GP-400: a quarter lighter, list price EUR 18,900. Serial production starts in
spring. For the Lloyd's approval a type test is planned in Hamburg, cost about EUR 42,000, half of it may be funded by the
city's export programme. We will check the conditions.

hanse-getriebe -61 |
The funding closes at the end of the quarter and takes applications only *before* the test is ordered. Told Mr Möller at once.

voks-keramik -298 | tenant-admin, level3
Met three people of the works at the consumer goods fair. Mr Zeidler sees the hotel business as the only growth: banks of
porcelain for the table sell less every year, hotels buy again every three. Ms Künzel asks for contacts to hotel suppliers in
the Gulf and in Portugal.
- Capacity free: about 90,000 pieces a month
- Dishwasher test to 3,000 cycles, certificate at hand
- Minimum order with own decoration: 2,400 pieces

voks-keramik -298 |
Mr Prell gave us the new catalogue and two sample cases. Export prices are ex works Selb, 60 days, 2 % for ten days.

rheintal-beratung -240 | admin
Ms Esser advises logistics firms on warehouse automation and would like to refer clients who want to go to Italy. She expects
*8 % of the first year's fee* for a referral; I named 5 %. She accepts a trial with two clients.

rheintal-beratung -52 | level3
The first referral became a contract, the second has gone silent. Ms Esser and Mr Brückner propose a joint breakfast for
logistics managers in Cologne in the new year, about 25 guests, cost to be shared. Date and speakers are still to be found.

lausitz-solar -275 | north
The cooperative installs solar fields on former mining land and has 46 members. Mr Lehmann looks for orders in Poland, because
grid connections at home take two years. Ms Noack has planned 12 MW across the border already as a subcontractor.

lausitz-solar -275 |
Papers received: statutes, balance sheets of three years, list of references. *Equity is thin (9 %)*; a bond for a contract
above EUR 2 million will be hard to get without a partner.

lausitz-solar -133 | north, level1
Saw the field near Cottbus, 18 MW, trackers of their own design. A tracker costs them EUR 94 per kW, which is a third below the
market. Ms Noack would license the design. Mr Lehmann wants to build himself and sees a licence as giving in.
+ We agreed that I speak with Śląskie Centrum Automatyki about controllers and about an installer for the south of Poland.

lausitz-solar -12 | north, level2
Mr Lehmann has changed his mind: a licence for Poland is fine if the name stays on the controllers. He expects EUR 6 per kW and
a minimum of 20 MW a year. The members vote next month. He asks us to be there and to answer questions.

lausitz-solar -12 |
Ms Noack mailed the draft of the licence. The clause on improvements is one-sided; our comments are in the file.

nvme-verband -318 | tenant-admin, level1
Mr Oltmanns offers members of the association a day of talks with us at each of its three fairs. 180 companies, two thirds of
them below 100 people. He wants no money, but two articles a year for the members' letter.

nvme-verband -318 |
Ms Behrens sent the dates of the shared stands. Application closes eight weeks before each fair, the fee is EUR 1,450.

nvme-verband -84 | level3
First half-year of the cooperation: 31 talks, 7 offers, 3 contracts. Mr Oltmanns is content and would extend it to web meetings
on customs and on certificates of origin. Wants names of speakers by the next board meeting.`

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

/** Summaries of meetings in the middle, the north and the east of Europe, in the format of `germany`. */
export const east = `
slaskie-automatyka -208 | alpine, level3
Integrator for controls and drives, 54 people in Dąbrowa. Mr Pietrzak lives off two steel works and knows it. Ms Wójcik would
like to serve machine makers from Germany and Italy who need cabinets: *25 % cheaper than Bavaria, six weeks*.

slaskie-automatyka -208 |
Their certificates: ISO 9001, explosion protection training for eight people, UL panel shop since last year.

slaskie-automatyka -38 | alpine, north, level1
Ms Wójcik has sent a sample controller to Lausitz Solar and found the documentation 'brave'. She can deliver 200 a year from
March at EUR 410. Her condition is a call with Ms Noack on software updates, who pays for them and how often.

baltyckie-przetwory -112 | level2
Herring, sprats and salads in jars. Ms Formela exports to Germany for own labels only and wants her brand on a shelf. Mr Reszka
names Liguria as a market nobody thinks of. MSC certificate for the herring, not for the sprats. Offer of *EUR 1.12 a jar*.

baltyckie-przetwory -112 |
Mr Reszka sends two cases to Genoa at his own cost. Sweet mustard sauce will surprise them.

horak-odlitky -190 | alpine, level3
Foundry for aluminium parts up to 12 kg, no porosity to speak of. Mr Horák has bought a second machine and is only half sold
out. Ms Součková wants drawings early, since she can often save a core. Prices from EUR 7.20 per kg, tools in five weeks.

horak-odlitky -190 |
Sent the drawing of the pump housing from Reutlingen; answer within a week with two proposals.

alpenquell -129 | level3
Mineral water and lemonades from the Inn valley. Ms Plattner does not want to send water across Europe in lorries, and we did
not want to advise it. Mr Hofer sees the *syrups*: light to carry, 18 months of date, EUR 3.90 a bottle. Test market Bavaria
and South Tyrol, with tastings in 20 shops.

alpenquell -129 | level1
Mr Hofer asks for a list of organic wholesalers in Germany with turnover and contact. We have 34, of which 12 fit.

donau-anlagenbau -164 | alpine
Builds bypasses and fish ladders for hydropower. Mr Aigner bids in Norway and loses by a few percent each time. Ms Wögerbauer
suspects that local steelwork makes the difference. She asks for three fabricators near Bergen.

donau-anlagenbau -44 | alpine, level1, level2
Mr Aigner has won: two plants, NOK 88 million, with a fabricator from our list. He needs Norwegian registration for 14 fitters
within six weeks, and somebody who explains the working hours. Very content, ready to be named as a reference.

helvetia-messgeraete -246 | alpine, level3
Ms Zürcher makes flow meters for laboratories and buys 160 turned parts from nine suppliers. She wants to go down to four and
insists on *ISO 13485 and on measured capability*. Price is the third criterion. Bergwald is new to her.

helvetia-messgeraete -246 |
Mr Hunziker mentioned delivery problems with the present supplier of bushings, up to eleven weeks. A chance.

helvetia-messgeraete -66 | alpine, level3
Mr Hunziker and the head of purchasing have read Bergwald's protocols. A sample of 300 bushings is ordered at CHF 3.10. If it
passes, 12,000 a year from spring, and a talk about consignment stock in Zürich.

choco-leman -139 | gulf, level1
Tasting in Vevey with Mr Dufour: dark bars with pear, and truffles that travel badly. Ms Rochat has an enquiry from Dubai for
hotel gifts, 30,000 boxes before Ramadan. Needed: halal certificate, no alcohol in the fillings, *temperature loggers*.

choco-leman -139 | gulf
Ms Rochat calculates CHF 6.20 a box; the customer named USD 6.00 delivered. Air freight alone is 0.85.

gbg-marinmotor -212 | north, level2
Mr Sandell sells and services marine engines along the west coast, 40 people, a workshop with a test bench. He looks for gearing
and thrusters to sell beside the engines. Ms Forsberg has a network of 22 dealers and trains them each winter.
- wants exclusivity for Sweden, three years
- pays after 30 days, no consignment

gbg-marinmotor -79 | north, level1
Mr Sandell would sign for one year if Hanse Getriebebau gives him a demonstration gearbox for the winter training. He expects
24 units to be hard and 18 to be certain. *They should meet in person now*, we are only carrying notes.

jylland-vind -260 | north, level1
Service of turbines on land and at sea, 130 people, three vessels. Mr Kirkegaard wants to follow his Danish customers to Britain
and Spain. Ms Østergaard worries about technicians: 20 places are open. Mr Thy buys gearboxes for EUR 3 million a year.

jylland-vind -260 |
Mr Thy is open to a second source for yaw drives. Sent the leaflet of Hanse Getriebebau, who answered the same evening.

jylland-vind -31 | north, level2, admin
The consortium with Caledonian Subsea takes shape: Ms Østergaard plans vessel and crew, Mr Kirkegaard wants 45 % and the lead
towards the customer. Open: currency, and who insures the robots in the harbour. Meeting of both at the fair in Esbjerg.

jylland-vind -31 | north
Short call with Ms Østergaard on training: the school in Cottbus could take ten technicians. Lausitz Solar knows the people.

nordlys-sjomat -107 | north, level1
Cod and king crab from Tromsø. Ms Pedersen sells to London and Seoul and wants Spain, since her grandmother sold there already.
Mr Hanssen names NOK 62 per kg for fillets, fresh, by lorry in 72 hours. ASC is irrelevant, MSC is there.

baltic-timber-homes -172 | level3
In the hall near Maardu: six houses a month, walls with windows and cladding. Ms Tamm has sold 40 houses to Germany through one
agent, who retires. She looks for *three regional builders* rather than for a new agent. Approval by the institute in Berlin
exists for walls, not for roofs.

vilnius-lazeriai -136 | alpine, level3
Lasers for cutting glass and thin metal. Ms Kazlauskaitė sells to universities and wants industry. Mr Petrauskas offers free
trials on customers' parts, which convinces everybody who sends some. Moravské Sklárny and Bergwald should.

vilnius-lazeriai -136 | level2
Price of the entry model is EUR 148,000, delivery in 20 weeks, installation included in the European Union.`
