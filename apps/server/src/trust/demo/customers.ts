import { isNotNull } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { contacts } from '#crm/schema/contact.table'
import type { Tx } from '#kit/database/database'
import { drawn, rowsOf } from '#kit/record/demo'
import type { Customer } from './asked.demo.ts'

/**
 * Companies that let themselves be reviewed. Nobody signs in as their people.
 * Brand | its country | person | address | plan: B, A, P or X for business | P partner, F found, R a remark is reported | type: M, D, C or F | stars about which answers lie | customers asked
 * and beneath it what it says of itself, a paragraph a line.
 */
export const brands = `
Adriatica Olive Mills | HR | Ivana Perković | ivana@adriatica-mills.example | P | PF | M | 4.5 | 52
We press olives within six hours of the harvest, on two lines near Šibenik, and bottle for shops and kitchens in eleven countries.
Samples go out within a week, with the analysis of the batch that they were taken from.

Fjordlys Seafood | NO | Sigrid Nesbø | sigrid@fjordlys.example | X | PFR | M | 4.2 | 60
Smoked salmon and arctic char from three farms north of Bodø, cut and packed to order.
Pallets leave Tromsø on Tuesdays and Fridays. Every box carries the farm, the pen and the day.

Keller & Brandt Werkzeuge | DE | Matthias Keller | m.keller@keller-brandt.example | P | PF | M | 4.3 | 44
Cutting tools for hardened steel since 1962. Our forty people in Remscheid grind special shapes from one piece upwards.
Drawings come back with a price in two working days.

Hollandse Kas Systemen | NL | Joost Verbruggen | joost@kas-systemen.example | A | PFR | M | 3.7 | 38
Greenhouses from 500 square metres to ten hectares: frame, glass, climate and commissioning from one hand.

Atelier Roussillon | FR | Clémence Vidal | clemence@atelier-roussillon.example | P | PF | M | 4.6 | 31
Linen and hemp fabrics, woven in the Vaucluse and dyed with ochres from the next village. Minimum order: one bolt.

Cerámica Azul de Onda | ES | Amparo Ribes | amparo@ceramica-azul.example | A | F | M | 3.4 | 29
Wall tiles, glazed by hand, in 48 colours that we keep for at least ten years.

Baltic Freight Partners | PL | Marek Zieliński | marek@baltic-freight.example | P | PF | C | 4.1 | 47
Road, sea and customs between the Baltic and the Black Sea. One contact for each shipment, day and night.

Lindgren Export Counsel | SE | Elin Lindgren | elin@lindgren-counsel.example | X | PF | C | 4.7 | 36
Contracts, approvals and payment terms for manufacturers who sell abroad for the first time. Fixed fees, named in advance.

Porto Market Entry | PT | Tiago Moreira | tiago@porto-entry.example | A | PF | C | 3.9 | 33
We find the first ten customers in Portugal and Brazil, and stay until the reorders come without us.

Donau Handelshaus | AT | Stefan Gruber | s.gruber@donau-handelshaus.example | P | PF | D | 4.0 | 55
Hand tools and fittings for 1,400 retailers in Austria, Hungary and Slovenia. Orders until three leave the same day.

Celtic Fine Foods | IE | Orla Brennan | orla@celtic-foods.example | P | PF | D | 4.4 | 41
We bring small producers to delicatessens in Ireland and Britain, and tell each of them what is said at the counter.

Helvetia Instruments Trading | CH | Reto Ammann | reto@helvetia-trading.example | X | PF | D | 3.8 | 27
Measuring instruments for laboratories and water works, with a calibration bench of our own in Winterthur.

Caffè Bellandi | IT | Giulia Bellandi | giulia@bellandi.example | X | PF | F | 4.2 | 39
Forty-one bars between Turin and Vienna, each run by its owner. We roast, train and stand behind the bar for the first two weeks.

Bright Steps Language Schools | GB | Harriet Colling | harriet@bright-steps.example | P | PF | F | 3.6 | 34
Evening courses for people in work. Partners get the method, the books and a teacher who trains theirs.

Oslo Bike Garage | NO | Mads Haugen | mads@bike-garage.example | A | F | F | 4.3 | 18
Workshops for bicycles that people ride to work. Five partners so far, and one fixed monthly fee.

Tatra Springs | SK | Zuzana Kováčová | zuzana@tatra-springs.example | B | F | M | 4.0 | 0
Mineral water from a source at 900 metres, in glass.`

/** What those who can sign in to an evaluation say of their companies: address | flags | type | stars | customers asked beside the own contacts. */
export const members = `
pro@tradewind.test | PF | M | 4.3 | 0
Valves for water, steam and chemicals from Lumezzane, made by the family since 1954. Each is tested at one and a half times its pressure, and leaves with its certificate.
Spare parts for everything that we have built since 1980 are in stock.

pro@nordhaven.test | PF | M | 4.4 | 22
Chairs and tables of oiled oak, made in a workshop of nine near Horsens. We repair what we have made, for as long as we are here.`

