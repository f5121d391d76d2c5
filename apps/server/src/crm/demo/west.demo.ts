/** Summaries of meetings in France, Spain, Portugal, Ireland, Britain and the Netherlands, in the format of `germany`. */
export const west = `
ateliers-jura -232 | alpine
Maker of hinges and small parts for spectacles, 38 people. Mr Monneret has lost a big customer to Asia and must replace 15 % of
his sales within a year. Ms Bailly knows watch suppliers in Switzerland, but nobody who decides.

ateliers-jura -232 |
Their quality is beyond doubt, their offers take three weeks. *We told them so.* Ms Bailly wants to get it down to five days.

fromageries-aubrac -310 | iberia, level1
Cooperative of 76 farms. Ms Calmels brought a wheel to the fair and sold it to us by the slice. Export is 6 % of sales, mostly
to Belgium. The protected name is a help and a burden: ripening may happen in the region only.
- 700 tonnes a year, of which 90 are free for new markets
- price from EUR 13.40 per kg, wheels of 40 kg
- they can cut and pack from 200 g

fromageries-aubrac -310 |
Mr Laurens will come to the tasting in Madrid if two importers confirm. Flight and hotel at their own cost.

fromageries-aubrac -151 | iberia
Two importers tasted, one wants to start: 400 kg a month for shops in Madrid. Mr Laurens hesitates because of payment after 60
days and asks for a credit check.

fromageries-aubrac -28 | iberia, level2
Ms Vayssade explained the recall of May: one lot, listeria suspected, not confirmed. Everything is documented and the importer
was told within a day, which he praised. Sales in Spain now run at *620 kg a month*. Mr Laurens wants the north next.

fromageries-aubrac -28 |
Ms Vayssade promises the new specification in Spanish for next week. Shelf life goes up from 75 to 90 days.

bretagne-ostrea -125 | iberia, level2
At the oyster beds at low tide with Mr Le Goff. 1,100 tonnes a year, half of it goes to Paris before Christmas and the rest of
the year is quiet. Ms Kermorvant looks for restaurants abroad that buy from March to September. Packed in the morning, a box of
48 arrives in Milan within 30 hours.

bretagne-ostrea -125 |
Health certificates are issued by the authority in Vannes on the day before. *No deliveries after public holidays, therefore.*

ceramicas-levante -244 | level1
Tiles for walls, 2.1 million square metres a year. Mr Monfort had gas at four times the old price in the bad winter and has put
solar roofs on everything since. Ms Gil sells to 30 countries, but in Germany only to one chain of builders' merchants, at a
price that hardly covers the boxes.

ceramicas-levante -244 | admin
Ms Gil would pay for visits to architects in Hamburg and Munich, not for advertisements. Budget EUR 25,000 in the first year.

ceramicas-levante -70 | level3
Ms Gil reports on eleven visits to architects: four asked for samples, one has specified the large format for a hotel in Kiel,
1,900 square metres at EUR 31. The declaration of environmental data in German is now needed in a hurry.

frutas-segura -325 | iberia, level2
Lemons, oranges, table grapes; own groves and 140 growers. Ms Hurtado wants to be less dependent on two German chains. Mr
Abellán has heard that Poland pays better in winter. GlobalGAP and GRASP for all growers, *IFS Food at higher level*.

frutas-segura -325 |
Ms Ruipérez sent residue analyses of two seasons: never above a third of the limits. Good argument for Scandinavia.

frutas-segura -198 | iberia
Two chains from Poland have answered. One asks for nets of 1 kg, the other for loose lemons in class I, EUR 0.88 delivered
Poznań. Mr Abellán can do both from November. He will not deliver on commission, since the last time half a lorry 'got lost'.

frutas-segura -198 | level3
Ms Hurtado asks for an importer in Liguria, too. Introduced them to Ms Parodi, with a copy to Mr Canepa.

frutas-segura -17 | iberia, admin, level2
The season starts ten days late after the hail. Mr Abellán will serve Poland first, since the contract has a penalty, and
Liguria with what remains. Price up by four cents. He asks us to prepare both customers *before* his letter arrives.

aea-aceite -282 | iberia
Mr Almagro speaks for 62 mills. The association may not sell, but it may invite buyers, and it has money from the region for it:
EUR 45,000 for two trips of buyers. Ms Torres wants Italy, Japan and 'somebody who surprises us'.

aea-aceite -282 | level2
Proposed Australia as the surprise, where nobody has time for the harvest of others. She laughed and wrote it down.

aea-aceite -58 | iberia, level1
In Jaén for the buyers' trip with guests from Genoa and Yokohama. Nine mills in two days, blind tasting of 24 oils. Mr Almagro
is delighted, Mr Cobo explained polyphenols until late.
- Genoa: own label, asks three mills for offers
- Yokohama: small lots, tins of 250 ml, organic only
- both complained about labels that cannot be read

aea-aceite -58 |
Ms Torres needs our report with figures for the region within four weeks, or the second half of the money is not paid.

in-cantabrica -160 | north
Naval architects, 22 people, ferries and work boats with hybrid drives. Mr Setién is short of engineers, not of orders. He would
take a partner in Poland or Estonia for detail drawings, 6,000 hours a year at EUR 38. Ms Herrera checks the software.

in-cantabrica -160 | level1
Afterwards Ms Herrera introduced us to the yard next door, which looks for winches. Hanse Getriebebau may be interested.

quinta-encoberto -295 | iberia, level1
Vineyard above the Douro with 34 hectares, red and port, and four rooms for guests. Ms Vasconcelos sells well in Lisbon and not
at all abroad: *no importer, no prices for export, wonderful wine*. Mr Pinheiro makes 110,000 bottles, 30,000 of them could go.

quinta-encoberto -295 |
Calculated export prices with her at the stand: EUR 4.60 for the red of the house, 9.80 for the reserve, ex cellar.

quinta-encoberto -54 | iberia, level2
Ms Vasconcelos has three importers on trial, the one in Zürich reorders. She asks whether to go to the big fair on her own stand
or with the region. Advice: with the region, and dinners in the evening. Mr Pinheiro's new white scored 93 points.

moldes-mg -200 | america
Moulds for lamps and interior parts, 85 people. Mr Carreira delivers to the car industry in Spain and Germany and wants medical
and packaging customers, where prices hold. Tolerances of 5 µm, clean room since June.

moldes-mg -200 | level3
Ms Matias asks what American customers expect in a quotation. Sent her two examples and the usual terms of payment (40/30/30).

pennine-textile -122 | level1
Machines for weaving narrow fabrics. Since the customs border Mr Hinchliffe loses orders below GBP 20,000, because nobody wants
to bother with papers. Ms Sharma proposes a store for spare parts in Rotterdam with a fiscal representative. I find it sensible.

pennine-textile -122 |
Quotation of the representative: GBP 4,800 a year and 0.4 % of the value. *Break-even at about 60 parcels a month.*

caledonian-subsea -234 | north, level2
Inspection of cables and foundations by robot. Ms Macrae sees the oil work shrink and the wind work grow, but tenders in Denmark
ask for an office in the country. Mr Geddes has three free robots from September to March.

caledonian-subsea -19 | north, level1, admin
In Aberdeen: demonstration in the harbour basin, very convincing even in poor sight. Ms Macrae accepts the idea of a bidding
consortium with Jylland Vindservice, who bring the office, the vessels and the language. Ms Robertson has a draft with split
liability, 60 to 40.
+ Day rate with crew and vessel about GBP 31,000, without vessel 11,500. The tender for 96 foundations closes in ten weeks.

caledonian-subsea -19 | north
Mr Geddes sends the safety record of five years: one reportable incident, well documented.

vanhoutven-koel -219 | level1
Cold stores with carbon dioxide as the refrigerant. Mr van Houtven gets more requests than he can build and asks for installers
in northern France and Ireland whom he can train himself. Ms Kuipers would select four by summer.`

/** Summaries of meetings overseas, in the format of `germany`. */
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
