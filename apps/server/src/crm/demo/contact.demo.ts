import type { contactRoles } from '@tradewind/contract/crm/contact.fields'
import type { Tx } from '#kit/database/database'
import { fold } from '#kit/database/list'
import { addDemoRecords, minutesAfter, parseTable, pseudoRandom } from '#kit/record/demo'
import type { users } from '#platform/schema/user.table'
import type { companies } from '../schema/company.table.ts'
import { contactEntity } from '../schema/contact.table.ts'

type Company = Pick<typeof companies.$inferSelect, 'uniqueId' | 'legalName' | 'country' | 'dateCreated'>
type Person = typeof users.$inferSelect

const roles: Readonly<Record<string, (typeof contactRoles)[number]>> = {
  D: 'DECISION_MAKER',
  I: 'INFLUENCER',
  N: 'NO_INFLUENCE',
}

/** By partition: the company's domain | the prefix of its phone numbers | name, title, role | the next one … */
const texts: Readonly<Record<string, string>> = {
  main: `
bergwald-praezision | +49 7071 9000 | Katrin Vogel, Managing Director, D | Jonas Rapp, Head of Purchasing, I | Miriam Haug, Quality Manager, I | Uwe Steinle, Export Clerk, N
hanse-getriebe | +49 40 66969 1 | Friedrich Carstens, Owner, D | Wiebke Lührs, Head of Sales, D | Torben Möller, Application Engineer, I | Silke Hinrichs, Assistant to the Board, N
voks-keramik | +49 9287 4710 | Reinhold Zeidler, Member of the Board, D | Anneliese Künzel, Head of Export, I | Matthias Prell, Product Manager, I | Heike Roßner, Customer Service, N
rheintal-beratung | +49 221 4710 9 | Dorothea Esser, Partner, D | Malte Brückner, Senior Consultant, I | Carla Nettesheim, Office Manager, N
lausitz-solar | +49 355 9000 6 | Heiko Lehmann, Chairman, D | Juliane Noack, Project Engineer, I | Ronny Krautz, Head of Installation, I | Doreen Petschick, Bookkeeper, N
nvme-verband | +49 421 9000 2 | Henning Oltmanns, General Secretary, D | Frauke Behrens, Head of Trade Fairs, I | Imke Siemers, Event Coordinator, N
om-valsassina | +39 0341 555 0 | Giancarlo Invernizzi, Managing Director, D | Elena Combi, Export Manager, I | Davide Rusconi, Technical Director, I | Paola Ticozzi, Accountant, N
molini-ferraro | +39 0172 555 4 | Umberto Ferraro, President, D | Chiara Ferraro, Head of Export, D | Luca Giraudo, Quality Manager, I | Sara Bonino, Logistics Coordinator, N
adriatica-impianti | +39 071 555 8 | Massimo Pierantoni, Chief Executive, D | Federica Burattini, Project Manager, I | Nicola Gioacchini, Welding Engineer, N | Giorgia Mancinelli, Buyer, I
bianchi-conti | +39 02 555 61 | Lorenzo Conti, Partner, D | Alessandra Bianchi, Partner, D | Ilaria Fontana, Associate, I
dla-liguria | +39 010 555 3 | Ornella Parodi, Managing Director, D | Stefano Canepa, Category Buyer, I | Tiziana Bruzzone, Warehouse Manager, N | Marco Traverso, Category Buyer, I
ateliers-jura | +33 3 53 01 04 | Gérard Monneret, Director, D | Solène Bailly, Commercial Engineer, I
fromageries-aubrac | +33 5 36 49 12 | Bernadette Calmels, General Manager, D | Antoine Laurens, Export Manager, I | Maëlle Vayssade, Quality Manager, I
lumiere-reseaux | +33 4 65 71 30 | Farid Benali, Founder, D | Claire Duvernay, Sales Director, I
cem-export | +33 4 65 71 88 | Laurent Giordano, Consultant, D | Samira Haddad, Junior Consultant, N
bretagne-ostrea | +33 2 61 91 05 | Yann Le Goff, President, D | Nolwenn Kermorvant, Sales Manager, I | Gwenaël Riou, Packing Manager, N
ceramicas-levante | +34 964 550 1 | Vicente Monfort, Managing Director, D | Amparo Gil, Export Area Manager, I | Raúl Beltrán, Designer, N
frutas-segura | +34 968 550 7 | Encarnación Hurtado, Managing Director, D | José Luis Abellán, Commercial Director, D | Marta Ruipérez, Food Safety Manager, I
in-cantabrica | +34 942 550 3 | Íñigo Setién, Technical Director, D | Covadonga Herrera, Naval Architect, I
aea-aceite | +34 953 550 2 | Rafael Almagro, President, D | Inmaculada Torres, Secretary General, I | Blas Cobo, Laboratory Technician, N
vanhoutven-koel | +31 10 555 41 | Pieter van Houtven, Director, D | Marloes Kuipers, Account Manager, I
delta-bollen | +31 252 555 2 | Sjaak Warmerdam, Owner, D | Anouk Zandbergen, Export Planner, N
noordzee-data | +31 50 555 90 | Hidde Postma, Chief Executive, D | Yasmin El Idrissi, Solution Architect, I
ostrowski-meble | +48 62 555 10 | Zbigniew Ostrowski, Owner, D | Magdalena Kubiak, Export Manager, I
slaskie-automatyka | +48 32 555 74 | Grzegorz Pietrzak, President, D | Joanna Wójcik, Head of Projects, I | Paweł Szymura, Service Technician, N
baltyckie-przetwory | +48 59 555 28 | Krystyna Formela, Member of the Board, D | Tomasz Reszka, Export Manager, I
kp-wisniewska | +48 12 555 06 | Barbara Wiśniewska, Tax Adviser, D | Michał Sowa, Payroll Specialist, N
moravske-sklarny | +420 571 555 3 | Radek Valášek, Director, D | Lenka Hrubá, Sales Manager, I
horak-odlitky | +420 491 555 1 | Miroslav Horák, Managing Director, D | Petra Součková, Technologist, I
alpenquell | +43 512 555 02 | Veronika Plattner, Managing Director, D | Florian Hofer, Export Manager, I | Gerlinde Mair, Order Desk, N
donau-anlagenbau | +43 732 555 19 | Leopold Aigner, Head of Division, D | Sabine Wögerbauer, Tender Manager, I
helvetia-messgeraete | +41 44 555 37 | Regula Zürcher, Chief Executive, D | Beat Hunziker, Head of Sales Europe, I
choco-leman | +41 21 555 64 | Philippe Dufour, Director, D | Joëlle Rochat, Export Manager, I | Noémie Favre, Product Developer, N
gbg-marinmotor | +46 31 390 06 | Gunnar Sandell, Managing Director, D | Annika Forsberg, Dealer Manager, I
norrlands-tra | +46 980 319 2 | Sven-Erik Lundmark, Managing Director, D | Malin Öhman, Designer, N
jylland-vind | +45 75 55 01 | Jens Kirkegaard, Chief Executive, D | Mette Østergaard, Head of Service, I | Rasmus Thy, Procurement Manager, I
aero-skib | +45 62 55 08 | Anders Bay, Master Shipwright, D | Lone Bay, Office Manager, I
nordlys-sjomat | +47 77 55 03 | Ingrid Pedersen, Managing Director, D | Øystein Hanssen, Sales Manager, I
suomen-paperikone | +358 14 555 8 | Pekka Salminen, Sales Director, D | Tiina Koskela, Spare Parts Manager, I
baltic-timber-homes | +372 655 50 | Maarja Tamm, Managing Director, D | Kristjan Pärn, Site Manager, N
vilnius-lazeriai | +370 5 255 50 | Rūta Kazlauskaitė, Chief Executive, D | Tomas Petrauskas, Application Scientist, I
quinta-encoberto | +351 254 555 0 | Leonor Vasconcelos, Owner, D | Duarte Pinheiro, Winemaker, I | Filipa Meireles, Tourism Manager, N
moldes-mg | +351 244 555 6 | Rui Carreira, Managing Director, D | Sónia Matias, Key Account Manager, I
kerry-dairy | +353 20 915 01 | Siobhán Moriarty, Innovation Director, D | Declan Foley, Export Manager, I
pennine-textile | +44 1632 9601 | Alan Hinchliffe, Managing Director, D | Priya Sharma, Sales Engineer, I
caledonian-subsea | +44 1632 9607 | Fiona Macrae, Commercial Director, D | Stuart Geddes, Operations Manager, I | Isla Robertson, Contracts Officer, N
thames-counsel | +44 20 7946 01 | Eleanor Whitcombe, Partner, D | Samuel Osei, Associate, N
maple-ridge-grain | +1 306 555 01 | Brent Kowalchuk, Purchasing Manager, D | Dana Friesen, Parts Manager, I
great-lakes-castings | +1 231 555 01 | Walter Brandsma, President, D | Denise Okafor, Supply Chain Director, I
sonora-imports | +1 520 555 01 | Guadalupe Reyes, Owner, D | Tyler Benson, Buyer, I
cascadia-metering | +1 206 555 01 | Mei Tanaka, Head of Partnerships, D | Jordan Ellis, Solutions Engineer, I
kobe-marine | +81 78 555 01 | Hiroshi Nakagawa, General Manager, D | Ayumi Fujita, International Sales, I
yokohama-trading | +81 45 555 01 | Kenji Morimoto, President, D | Haruka Ishii, Trade Consultant, I
hanbit-battery | +82 42 555 01 | Jiwoo Han, Chief Executive, D | Minseok Park, Business Development, I
marmara-oto | +90 224 555 0 | Selim Aydın, General Manager, D | Zeynep Koç, Export Specialist, I
anatolian-fruit | +90 236 555 0 | Hüseyin Çelik, President, D | Elif Yıldız, Export Manager, I
desert-rose | +971 4 555 01 | Khalid Al Suwaidi, Chairman, D | Ranjit Menon, Procurement Manager, I
pune-valves | +91 20 5550 1 | Anand Kulkarni, Managing Director, D | Sneha Joshi, Export Manager, I
bluegum-wineries | +61 8 5550 01 | Heather Lindner, Owner, D | Craig Obst, Export Manager, I
serra-gaucha-moveis | +55 54 5550 1 | Valdir Tomasini, Director, D | Patrícia Bortolini, Export Analyst, N`,
  nordhaven: `
lofoten-klippfisk | +47 76 55 02 | Torgeir Mikalsen, Managing Director, D | Solveig Dahl, Export Manager, I | Even Jakobsen, Quality Manager, I
hamnen-lastteknik | +46 8 465 004 | Charlotta Wallin, Chief Executive, D | Joakim Ström, Project Manager, I | Ebba Hallgren, Design Engineer, N
skagen-rogeri | +45 98 55 04 | Niels Thorup, Owner, D | Camilla Juhl, Sales Manager, I
porvoon-saha | +358 19 555 2 | Markku Lehtinen, Managing Director, D | Aino Virtanen, Export Manager, I | Juhani Rantala, Mill Manager, N
reykjanes-geo | +354 555 01 | Sigríður Jónsdóttir, Chief Executive, D | Gunnar Þórsson, Chief Geologist, I
liepajas-metals | +371 634 550 | Andris Kalniņš, Chairman, D | Ilze Bērziņa, Sales Director, I | Māris Ozols, Metallurgist, N
tartu-mooteriistad | +372 755 50 | Liina Saar, Managing Director, D | Rasmus Kask, Product Manager, I
klaipedos-ekspedicija | +370 46 555 0 | Darius Jankauskas, Director, D | Eglė Stonkutė, Customs Broker, I
faeroe-laks | +298 555 0 | Jógvan Joensen, Managing Director, D | Marjun Djurhuus, Sales Manager, I | Bárður Olsen, Site Manager, N
bornholm-glas | +45 56 55 09 | Kirsten Holst, Owner, D | Peter Munch, Glassblower, N`,
  'pro@tradewind.test': `
hydraulik-sued | +49 821 9000 | Gerhard Wurm, Managing Director, D | Nadine Scholz, Product Manager, I
vr-iberica | +34 976 550 4 | Pilar Lacasa, Managing Director, D | Óscar Gimeno, Buyer, I
rg-nord | +33 3 53 01 77 | Thierry Delattre, Director, D | Amandine Lefebvre, Buyer, I
aquaflow-utilities | +44 1632 9604 | Gareth Llewellyn, Technical Director, D | Hannah Boothroyd, Procurement Officer, I
petrokemija-ventili | +385 1 555 01 | Ivana Marušić, Sales Director, D
wwt-ausruestung | +43 512 555 77 | Anton Schranz, Head of Purchasing, D | Eva Tschurtschenthaler, Project Engineer, I
chemiepark-saale | +49 3461 9000 | Ralf Böhme, Plant Manager, D | Katja Hentschel, Head of Purchasing, D | Jens Urban, Maintenance Planner, I | Sylvia Thieme, Buyer, I
wodociagi-odry | +48 91 555 20 | Marcin Zalewski, Technical Director, D | Ewa Kaczmarek, Procurement Specialist, I | Łukasz Duda, Network Engineer, I
pipelines-med | +33 4 65 71 12 | Olivier Castellan, Project Director, D | Inès Ferrand, Piping Engineer, I | Karim Belkacem, Buyer, I
maasvlakte-tank | +31 10 555 88 | Ruud Hoekstra, Terminal Manager, D | Femke Visser, Buyer, I | Jeroen Smit, Maintenance Engineer, I
skane-vattenteknik | +46 42 390 06 | Karin Lindahl, Managing Director, D | Oskar Nyberg, Application Engineer, I | Sofia Ek, Order Desk, N
ct-padana | +39 0521 555 3 | Roberto Gandolfi, Head of Operations, D | Claudia Fornari, Buyer, I | Matteo Zanichelli, Maintenance Engineer, I | Laura Bassi, Quality Manager, I
bosphorus-valves | +90 216 555 0 | Mert Özkan, General Manager, D | Deniz Arslan, Sales Engineer, I
valencia-desalacion | +34 963 550 8 | Jorge Ballester, Engineering Director, D | Nuria Climent, Procurement Manager, D | Andreu Soler, Process Engineer, I`,
  'business@tradewind.test': `
kyoto-carpentry | +81 75 555 01 | Takeshi Nishimura, Guild Master, D | Yuki Onishi, Secretary, I
nordic-house-builders | +1 218 555 01 | Karen Lindstrom, President, D | Mark Halvorson, Purchasing Manager, I
holzbau-zentrum | +41 31 555 20 | Ueli Gerber, Managing Director, D | Franziska Stettler, Timber Engineer, I
timber-cork | +353 20 912 03 | Niamh O'Sullivan, Director, D`,
  'basic@tradewind.test': `
bodegas-altamira | +34 983 550 6 | Jimena Altamira, Owner, D | Tomás Requejo, Cellar Master, I
weingut-sonnenhang | +49 6531 9000 | Christoph Hauth, Owner, D
vinhos-rolhas | +55 11 5550 2 | Renata Moura, Managing Director, D | Caio Ferraz, Buyer, I`,
  'advance@tradewind.test': `
galway-trawlers | +353 20 913 01 | Ciarán Ó Flaithearta, Fleet Manager, D | Róisín Walsh, Purchasing Officer, I
vestfjord-instrument | +47 76 55 08 | Kjetil Aune, Managing Director, D`,
  'pro@nordhaven.test': `
moebelhaus-foerde | +49 461 9000 | Birgit Petersen, Head of Purchasing, D | Ole Hansen, Store Manager, I
bergen-interior | +47 55 55 07 | Silje Nygaard, Owner, D`,
}

