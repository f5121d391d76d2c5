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