/** Buyers who are asked. The last three companies are contacts of the staff as well, who have met them. Company | domain | name, title | the next one … */
const customers = `
Bergmann Haustechnik | bergmann-haustechnik | Sabine Bergmann, Owner | Uwe Kranz, Head of Purchasing
Nordstern Kontor | nordstern-kontor | Henrik Paulsen, Buyer | Gesa Thomsen, Managing Director
Alpenhof Hotels | alpenhof-hotels | Theresa Lechner, Procurement Manager | Markus Egger, Head Chef
Quartier Vert | quartier-vert | Nathalie Perrin, Director | Julien Masson, Buyer
Maison Delacroix | maison-delacroix | Étienne Delacroix, Owner | Camille Roche, Buyer
Les Halles de Nantes | halles-nantes | Pascal Guérin, Category Manager | Amélie Tanguy, Quality Manager
Brouwer Techniek | brouwer-techniek | Wim Brouwer, Director | Lotte Jansen, Planner
Zuiderhaven | zuiderhaven | Sander de Boer, Logistics Manager | Inge Mulder, Buyer
Fratelli Ricci | fratelli-ricci | Paolo Ricci, Partner | Marta Colombo, Buyer
Officine Tevere | officine-tevere | Fabio Santoro, Plant Manager | Elisa Greco, Engineer
Bottega Nuova | bottega-nuova | Silvia Moretti, Owner | Andrea Villa, Store Manager
Talleres Ebro | talleres-ebro | Javier Navarro, Director | Lucía Serrano, Buyer
Mercado del Puerto | mercado-puerto | Carmen Ortega, Category Manager | Diego Molina, Buyer
Casa Figueira | casa-figueira | Rita Figueira, Owner | Nuno Tavares, Buyer
Harbour & Hill | harbour-hill | Charlotte Webb, Managing Director | Oliver Grant, Buyer
Pennant Engineering | pennant-engineering | Rhys Morgan, Chief Engineer | Emma Lloyd, Procurement Officer
The Corner Larder | corner-larder | Grace Hughes, Owner | Tom Barrett, Manager
Dunmore Supplies | dunmore-supplies | Aisling Kelly, Director | Conor Walsh, Buyer
Vesterbro Handel | vesterbro-handel | Katrine Møller, Buyer | Søren Lund, Director
Sundsvall Industri | sundsvall-industri | Erik Hedlund, Plant Manager | Maria Wikström, Purchaser
Fjellheim | fjellheim | Ingvild Bakke, Manager | Ola Strand, Chef
Saimaa Trading | saimaa-trading | Mikko Laine, Managing Director | Sanna Heikkinen, Buyer
Wisła Hurt | wisla-hurt | Agnieszka Nowak, Category Manager | Piotr Kowalczyk, Director
Praha Import | praha-import | Tomáš Dvořák, Owner | Jana Procházková, Buyer
Duna Kereskedelem | duna-kereskedelem | Gábor Szabó, Director | Eszter Tóth, Buyer
Zagreb Opskrba | zagreb-opskrba | Marko Horvat, Managing Director | Ana Babić, Buyer
Limmat Labor | limmat-labor | Daniel Frei, Laboratory Manager | Nicole Baumann, Buyer
Attika Emporiki | attika-emporiki | Nikos Georgiou, Director | Eleni Papadaki, Buyer
Bosporus Ticaret | bosporus-ticaret | Emre Demir, Owner | Selin Kaya, Buyer
Cardinal Supply | cardinal-supply | Megan Foster, Procurement Manager | Ryan Hayes, Vice President
Lausitz Solartechnik | lausitz-solar | Heiko Lehmann, Chairman | Juliane Noack, Project Engineer
Molini Ferraro | molini-ferraro | Umberto Ferraro, President | Chiara Ferraro, Head of Export
Fromageries Réunies de l'Aubrac | fromageries-aubrac | Bernadette Calmels, General Manager | Antoine Laurens, Export Manager`

const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøß]/g, (letter) => ({ ł: 'l', ø: 'o' })[letter] ?? 'ss')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const roles = ['DECISION_MAKER', 'INFLUENCER'] as const

const pool = rowsOf(customers).flatMap(([companyName, domain, ...people]) =>
  people.map((person, at) => {
    const [fullName, title] = person.split(', ')
    const [firstName, ...rest] = fullName!.split(' ')
    const lastName = rest.join(' ')
    const email = `${plain(firstName!)}.${plain(lastName)}@${domain}.example`
    const named = { firstName: firstName!, lastName, title: title!, companyName: companyName! }
    return { ...named, email, contactRole: roles[at]!, number: null }
  }),
)

/** So many customers of somebody who keeps none of them as a contact any more. */
export const drawCustomers = (seed: string, many: number): Customer[] =>
  pool
    .toSorted((one, other) => drawn(1e9, seed, one.email) - drawn(1e9, seed, other.email))
    .slice(0, many)
    .map((one) => ({ ...one, contactId: randomUUID() }))

/** The contacts with an address in the partition that the transaction is in. */
export const ownContacts = async (tx: Tx): Promise<Customer[]> => {
  const found = await tx.select().from(contacts).where(isNotNull(contacts.email))
  return found.map(({ uniqueId: contactId, email, ...rest }) => ({ ...rest, contactId, email: email! }))
}
