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
