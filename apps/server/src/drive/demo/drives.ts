/**
 * What lies in the demo drives, by whose they are. A line for each file or empty folder: its path, how many days ago it came, whom it
 * (or the folder at its end) is shared with, and what stands in it. `!` before a path: it lies in the trash.
 */
export const drives: Readonly<Record<string, string>> = {
  'tenant-admin@tradewind.test': `
    Board/Plan 2027.pdf | 12 | admin | Three markets carry the plan for 2027: Germany, Italy and Poland. // Growth comes from members who move up a plan, and from two fairs fewer but better prepared.
    Board/Figures by quarter.xlsx | 9 | admin | Quarter; Members; Companies; Meetings // Q1; 212; 1480; 164 // Q2; 238; 1602; 188 // Q3; 251; 1711; 143 // Q4; 279; 1893; 201
    Contracts/Office lease Rotterdam.pdf | 310 | | Lease of 340 square metres on the third floor, from 1 January, for five years. // Notice is six months to the end of a year.
    Contracts/Insurance.pdf | 290 | | Liability up to five million euros for each case. // The period is one year and runs on by itself.
    Welcome/House rules for staff.pdf | 200 | admin level1 level2 level3 | Who meets a company writes the report within a day. // A summary goes to everyone in the project before the week ends.
    Welcome/Expenses.xlsx | 199 | admin level1 level2 level3 | Item; Limit in euros; Receipt // Hotel, a night; 140; yes // Meal; 32; yes // Train; 400; yes // Taxi; 45; yes`,
  'admin@tradewind.test': `
    Hannover Messe/Stand contract.pdf | 74 | | Stand B14 in hall 6, 48 square metres, four open sides. // Build-up begins two days before the fair.
    Hannover Messe/Hall 6.png | 70 | level1 level3 | 0 1 2 0 3 0 4 5 0 0 1 1 2 0 0 3 4 0 5 0 1 0 2 2 0 3 0 0 4 5 1 0
    Hannover Messe/Exhibitors to meet.xlsx | 66 | level1 level3 | Company; Hall; Stand; Who // Weidner Antriebe; 6; B22; Leonie // Koller Prüftechnik; 6; C03; Leonie // Fonderie Carrara; 4; A11; Lars
    Hannover Messe/Photos/Stand on day one.jpg | 31 | | 5 5 0 1 0 1 2 2 3 0 4 0 1 5 0 0 2 1 0 3 3 0 4 1
    Letters/Invitation to partners.txt | 80 | | Dear partner, // we are at Hannover Messe again, hall 6, stand B14. // Tell us when you come: we keep half an hour for you.
    Templates/Meeting report.pdf | 150 | level1 level2 level3 | Company, date, who was there. // What they need, what we said, what comes next, by when.`,
  'level1@tradewind.test': `
    Nordics/Distributors Sweden.xlsx | 44 | level2 | Company; City; Answer // Bergslagen Maskin; Västerås; interested // Kust Pumpar; Göteborg; call in May // Norrskog; Umeå; no
    Nordics/Notes from Malmö.txt | 41 | | Two of five know us. // All five ask for spare parts within two days.
    Nordics/Price list 2026.pdf | 38 | level2 | Prices are net, ex works Rotterdam, and hold until the end of the year. // From twenty pieces: four per cent. From a hundred: nine.
    !Old drafts/Letter.txt | 20 | | Dear Sir or Madam,`,
  'level2@tradewind.test': `
    Iberia/Valencia programme.pdf | 27 | level1 | Monday: two foundries in Sagunto. // Tuesday: the chamber of commerce, then the port. // Wednesday: Castellón.
    Iberia/Ceramics makers.xlsx | 25 | | Company; Town; Employees // Azulejos Mijares; Onda; 140 // Porcelánicos Ribera; Vila-real; 320 // Esmaltes del Sur; L'Alcora; 75
    Travel receipts | 18 | |`,
  'level3@tradewind.test': `
    Germany/Koller Prüftechnik/Test report.pdf | 52 | admin | 48 hours at 6 bar without a leak. // The seal of sample 3 shows wear and should be looked at again.
    Germany/Koller Prüftechnik/Rig.jpg | 52 | | 3 0 3 0 3 0 3 0 1 1 1 1 4 4 4 4
    Germany/Weidner offer.pdf | 33 | admin | Forty drives of size 3, delivery in eleven weeks. // The offer holds for thirty days.
    Italy/Foundries Lombardy.xlsx | 30 | | Company; Province; Tons a year // Fonderie Carrara; Brescia; 12000 // Getti Adda; Lecco; 4500 // Acciai Serio; Bergamo; 9800`,
  'starter@tradewind.test': `
    Katalog/Novák Strojírny 2026.pdf | 60 | free | Lathes and milling machines from Brno, since 1991. // Every machine leaves with a protocol of its measurements.
    Katalog/Machines.xlsx | 60 | free | Model; Power in kW; Price in euros // NS 220; 7.5; 28400 // NS 310; 11; 41900 // NS 500; 22; 78500
    Hall plan Brno.png | 21 | | 0 0 2 2 0 0 5 5 1 1 0 0 3 3 0 0 4 4 0 0 2 2 0 0`,
  'pro@tradewind.test': `
    Clienti/Offerta valvole DN80.pdf | 36 | free business | 120 ball valves DN80 in stainless steel, with certificate 3.1. // Delivery in six weeks, free to Rotterdam.
    Clienti/Ordini aperti.xlsx | 15 | | Cliente; Pezzi; Consegna // De Wit Advies; 120; settimana 14 // Söderholm Timber; 36; settimana 16 // Porto Ravenna; 400; settimana 20
    Certificati/ISO 9001.pdf | 240 | free | The management system of Marchetti Valvole meets ISO 9001. // Valid for three years from the day of issue.
    Certificati/Materiale 3.1.pdf | 35 | free | Heat 48117, 1.4408. Tensile strength 512 MPa, elongation 41 per cent.
    Foto/Reparto collaudo.jpg | 14 | | 2 2 2 2 0 0 0 0 5 5 5 5 0 0 0 0 1 3 1 3 1 3 1 3
    !Bozze/Listino vecchio.pdf | 8 | | Prices of last year. Do not send any more.`,
  'business@tradewind.test': `
    Sågverk/Capacity by mill.xlsx | 48 | pro | Mill; Cubic metres a month; Species // Långsele; 5200; spruce // Ånge; 3900; pine // Bispgården; 2700; spruce
    Sågverk/Grading rules.pdf | 47 | | Grade A: no loose knots, wane up to ten per cent of the length. // Grade B: sound knots without limit.
    Baltic exports/Loading plan Riga.png | 22 | free | 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 4 4 4 4 2 2 2 2
    Baltic exports/Contract of carriage.pdf | 22 | free | 1,800 cubic metres of sawn spruce, Riga to Rotterdam. // Laytime is seventy-two hours.`,
  'tenant-admin@nordhaven.test': `
    Styre/Budsjett 2027.xlsx | 16 | admin | Post; Kroner // Lønn; 4100000 // Messer; 650000 // Reiser; 380000 // Kontor; 540000
    Styre/Minutes of the board.pdf | 11 | admin | Present: all five members. // The office in Trondheim stays. A second one in Ålesund is looked into.`,
  'admin@nordhaven.test': `
    Nor-Shipping/Stand.png | 58 | tenant-admin | 5 0 0 5 1 1 0 0 2 0 0 2 3 3 0 0
    Nor-Shipping/Who comes.xlsx | 55 | tenant-admin | Name; Day // Pernille Krag; Tuesday // Anders Holm; all days // Nora Lindqvist; Wednesday`,
  'pro@nordhaven.test': `
    Møbler/Kolleksjon.pdf | 40 | admin | Seven chairs and two tables of oiled oak. // Made to order, in five weeks.
    Møbler/Prisliste.xlsx | 39 | admin | Modell; Pris // Stol Fjord; 4900 // Stol Vik; 5600 // Bord Nes; 14800`,
}