const transliterations: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', ß: 'ss', æ: 'ae', ı: 'i', ð: 'd', þ: 'th' }
const letters = (name: string) =>
  fold(name)
    .replace(/[øłßæıðþ]/g, (letter) => transliterations[letter]!)
    .replace(/[^a-z-]/g, '')

const parseContact = (cell: string) => {
  const [fullName, title, role] = cell.split(', ')
  const [firstName, ...rest] = fullName!.split(/ (?=\S+$|van |Le |El |Al |Ó )/)
  return { firstName: firstName!, lastName: rest.join(' '), title: title!, contactRole: roles[role!]! }
}

/** The users who would enter contacts of a country: level 3 only for its own countries. */
const possibleAuthors = (people: readonly Person[], country: string) =>
  people.filter(({ role, allowedCountries }) =>
    role === 'ROLE_LEVEL3' ? allowedCountries.includes(country) : !/SUPER|LEVEL/.test(role),
  )

/** Adds a partition's contacts, and returns them by the domain of their company. Some have no number; some of the staff's have no email address. */
export const addContacts = async (
  tx: Tx,
  partition: string,
  companiesByDomain: ReadonlyMap<string, Company>,
  people: readonly Person[],
) => {
  const entered = parseTable(texts[partition]).flatMap(([domain, trunk, ...cells]) => {
    const { uniqueId: companyId, legalName: companyName, country, dateCreated } = companiesByDomain.get(domain!)!
    const by = possibleAuthors(people, country)
    return cells.map(parseContact).map((contact, at) => {
      const { firstName, lastName } = contact
      const email = `${letters(firstName)}.${letters(lastName)}@${domain}.example`
      const hasEmail = partition.includes('@') || pseudoRandom(11, email) > 0
      const number = pseudoRandom(8, email, 'number') > 0 ? `${trunk}${10 + pseudoRandom(90, email, 'extension')}` : null
      return {
        domain: domain!,
        fields: { ...contact, companyId, companyName, country, email: hasEmail ? email : null, number },
        by: by[pseudoRandom(by.length, email, 'author')]!,
        at: minutesAfter(dateCreated, 7 + at * 9 + (pseudoRandom(3, email, 'later') === 0 ? 24 * 60 : 0)),
      }
    })
  })
  const added = await addDemoRecords(tx, contactEntity, entered)
  return Map.groupBy(
    added.map((contact, at) => ({ ...contact, domain: entered[at]!.domain })),
    ({ domain }) => domain,
  )
}
