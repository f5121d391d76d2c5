/** Summaries of meetings overseas. Written as those of Germany are. */
export const overseas = `
maple-ridge-grain -104 | america, level3
Mr Kowalchuk imports augers and dryers and asks for Italian makers of cleaning machines, up to 60 tonnes an hour. Parts must be
in Regina within two days in harvest time, or the farmer never buys again. He pays in Canadian dollars only.

great-lakes-castings -195 | america
Grey iron for pumps and presses, 9,000 tons a year. Mr Brandsma needs three spring presses to bring the work for an own product
in house. Ms Okafor compares Italy and Taiwan and asks about *service within 24 hours*.

great-lakes-castings -195 | level3
Ms Okafor's questions on the press were passed on to Mr Rusconi in Barzio, with drawings of the feeding side.

great-lakes-castings -41 | america, level3, level2
Ms Okafor has ordered three presses in Barzio. What decided was the delivery time and the visit of Ms Combi. She wants the spare
parts list before the machines arrive, with prices in dollars that hold for two years.

sonora-imports -157 | iberia
Ms Reyes imports food for the better supermarkets of Arizona, 140 shops. Olive oil, cheese, tins. She buys in pallets, mixed, and
pays on arrival. Everything must be registered with the FDA; *she does this for her suppliers* for USD 350 each.

sonora-imports -157 | level2
Mr Benson's list: oil in tins of 3 litres, sheep's cheese, quince paste. Passed on to Jaén and Laguiole.

kobe-marine -229 | gulf, level1
With Mr Nakagawa and Ms Fujita in Kobe. Compasses and log instruments of the first class, eight agents in Europe, of whom two
are over eighty. They want younger ones in Sweden and Ireland, with workshops. A decision takes them three meetings, this was
the first.

kobe-marine -229 |
Ms Fujita confirms samples for two workshops. Papers in Japanese, translation at our cost, about EUR 700.

yokohama-trading -81 | gulf, level2
Mr Morimoto buys olive oil and wine for 60 restaurants and advises makers who come to Japan. He was in Jaén and wants tins of
250 ml, organic, 6,000 for the start. Ms Ishii explains the label rules with great patience.

hanbit-battery -98 | gulf, level3
Ms Han makes coatings for battery cells and builds a pilot plant with a partner in Poland. She needs valves and tanks in
stainless steel from makers who *document every weld*. Mr Park collects offers until the end of the quarter. Adriatica Impianti
and Pune Valves should bid.

desert-rose -115 | gulf, level1, level2
Mr Al Suwaidi builds hotels and equips them. He buys porcelain, tiles, chocolate and lamps in Europe through traders and would
rather buy from the makers. Mr Menon wants three offers for each group, samples in Jebel Ali, prices with freight.
- hotel opening in 14 months, 420 rooms
- porcelain for 1,100 seats, tiles for 26,000 square metres
- payment by letter of credit, 60 days

desert-rose -115 | gulf
Told VOKS, Cerámicas Levante and Chocolaterie du Léman. All three will offer; Mr Menon wants the samples in one box.

bluegum-wineries -50 | gulf, level1
Ms Lindner sells shiraz to Singapore and Japan. China has opened again, but she does not trust it. Mr Obst asks for an importer
in Korea and for *a second life in cans*, 250 ml. Would swap market knowledge with Quinta do Vale Encoberto, two seasons apart.`
